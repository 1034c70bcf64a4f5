from phazed.core.features cimport CONTEXT, ROW

cdef enum:
    FIRST = 32
    SECOND = 16
    INPUTS = 104
    WEIGHTS = 3953

cdef class Network:
    cdef double[WEIGHTS] weight
    cdef double[FIRST] base
    cdef double[FIRST] hidden
    cdef double[SECOND] last
    cdef void begin(self, double* context) noexcept nogil
    cdef double value(self, double* row) noexcept nogil
