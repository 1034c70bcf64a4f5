# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The chance to win the game after a hand, from the phases completed and the points.

`phazed train futures` learns the worth of each completed phase and of a hundred points, by the progress of the game.
The chances are a softmax over the players' worths. A second table of worths gives the chance of each player of placing
ahead of another one. When the game is over, the points decide among those who have finished; earlier scores are known
only roughly, so the decision is soft.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from math import exp

    from phazed.core.constants import PHASES, SEATS
    from phazed.core.hand import Hand

    STEPS = 8
    """Number of steps of the game, by phases completed on average, for which there are weights."""


class Futures:
    """The values of the ends of hands; `blur` is about the error of the given scores, in points."""

    def __init__(self, phases: cython.int, numbers: Any) -> None:
        if not cython.compiled:
            self.done = [0] * SEATS
            self.point = [0.0] * SEATS
        if not 0 < phases <= PHASES:
            raise ValueError(f"a game of {phases} phases: there is room for {PHASES}")
        if len(numbers) != 2 * STEPS * (phases + 1):
            raise ValueError(f"the chances to win have {len(numbers)} numbers, not {2 * STEPS * (phases + 1)}")
        self.phases = phases
        self.numbers = numbers
        self.blur = 40.0
        self.place_weight = 0.0
        self.value_of_place = 0.0

    def chance(self, hand: Hand, seat: cython.int, scores: cython.p_double) -> cython.double:
        """Return the seat's chance to win the game after the hand, which has ended, with these scores before it."""
        for s in range(SEATS):
            self.point[s] = scores[s] + hand.points(s)
            self.done[s] = hand.done[s]
        return self.chance_now(seat)

    def chance_now(self, seat: cython.int) -> cython.double:
        """Return the seat's chance to win the game from the phases in `done` and the scores in `point`."""
        over = 0
        everything = (1 << self.phases) - 1
        for s in range(SEATS):
            if self.done[s] == everything:
                over = 1
        if not over:
            return self._later(seat)
        return self._now(seat) if self.done[seat] == everything else 0.0

    def value(self, hand: Hand, seat: cython.int, scores: cython.p_double) -> cython.double:
        """Return the chance of winning the game after the hand plus, with its weight, the place."""
        self.value_of_place = 0.0
        chance = self.chance(hand, seat, scores)
        if self.place_weight > 0.0:
            self.value_of_place = self.place_now(seat)
        return chance + self.place_weight * self.value_of_place

    def place_now(self, seat: cython.int) -> cython.double:
        """Return the expected share of the others who place behind the seat, by `done` and `point`."""
        over = 0
        everything = (1 << self.phases) - 1
        total = 0.0
        worth = cython.declare(cython.double[SEATS])
        for s in range(SEATS):
            if self.done[s] == everything:
                over = 1
        if not over:
            self._worths(worth, STEPS * (self.phases + 1))
        for s in range(SEATS):
            if s == seat:
                continue
            if not over:
                total += 1.0 / (1.0 + exp(worth[s] - worth[seat]))
            elif (self.done[s] == everything) == (self.done[seat] == everything):
                total += 1.0 / (1.0 + exp((self.point[seat] - self.point[s]) / self.blur))
            elif self.done[seat] == everything:
                total += 1.0
        return total / (SEATS - 1)

    def chances(self, hand: Hand, points: list[float]) -> list[float]:
        """Return every seat's chance to win from the standing of a hand, with these scores; they sum to 1."""
        scores = cython.declare(cython.double[SEATS])
        found = cython.declare(cython.double[SEATS])
        for s in range(SEATS):
            scores[s] = points[s] - hand.points(s)
        self.all_chances(hand, scores, found)
        return [found[s] for s in range(SEATS)]

    def places(self, hand: Hand, points: list[float]) -> list[float]:
        """Return every seat's expected share of the others who place behind it; they sum to 2."""
        for s in range(SEATS):
            self.done[s] = hand.done[s]
            self.point[s] = points[s]
        return [self.place_now(s) for s in range(SEATS)]

    def all_chances(self, hand: Hand, scores: cython.p_double, found: cython.p_double) -> cython.void:
        """Compute every seat's chance to win the game after the hand, which has ended; they sum to 1."""
        total = 0.0
        for s in range(SEATS):
            found[s] = self.chance(hand, s, scores)
            total += found[s]
        for s in range(SEATS):
            found[s] = found[s] / total if total > 0.0 else 1.0 / SEATS

    def stake(self, hand: Hand, seat: cython.int) -> float:
        """Return `most_at_stake`."""
        return self.most_at_stake(hand, seat)

    def most_at_stake(self, hand: Hand, seat: cython.int) -> cython.double:
        """Return the largest change of the seat's chance if it alone completes a phase in this hand."""
        scores = cython.declare(cython.double[SEATS])
        due = hand.due(seat)
        most = 0.0
        if hand.laid[seat] or not due:
            return 0.0
        for s in range(SEATS):
            scores[s] = -hand.points(s)
        before = self.chance(hand, seat, scores)
        for bit in range(self.phases):
            if due >> bit & 1:
                hand.done[seat] |= 1 << bit
                most = max(most, abs(self.chance(hand, seat, scores) - before))
                hand.done[seat] &= ~(1 << bit)
        return most

    def _now(self, seat: cython.int) -> cython.double:
        """Return the chance that the seat, which has finished, has the lowest score among the finished seats."""
        everything = (1 << self.phases) - 1
        total = 0.0
        for s in range(SEATS):
            if self.done[s] == everything:
                total += exp((self.point[seat] - self.point[s]) / self.blur)
        return 1.0 / total

    def _later(self, seat: cython.int) -> cython.double:
        """Return the chance of the seat while nobody has finished."""
        total = 0.0
        worth = cython.declare(cython.double[SEATS])
        self._worths(worth, 0)
        for s in range(SEATS):
            total += exp(worth[s] - worth[seat])
        return 1.0 / total

    def _worths(self, worth: cython.p_double, first: cython.int) -> cython.void:
        """Compute the worth of each seat's phases and points by the weights that begin at `first`."""
        width = self.phases + 1
        along = 0.0
        for s in range(SEATS):
            for k in range(self.phases):
                along += (self.done[s] >> k & 1) / 4.0
        at = 0
        while at < STEPS - 2 and along >= 1.0:
            at += 1
            along -= 1.0
        for s in range(SEATS):
            worth[s] = 0.0
            for k in range(width):
                weight = (1.0 - along) * self.numbers[first + at * width + k]
                weight += along * self.numbers[first + (at + 1) * width + k]
                if k == self.phases:
                    worth[s] += weight * self.point[s] / 100.0
                elif self.done[s] >> k & 1:
                    worth[s] += weight
