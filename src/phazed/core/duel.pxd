cimport cython

from phazed.core.constants cimport SEATS
from phazed.core.futures cimport Futures
from phazed.core.hand cimport Hand
from phazed.core.playout cimport Playout
from phazed.core.sampler cimport Sampler

cpdef enum:
    WIN = 0
    PHASE = SEATS
    OUT = 2 * SEATS
    POINTS = 3 * SEATS
    TURNS = 4 * SEATS
    TAKEN = TURNS + 1
    IN_PHASE = TURNS + 2
    LAID_OFF = TURNS + 3
    DISCARDED = TURNS + 4
    PLACE = TURNS + 5
    VALUE = TURNS + 6
    OUTCOMES = TURNS + 7

cpdef enum:
    OWN_PHASE = 0
    OWN_POINTS = 1
    OTHERS_PHASES = 2
    OTHERS_POINTS = 3
    PARTS = 4

cdef enum:
    AWAITS_NOTHING = 0
    AWAITS_DISCARD = 1
    AWAITS_PICK_UP = 2

cdef class Witness(Hand):
    cdef int watcher
    cdef int watched
    cdef int in_phase
    cdef int laid_off
    cdef int discarded
    cdef int taken
    cdef int awaits
    cdef void observe(self, int seat, int card) noexcept nogil
    cdef int _stop_watching(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef void take(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void lay(self, int phase, int* first, int first_size, int* second, int second_size) noexcept nogil
    cdef void lay_off(self, int card, int place, int where) noexcept nogil
    cdef void discard(self, int card) noexcept nogil

cdef class Duel:
    cdef Playout playout
    cdef Futures futures
    cdef Sampler sampler
    cdef Witness work
    cdef int seat
    cdef int between
    cdef double[SEATS] scores
    cdef double[2 * OUTCOMES + PARTS] sums
    cdef double[2][OUTCOMES] found
    cdef int[2][SEATS] done
    cdef double[2][SEATS] point
    @cython.locals(s=cython.int, points=cython.int)
    cdef void _play(self, int which, Hand start, int draws, int card) noexcept nogil
    @cython.locals(s=cython.int, own=cython.int, phases=cython.int, points=cython.int, place=cython.double)
    cdef double _mixed(self, int parts) noexcept nogil
    @cython.locals(i=cython.int, parts=cython.int, last=cython.double, value=cython.double)
    cdef void _divide(self) noexcept nogil
    @cython.locals(n=cython.int, k=cython.int, other=cython.int)
    cdef void _round(
        self, int worlds, Hand first, int first_draws, int first_card, Hand second, int second_draws, int second_card
    ) noexcept nogil
