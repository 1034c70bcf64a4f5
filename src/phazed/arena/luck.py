"""Correction of results for the luck of the deals, a control variate with fitted weights.

For pairs of games, four models estimate the value of a pair's deals to A: each bot is modelled as a greedy player or as
the fast policy. Each of the four estimates has the expectation 0 (see `coach.control`). Their weights are fitted by
ridge regression to the preceding pairs, never to the pair that they adjust. Given everything before the pair, the
adjusted score therefore has the same expectation as the plain score, and a sequential test remains valid. The estimates
are bounded by reducing the weight of a deal near the bound; this weight is chosen before the deal.

For tournament matches, two models treat all four bots as the same kind of player, and `ratings` fits the weights.
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
"""Maximum value of a game's deals, as a probability of winning."""
TINY = 1e-9
RIDGE = 0.5
"""Ridge parameter; the prior that the deals explain nothing then weighs as much as about ten pairs."""
PAIRINGS = tuple(product(STYLES, STYLES))
"""Pairs of styles with which A and B are modelled."""


TABLE_MODELS: tuple[Model, ...] = tuple((style,) * SEATS for style in STYLES)
"""Models for a match between any four bots."""


def models(swapped: int) -> tuple[Model, ...]:
    """Return the models for a game in which A has the even seats or, if swapped, the odd ones."""
    return tuple(tuple(pairing[(seat + swapped) % 2] for seat in range(SEATS)) for pairing in PAIRINGS)


def bounded(deals: Iterable[DealLuck], swapped: int) -> float:
    """Return the value of a game's deals to A, kept within `BOUND` by reducing the weights of deals."""
    total = 0.0
    for after, expected in deals:
        mean = expected[swapped] + expected[swapped + 2]
        weight = min(1.0, (BOUND + total) / max(mean, TINY), (BOUND - total) / max(1 - mean, TINY))
        total += weight * (after[swapped] + after[swapped + 2] - mean)
    return total


class LuckAdjustment:
    """A sequential adjustment of the scores of pairs."""

    def __init__(self) -> None:
        count = len(PAIRINGS)
        self._squares = np.eye(count) * RIDGE
        self._products = np.zeros(count)

    def adjusted(self, score: float, reports: tuple[MatchReport, MatchReport]) -> float:
        """Return A's score in a pair, corrected for luck with weights fitted to the preceding pairs.

        A pair is not adjusted if one of its games was ended by an error or its luck was not measured.
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
