cimport cython

from phazed.core.constants cimport (
    AT_START, CARDS, DECK_ROOM, DISCARD, DRAW, GROUPS, HAND_ROOM, JOKER, LAY_OFF, LAY_PHASE, OPTIONS_ROOM, RUN, SEATS, SKIP, TAKE, TOTAL,
)
from phazed.core.episode cimport Episode
from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand
from phazed.core.layout cimport ACT_DRAW, ACT_TAKE, CARD_BY_CARD, PLAYS_FAST, WINS
from phazed.core.policy cimport FAST, Policy

cpdef enum:
    ROW_HAND = 0
    ROW_TURN = 1
    ROW_SEAT = 2
    ROW_PICKED_UP = 3
    ROW_DISCARD = 4
    ROW_PILE = 5
    ROW_DECK = 6
    ROW_SIZES = 7
    ROW_COMPLETED = ROW_SIZES + SEATS
    ROW_LAID = ROW_COMPLETED + SEATS
    ROW_SCORES = ROW_LAID + SEATS
    ROW_SKIPS = ROW_SCORES + SEATS
    ROW_GROUPS = ROW_SKIPS + SEATS
    OF_GROUP_KIND = 0
    OF_GROUP_KEY = 1
    OF_GROUP_LOW = 2
    OF_GROUP_LENGTH = 3
    OF_GROUP_TOTAL = 4
    GROUP_NUMBERS = 5
    ROW_CARDS = ROW_GROUPS + GROUPS * GROUP_NUMBERS
    KNOWN_ROOM = SEATS * (HAND_ROOM - 1)
    ROW_KNOWN = ROW_CARDS + 1 + HAND_ROOM
    ROW_LEGAL = ROW_KNOWN + 1 + KNOWN_ROOM
    ROW_KIND = ROW_LEGAL + 1 + OPTIONS_ROOM
    ROW_CARD = ROW_KIND + 1
    ROW_PHASE = ROW_KIND + 2
    ROW_PLACE = ROW_KIND + 3
    ROW_AT_START = ROW_KIND + 4
    ROW_TARGET = ROW_KIND + 5
    ROW_FIRST = ROW_KIND + 6
    ROW_SECOND = ROW_FIRST + 1 + HAND_ROOM
    ROW_POINTS = ROW_SECOND + 1 + HAND_ROOM
    ROW_WIDTH = ROW_POINTS + 1
    KNOWN_SEAT = 64
    GAME_ROWS = 10240
    MAX_GAME_HANDS = 20

cdef class Recorder(Episode):
    cdef Futures futures
    cdef short[::1] rows
    cdef float[::1] chances
    cdef int[MAX_GAME_HANDS][DECK_ROOM] decks
    cdef float[SEATS] standing
    cdef readonly int recorded
    cdef int room
    cdef int hand_start
    @cython.locals(i=cython.int)
    cdef void hand_dealt(self) noexcept nogil
    @cython.locals(i=cython.int, at=cython.Py_ssize_t)
    cdef void hand_ended(self) noexcept nogil
    @cython.locals(
        s=cython.int, i=cython.int, size=cython.int, card=cython.int, target=cython.int, kind=cython.int,
        at=cython.Py_ssize_t,
    )
    cdef int play_turn(self) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int, j=cython.int, k=cython.int, n=cython.int, at=cython.Py_ssize_t)
    cdef Py_ssize_t _row(self, int kind, int card) noexcept nogil
    @cython.locals(i=cython.int, kind=cython.int)
    cdef void _groups(self, Py_ssize_t at) noexcept nogil
