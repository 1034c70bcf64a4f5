cimport cython

from phazed.core.constants cimport (
    AT_START, CARDS, DECK_ROOM, DISCARD, DRAW, GROUPS, JOKER, LAY_OFF, LAY_PHASE, RUN, SEATS, SKIP, TAKE, TOTAL,
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
    ROW_COMPLETED = 11
    ROW_LAID = 15
    ROW_SCORES = 19
    ROW_SKIPS = 23
    ROW_GROUPS = 27
    ROW_CARDS = 67
    ROW_KNOWN = 80
    ROW_LEGAL = 125
    ROW_KIND = 158
    ROW_CARD = 159
    ROW_PHASE = 160
    ROW_PLACE = 161
    ROW_AT_START = 162
    ROW_TARGET = 163
    ROW_FIRST = 164
    ROW_SECOND = 177
    ROW_POINTS = 190
    ROW_WIDTH = 191
    GROUP_NUMBERS = 5
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
