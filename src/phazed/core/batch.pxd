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
    cdef void _write(self, Episode episode, Py_ssize_t i) noexcept nogil
    cdef void _step(self, Episode episode, Py_ssize_t i, int action) noexcept nogil
