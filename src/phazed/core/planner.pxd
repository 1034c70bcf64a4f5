cimport cython

from phazed.core.constants cimport (
    ANY_COLOUR, AT_END, AT_START, FIRST_ACE, GROUPS, HAND_ROOM, JOKER, LAST_STAGE, RUN, SUIT_SET, TOTAL, VALUE_SET,
)
from phazed.core.table cimport Table, points_of, worth_of

cdef int MAX_STEPS

cdef class Planner:
    cdef Table table
    cdef int[HAND_ROOM] hand
    cdef int n
    cdef int steps
    cdef int done
    cdef int[HAND_ROOM] path_card
    cdef int[HAND_ROOM] path_group
    cdef int[HAND_ROOM] path_where
    cdef int depth
    cdef int best_score
    cdef public int count
    cdef public int[HAND_ROOM] card
    cdef public int[HAND_ROOM] group
    cdef public int[HAND_ROOM] where
    cdef public int[HAND_ROOM] rest
    cdef public int rest_size
    @cython.locals(i=cython.int)
    cdef void plan(self, Table table, int* hand, int n) noexcept nogil
    @cython.locals(sub=cython.int, bits=cython.int, i=cython.int, total=cython.int, gap=cython.int, pool=cython.int)
    cdef void _totals(self, int place, int left) noexcept nogil
    @cython.locals(
        place=cython.int, where=cython.int, i=cython.int, j=cython.int, seen_ace=cython.int, again=cython.int,
    )
    cdef void _runs(self, int spot, int left) noexcept nogil
    @cython.locals(
        i=cython.int, place=cython.int, shed=cython.int, points=cython.int, highest=cython.int, here=cython.int,
        score=cython.int, start=cython.int,
    )
    cdef void _leaf(self, int left) noexcept nogil
    cdef void _push(self, int index, int place, int where) noexcept nogil
    cdef void _pop(self) noexcept nogil
