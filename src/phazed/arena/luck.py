"""Results without the luck of the deals, which is subtracted with weights that are fitted.

For pairs of games, four models estimate the value of a pair's deals to A: each bot is modelled as a greedy player or as
the fast policy. Each of the four numbers has the expectation 0 (see `coach.control`). Their weights are fitted by ridge
regression to the preceding pairs, never to the pair that they adjust. So the adjusted score has the same expectation as
the score, given everything before it, and a sequential test of it stays valid. The numbers are bounded: their weights
shrink towards the bound and are chosen before each deal.

For matches of a tournament, two models treat all four bots as the same kind of player; `ratings` weights them.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from phazed.coach.control import STYLES
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.coach.control import DealLuck, Model
    from phazed.storage.results.rows import MatchReport

BOUND = 0.75
"""Maximum value of the deals of a game, as a probability to win."""
TINY = 1e-9
RIDGE = 0.5
"""Weight of the assumption that the deals explain nothing, equivalent to about ten pairs."""
PAIRINGS = tuple(product(STYLES, STYLES))
"""Styles by which A and B are modelled."""


TABLE_MODELS: tuple[Model, ...] = tuple((style,) * SEATS for style in STYLES)
"""Models of a match between any four bots."""


def models(swapped: int) -> tuple[Model, ...]:
    """Return the models of a game in which A sits in the even seats or, if swapped, in the odd ones."""
    return tuple(tuple(pairing[(seat + swapped) % 2] for seat in range(SEATS)) for pairing in PAIRINGS)


def bounded(deals: Iterable[DealLuck], swapped: int) -> float:
    """Return the bounded value of a game's deals to A; the possible values of a deal decide its weight."""
    total = 0.0
    for after, expected in deals:
        mean = expected[swapped] + expected[swapped + 2]
        weight = min(1.0, (BOUND + total) / max(mean, TINY), (BOUND - total) / max(1 - mean, TINY))
        total += weight * (after[swapped] + after[swapped + 2] - mean)
    return total


class LuckAdjustment:
    """An adjustment of the scores of pairs, one after the other."""

    def __init__(self) -> None:
        count = len(PAIRINGS)
        self._squares = np.eye(count) * RIDGE
        self._products = np.zeros(count)

    def adjusted(self, score: float, reports: tuple[MatchReport, MatchReport]) -> float:
        """Return the score of A in a pair without the luck of its deals, weighted as the preceding pairs suggest.

        A pair is not adjusted if an error ended it or its luck was not measured.
        """
        if any(report.error is not None or not report.luck for report in reports):
            return score
        luck = np.array(
            [
                sum(bounded(rows, swapped) for swapped, rows in enumerate(pair)) / 2
                for pair in zip(*(report.luck for report in reports))
            ]
        )
        weights = np.linalg.solve(self._squares, self._products)
        weights /= max(1.0, float(np.abs(weights).sum()))
        self._squares += np.outer(luck, luck)
        self._products += luck * (score - 0.5)
        return score - float(weights @ luck)
