cimport cython

from phazed.core.constants cimport PHASES, SEATS
from phazed.core.hand cimport Hand
from phazed.core.playout cimport Playout
from phazed.core.policy cimport Policy

cdef enum:
    RECORDED_HAND = 13
    RECORDED_RANKS = 12

cdef class Simulator(Playout):
    cdef public long long[SEATS] wins
    cdef public long long[PHASES] due
    cdef public long long[PHASES] completed
    cdef public long long hands
    cdef public long long turns
    cdef public long long plays
    cdef void _count_hand(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void hand_ended(self) noexcept nogil
    @cython.locals(s=cython.int, winners=cython.int)
    cdef void game_ended(self) noexcept nogil

cdef class HandRecorder(Playout):
    cdef unsigned char[::1] records
    cdef Py_ssize_t count
    @cython.locals(s=cython.int, score=cython.int, at=cython.Py_ssize_t)
    cdef void hand_dealt(self) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, s=cython.int, ranks=cython.int)
    cdef void game_ended(self) noexcept nogil
