cimport cython

from phazed.core.constants cimport SEATS
from phazed.core.hand cimport Hand, Stream
from phazed.core.policy cimport FAST, Policy

cdef class Playout:
    cdef readonly Hand hand
    cdef Policy first
    cdef Policy second
    cdef Policy third
    cdef Policy fourth
    cdef Stream stream
    cdef public int[SEATS] style
    cdef public int[SEATS] score
    cdef readonly int max_hands
    cdef readonly int number
    cdef readonly int over
    @cython.locals(s=cython.int)
    cdef int play_turn(self) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void finish_turn(self) noexcept nogil
    cdef int play_on(self) noexcept nogil
    cdef void play_hand(self, int leader) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void play_game(self) noexcept nogil
    cdef void resume_game(self) noexcept nogil
    cdef void hand_dealt(self) noexcept nogil
    cdef void hand_ended(self) noexcept nogil
    cdef void game_ended(self) noexcept nogil
    cdef void deal(self, int leader) noexcept nogil
    cdef void _next_hand(self) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void _score_hand(self) noexcept nogil
    cdef int has_finished(self, int seat) noexcept nogil
    @cython.locals(s=cython.int, ahead=cython.int, finished=cython.int, other=cython.int)
    cdef int rank(self, int seat) noexcept nogil
    @cython.locals(s=cython.int, bits=cython.int)
    cdef int winners(self) noexcept nogil
