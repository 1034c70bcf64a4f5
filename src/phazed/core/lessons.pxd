from phazed.core.constants cimport FIRST_ACE, HAND_ROOM, JOKER, PHASES, SEATS
from phazed.core.features cimport CONTEXT, ROW
from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand, Stream
from phazed.core.policy cimport LEARNED, Policy

cdef class Lessons:
    cdef readonly Hand hand
    cdef Hand work
    cdef Futures futures
    cdef Stream stream
    cdef int max_hands
    cdef list players
    cdef int[SEATS] style
    cdef public double[SEATS] wins
    cdef double[SEATS] score
    cdef public double share
    cdef public double explore
    cdef public int repeats
    cdef public int games
    cdef int number
    cdef int over
    cdef int found
    cdef int room
    cdef int choices
    cdef float[:, ::1] contexts
    cdef float[:, :, ::1] rows
    cdef float[:, ::1] values
    cdef int[::1] counts
    cdef Policy _player(self, int seat)
    cdef void _begin(self) noexcept
    cdef void _play_out(self) noexcept
    cdef void _step(self, int which) noexcept
    cdef void _end_hand(self) noexcept
    cdef void _shuffle(self) noexcept
    cdef void _compare_discards(self, Policy player, int seat) noexcept
    cdef void _compare_pick_ups(self, Policy player, int seat) noexcept
