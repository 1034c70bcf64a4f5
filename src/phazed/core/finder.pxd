cimport cython

from phazed.core.constants cimport (
    ANY_COLOUR, COLOURS, FIRST_ACE, FIRST_STAGE, HAND_ROOM, HAND_SUBSETS, JOKER, LISTED_ROOM, RUN_AND_SET, RUN_OF_8, SUIT_OF_7,
    SUITS, TWO_COLOUR_TOTALS, TWO_SETS_OF_3, TWO_SETS_OF_4, TWO_TOTALS, VALUE_SUBSETS, VALUES,
)
from phazed.core.planner cimport Planner
from phazed.core.sums cimport beside_first_stage
from phazed.core.table cimport Table, points_of, worth_of

cpdef enum:
    FEW_WAYS = 0
    MORE_WAYS = 1
    ALL_WAYS = 2

cdef class Finder:
    cdef Planner planner
    cdef Table trial
    cdef int wraps
    cdef int[HAND_ROOM] hand
    cdef int n
    cdef int[VALUES] naturals
    cdef int[SUITS] suits
    cdef int[COLOURS + 1] values
    cdef int aces
    cdef int[2][LISTED_ROOM] mask
    cdef int[2][LISTED_ROOM] low
    cdef int[2] listed
    cdef int[HAND_SUBSETS] seen
    cdef int[VALUE_SUBSETS] bits
    cdef int[VALUES] eight
    cdef int[VALUES] four
    cdef int stamp
    cdef int best_score
    cdef int all_ways
    cdef public int phase
    cdef public int[HAND_ROOM] first
    cdef public int first_size
    cdef public int[HAND_ROOM] second
    cdef public int second_size
    cdef public int rest_size
    cdef int[HAND_ROOM] try_first
    cdef int[HAND_ROOM] try_second
    @cython.locals(i=cython.int)
    cdef void _fill_tables(self) noexcept nogil
    @cython.locals(i=cython.int, card=cython.int)
    cdef void count(self, int* hand, int n) noexcept nogil
    @cython.locals(i=cython.int)
    cdef int has(self, int phase, int* hand, int n) noexcept nogil
    @cython.locals(i=cython.int, most=cython.int, second=cython.int)
    cdef int _has_sets(self, int size) noexcept nogil
    @cython.locals(low=cython.int, held=cython.int)
    cdef int _has_run(self) noexcept nogil
    @cython.locals(
        low=cython.int, colour=cython.int, value=cython.int, held=cython.int, four=cython.int, most=cython.int,
    )
    cdef int _has_run_and_set(self) noexcept nogil
    @cython.locals(i=cython.int, card=cython.int, n=cython.int, total=cython.int)
    cdef int _has_totals(self, int colour) noexcept nogil
    @cython.locals(i=cython.int, colour=cython.int)
    cdef int _has_colour_totals(self) noexcept nogil
    @cython.locals(
        i=cython.int, j=cython.int, a=cython.int, b=cython.int, count=cython.int, best=cython.int, best_a=cython.int,
        best_b=cython.int, points=cython.int,
    )
    cdef int find(self, int phase, int* hand, int n, int seat, Table table, int ways) noexcept nogil
    @cython.locals(
        key=cython.int, pool=cython.int, wilds=cython.int, sub=cython.int, naturals=cython.int, most=cython.int,
        i=cython.int,
    )
    cdef void _list_matching(self, int which, int size, int by_suit, int ways) noexcept nogil
    @cython.locals(sub=cython.int, low=cython.int, i=cython.int, pool=cython.int, worth=cython.int)
    cdef void _list_totals(self, int which, int one_colour) noexcept nogil
    @cython.locals(low=cython.int, colour=cython.int)
    cdef void _list_runs(self, int which, int size, int one_colour) noexcept nogil
    @cython.locals(i=cython.int, last=cython.int, value=cython.int, ace=cython.int, missing=cython.int)
    cdef void _fill_run(self, int which, int low, int size, int at, int colour, int mask, int naturals) noexcept nogil
    cdef void _add(self, int which, int mask, int low) noexcept nogil
    @cython.locals(i=cython.int, at=cython.int, count=cython.int)
    cdef int _cards_of(self, int mask, int low, int size, int is_run, int* cards) noexcept nogil
    @cython.locals(
        i=cython.int, count=cython.int, first_size=cython.int, second_size=cython.int, points=cython.int,
        highest=cython.int, score=cython.int, is_run=cython.int,
    )
    cdef void _try(self, int phase, int first, int first_low, int second, int seat, Table table) noexcept nogil
