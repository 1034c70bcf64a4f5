cdef int VALUE_SET, SUIT_SET, RUN, TOTAL
cdef int TWO_SETS_OF_3, SUIT_OF_7, TWO_TOTALS, TWO_SETS_OF_4, RUN_OF_8, TWO_COLOUR_TOTALS, RUN_AND_SET
cdef int ACE, JOKER, GROUPS

cdef int points_of(int card) noexcept nogil
cdef int worth_of(int card) noexcept nogil

cdef class Table:
    cdef public int[8] kind
    cdef public int[8] key
    cdef public int[8] low
    cdef public int[8] length
    cdef public int[8] total
    cdef public int wraps
    cdef int[90] stage
    cdef void clear(self) noexcept nogil
    cdef void copy(self, Table other) noexcept nogil
    cdef void lay(self, int seat, int phase, int* first, int first_size, int* second, int second_size) noexcept nogil
    cdef void _set_group(self, int place, int kind, int* cards, int size, int one_colour) noexcept nogil
    cdef int fits(self, int place, int card) noexcept nogil
    cdef int open_total(self) noexcept nogil
    cdef void add(self, int place, int card, int where) noexcept nogil
    cdef void remove(self, int place, int card, int where) noexcept nogil
