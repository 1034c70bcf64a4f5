"""Results with less luck: the luck of the deals is subtracted, weighted by how much it explains.

For pairs of games, four models say what the deals of a pair were worth to A: each bot is taken for a greedy player or
for the fast policy. Each of the four numbers has the expectation 0 (see `coach.control`). Their weights are fitted by
ridge regression to the pairs before, never to the pair that they adjust, so the adjusted score has the same expectation
as the score, given everything before it: a sequential test of it stays valid. The numbers are bounded, by weights that
shrink as they approach the bound, which are chosen before each deal as well.

For matches of a tournament, two models take all four bots for the same kind of player; `ratings` weighs them.
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
"""The most that the deals of a game may count, as a chance to win."""
TINY = 1e-9
RIDGE = 0.5
"""The weight of the assumption that the deals explain nothing, in pairs of about ten."""
PAIRINGS = tuple(product(STYLES, STYLES))
"""The styles that A and B may be taken for."""


TABLE_MODELS: tuple[Model, ...] = tuple((style,) * SEATS for style in STYLES)
"""The models for a match between any four bots."""


def models(swapped: int) -> tuple[Model, ...]:
    """The models for a game in which A sits in the even seats or, if swapped, in the odd ones."""
    return tuple(tuple(pairing[(seat + swapped) % 2] for seat in range(SEATS)) for pairing in PAIRINGS)


def bounded(deals: Iterable[DealLuck], swapped: int) -> float:
    """What the deals of a game were worth to A, within the bound: what may come after the deck decides the weight."""
    total = 0.0
    for after, expected in deals:
        mean = expected[swapped] + expected[swapped + 2]
        weight = min(1.0, (BOUND + total) / max(mean, TINY), (BOUND - total) / max(1 - mean, TINY))
        total += weight * (after[swapped] + after[swapped + 2] - mean)
    return total


class LuckAdjustment:
    """Adjusts the scores of pairs, one after the other."""

    def __init__(self) -> None:
        count = len(PAIRINGS)
        self._squares = np.eye(count) * RIDGE
        self._products = np.zeros(count)

    def adjusted(self, score: float, reports: tuple[MatchReport, MatchReport]) -> float:
        """The score of A in a pair without the luck of its deals, as far as earlier pairs tell how to weigh it.

        A pair that an error ended is not adjusted, nor is one whose luck was not measured.
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
