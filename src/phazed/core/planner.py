# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The lay-off planner: the lay-offs in this turn that leave the fewest cards.

The search is exact. It tries every way to take accumulations from stage to stage (a plan that would leave one between
two stages is never considered, so no player is blocked), then every way to extend runs, including with aces; remaining
cards that match are laid off on sets. Among plans that play the most cards, the one with the fewest points left wins.
After its phase, a hand has at most five cards, so this is fast; on larger hands, which do not occur in games, the
search stops after `MAX_STEPS` and keeps the best plan so far.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import (
        ANY_COLOUR,
        AT_END,
        AT_START,
        FIRST_ACE,
        GROUPS,
        HAND_ROOM,
        JOKER,
        LAST_STAGE,
        RUN,
        SUIT_SET,
        TOTAL,
        VALUE_SET,
    )
    from phazed.core.table import Table, points_of, worth_of

MAX_STEPS = 100000


class Planner:
    """Plans lay-offs; the result is the `card`, `group` and `where` of `count` lay-offs, and the `rest` of the hand."""

    def __init__(self, wraps: cython.int) -> None:
        if not cython.compiled:
            self.hand = [0] * HAND_ROOM
            self.path_card = [0] * HAND_ROOM
            self.path_group = [0] * HAND_ROOM
            self.path_where = [0] * HAND_ROOM
            self.card = [0] * HAND_ROOM
            self.group = [0] * HAND_ROOM
            self.where = [0] * HAND_ROOM
            self.rest = [0] * HAND_ROOM
        self.table = Table(wraps)
        self.n = self.steps = self.done = self.depth = self.best_score = self.count = self.rest_size = 0

    def plan(self, table: Table, hand: cython.p_int, n: cython.int) -> cython.void:
        """Plan the lay-offs from a hand of at most twelve cards; its phase must be on the table."""
        self.table.copy(table)
        for i in range(n):
            self.hand[i] = hand[i]
        self.n = n
        self.steps = 0
        self.done = 0
        self.depth = 0
        self.best_score = -1
        self.count = 0
        self.rest_size = n
        for i in range(n):
            self.rest[i] = hand[i]
        self._totals(0, (1 << n) - 1)

    def _totals(self, place: cython.int, left: cython.int) -> cython.void:
        if self.done:
            return
        while place < GROUPS and (self.table.kind[place] != TOTAL or self.table.total[place] >= LAST_STAGE):
            place += 1
        if place == GROUPS:
            self._runs(0, left)
            return
        pool = 0
        gap = self.table.stage[self.table.total[place]] - self.table.total[place]
        for i in range(self.n):
            if left >> i & 1 and self.hand[i] != JOKER and worth_of(self.hand[i]) <= gap:
                if self.table.key[place] == ANY_COLOUR or ((self.hand[i] & 3) >> 1) == self.table.key[place]:
                    pool |= 1 << i
        sub = pool
        while sub:
            self.steps += 1
            if self.steps > MAX_STEPS:
                return
            total = 0
            for i in range(self.n):
                if sub >> i & 1:
                    total += worth_of(self.hand[i])
            if total == gap:
                bits = 0
                for i in range(self.n):
                    if sub >> i & 1:
                        self._push(i, place, AT_END)
                        bits += 1
                self._totals(place, left & ~sub)
                for i in range(bits):
                    self._pop()
                if self.done:
                    return
            sub = (sub - 1) & pool
        if not self.table.is_open(self.table.total[place]):
            self._totals(place + 1, left)

    def _runs(self, spot: cython.int, left: cython.int) -> cython.void:
        """Extend runs; `spot` is twice a group's index, plus one for its start."""
        seen_ace = 0
        if self.done:
            return
        while spot < 2 * GROUPS and self.table.kind[spot >> 1] != RUN:
            spot += 1
        if spot == 2 * GROUPS or left == 0:
            self._leaf(left)
            return
        self.steps += 1
        if self.steps > MAX_STEPS:
            return
        place = spot >> 1
        where = AT_START if spot & 1 else AT_END
        for i in range(self.n):
            if left >> i & 1 and self.table.fits(place, self.hand[i]) & where:
                again = 0
                if self.hand[i] >= FIRST_ACE:
                    again = seen_ace
                    seen_ace = 1
                else:
                    for j in range(i):
                        if left >> j & 1 and self.hand[j] == self.hand[i]:
                            again = 1
                if not again:
                    self._push(i, place, where)
                    self._runs(spot, left & ~(1 << i))
                    self._pop()
                    if self.done:
                        return
        self._runs(spot + 1, left)

    def _leaf(self, left: cython.int) -> cython.void:
        """Lay off matching cards on sets, and keep the plan if it is the best so far."""
        shed = self.depth
        points = 0
        highest = 0
        start = self.depth
        for i in range(self.n):
            if left >> i & 1:
                here = 0
                for place in range(GROUPS):
                    if (self.table.kind[place] == VALUE_SET or self.table.kind[place] == SUIT_SET) and self.table.fits(
                        place, self.hand[i]
                    ):
                        here = 1
                        self.path_card[shed] = self.hand[i]
                        self.path_group[shed] = place
                        self.path_where[shed] = AT_END
                        shed += 1
                        left &= ~(1 << i)
                        break
                if not here:
                    points += points_of(self.hand[i])
                    if points_of(self.hand[i]) > highest:
                        highest = points_of(self.hand[i])
        score = shed * 4096 + 2048 - (points - highest)
        if score > self.best_score:
            self.best_score = score
            self.count = shed
            for i in range(shed):
                self.card[i] = self.path_card[i]
                self.group[i] = self.path_group[i]
                self.where[i] = self.path_where[i]
            self.rest_size = 0
            for i in range(self.n):
                if left >> i & 1:
                    self.rest[self.rest_size] = self.hand[i]
                    self.rest_size += 1
            if shed == self.n:
                self.done = 1
        self.depth = start

    def _push(self, index: cython.int, place: cython.int, where: cython.int) -> cython.void:
        self.path_card[self.depth] = self.hand[index]
        self.path_group[self.depth] = place
        self.path_where[self.depth] = where
        self.depth += 1
        self.table.add(place, self.hand[index], where)

    def _pop(self) -> cython.void:
        self.depth -= 1
        self.table.remove(self.path_group[self.depth], self.path_card[self.depth], self.path_where[self.depth])
