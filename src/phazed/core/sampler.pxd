from libc.math cimport exp, log

from phazed.core.constants cimport DECK_ROOM, GROUPS, HAND_ROOM, JOKER, SEAT_TURNS, SEATS, TOTAL
from phazed.core.phase_distance cimport PhaseDistance
from phazed.core.hand cimport Hand, Stream


cdef class Sampler:
    cdef PhaseDistance distance
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
    cdef int[SEATS] turns
    cdef int[SEATS] lay_turn
    cdef int[SEATS] need
    cdef int[SEATS][SEAT_TURNS] offered
    cdef int[SEATS][SEAT_TURNS] took
    cdef int[SEATS][SEAT_TURNS] thrown
    cdef int[SEATS][SEAT_TURNS] left_size
    cdef int[SEATS][SEAT_TURNS][HAND_ROOM] left
    cdef double[SEATS][SEAT_TURNS] chance
    cdef double[SEATS] weight
    cdef int[HAND_ROOM] now
    cdef public double as_wanted
    cdef public double unwanted
    cdef public double missed
    cdef public int memory
    cdef public long long steps
    cdef public long long moves
    cdef double likelihood(self, int seat) noexcept nogil
    cdef double _judge_turn(self, int seat, int turn, int* eleven) noexcept nogil
    cdef int _least(self, int need, int* cards, int n) noexcept nogil
    cdef double _promise(self, int need, int* cards) noexcept nogil
    cdef void shuffle(self) noexcept nogil
    cdef void step(self) noexcept nogil
    cdef void walk(self, int steps) noexcept nogil
    cdef void fill(self, Hand hand) noexcept nogil
    cdef void mix(self) noexcept nogil
    cdef void put(self, Hand hand) noexcept nogil
