cimport cython

from phazed.core.beliefs cimport LAID, MODELS, model_of
from phazed.core.constants cimport FIRST_ACE, GROUPS, HAND_ROOM, JOKER, PHASES, RUN, SEATS, SUITS, TOTAL, VALUES
from phazed.core.hand cimport Hand
from phazed.core.table cimport points_of

cpdef enum:
    STAGES = 6
    OPEN_MODELS = MODELS - 1
    RANKS = VALUES + 1
    COPIES = 16
    SUIT_COUNTS = 8
    NEIGHBOURS = 6
    READINESS = 4
    VICTIMS = 8
    SIZES = 4
    LEADS = 7
    TABLES = 3
    TURNS = 4
    HOLDING_STATES = 5 * TURNS * TABLES

    BY_LAG = 0
    BY_POINTS = BY_LAG + OPEN_MODELS * STAGES
    BY_GAIN = BY_POINTS + OPEN_MODELS * STAGES
    BY_FIT = BY_GAIN + MODELS * STAGES
    BY_VALUE = BY_FIT + 2 * 2 * STAGES
    BY_NEXT = BY_VALUE + OPEN_MODELS * RANKS
    BY_COPIES = BY_NEXT + MODELS * RANKS
    BY_SUIT = BY_COPIES + OPEN_MODELS * COPIES
    BY_NEIGHBOURS = BY_SUIT + OPEN_MODELS * SUIT_COUNTS
    BY_READINESS = BY_NEIGHBOURS + OPEN_MODELS * NEIGHBOURS
    OF_JOKER = BY_READINESS + 2 * READINESS
    LAID_POINTS = OF_JOKER + STAGES * VICTIMS
    LAID_GAIN = LAID_POINTS + STAGES * SIZES
    LAID_NEXT = LAID_GAIN + MODELS * STAGES
    LAID_COPIES = LAID_NEXT + MODELS * RANKS
    LAID_TOTALS = LAID_COPIES + COPIES
    LAID_RUNS = LAID_TOTALS + 2 * RANKS
    LAID_FIT = LAID_RUNS + STAGES
    TAKING = LAID_FIT + STAGES
    TAKING_GAIN = TAKING + OPEN_MODELS * STAGES
    TAKING_VALUE = TAKING_GAIN + OPEN_MODELS * STAGES
    HOLDING = TAKING_VALUE + OPEN_MODELS * RANKS
    BY_LEAD = HOLDING + PHASES * HOLDING_STATES
    LAID_LEAD = BY_LEAD + LEADS
    HOLDING_DONE = LAID_LEAD + LEADS
    PREFERENCES = HOLDING_DONE + PHASES * PHASES

    FEATURES_ROOM = 16
    VALUE_UNITS = 50
    GAIN_UNITS = 20

cdef class Preferences:
    cdef double[::1] weights
    cdef int[HAND_ROOM][FEATURES_ROOM] index
    cdef double[HAND_ROOM][FEATURES_ROOM] amount
    cdef int[HAND_ROOM] used
    cdef int[RANKS] held
    cdef int[SUITS] suits
    cdef int totals
    cdef int model
    cdef int after
    cdef int completed
    cdef int lead
    cdef int stage
    cdef int turn
    cdef int ready
    @cython.locals(s=cython.int, i=cython.int, fewest=cython.int)
    cdef void look(self, Hand hand) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int)
    cdef void count(self, Hand hand) noexcept nogil
    cdef void _add(self, int option, int feature, double amount) noexcept nogil
    @cython.locals(i=cython.int, total=cython.double)
    cdef double _total(self, int option) noexcept nogil
    @cython.locals(i=cython.int, here=cython.int, value=cython.int, near=cython.int, fit=cython.int)
    cdef double throwing(self, Hand hand, int option, int card, double lag, double gain) noexcept nogil
    @cython.locals(
        i=cython.int, value=cython.int, size=cython.int, distance=cython.int, end=cython.int, near=cython.int,
    )
    cdef double throwing_laid(self, Hand hand, int option, int card, double gain) noexcept nogil
    @cython.locals(state=cython.int)
    cdef double skipping(self, Hand hand, int option, int victim) noexcept nogil
    @cython.locals(here=cython.int)
    cdef double taking(self, Hand hand, int card, double gain) noexcept nogil
    @cython.locals(table=cython.int, turn=cython.int)
    cdef double holding(self, Hand hand, int kind, int left) noexcept nogil
    cdef int _shown(self, Hand hand, int value) noexcept nogil
