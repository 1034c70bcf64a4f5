cimport cython

from phazed.core.constants cimport (
    CARDS, COLOURS, FIRST_ACE, FIRST_STAGE, HAND_ROOM, HAND_SUBSETS, JOKER, RUN_AND_SET, RUN_OF_8, RUN_VALUES, SUIT_OF_7, SUITS,
    TWO_COLOUR_TOTALS, TWO_SETS_OF_3, TWO_SETS_OF_4, VALUE_SUBSETS, VALUES,
)
from phazed.core.sums cimport beside_first_stage
from phazed.core.table cimport worth_of

@cython.final
cdef class PhaseDistance:
    cdef int wraps
    cdef double[9] weight
    cdef int[VALUE_SUBSETS] bits
    cdef int[VALUES] window
    cdef int[CARDS] worth
    cdef unsigned long long[CARDS] one
    cdef unsigned long long[9] held
    cdef unsigned long long[9] place
    cdef int[5][5] apart
    cdef int[5][5] shared
    cdef int[9] times
    cdef unsigned long long[5] runs
    cdef int aces
    cdef public int least
    cdef public double promise
    @cython.locals(lane=cython.ulonglong, i=cython.int, j=cython.int)
    cdef void _fill_tables(self) noexcept nogil
    cdef void evaluate(self, int phase, int* hand, int n) noexcept nogil
    cdef void _plan(self, int times, int missing) noexcept nogil
    cdef int _lack(self, int size, int held) noexcept nogil
    @cython.locals(counts=cython.ulonglong, tally=cython.ulonglong, i=cython.int)
    cdef unsigned long long _tally(self, int* hand, int n) noexcept nogil
    @cython.locals(i=cython.int, j=cython.int, both=cython.int)
    cdef void _sets(self, int size, int* hand, int n) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void _suit(self, int* hand, int n) noexcept nogil
    @cython.locals(values=cython.int, i=cython.int)
    cdef void _run(self, int* hand, int n) noexcept nogil
    @cython.locals(
        i=cython.int, held=cython.int, both=cython.int, other=cython.int, missing=cython.int, least=cython.int,
        promise=cython.double, counts=cython.ulonglong,
    )
    cdef void _run_and_set(self, int* hand, int n) noexcept nogil
    @cython.locals(run=cython.ulonglong, i=cython.int)
    cdef void _add_runs(self, int values, unsigned long long counts) noexcept nogil
    @cython.locals(second=cython.ulonglong)
    cdef void _totals(self, int* hand, int n) noexcept nogil
    @cython.locals(i=cython.int, card=cython.int, colour=cython.int, second=cython.ulonglong)
    cdef void _colour_totals(self, int* hand, int n) noexcept nogil
    cdef void _helped(self, int worths) noexcept nogil
    @cython.locals(i=cython.int)
    cdef unsigned long long _beside(self, int* hand, int n) noexcept nogil
    @cython.locals(
        sub=cython.int, i=cython.int, low=cython.int, colour=cython.int, red=cython.int, reach=cython.ulonglong,
    )
    cdef void _ways(self, int* hand, int n, int one_colour) noexcept nogil
