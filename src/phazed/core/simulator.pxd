from phazed.core.constants cimport PHASES, SEATS
from phazed.core.hand cimport Hand, Stream
from phazed.core.policy cimport Policy

cdef class SeatedPolicies:
    cdef readonly Hand hand
    cdef Stream stream
    cdef list players
    cdef int[SEATS] seat_style

cdef class Simulator:
    cdef readonly Hand hand
    cdef readonly Policy policy
    cdef readonly Policy other
    cdef Stream stream
    cdef int max_hands
    cdef public int[SEATS] style
    cdef public long long[SEATS] wins
    cdef public long long[PHASES] due
    cdef public long long[PHASES] completed
    cdef public long long[SEATS] score
    cdef public long long hands
    cdef public long long turns
    cdef public long long plays
    cdef void play_hand(self, int leader) noexcept nogil
    cdef void play_game(self) noexcept nogil
    cdef void _begin_game(self) noexcept nogil
    cdef int _count_points(self) noexcept nogil
    cdef int _winners(self, int finished) noexcept nogil
