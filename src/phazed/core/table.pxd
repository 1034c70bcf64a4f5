cimport cython

from phazed.core.constants cimport (
    ACE, ANY_COLOUR, AT_END, AT_START, FIRST_ACE, GROUPS, JOKER, LAST_STAGE, RUN, RUN_AND_SET, RUN_OF_8, SUIT_OF_7,
    SUIT_SET, TOTAL, TWO_COLOUR_TOTALS, TWO_TOTALS, VALUES, VALUE_SET,
)

cdef int points_of(int card) noexcept nogil
cdef int worth_of(int card) noexcept nogil

cdef class Table:
    cdef public int[GROUPS] kind
    cdef public int[GROUPS] key
    cdef public int[GROUPS] low
    cdef public int[GROUPS] length
    cdef public int[GROUPS] total
    cdef public int wraps
    cdef int[LAST_STAGE + 1] stage
    @cython.locals(i=cython.int)
    cdef void clear(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void copy(self, Table other) noexcept nogil
    @cython.locals(a=cython.int)
    cdef void lay(self, int seat, int phase, int* first, int first_size, int* second, int second_size) noexcept nogil
    @cython.locals(i=cython.int, first=cython.int, total=cython.int)
    cdef void _set_group(self, int place, int kind, int* cards, int size, int one_colour) noexcept nogil
    @cython.locals(i=cython.int, bits=cython.int)
    cdef int fitting(self, int card) noexcept nogil
    @cython.locals(kind=cython.int, value=cython.int, where=cython.int, low=cython.int)
    cdef int fits(self, int place, int card) noexcept nogil
    cdef int is_open(self, int total) noexcept nogil
    cdef void add(self, int place, int card, int where) noexcept nogil
    cdef void remove(self, int place, int card, int where) noexcept nogil
