cimport cython

from phazed.core.constants cimport CARDS, FIRST_ACE, JOKER, SEATS, TALLY

cdef enum:
    THROWN = 0
    PASSED = 1
    KEPT = 2
    TALLIES = 3

cdef class Trace:
    cdef int[SEATS][TALLIES][TALLY] count
    cdef int[SEATS][CARDS] kept
    cdef int[TALLY] shown
    cdef public int first_unseen
    @cython.locals(s=cython.int, k=cython.int, i=cython.int)
    cdef void clear(self) noexcept nogil
    @cython.locals(s=cython.int, k=cython.int, i=cython.int)
    cdef void copy(self, Trace other) noexcept nogil
    cdef void _add(self, int* tally, int card, int more) noexcept nogil
    cdef void passes(self, int seat, int card, int pile_size) noexcept nogil
    cdef void takes(self, int seat, int card, int pile_size) noexcept nogil
    cdef void plays(self, int seat, int card) noexcept nogil
    cdef void throws(self, int seat, int card) noexcept nogil
