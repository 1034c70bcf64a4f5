from phazed.core.table cimport RUN, SUIT_SET, TOTAL, VALUE_SET, Table, points_of, worth_of

cdef class Planner:
    cdef Table table
    cdef int[16] hand
    cdef int n
    cdef int nodes
    cdef int done
    cdef int[16] path_card
    cdef int[16] path_group
    cdef int[16] path_where
    cdef int depth
    cdef int best_score
    cdef public int count
    cdef public int[16] card
    cdef public int[16] group
    cdef public int[16] where
    cdef public int[16] rest
    cdef public int rest_size
    cdef void plan(self, Table table, int* hand, int n) noexcept nogil
    cdef void _totals(self, int place, int left) noexcept nogil
    cdef void _runs(self, int spot, int left) noexcept nogil
    cdef void _leaf(self, int left) noexcept nogil
    cdef void _push(self, int index, int place, int where) noexcept nogil
    cdef void _pop(self) noexcept nogil
