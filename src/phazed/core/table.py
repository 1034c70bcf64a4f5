# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The groups on the table, encoded: what decides which card may join, and nothing else.

A card is a small number, four times its value's index plus its suit's: values 2 to K are 0 to 11, the ace 12; the suits
S, C, H, D are 0 to 3, so that the black ones come first; the joker is 52. A seat's two groups are the places `2 * seat`
and `2 * seat + 1`. Of each group we keep its kind, its key (the value, the suit, or the colour: 2 is any), where a run
begins, how long it is, and an accumulation's total.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython

VALUE_SET = 1
SUIT_SET = 2
RUN = 3
TOTAL = 4

TWO_SETS_OF_3 = 0
SUIT_OF_7 = 1
TWO_TOTALS = 2
TWO_SETS_OF_4 = 3
RUN_OF_8 = 4
TWO_COLOUR_TOTALS = 5
RUN_AND_SET = 6

ACE = 12
JOKER = 52
GROUPS = 8
STAGES = (34, 55, 68, 76, 81, 84, 86, 87, 88)


def points_of(card: cython.int) -> cython.int:
    """The penalty points of a card (rule 1.5)."""
    if card >= 48:
        return 15 if card == 52 else 25
    return (card >> 2) + 2


def worth_of(card: cython.int) -> cython.int:
    """What a card counts in an accumulation."""
    return 1 if card >= 48 else (card >> 2) + 2


class Table:
    """Up to eight groups."""

    def __init__(self, wraps: cython.int) -> None:
        self.kind = [0] * 8
        self.key = [0] * 8
        self.low = [0] * 8
        self.length = [0] * 8
        self.total = [0] * 8
        self.wraps = wraps
        after = [next((stage for stage in STAGES if stage > total), 0) for total in range(90)]
        self.stage = after

    def clear(self) -> cython.void:
        i: cython.int
        for i in range(8):
            self.kind[i] = 0

    def copy(self, other: Table) -> cython.void:
        i: cython.int
        for i in range(8):
            self.kind[i] = other.kind[i]
            self.key[i] = other.key[i]
            self.low[i] = other.low[i]
            self.length[i] = other.length[i]
            self.total[i] = other.total[i]

    def lay(
        self,
        seat: cython.int,
        phase: cython.int,
        first: cython.p_int,
        first_size: cython.int,
        second: cython.p_int,
        second_size: cython.int,
    ) -> cython.void:
        """Put a seat's groups on the table; they are known to make the phase."""
        a: cython.int = 2 * seat
        if phase == SUIT_OF_7:
            self._set_group(a, SUIT_SET, first, first_size, 0)
        elif phase == RUN_OF_8:
            self._set_group(a, RUN, first, first_size, 0)
        elif phase == RUN_AND_SET:
            self._set_group(a, RUN, first, first_size, 1)
            self._set_group(a + 1, VALUE_SET, second, second_size, 0)
        elif phase == TWO_TOTALS or phase == TWO_COLOUR_TOTALS:
            self._set_group(a, TOTAL, first, first_size, phase == TWO_COLOUR_TOTALS)
            self._set_group(a + 1, TOTAL, second, second_size, phase == TWO_COLOUR_TOTALS)
        else:
            self._set_group(a, VALUE_SET, first, first_size, 0)
            self._set_group(a + 1, VALUE_SET, second, second_size, 0)

    def _set_group(
        self, place: cython.int, kind: cython.int, cards: cython.p_int, size: cython.int, one_colour: cython.int
    ) -> cython.void:
        i: cython.int
        first: cython.int = -1
        total: cython.int = 0
        for i in range(size):
            total += worth_of(cards[i])
            if first < 0 and cards[i] < 48:
                first = i
        self.kind[place] = kind
        self.length[place] = size
        self.total[place] = total
        self.low[place] = 0
        self.key[place] = 2
        if kind == TOTAL:
            if one_colour:
                self.key[place] = (cards[0] & 3) >> 1
        elif kind == VALUE_SET:
            self.key[place] = cards[first] >> 2
        elif kind == SUIT_SET:
            self.key[place] = cards[first] & 3
        else:
            self.low[place] = ((cards[first] >> 2) - first + 24) % 12
            if one_colour:
                self.key[place] = (cards[first] & 3) >> 1

    def fits(self, place: cython.int, card: cython.int) -> cython.int:
        """Where the card may join the group: 0 nowhere, 1 at the end, 2 at a run's start only, 3 at either."""
        kind: cython.int = self.kind[place]
        value: cython.int = card >> 2
        where: cython.int = 0
        low: cython.int
        if kind == 0 or card == 52:
            return 0
        if kind == VALUE_SET:
            return 1 if value == ACE or value == self.key[place] else 0
        if kind == SUIT_SET:
            return 1 if value == ACE or (card & 3) == self.key[place] else 0
        if kind == TOTAL:
            if self.key[place] != 2 and ((card & 3) >> 1) != self.key[place]:
                return 0
            return 1 if self.total[place] + worth_of(card) <= self.stage[self.total[place]] else 0
        if self.length[place] >= 12:
            return 0
        if value != ACE and self.key[place] != 2 and ((card & 3) >> 1) != self.key[place]:
            return 0
        low = self.low[place]
        if (self.wraps or low + self.length[place] < 12) and (value == ACE or value == (low + self.length[place]) % 12):
            where = 1
        if (self.wraps or low > 0) and (value == ACE or value == (low + 11) % 12):
            where += 2
        return where

    def add(self, place: cython.int, card: cython.int, where: cython.int) -> cython.void:
        """Let the card join, at the end (1) or at a run's start (2)."""
        self.length[place] += 1
        self.total[place] += worth_of(card)
        if where == 2:
            self.low[place] = (self.low[place] + 11) % 12

    def remove(self, place: cython.int, card: cython.int, where: cython.int) -> cython.void:
        """Take back what `add` has done."""
        self.length[place] -= 1
        self.total[place] -= worth_of(card)
        if where == 2:
            self.low[place] = (self.low[place] + 1) % 12

    def open_total(self) -> cython.int:
        """The place of an accumulation that stands between two stages; -1 when there is none."""
        i: cython.int
        t: cython.int
        for i in range(8):
            if self.kind[i] == TOTAL:
                t = self.total[i]
                if t != 34 and t != 55 and t != 68 and t != 76 and t != 81 and t != 84 and t < 86:
                    return i
        return -1
