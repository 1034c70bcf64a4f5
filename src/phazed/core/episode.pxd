cimport cython

from phazed.core.constants cimport (
    ACE, ANY_COLOUR, AT_END, AT_START, CARDS, FIRST_ACE, GROUPS, HAND_ROOM, JOKER, LAST_STAGE, PHASES, RUN, SEATS,
    SUITS, SUIT_SET, TOTAL, VALUES, VALUE_SET,
)
from phazed.core.finder cimport Finder
from phazed.core.hand cimport Hand
from phazed.core.laying cimport Laying
from phazed.core.layout cimport (
    ACT_CARD, ACT_DISCARD, ACT_DRAW, ACT_LAY_BEST, ACT_LAY_OFF_ALL, ACT_PHASE, ACT_SKIP, ACT_SPOT, ACT_TAKE, ACTIONS, AT_CHOSEN,
    AT_COMPLETED, AT_DECK, AT_DISCARD, AT_FIRST, AT_GROUPS, AT_HAND, AT_HAND_NUMBER, AT_KNOWN, AT_LAID, AT_LAYING, AT_PICKED_UP, AT_PILE,
    AT_SCORES, AT_SECOND, AT_SIZES, AT_SKIPS, AT_TURNS, CARD_BY_CARD, GROUP_END, GROUP_LENGTH, GROUP_START, GROUP_SUITS, GROUP_TOTAL,
    GROUP_WIDTH, JOINERS, LEARNER, MACROS, OBSERVATION_SIZE, PLAYS_FAST, PLAYS_GREEDY, PLAYS_RANDOM, SHAPED, ZERO_SUM,
)
from phazed.core.planner cimport Planner
from phazed.core.playout cimport Playout
from phazed.core.policy cimport FAST, GREEDY, Policy
from phazed.core.table cimport worth_of

cdef enum:
    NOTHING = -1

cdef class Episode(Playout):
    cdef readonly Laying laying
    cdef Policy policy
    cdef Finder finder
    cdef Planner planner
    cdef readonly int offered
    cdef readonly int rewarded
    cdef int[SEATS] players
    cdef readonly int chosen
    cdef readonly int games
    cdef public double[SEATS] reward
    cdef int[SEATS][CARDS] known
    cdef public int[ACTIONS] choices
    cdef public int count
    @cython.locals(s=cython.int)
    cdef void begin(self) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int)
    cdef void hand_dealt(self) noexcept nogil
    @cython.locals(style=cython.int)
    cdef int play_turn(self) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void hand_ended(self) noexcept nogil
    @cython.locals(s=cython.int, winners=cython.int, count=cython.int)
    cdef void game_ended(self) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void step(self, int action) noexcept nogil
    @cython.locals(s=cython.int, spot=cython.int, i=cython.int)
    cdef void act(self, int action) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int)
    cdef void _card(self, int card) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int)
    cdef void _lay_best(self, int kind) noexcept nogil
    cdef void forget(self, int seat, int card) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int, laid=cython.int)
    cdef void _turn(self, int style) noexcept nogil
    @cython.locals(i=cython.int, n=cython.int, place=cython.int, fits=cython.int, totals=cython.int, s=cython.int)
    cdef void choose(self) noexcept nogil
    cdef void _offer(self, int action) noexcept nogil
    @cython.locals(
        i=cython.int, j=cython.int, k=cython.int, card=cython.int, again=cython.int, fits=cython.int,
        totals=cython.int, due=cython.int, n=cython.int, some=cython.int,
    )
    cdef void _offer_turn(self, int seat) noexcept nogil
    @cython.locals(i=cython.int)
    cdef int _kind_of_total(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef int _any_open(self) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int, answer=cython.int)
    cdef int _may_join(self, int card, int place, int where, int totals) noexcept nogil
    @cython.locals(
        s=cython.int, i=cython.int, pool=cython.int, sub=cython.int, gap=cython.int, total=cython.int, card=cython.int,
    )
    cdef int _can_close(self, int place, int left) noexcept nogil
    @cython.locals(i=cython.int)
    cdef int has_action(self, int action) noexcept nogil
    @cython.locals(seat=cython.int, i=cython.int, k=cython.int)
    cdef void observe(self, short[::1] out, Py_ssize_t at, int s) noexcept nogil
    @cython.locals(
        kind=cython.int, key=cython.int, low=cython.int, length=cython.int, total=cython.int, i=cython.int,
        gap=cython.int,
    )
    cdef void _observe_group(self, short[::1] out, Py_ssize_t at, int place) noexcept nogil

cdef class DealtEpisode(Episode):
    cdef Hand next_hand
    @cython.locals(i=cython.int)
    cdef void deal(self, int leader) noexcept nogil
