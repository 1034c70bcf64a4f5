from libc.math cimport exp

from phazed.core.constants cimport PHASES, SEATS
from phazed.core.hand cimport Hand

cpdef enum:
    STEPS = 8

cdef class Futures:
    cdef int phases
    cdef double[::1] numbers
    cdef public double blur
    cdef int[SEATS] done
    cdef double[SEATS] point
    cdef double chance(self, Hand hand, int seat, double* scores) noexcept nogil
    cdef double most_at_stake(self, Hand hand, int seat) noexcept nogil
    cdef void all_chances(self, Hand hand, double* scores, double* found) noexcept nogil
    cdef double _now(self, int seat) noexcept nogil
    cdef double _later(self, int seat) noexcept nogil
