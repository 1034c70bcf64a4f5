cimport cython

from phazed.core.constants cimport DISCARD, DRAW, OPTIONS_ROOM, SEATS, SKIP, TAKE
from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand
from phazed.core.playout cimport Playout
from phazed.core.policy cimport FAST, Policy
from phazed.core.sampler cimport Sampler

cdef class Search:
    cdef Policy policy
    cdef Playout playout
    cdef Futures futures
    cdef readonly Sampler sampler
    cdef Hand root
    cdef Hand world
    cdef Hand work
    cdef int seat
    cdef double[SEATS] scores
    cdef int count
    cdef int[OPTIONS_ROOM] kind
    cdef int[OPTIONS_ROOM] card
    cdef int[OPTIONS_ROOM] alive
    cdef double[OPTIONS_ROOM] value
    cdef double[OPTIONS_ROOM] total
    cdef double[OPTIONS_ROOM][OPTIONS_ROOM] cross
    cdef long long[OPTIONS_ROOM] tried
    cdef double[OPTIONS_ROOM] phase_total
    cdef double[OPTIONS_ROOM] out_total
    cdef double[OPTIONS_ROOM] place_total
    cdef int particles
    cdef public int between
    cdef public long long playouts
    @cython.locals(kind=cython.int, what=cython.int)
    cdef void _play(self, int candidate) noexcept nogil
    @cython.locals(n=cython.int, i=cython.int, j=cython.int)
    cdef void _round(self, int particles) noexcept nogil
