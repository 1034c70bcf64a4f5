from phazed.core.constants cimport FIRST_ACE, GROUPS, HAND_ROOM, JOKER, PHASES, SEATS, TALLY, TOTAL, VALUES
from phazed.core.hand cimport Hand
from phazed.core.table cimport points_of
from phazed.core.trace cimport KEPT, PASSED, TALLIES, THROWN

cdef enum:
    CONTEXT = 56
    ROW = 48
    NEAR = 3

cdef class Features:
    cdef double[CONTEXT] context
    cdef double[ROW] row
    cdef int[TALLY] unseen
    cdef int[TALLY] own
    cdef int seat
    cdef int after
    cdef double stake
    cdef double best
    cdef void describe(self, Hand hand, double stake, double best, double second) noexcept nogil
    cdef void _count(self, Hand hand) noexcept nogil
    cdef int _near(self, int* tally, int card, int wraps) noexcept nogil
    cdef void card(self, Hand hand, int card, double value, double gain) noexcept nogil
    cdef void offer(self, int with_it, int without) noexcept nogil
