cimport cython

from phazed.core.beliefs cimport Beliefs, CARD_FEATURES, LAID, PAIR_FEATURES, model_of
from phazed.core.constants cimport CARDS, DECK_ROOM, HAND_ROOM, SEATS
from phazed.core.finder cimport Finder
from phazed.core.habits cimport Habits
from phazed.core.hand cimport Hand
from phazed.core.playout cimport Playout
from phazed.core.policy cimport Policy

cdef class BeliefExamples(Playout):
    cdef Beliefs beliefs
    cdef Finder finder
    cdef readonly Habits habits
    cdef int[HAND_ROOM] places
    cdef int[DECK_ROOM] unseen
    cdef int[HAND_ROOM] eleven
    cdef int hidden
    cdef int outside
    cdef double share
    cdef int pairs
    cdef int count
    cdef int room
    cdef float[:, ::1] rows
    cdef int[::1] models
    cdef int[::1] seats
    cdef int[SEATS] turns
    cdef float[::1] gains
    @cython.locals(seat=cython.int, model=cython.int, size=cython.int, drawn=cython.int, offered=cython.int, seen=cython.int, took=cython.int)
    cdef int play_turn(self) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int, card=cython.int)
    cdef void _sort_unseen(self, int observer, int seat) noexcept nogil
    @cython.locals(seat=cython.int, i=cython.int, place=cython.int, inside=cython.int, other=cython.int)
    cdef void _pair(self, int observer) noexcept nogil
    @cython.locals(after=cython.int, i=cython.int, card=cython.int)
    cdef void _offer(self, int seat) noexcept nogil
    @cython.locals(
        k=cython.int, i=cython.int, kind=cython.int, due=cython.int, weight=cython.double, deck=cython.double,
        best=cython.double,
    )
    cdef double _gain(self, int seat, int card) noexcept nogil
