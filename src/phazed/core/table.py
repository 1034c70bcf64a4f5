# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The encoded groups on the table: only the facts that determine which cards may join.

A card's code is four times the index of its value plus the index of its suit: the values 2 to K have the indices 0 to
11, the ace has 12; the suits S, C, H, D have 0 to 3, so that the black suits come first; the joker's code is 52. A
seat's two groups have the indices `2 * seat` and `2 * seat + 1`. For each group, the table stores the kind, the key
(the value, the suit, or the colour, where 2 means any), the first value of a run, the length, and the sum of an
accumulation.
"""

from __future__ import annotations

from phazed.rules.groups import STAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import (
        ACE,
        ANY_COLOUR,
        AT_END,
        AT_START,
        FIRST_ACE,
        GROUPS,
        JOKER,
        LAST_STAGE,
        RUN,
        RUN_AND_SET,
        RUN_OF_8,
        SUIT_OF_7,
        SUIT_SET,
        TOTAL,
        TWO_COLOUR_TOTALS,
        TWO_TOTALS,
        VALUE_SET,
        VALUES,
    )


def points_of(card: cython.int) -> cython.int:
    """Return the penalty points of a card (rule 1.5)."""
    if card >= FIRST_ACE:
        return 15 if card == JOKER else 25
    return (card >> 2) + 2


def worth_of(card: cython.int) -> cython.int:
    """Return the worth of a card in an accumulation."""
    return 1 if card >= FIRST_ACE else (card >> 2) + 2


class Table:
    """The groups on the table, at most eight."""

    def __init__(self, wraps: cython.int) -> None:
        if not cython.compiled:
            self.kind = [0] * GROUPS
            self.key = [0] * GROUPS
            self.low = [0] * GROUPS
            self.length = [0] * GROUPS
            self.total = [0] * GROUPS
            self.stage = [0] * (LAST_STAGE + 1)
        self.wraps = wraps
        for stage in reversed(STAGES):
            for total in range(stage):
                self.stage[total] = stage

    def clear(self) -> cython.void:
        for i in range(GROUPS):
            self.kind[i] = 0

    def copy(self, other: Table) -> cython.void:
        for i in range(GROUPS):
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
        """Put a seat's groups on the table; they are known to form the phase."""
        a = 2 * seat
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
        first = -1
        total = 0
        for i in range(size):
            total += worth_of(cards[i])
            if first < 0 and cards[i] < FIRST_ACE:
                first = i
        self.kind[place] = kind
        self.length[place] = size
        self.total[place] = total
        self.low[place] = 0
        self.key[place] = ANY_COLOUR
        if kind == TOTAL:
            if one_colour:
                self.key[place] = (cards[0] & 3) >> 1
        elif kind == VALUE_SET:
            self.key[place] = cards[first] >> 2
        elif kind == SUIT_SET:
            self.key[place] = cards[first] & 3
        else:
            self.low[place] = ((cards[first] >> 2) - first + 24) % VALUES
            if one_colour:
                self.key[place] = (cards[first] & 3) >> 1

    def fitting(self, card: cython.int) -> cython.int:
        """Return the kinds of groups that the card fits, as bits: 1 for accumulations, 2 for other groups."""
        bits = 0
        for i in range(GROUPS):
            if self.fits(i, card):
                bits |= 1 if self.kind[i] == TOTAL else 2
        return bits

    def fits(self, place: cython.int, card: cython.int) -> cython.int:
        """Return the ends at which the card may join the group: `AT_END` and `AT_START` as bits."""
        kind = self.kind[place]
        value = card >> 2
        where = 0
        if kind == 0 or card == JOKER:
            return 0
        if kind == VALUE_SET:
            return AT_END if value == ACE or value == self.key[place] else 0
        if kind == SUIT_SET:
            return AT_END if value == ACE or (card & 3) == self.key[place] else 0
        if kind == TOTAL:
            if self.key[place] != ANY_COLOUR and ((card & 3) >> 1) != self.key[place]:
                return 0
            return AT_END if self.total[place] + worth_of(card) <= self.stage[self.total[place]] else 0
        if self.length[place] >= VALUES:
            return 0
        if value != ACE and self.key[place] != ANY_COLOUR and ((card & 3) >> 1) != self.key[place]:
            return 0
        low = self.low[place]
        if (self.wraps or low + self.length[place] < VALUES) and (
            value == ACE or value == (low + self.length[place]) % VALUES
        ):
            where = AT_END
        if (self.wraps or low > 0) and (value == ACE or value == (low + 11) % VALUES):
            where += AT_START
        return where

    def add(self, place: cython.int, card: cython.int, where: cython.int) -> cython.void:
        """Add the card to the group at that end."""
        self.length[place] += 1
        self.total[place] += worth_of(card)
        if where == AT_START:
            self.low[place] = (self.low[place] + 11) % VALUES

    def remove(self, place: cython.int, card: cython.int, where: cython.int) -> cython.void:
        """Undo `add`."""
        self.length[place] -= 1
        self.total[place] -= worth_of(card)
        if where == AT_START:
            self.low[place] = (self.low[place] + 1) % VALUES

    def is_open(self, total: cython.int) -> cython.int:
        """Return whether an accumulation with that sum is between two stages, so that no turn can end."""
        return total < LAST_STAGE and (total == 0 or self.stage[total] == self.stage[total - 1])
