cimport cython

from phazed.core.beliefs cimport Beliefs
from phazed.core.constants cimport (
    HAND_ROOM, JOKER, PHASES, RUN_AND_SET, SEATS, TWO_COLOUR_TOTALS,
)
from phazed.core.finder cimport ALL_WAYS, MORE_WAYS, Finder
from phazed.core.phase_distance cimport PhaseDistance
from phazed.core.hand cimport Hand, Stream
from phazed.core.planner cimport Planner
from phazed.core.preferences cimport Preferences
from phazed.core.table cimport points_of
from phazed.core.values cimport Values

cpdef enum:
    GREEDY = 0
    FAST = 1
    VALUE_WEIGHT = 100

cdef int readiness(double value) noexcept nogil

cdef class Policy:
    cdef Finder finder
    cdef Planner planner
    cdef Values values
    cdef Beliefs beliefs
    cdef Preferences preferences
    cdef PhaseDistance distance
    cdef int[HAND_ROOM] trial
    cdef double[HAND_ROOM] score
    cdef readonly double deck
    cdef readonly double best
    cdef int aim
    cdef public double[PHASES] weight
    cdef public double left_cost
    cdef public int ways
    cdef void turn(self, Hand hand, int style) noexcept nogil
    @cython.locals(s=cython.int, n=cython.int, due=cython.int, i=cython.int, shed=cython.int)
    cdef int wants(self, Hand hand, int style) noexcept nogil
    @cython.locals(k=cython.int, kind=cython.int, without=cython.int, with_it=cython.int)
    cdef int _completes(self, Hand hand, int seat, int due) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, kind=cython.int, here=cython.double)
    cdef void weigh(self, Hand hand, int due, int* eleven) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, card=cython.int, due=cython.int, now=cython.int)
    cdef int _greedy_wants(self, Hand hand, int seat, int n) noexcept nogil
    cdef void finish(self, Hand hand, int style) noexcept nogil
    @cython.locals(kind=cython.int)
    cdef void lay(self, Hand hand, int style) noexcept nogil
    @cython.locals(s=cython.int)
    cdef int waits(self, Hand hand, int kind) noexcept nogil
    cdef int decide(self, double preference) noexcept nogil
    @cython.locals(
        s=cython.int, due=cython.int, i=cython.int, best=cython.int, kind=cython.int, here=cython.double,
        most=cython.double,
    )
    cdef int kind_to_lay(self, Hand hand) noexcept nogil
    cdef int pick(self, int n) noexcept nogil
    @cython.locals(i=cython.int, best=cython.int)
    cdef int best_score(self, int n) noexcept nogil
    @cython.locals(
        s=cython.int, after=cython.int, i=cython.int, card=cython.int, top=cython.double, lag=cython.double,
        gain=cython.double,
    )
    cdef void _judge_throws(self, Hand hand, int due, int n) noexcept nogil
    @cython.locals(s=cython.int, after=cython.int, i=cython.int, card=cython.int, gain=cython.double)
    cdef void _judge_laid_throws(self, Hand hand, int n) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int, jokers=cython.int, top=cython.double)
    cdef void _judge_jokers(self, Hand hand, int n) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int, j=cython.int, k=cython.int)
    cdef void _judge_greedily(self, Hand hand, int due, int n) noexcept nogil
    @cython.locals(kind=cython.int)
    cdef void lay_phase(self, Hand hand) noexcept nogil
    cdef void lay_kind(self, Hand hand, int kind) noexcept nogil
    @cython.locals(s=cython.int)
    cdef void find_way(self, Hand hand, int kind) noexcept nogil
    cdef void lay_found(self, Hand hand, int kind) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void lay_off(self, Hand hand) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, kind=cython.int, here=cython.double, top=cython.double)
    cdef void judge(self, Hand hand, int due, int* cards, int n) noexcept nogil
    @cython.locals(s=cython.int, n=cython.int, i=cython.int, due=cython.int)
    cdef int choose(self, Hand hand, int style) noexcept nogil
    @cython.locals(
        s=cython.int, i=cython.int, k=cython.int, seat=cython.int, here=cython.int, most=cython.int, best=cython.int,
    )
    cdef int victim(self, Hand hand) noexcept nogil
    cdef void credit(self, double change, double stake) noexcept nogil
    cdef void throw(self, Hand hand, int card) noexcept nogil
