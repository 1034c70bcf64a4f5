"""A comparison of two plays: the outcomes of each in the same sampled deals, and the parts of their difference.

The deals come from a random walk in which successive deals are correlated, so the standard errors are estimated from
batch means.
"""

from __future__ import annotations

from math import sqrt

from phazed.bots.stopwatch import Stopwatch
from phazed.bots.thinking import BETWEEN, WARM_UP
from phazed.core.duel import Duel, Witness
from phazed.core.encoding import CODES, new_hand, perform
from phazed.rules.plays import DISCARD, DRAW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NamedTuple

    from phazed.bots.thinking import Thinker
    from phazed.core.futures import Futures
    from phazed.core.hand import Hand
    from phazed.core.knowledge import Knowledge
    from phazed.core.policy import Policy
    from phazed.game.view import View
    from phazed.rules.cards import Card
    from phazed.rules.plays import Play

    Line = tuple[Play, ...]
    """Successive plays in a turn."""
else:
    from phazed.rules.namedtuples import NamedTuple

PLACE_WEIGHT = 0.1
"""Weight of the final place, from 0 for last to 1 for first, relative to the chance of winning."""
BATCHES = 12
CLEAR = 3.0
"""Number of standard errors that a difference must exceed to be considered real."""
EXACT = 1.0
"""Uncertainty of exactly known scores, in points."""
NO_CARD = -1
NO_LIMIT = 1e9


class Contrast(NamedTuple):
    """The mean outcomes of two plays in the same deals, indexed by the constants of `core.duel`."""

    play: Play
    other: Play
    outcomes: tuple[float, ...]
    """Mean outcomes after the play."""
    others: tuple[float, ...]
    """Mean outcomes after the other play."""
    errors: tuple[float, ...]
    """Standard errors of the differences between the outcomes."""
    parts: tuple[float, ...]
    """Parts of the difference in value for the seat."""
    part_errors: tuple[float, ...]

    @property
    def reverse(self) -> Contrast:
        """The same comparison from the point of view of the other play."""
        parts = tuple(-part for part in self.parts)
        return Contrast(self.other, self.play, self.others, self.outcomes, self.errors, parts, self.part_errors)

    def gain(self, outcome: int) -> float:
        """Return how much higher the outcome is after the play than after the other one."""
        return self.outcomes[outcome] - self.others[outcome]

    def rises(self, outcome: int, least: float) -> bool:
        """Return whether the outcome is higher after the play, clearly and by at least `least`."""
        return self.gain(outcome) >= max(least, CLEAR * self.errors[outcome])

    def falls(self, outcome: int, least: float) -> bool:
        """Return whether the outcome is lower after the play, clearly and by at least `least`."""
        return -self.gain(outcome) >= max(least, CLEAR * self.errors[outcome])


def value_places(futures: Futures, *, exact: bool) -> None:
    """Give final places a small weight beside the chance of winning; `exact` means that the scores are known."""
    futures.place_weight = PLACE_WEIGHT
    if exact:
        futures.blur = EXACT


class PlayDuel:
    """A comparison of two plays in a position, in deals that the seed determines.

    Each play is given by a line that starts with it; the fast policy continues the line to the end of the turn.
    """

    def __init__(
        self,
        thinker: Thinker,
        view: View,
        knowledge: Knowledge,
        lines: tuple[Line, Line],
        scores: Sequence[float],
        seed: int,
        others: Mapping[int, tuple[Policy, int]],
    ) -> None:
        self._plays = lines[0][0], lines[1][0]
        sampler = thinker.new_sampler(view, knowledge, seed)
        playout = thinker.new_playout(others, new_hand(view.rules, Witness))
        self._duel = Duel(playout, thinker.futures, sampler, view.seat, list(scores), BETWEEN)
        self._duel.warm_up(WARM_UP)
        first, first_draws = after(view, knowledge.hand, lines[0])
        same = lines[0] == lines[1]
        second, second_draws = (first, first_draws) if same else after(view, knowledge.hand, lines[1])
        play, other = self._plays
        self._sides = first, first_draws, _kept(view, other), second, second_draws, _kept(view, play)

    def run(self, worlds: int, seconds: float = NO_LIMIT) -> Contrast:
        """Play up to `worlds` deals, stopping when time runs out, and return the results."""
        watch = Stopwatch()
        size = max(worlds // BATCHES, 2)
        rounds: list[tuple[list[float], list[float], list[float]]] = []
        while len(rounds) < BATCHES and (len(rounds) < 2 or watch.seconds() < seconds):
            rounds.append(self._duel.round(size, *self._sides))
        outcomes, others, parts = (list(zip(*each)) for each in zip(*rounds))
        differences = [[one - two for one, two in zip(*pair)] for pair in zip(outcomes, others)]
        return Contrast(
            *self._plays,
            tuple(map(_mean, outcomes)),
            tuple(map(_mean, others)),
            tuple(map(_error, differences)),
            tuple(map(_mean, parts)),
            tuple(map(_error, parts)),
        )


def after(view: View, hand: Hand, line: Line) -> tuple[Hand, bool]:
    """Return the position after the plays, as known to the seat, and whether a card must still be drawn."""
    if line[0][0] == DRAW:
        return hand, True
    position = hand.duplicate()
    position.fixed_draws = 1
    for play in line:
        perform(position, view, play)
    return position, False


def _kept(view: View, play: Play) -> int:
    """Return the code of the card that is kept if the discard is not made, or `NO_CARD` if its fate is ambiguous."""
    card: Card = play[1] if play[0] == DISCARD else ""
    return CODES[card] if view.hand.count(card) == 1 else NO_CARD


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of the values."""
    mean, count = _mean(values), len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (count * (count - 1)))
