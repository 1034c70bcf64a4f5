from phazed.core.beliefs cimport Beliefs, CARD_FEATURES, LAID, PAIR_FEATURES, model_of
from phazed.core.constants cimport CARDS, DECK_ROOM, HAND_ROOM, SEATS
from phazed.core.finder cimport Finder
from phazed.core.habits cimport Habits
from phazed.core.hand cimport Hand
from phazed.core.simulator cimport SeatedPolicies

cdef class BeliefExamples(SeatedPolicies):
    cdef Beliefs beliefs
    cdef Finder finder
    cdef readonly Habits habits
    cdef int[HAND_ROOM] places
    cdef int[DECK_ROOM] unseen
    cdef int[HAND_ROOM] eleven
    cdef int hidden
    cdef int outside
    cdef int count
    cdef int room
    cdef float[:, ::1] rows
    cdef int[::1] models
    cdef int[::1] seats
    cdef int[SEATS] turns
    cdef float[::1] gains
    cdef void _play_turn(self, int seat)
    cdef void _sort_unseen(self, int observer, int seat) noexcept
    cdef void _pair(self, int observer) noexcept
    cdef void _offer(self, int seat) noexcept
    cdef double _gain(self, int seat, int card) noexcept
