# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The chance of winning the game after a hand, given the phases completed and the points.

`phazed train futures` learns the worth of each completed phase and of a hundred points, depending on how far the game
has progressed. The chances are a softmax over the players' worths. A second table of worths gives each player's chance
of placing ahead of another player. When the game is over, the points decide among the players who have finished; a
softmax is used here, too, because earlier scores are known only approximately.
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
    """Number of points of progress with their own weights; progress is the mean number of completed phases."""


class Futures:
    """Evaluates ends of hands; `blur` is the approximate error of the given scores, in points."""

    def __init__(self, phases: cython.int, numbers: Any) -> None:
        if not cython.compiled:
            self.done = [0] * SEATS
            self.point = [0.0] * SEATS
        if not 0 < phases <= PHASES:
            raise ValueError(f"a game must have 1 to {PHASES} phases, not {phases}")
        if len(numbers) != 2 * STEPS * (phases + 1):
            raise ValueError(f"the win chances must have {2 * STEPS * (phases + 1)} numbers, not {len(numbers)}")
        self.phases = phases
        self.numbers = numbers
        self.blur = 40.0
        self.place_weight = 0.0
        self.value_of_place = 0.0

    def chance(self, hand: Hand, seat: cython.int, scores: cython.p_double) -> cython.double:
        """Return the seat's chance of winning after a completed hand, given the scores before the hand."""
        for s in range(SEATS):
            self.point[s] = scores[s] + hand.points(s)
            self.done[s] = hand.done[s]
        return self.chance_now(seat)

    def chance_now(self, seat: cython.int) -> cython.double:
        """Return the seat's chance of winning, given the phases in `done` and the scores in `point`."""
        over = 0
        everything = (1 << self.phases) - 1
        for s in range(SEATS):
            if self.done[s] == everything:
                over = 1
        if not over:
            return self._later(seat)
        return self._now(seat) if self.done[seat] == everything else 0.0

    def value(self, hand: Hand, seat: cython.int, scores: cython.p_double) -> cython.double:
        """Return the chance of winning the game after the hand plus the weighted expected place."""
        self.value_of_place = 0.0
        chance = self.chance(hand, seat, scores)
        if self.place_weight > 0.0:
            self.value_of_place = self.place_now(seat)
        return chance + self.place_weight * self.value_of_place

    def place_now(self, seat: cython.int) -> cython.double:
        """Return the expected share of the others who place behind the seat, given `done` and `point`."""
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
        """Return every seat's chance of winning with the hand's completed phases and these scores; they sum to 1."""
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
        """Compute every seat's chance of winning after a completed hand; they sum to 1."""
        total = 0.0
        for s in range(SEATS):
            found[s] = self.chance(hand, s, scores)
            total += found[s]
        for s in range(SEATS):
            found[s] = found[s] / total if total > 0.0 else 1.0 / SEATS

    def stake(self, hand: Hand, seat: cython.int) -> float:
        """Return `most_at_stake`, for callers in Python."""
        return self.most_at_stake(hand, seat)

    def most_at_stake(self, hand: Hand, seat: cython.int) -> cython.double:
        """Return the largest change in the seat's chance if it is the only one to complete a phase in this hand."""
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
        """Return the chance that the seat has the lowest score of the seats that have finished."""
        everything = (1 << self.phases) - 1
        total = 0.0
        for s in range(SEATS):
            if self.done[s] == everything:
                total += exp((self.point[seat] - self.point[s]) / self.blur)
        return 1.0 / total

    def _later(self, seat: cython.int) -> cython.double:
        """Return the seat's chance while nobody has finished."""
        total = 0.0
        worth = cython.declare(cython.double[SEATS])
        self._worths(worth, 0)
        for s in range(SEATS):
            total += exp(worth[s] - worth[seat])
        return 1.0 / total

    def _worths(self, worth: cython.p_double, first: cython.int) -> cython.void:
        """Compute the worth of each seat's phases and points, using the weights from index `first` on."""
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
