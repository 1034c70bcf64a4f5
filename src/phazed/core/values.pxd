cimport cython

from phazed.core.constants cimport (
    ACE, COLOURED_VALUES, COLOURS, FIRST_ACE, FIRST_STAGE, HAND_ROOM, JOKER, RUN_AND_SET, RUN_OF_8, SUIT_OF_7, SUITS, TWO_COLOUR_TOTALS,
    TWO_SETS_OF_3, TWO_SETS_OF_4, TWO_TOTALS, VALUE_SUBSETS, VALUES,
)
from phazed.core.sums cimport beside_first_stage
from phazed.core.table cimport worth_of

cdef enum:
    ACE_COUNTS = 9
    SUIT_COUNTS = 11
    LACKS = 5
    SETS_SIZE = 6 * 4 * 3 * 3 * 2 * ACE_COUNTS
    SUIT_SIZE = SUIT_COUNTS * SUIT_COUNTS * SUIT_COUNTS * ACE_COUNTS
    RUN_SIZE = VALUE_SUBSETS * ACE_COUNTS
    TOTALS_SIZE = 646646
    PLAN_SIZE = LACKS * LACKS * ACE_COUNTS
    PLAN_SET = ACE_COUNTS
    PLAN_RUN = LACKS * ACE_COUNTS
    WORTHS = 14
    NO_CARD = 99
    REACHED_BY_ACE = COLOURED_VALUES

cdef double from_table(int number) noexcept nogil

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
    cdef double[COLOURS * WORTHS] reached
    cdef int[2 * VALUE_SUBSETS] bits
    cdef int[VALUES] window
    cdef double[5] rate
    cdef double deck
    cdef int[VALUES] naturals
    cdef int[SUITS] suits
    cdef int[COLOURS][VALUES + 1] coloured
    cdef int aces
    @cython.locals(i=cython.int, j=cython.int)
    cdef void _fill_tables(self) noexcept nogil
    @cython.locals(i=cython.int, card=cython.int)
    cdef void count(self, int* hand, int n) noexcept nogil
    @cython.locals(index=cython.int)
    cdef double value(self, int phase, int* hand) noexcept nogil
    @cython.locals(i=cython.int, card=cython.int, same=cython.int)
    cdef void discards(self, int phase, int* hand, int n) noexcept nogil
    cdef double with_offered(self, int phase, int card) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, aces=cython.int)
    cdef int _sets_index(self, int without) noexcept nogil
    @cython.locals(s=cython.int, c=cython.int, h=cython.int, aces=cython.int)
    cdef int _suit_index(self, int without) noexcept nogil
    @cython.locals(mask=cython.int, i=cython.int, aces=cython.int)
    cdef int _run_index(self, int without) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, place=cython.int, before=cython.int, behind=cython.int)
    cdef void _discards_totals(self, int* hand, int n) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, place=cython.int, index=cython.int)
    cdef int _totals_index(self, int* hand) noexcept nogil
    @cython.locals(
        colour=cython.int, low=cython.int, i=cython.int, w=cython.int, value=cython.int, held=cython.int,
        least=cython.int, run=cython.int, four=cython.int, at=cython.int, few=cython.int, a=cython.int,
        best=cython.double, in_run=cython.double, more=cython.double,
    )
    cdef double _run_and_set(self) noexcept nogil
    @cython.locals(colour=cython.int, low=cython.int, i=cython.int, w=cython.int, held=cython.int, least=cython.int)
    cdef int _windows(self, int* missing, int* lacks) noexcept nogil
    @cython.locals(value=cython.int, most=cython.int, few=cython.int)
    cdef int _promising_sets(self, int* sets) noexcept nogil
    @cython.locals(i=cython.int, chance=cython.double, draw=cython.double, total=cython.double, offer=cython.double)
    cdef double _expected(self, double best) noexcept nogil
    @cython.locals(reach=cython.ulonglong, i=cython.int, k=cython.int, n=cython.int, worth=cython.int, found=cython.int)
    cdef int _both_in_one(self, int colour) noexcept nogil
    @cython.locals(
        then=cython.ulonglong, colour=cython.int, worth=cython.int, i=cython.int, k=cython.int, total=cython.int,
        draw=cython.double, offer=cython.double, mass=cython.double, mean=cython.double, chance=cython.double,
        here=cython.double, same=cython.double,
    )
    cdef double _colour_totals(self) noexcept nogil
    @cython.locals(p=cython.double, q=cython.double, g=cython.double)
    cdef double _two(self, double first, double second) noexcept nogil
