from phazed.core.hand cimport Hand, Stream
from phazed.core.policy cimport Policy

cdef class Simulator:
    cdef readonly Hand hand
    cdef readonly Policy policy
    cdef readonly Policy other
    cdef Stream stream
    cdef int most_hands
    cdef public int[4] style
    cdef public long long[4] wins
    cdef public long long[8] due
    cdef public long long[8] completed
    cdef public long long[4] score
    cdef public long long hands
    cdef public long long turns
    cdef public long long plays
    cdef public int done_by_first
    cdef void play_hand(self, int leader) noexcept nogil
    cdef void play_game(self) noexcept nogil
