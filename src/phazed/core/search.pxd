from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand, Stream
from phazed.core.policy cimport Policy
from phazed.core.sampler cimport Sampler

cdef class Search:
    cdef Policy policy
    cdef Policy theirs
    cdef Futures futures
    cdef readonly Sampler sampler
    cdef Hand root
    cdef Hand world
    cdef Hand work
    cdef int seat
    cdef double[4] scores
    cdef int count
    cdef int[32] kind
    cdef int[32] card
    cdef int[32] alive
    cdef double[32] value
    cdef double[32] total
    cdef double[32][32] cross
    cdef long long[32] tried
    cdef double[32] phase_total
    cdef double[32] out_total
    cdef int particles
    cdef public int between
    cdef public int style
    cdef public long long playouts
    cdef void _play(self, int candidate) noexcept nogil
    cdef void _round(self, int particles) noexcept nogil
