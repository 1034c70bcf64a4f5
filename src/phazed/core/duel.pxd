cimport cython

from phazed.core.constants cimport SEATS
from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand
from phazed.core.playout cimport Playout
from phazed.core.sampler cimport Sampler

cdef class Duel:
    cdef Playout playout
    cdef Futures futures
    cdef Sampler sampler
    cdef Hand work
    cdef int between
    cdef double[SEATS] scores
    cdef double[SEATS] values
    cdef double[2 * SEATS] sums
    cdef void _play(self, Hand start, int draws) noexcept nogil
    @cython.locals(n=cython.int, s=cython.int)
    cdef void _round(self, int worlds, Hand first, int first_draws, Hand second, int second_draws) noexcept nogil
