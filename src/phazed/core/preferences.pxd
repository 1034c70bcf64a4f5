cimport cython

from phazed.core.beliefs cimport LAID, model_of
from phazed.core.constants cimport FIRST_ACE, GROUPS, HAND_ROOM, JOKER, RUN, SEATS, TOTAL, VALUES
from phazed.core.hand cimport Hand
from phazed.core.table cimport points_of

cpdef enum:
    STAGES = 6
    BY_LAG = 0
    BY_POINTS = 48
    BY_GAIN = 96
    BY_FIT = 150
    BY_VALUE = 174
    BY_NEXT = 278
    BY_COPIES = 395
    BY_SUIT = 523
    BY_NEIGHBOURS = 587
    BY_READINESS = 635
    OF_JOKER = 643
    LAID_POINTS = 691
    LAID_GAIN = 715
    LAID_NEXT = 769
    LAID_COPIES = 886
    LAID_TOTALS = 902
    LAID_RUNS = 928
    LAID_FIT = 934
    TAKING = 940
    TAKING_GAIN = 988
    TAKING_VALUE = 1036
    HOLDING = 1140
    BY_LEAD = 1560
    LAID_LEAD = 1567
    HOLDING_DONE = 1574
    PREFERENCES = 1623
    FEATURES_ROOM = 16
    VALUE_UNITS = 50
    GAIN_UNITS = 20

cdef class Preferences:
    cdef double[::1] weights
    cdef int[HAND_ROOM][FEATURES_ROOM] index
    cdef double[HAND_ROOM][FEATURES_ROOM] amount
    cdef int[HAND_ROOM] used
    cdef int[VALUES + 1] held
    cdef int[4] suits
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
    @cython.locals(i=cython.int, value=cython.int, distance=cython.int, end=cython.int, near=cython.int)
    cdef double throwing_laid(self, Hand hand, int option, int card, double gain) noexcept nogil
    @cython.locals(state=cython.int)
    cdef double skipping(self, Hand hand, int option, int victim) noexcept nogil
    @cython.locals(here=cython.int)
    cdef double taking(self, Hand hand, int card, double gain) noexcept nogil
    @cython.locals(table=cython.int, turn=cython.int)
    cdef double holding(self, Hand hand, int kind, int left) noexcept nogil
    cdef int _shown(self, Hand hand, int value) noexcept nogil
