from phazed.core.constants cimport SEATS
from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand, Stream
from phazed.core.policy cimport Policy

cdef class Baseline:
    cdef Policy policy
    cdef Futures futures
    cdef Hand work
    cdef Stream stream
    cdef int[SEATS] styles
    cdef double[SEATS] scores
    cdef double[SEATS] sums
    cdef void _finish(self) noexcept nogil
    cdef void _deals(self, int leader, int count, int* done) noexcept nogil
