cimport cython
from libc.math cimport exp

from phazed.core.beliefs cimport Beliefs
from phazed.core.constants cimport HAND_ROOM, SEATS
from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand, Stream
from phazed.core.playout cimport Playout
from phazed.core.policy cimport Policy
from phazed.core.preferences cimport PREFERENCES, STAGES, Preferences
from phazed.core.values cimport Values

cpdef enum:
    SITUATIONS = 216

cdef enum:
    DECISIONS_ROOM = 1024

cdef class SoftPolicy(Policy):
    cdef Stream stream
    cdef double[::1] baseline
    cdef double[:, ::1] sums
    cdef double[:, ::1] means
    cdef double[PREFERENCES] trace
    cdef double[PREFERENCES] expected
    cdef int[PREFERENCES] touched
    cdef int touches
    cdef int[PREFERENCES] is_touched
    cdef int[DECISIONS_ROOM] situations
    cdef int decisions
    cdef double[HAND_ROOM] chance
    @cython.locals(chance=cython.double, chosen=cython.int)
    cdef int decide(self, double preference) noexcept nogil
    @cython.locals(
        i=cython.int, best=cython.int, top=cython.double, total=cython.double, share=cython.double, chosen=cython.int,
    )
    cdef int pick(self, int n) noexcept nogil
    @cython.locals(i=cython.int, feature=cython.int, slope=cython.double)
    cdef void credit(self, double change, double stake) noexcept nogil
    @cython.locals(k=cython.int, feature=cython.int, step=cython.double, expected=cython.double)
    cdef void _record(self, int option, double amount) noexcept nogil
    cdef int _situation(self) noexcept nogil
    cdef void _remember(self) noexcept nogil

cdef class PolicyGradient(Playout):
    cdef Futures futures
    cdef readonly long long hands
    cdef double[SEATS] before
    cdef double[SEATS] change
    cdef double[SEATS] stake
    cdef double[SEATS] scores
    @cython.locals(s=cython.int)
    cdef void hand_dealt(self) noexcept nogil
    @cython.locals(s=cython.int, chance=cython.double)
    cdef void hand_ended(self) noexcept nogil
