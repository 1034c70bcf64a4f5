from phazed.core.constants cimport (
    ACE, COLOURED_VALUES, COLOURS, FIRST_ACE, FIRST_STAGE, HAND_ROOM, JOKER, RUN_AND_SET, RUN_OF_8, SUIT_OF_7, SUITS, TWO_COLOUR_TOTALS,
    TWO_SETS_OF_3, TWO_SETS_OF_4, TWO_TOTALS, VALUE_SUBSETS, VALUES,
)
from phazed.core.sums cimport beside_first_stage
from phazed.core.table cimport worth_of

cdef enum:
    SETS_SIZE = 3888
    SUIT_SIZE = 11979
    RUN_SIZE = 36864
    TOTALS_SIZE = 646646
    PLAN_SIZE = 225

cdef class Values:
    cdef int wraps
    cdef unsigned short[::1] three
    cdef unsigned short[::1] four
    cdef unsigned short[::1] suit
    cdef unsigned short[::1] run
    cdef unsigned short[::1] totals
    cdef double[PLAN_SIZE] plan
    cdef int[HAND_ROOM][24] choose
    cdef double gamma
    cdef double offered
    cdef double longer
    cdef double[HAND_ROOM] after
    cdef double[28] reached
    cdef int[2 * VALUE_SUBSETS] bits
    cdef int[VALUES] window
    cdef double[5] rate
    cdef double deck
    cdef int[VALUES] naturals
    cdef int[SUITS] suits
    cdef int[COLOURS][VALUES + 1] coloured
    cdef int aces
    cdef void count(self, int* hand, int n) noexcept nogil
    cdef double value(self, int phase, int* hand) noexcept nogil
    cdef void discards(self, int phase, int* hand, int n) noexcept nogil
    cdef double with_offered(self, int phase, int card) noexcept nogil
    cdef int _sets_index(self, int without) noexcept nogil
    cdef int _suit_index(self, int without) noexcept nogil
    cdef int _run_index(self, int without) noexcept nogil
    cdef void _discards_totals(self, int* hand, int n) noexcept nogil
    cdef int _totals_index(self, int* hand) noexcept nogil
    cdef double _run_and_set(self) noexcept nogil
    cdef int _windows(self, int* missing, int* lacks) noexcept nogil
    cdef int _promising_sets(self, int* sets) noexcept nogil
    cdef double _expected(self, double best) noexcept nogil
    cdef int _both_in_one(self, int colour) noexcept nogil
    cdef double _colour_totals(self) noexcept nogil
    cdef double _two(self, double first, double second) noexcept nogil
