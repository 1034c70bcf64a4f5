from phazed.core.constants cimport FIRST_STAGE

cdef unsigned long long beside_first_stage(int* worths, int n) noexcept nogil
