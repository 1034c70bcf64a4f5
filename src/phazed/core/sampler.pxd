cimport cython
from libc.math cimport exp

from phazed.core.beliefs cimport Beliefs, LAID
from phazed.core.constants cimport CARDS, DECK_ROOM, HAND_ROOM, SEATS
from phazed.core.hand cimport Hand, Stream


cdef class Sampler:
    cdef Beliefs beliefs
    cdef Stream stream
    cdef Hand root
    cdef int seat
    cdef int unseen
    cdef int[DECK_ROOM] card
    cdef int[DECK_ROOM] owner
    cdef int[SEATS] first
    cdef int[SEATS] hidden
    cdef int hidden_all
    cdef int[SEATS][HAND_ROOM] known
    cdef int[SEATS] knows
    cdef int[SEATS] model
    cdef int[SEATS] turns
    cdef double[SEATS][CARDS] energy
    cdef double[SEATS] weight
    cdef int[HAND_ROOM] now
    cdef public long long steps
    cdef public long long moves
    @cython.locals(n=cython.int, i=cython.int)
    cdef double hand_energy(self, int seat) noexcept nogil
    @cython.locals(i=cython.int, j=cython.int, kept=cython.int)
    cdef void shuffle(self) noexcept nogil
    @cython.locals(
        a=cython.int, b=cython.int, s=cython.int, o=cython.int, one=cython.int, two=cython.int, mine=cython.double,
        theirs=cython.double, gain=cython.double,
    )
    cdef void step(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void walk(self, int steps) noexcept nogil
    cdef void fill(self, Hand hand) noexcept nogil
    @cython.locals(i=cython.int, j=cython.int, kept=cython.int)
    cdef void mix(self) noexcept nogil
    @cython.locals(i=cython.int, s=cython.int, n=cython.int)
    cdef void put(self, Hand hand) noexcept nogil
