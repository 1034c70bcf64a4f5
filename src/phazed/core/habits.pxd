cimport cython
from libc.math cimport exp, log

from phazed.core.beliefs cimport Beliefs, LAID, MODELS, PAIR_FEATURES
from phazed.core.constants cimport FIRST_ACE, JOKER, SEATS
from phazed.core.trace cimport KEPT, THROWN, Trace

cpdef enum:
    COLUMNS = 33

cdef enum:
    PICK_UP = 0
    LAYING = 6
    LAY_OFFS = 18
    VALUE = 21
    AGAIN = 25
    COLOUR = 27
    FOR_ITSELF = 29
    FOR_NEXT = 31

cdef class Habits:
    cdef int[SEATS][MODELS][COLUMNS] count
    @cython.locals(s=cython.int, m=cython.int, c=cython.int)
    cpdef object clear(self)
    @cython.locals(s=cython.int, m=cython.int, c=cython.int)
    cpdef object add(self, Habits other)
    @cython.locals(i=cython.int, value=cython.int, column=cython.int, next_seat=cython.int, same_colour=cython.int, other_colour=cython.int)
    cdef void count_turn(
        self, Trace trace, int seat, int model, int turn, int offered, int took, int played, int left, int thrown
    ) noexcept nogil
    cdef int _of_value(self, Trace trace, int seat, int tally, int value) noexcept nogil
    @cython.locals(i=cython.int)
    cdef int _any(self, Trace trace, int seat) noexcept nogil

cdef class Styles:
    cdef const double[:, :, ::1] chances
    cdef const double[:, :, ::1] weights
    cdef const double[:, ::1] shared
    cdef readonly int size
    cdef double[MODELS][COLUMNS] unknown
    @cython.locals(k=cython.int, m=cython.int, c=cython.int, usual=cython.double)
    cdef object _fill_unknown(self)
    @cython.locals(k=cython.int, m=cython.int, c=cython.int, total=cython.double, unknown=cython.double)
    cpdef list shares(self, Habits habits, int seat)
    @cython.locals(k=cython.int, m=cython.int, i=cython.int, known=cython.double, more=cython.double)
    cpdef list follow(self, Habits habits, int seat, Beliefs beliefs)
