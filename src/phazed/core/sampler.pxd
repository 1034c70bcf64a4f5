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
    cdef double hand_energy(self, int seat) noexcept nogil
    cdef void shuffle(self) noexcept nogil
    cdef void step(self) noexcept nogil
    cdef void walk(self, int steps) noexcept nogil
    cdef void fill(self, Hand hand) noexcept nogil
    cdef void mix(self) noexcept nogil
    cdef void put(self, Hand hand) noexcept nogil
