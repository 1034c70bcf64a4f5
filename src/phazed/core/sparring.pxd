cimport cython

from phazed.core.beliefs cimport Beliefs
from phazed.core.constants cimport (
    FIRST_ACE, HAND_ROOM, JOKER, RUN_AND_SET, RUN_OF_8, SEATS, SUIT_OF_7, TWO_COLOUR_TOTALS, TWO_TOTALS,
)
from phazed.core.hand cimport Hand, Stream
from phazed.core.policy cimport GREEDY, Policy
from phazed.core.preferences cimport Preferences
from phazed.core.table cimport points_of
from phazed.core.trace cimport KEPT
from phazed.core.values cimport Values

cdef enum:
    TAKE_HELPFUL = 0
    TAKE_COMPLETING = 1
    TAKE_MATCHING = 2
    THROW_BY_PLANS = 0
    THROW_BY_NEAREST = 1
    THROW_DEAREST = 2
    LAY_OFF_AT_ONCE = 0
    LAY_OFF_LATE = 1
    LAY_OFF_LAST = 2

cdef class Sparring(Policy):
    cdef Stream stream
    cdef public int taking
    cdef public int throwing
    cdef public int laying_off
    cdef public int holding
    cdef public int hoards_aces
    cdef public int ignores_colours
    cdef public int denies
    cdef public double random_share
    @cython.locals(s=cython.int)
    cdef void lay(self, Hand hand, int style) noexcept nogil
    @cython.locals(
        s=cython.int, n=cython.int, i=cython.int, due=cython.int, card=cython.int, values=cython.int, suits=cython.int,
    )
    cdef int wants(self, Hand hand, int style) noexcept nogil
    @cython.locals(
        s=cython.int, n=cython.int, i=cython.int, j=cython.int, k=cython.int, kind=cython.int, least=cython.int,
        best=cython.int, card=cython.int, due=cython.int,
    )
    cdef int choose(self, Hand hand, int style) noexcept nogil
    @cython.locals(s=cython.int, due=cython.int, k=cython.int)
    cdef int _holds_back(self, Hand hand) noexcept nogil
    @cython.locals(s=cython.int, k=cython.int)
    cdef int _lays_off_now(self, Hand hand) noexcept nogil
    @cython.locals(k=cython.int)
    cdef int _needs_totals(self, Hand hand, int due) noexcept nogil
    @cython.locals(k=cython.int)
    cdef int _needs_suit(self, Hand hand, int due) noexcept nogil
    @cython.locals(s=cython.int, i=cython.int, value=cython.int)
    cdef int _is_wanted(self, Hand hand, int card) noexcept nogil
