cimport cython

from phazed.core.constants cimport FIRST_STAGE

@cython.locals(i=cython.int, s=cython.int, worth=cython.int, total=cython.int, rest=cython.int)
cdef unsigned long long beside_first_stage(int* worths, int n) noexcept nogil
