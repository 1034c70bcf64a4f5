from phazed.core.finder cimport Finder
from phazed.core.table cimport (
    RUN_AND_SET, RUN_OF_8, SUIT_OF_7, TWO_COLOUR_TOTALS, TWO_SETS_OF_3, TWO_SETS_OF_4, TWO_TOTALS, worth_of,
)

cdef int SETS_SIZE, SUIT_SIZE, RUN_SIZE, TOTALS_SIZE, PLAN_SIZE

cdef class Values:
    cdef int wraps
    cdef unsigned short[::1] three
    cdef unsigned short[::1] four
    cdef unsigned short[::1] suit
    cdef unsigned short[::1] run
    cdef unsigned short[::1] totals
    cdef double[225] plan
    cdef int[12][24] choose
    cdef double gamma
    cdef double offered
    cdef double longer
    cdef double[16] after
    cdef double[28] reached
    cdef int[8192] bits
    cdef int[12] window
    cdef double[5] rate
    cdef double deck
    cdef int[13] naturals
    cdef int[4] suits
    cdef int[2][13] coloured
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
