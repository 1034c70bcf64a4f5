from libc.math cimport exp, log

from phazed.core.greedy cimport Nearness
from phazed.core.hand cimport Hand, Stream


cdef class Sampler:
    cdef Nearness nearness
    cdef Stream stream
    cdef Hand root
    cdef int seat
    cdef int unseen
    cdef int[112] card
    cdef int[112] owner
    cdef int[4] first
    cdef int[4] hidden
    cdef int hidden_all
    cdef int[4][12] known
    cdef int[4] knows
    cdef int[4] turns
    cdef int[4] lay_turn
    cdef int[4] need
    cdef int[4][64] offered
    cdef int[4][64] took
    cdef int[4][64] thrown
    cdef int[4][64] left_size
    cdef int[4][64][12] left
    cdef double[4][64] chance
    cdef double[4] weight
    cdef int[128] now
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
