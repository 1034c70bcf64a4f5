cimport cython

from phazed.core.constants cimport SEATS
from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand
from phazed.core.playout cimport Playout
from phazed.core.policy cimport Policy

cdef class Baseline(Playout):
    cdef Futures futures
    cdef double[SEATS] scores
    cdef double[SEATS] sums
    @cython.locals(s=cython.int)
    cdef void _add_chances(self) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void _play_decks(self, int leader, int count, int* done) noexcept nogil
