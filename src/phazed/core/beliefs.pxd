cimport cython
from libc.math cimport log

from phazed.core.constants cimport FIRST_ACE, JOKER, PHASES, SEATS, VALUES
from phazed.core.hand cimport Hand
from phazed.core.trace cimport TALLIES, THROWN
from phazed.core.values cimport Values

cpdef enum:
    FREE_ORDER = 7
    LAID = 8
    MODELS = 9
    CARD_FEATURES = 64
    HAND_FEATURES = 16
    PAIR_FEATURES = 80
    WIDTH = 144

cdef enum:
    OF_TALLY = 11
    BY_VALUE = 33
    BY_VALUE_AND_TURN = 46
    SHOWN = 59
    FITS_GROUP = 60
    FITS_TOTAL = 61
    IS_JOKER = 62
    LAST_TURN = 5

@cython.locals(i=cython.int, due=cython.int)
cdef int model_of(Hand hand, int seat) noexcept nogil

cdef class Beliefs:
    cdef Values values
    cdef double[SEATS][MODELS][WIDTH] weights
    cdef public double[PHASES] phase_weight
    cdef double[PAIR_FEATURES] row
    cdef int model
    cdef int turns
    cdef double value
    cdef int complete
    @cython.locals(i=cython.int)
    cdef void look(self, Hand hand, int seat) noexcept nogil
    @cython.locals(k=cython.int, i=cython.int, at=cython.int, count=cython.int, value=cython.int)
    cdef void describe_card(self, Hand hand, int seat, int card) noexcept nogil
    @cython.locals(step=cython.int, value=cython.int, other=cython.int, colour=cython.int)
    cdef void _near(self, int* tally, int card, int wraps, int* found) noexcept nogil
    @cython.locals(i=cython.int, due=cython.int, here=cython.double)
    cdef void appraise(self, Hand hand, int seat, int* ten) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void describe_hand(self) noexcept nogil
    @cython.locals(i=cython.int, total=cython.double)
    cdef double card_energy(self, Hand hand, int seat, int card) noexcept nogil
    @cython.locals(i=cython.int)
    cdef double hand_energy(self, Hand hand, int seat, int model, int turns, int* ten) noexcept nogil
    @cython.locals(i=cython.int, total=cython.double)
    cdef double offer_gain(self, Hand hand, int seat, int card) noexcept nogil
