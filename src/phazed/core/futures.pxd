from libc.math cimport exp

from phazed.core.hand cimport Hand

cdef class Futures:
    cdef int any_order
    cdef int phases
    cdef int[2401] number
    cdef double[::1] numbers
    cdef int[4] done
    cdef double[4] point
    cdef double chance(self, Hand hand, int seat, double* scores) noexcept nogil
    cdef double _now(self, int seat) noexcept nogil
    cdef double _by_standing(self, int seat) noexcept nogil
    cdef double _by_times(self, int seat) noexcept nogil
