cimport cython

from phazed.core.constants cimport (
    DECK_EXHAUSTED, DECK_ROOM, DISCARD, DRAW, FIRST_ACE, GROUPS, HAND_ROOM, HAND_TURNS, JOKER, LAST_STAGE, LAY_OFF,
    LAY_PHASE, OUT_OF_CARDS, PHASES, RUN, SEATS, TAKE, TOTAL, TURN_LIMIT, TWO_COLOUR_TOTALS, TWO_TOTALS,
)
from phazed.core.table cimport Table, points_of, worth_of
from phazed.core.trace cimport Trace

cdef class Stream:
    cdef unsigned long long state
    cdef unsigned long long mask
    cdef unsigned long long factor
    @cython.locals(i=cython.int)
    cdef void seed(self, unsigned long long seed) noexcept nogil
    @cython.locals(x=cython.ulonglong)
    cdef int below(self, int limit) noexcept nogil
    cdef double share(self) noexcept nogil

cdef class Hand:
    cdef public int wraps
    cdef public int any_order
    cdef public int phases
    cdef public int[PHASES] kinds
    cdef public int deck_size
    cdef public int leader
    cdef public int turns
    cdef public int[DECK_ROOM] deck
    cdef public int drawn
    cdef public int fixed_draws
    cdef public int[DECK_ROOM] pile
    cdef public int pile_size
    cdef public int[SEATS][HAND_ROOM] cards
    cdef public int[SEATS] size
    cdef readonly Table table
    cdef public Trace trace
    cdef public int[SEATS] laid
    cdef public int[SEATS] done
    cdef public int[SEATS] before
    cdef public int[SEATS] skips
    cdef public int picked_up
    cdef readonly int plays
    cdef public int ended
    cdef public int out
    cdef int seat(self) noexcept nogil
    @cython.locals(bit=cython.int)
    cdef int due(self, int seat) noexcept nogil
    @cython.locals(i=cython.int, s=cython.int)
    cdef void copy(self, Hand other) noexcept nogil
    @cython.locals(i=cython.int, j=cython.int, card=cython.int)
    cdef void deal(self, int leader, Stream stream) noexcept nogil
    @cython.locals(i=cython.int, s=cython.int)
    cdef void start(self, int leader) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void draw(self) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void take(self) noexcept nogil
    cdef void _pass_over(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void drop(self, int seat, int card) noexcept nogil
    @cython.locals(i=cython.int, s=cython.int)
    cdef void lay(self, int phase, int* first, int first_size, int* second, int second_size) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void lay_off(self, int card, int place, int where) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void discard(self, int card) noexcept nogil
    cdef void skip(self, int target) noexcept nogil
    cdef void _next_turn(self) noexcept nogil
    cdef void _end(self, int why) noexcept nogil
    @cython.locals(i=cython.int, total=cython.int)
    cdef int points(self, int seat) noexcept nogil
