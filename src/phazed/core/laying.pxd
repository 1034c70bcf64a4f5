cimport cython

from phazed.core.constants cimport (
    COLOURS, FIRST_ACE, FIRST_STAGE, HAND_ROOM, JOKER, RUN_AND_SET, RUN_OF_8, SUIT_OF_7, SUITS, TWO_COLOUR_TOTALS, TWO_SETS_OF_3,
    TWO_TOTALS, VALUES,
)
from phazed.core.table cimport worth_of

cdef enum:
    UNKNOWN = -1

cdef class Laying:
    cdef int wraps
    cdef readonly int kind
    cdef readonly int active
    cdef public int[HAND_ROOM] first
    cdef readonly int first_size
    cdef public int[HAND_ROOM] second
    cdef readonly int second_size
    cdef readonly int in_second
    cdef int[HAND_ROOM] left
    cdef int n
    cdef int[VALUES] naturals
    cdef int[SUITS] suits
    cdef int[COLOURS][VALUES] coloured
    cdef unsigned long long[FIRST_STAGE + 1] sums
    cdef int aces
    cdef int key
    cdef int colour
    cdef int placed
    cdef int wilds
    cdef int total
    @cython.locals(i=cython.int, j=cython.int)
    cdef void begin(self, int kind, int* hand, int n) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef int add(self, int card) noexcept nogil
    @cython.locals(
        answer=cython.int, placed=cython.int, wilds=cython.int, total=cython.int, key=cython.int, colour=cython.int,
    )
    cdef int allows(self, int card) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void _remove(self, int card) noexcept nogil
    cdef void _put_back(self, int card) noexcept nogil
    cdef int _size(self) noexcept nogil
    cdef int _is_total(self) noexcept nogil
    cdef int _is_run(self) noexcept nogil
    @cython.locals(value=cython.int, low=cython.int)
    cdef int _fits(self, int card) noexcept nogil
    @cython.locals(value=cython.int)
    cdef void _join(self, int card) noexcept nogil
    cdef int _feasible(self) noexcept nogil
    @cython.locals(value=cython.int, size=cython.int)
    cdef int _set_feasible(self) noexcept nogil
    @cython.locals(lacking=cython.int, chosen=cython.int, count=cython.int, answer=cython.int)
    cdef int _set_of(self, int key, int size) noexcept nogil
    @cython.locals(value=cython.int)
    cdef int _has_set(self, int size) noexcept nogil
    @cython.locals(suit=cython.int, lacking=cython.int, chosen=cython.int, held=cython.int)
    cdef int _suit_feasible(self) noexcept nogil
    @cython.locals(low=cython.int, place=cython.int, held=cython.int, chosen=cython.int)
    cdef int _run_feasible(self) noexcept nogil
    @cython.locals(value=cython.int, answer=cython.int)
    cdef int _colour_run(self, int colour, int low, int at, int naturals) noexcept nogil
    @cython.locals(low=cython.int, colour=cython.int)
    cdef int _colour_run_feasible(self) noexcept nogil
    @cython.locals(lacking=cython.int)
    cdef int _totals_feasible(self) noexcept nogil
    @cython.locals(kept=cython.ulonglong, i=cython.int, s=cython.int, worth=cython.int)
    cdef int _two_sums(self, int lacking, int colour) noexcept nogil
    @cython.locals(sums=cython.ulonglong, i=cython.int)
    cdef int _one_sum(self, int lacking, int colour) noexcept nogil
