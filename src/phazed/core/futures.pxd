cimport cython
from libc.math cimport exp

from phazed.core.constants cimport PHASES, SEATS
from phazed.core.hand cimport Hand

cpdef enum:
    STEPS = 8

cdef class Futures:
    cdef int phases
    cdef double[::1] numbers
    cdef public double blur
    cdef public double place_weight
    cdef double value_of_place
    cdef int[SEATS] done
    cdef double[SEATS] point
    @cython.locals(s=cython.int)
    cdef double chance(self, Hand hand, int seat, double* scores) noexcept nogil
    @cython.locals(s=cython.int, over=cython.int, everything=cython.int)
    cdef double chance_now(self, int seat) noexcept nogil
    @cython.locals(chance=cython.double)
    cdef double value(self, Hand hand, int seat, double* scores) noexcept nogil
    @cython.locals(s=cython.int, over=cython.int, everything=cython.int, total=cython.double)
    cdef double place_now(self, int seat) noexcept nogil
    @cython.locals(s=cython.int, due=cython.int, bit=cython.int, before=cython.double, most=cython.double)
    cdef double most_at_stake(self, Hand hand, int seat) noexcept nogil
    @cython.locals(s=cython.int, total=cython.double)
    cdef void all_chances(self, Hand hand, double* scores, double* found) noexcept nogil
    @cython.locals(s=cython.int, everything=cython.int, total=cython.double)
    cdef double _now(self, int seat) noexcept nogil
    @cython.locals(s=cython.int, total=cython.double)
    cdef double _later(self, int seat) noexcept nogil
    @cython.locals(
        s=cython.int, k=cython.int, at=cython.int, width=cython.int, along=cython.double, weight=cython.double
    )
    cdef void _worths(self, double* worth, int first) noexcept nogil
