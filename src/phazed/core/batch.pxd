cimport cython

from phazed.core.constants cimport SEATS
from phazed.core.episode cimport Episode
from phazed.core.hand cimport Stream
from phazed.core.layout cimport ACTIONS, OBSERVATION_SIZE

cdef class Batch:
    cdef readonly list episodes
    cdef int n
    cdef short[::1] observations
    cdef unsigned char[::1] masks
    cdef float[::1] rewards
    cdef unsigned char[::1] terminations
    cdef long long[::1] seats
    cdef short[::1] finals
    cdef Stream stream
    @cython.locals(s=cython.int)
    cdef object _reset(self, Episode episode, Py_ssize_t i, unsigned long long seed)
    @cython.locals(i=cython.Py_ssize_t, n=cython.Py_ssize_t, episode=Episode)
    cpdef object step(self, long long[::1] actions)
    @cython.locals(i=cython.Py_ssize_t, n=cython.Py_ssize_t, episode=Episode)
    cpdef object sample(self, long long[::1] actions)
    @cython.locals(k=cython.int)
    cdef void _write(self, Episode episode, Py_ssize_t i) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void _step(self, Episode episode, Py_ssize_t i, int action) noexcept nogil
