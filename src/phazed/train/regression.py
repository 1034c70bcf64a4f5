"""Who wins a game, explained by what the players have: multinomial logistic regression, in steps of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from phazed.core.futures import STEPS
from phazed.rules.rulesets import SEATS
from phazed.train.futures import ROW

if TYPE_CHECKING:
    from phazed.rules.rulesets import Ruleset
Array = np.ndarray[Any, Any]

RIDGE, NEWTON_STEPS = 1.0, 10
PLACES = 9
"""Decimal places of the numbers: fewer than those in which `exp` differs between machines."""


class Games(NamedTuple):
    """Hands of games: what is known of each before it is played, and who won the game."""

    have: Array
    """Of each hand and seat, which phases are done, and the points in hundreds."""
    won: Array
    """The seats' shares of the win."""
    along: Array
    """How many phases everybody has done on average."""

    @property
    def steps(self) -> Array:
        """The step of the game at or below each hand's."""
        return np.asarray(np.minimum(self.along.astype(int), STEPS - 2))


def read(rules: Ruleset, data: bytes) -> Games:
    """Read the bytes of hands."""
    rows = np.frombuffer(data, np.uint8).reshape(-1, ROW)
    done = rows[:, :SEATS, None] >> np.arange(len(rules.phases)) & 1
    scores = np.ascontiguousarray(rows[:, SEATS : 3 * SEATS]).view("<u2") / 100.0
    won = rows[:, 3 * SEATS, None] >> np.arange(SEATS) & 1
    have = np.concatenate([done, scores[:, :, None]], axis=2)
    return Games(have, won / won.sum(axis=1, keepdims=True), done.sum(axis=(1, 2)) / SEATS)


def explained(games: Games, have: Array, known: Array | None = None) -> list[float]:
    """The weights of what the seats have, in `STEPS` steps of the game, that explain best who wins.

    `known` is what each seat has that is not to be explained, if there is anything. The method is Newton's.
    """
    width = have.shape[2]
    steps = games.steps
    weights = np.zeros(STEPS * width)
    blocks = []
    for step in range(STEPS - 1):  # between two steps, the weights of both count, the nearer one more
        here = steps == step
        part = (games.along[here] - step)[:, None, None]
        features = np.concatenate([(1.0 - part) * have[here], part * have[here]], axis=2)
        blocks.append((step, features, games.won[here], 0.0 if known is None else known[here]))
    for _ in range(NEWTON_STEPS):
        slope, curvature = -RIDGE * weights, RIDGE * np.eye(len(weights))
        for step, features, wins, base in blocks:
            place = slice(step * width, (step + 2) * width)
            score = features @ weights[place] + base
            chances = np.exp(score - score.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            mean = (chances[:, :, None] * features).sum(axis=1)
            flat = features.reshape(-1, 2 * width)
            slope[place] += flat.T @ (wins - chances).ravel()
            curvature[place, place] += (flat * chances.reshape(-1, 1)).T @ flat - mean.T @ mean
        weights = weights + np.linalg.solve(curvature, slope)
    return [round(float(weight), PLACES) + 0.0 for weight in weights]
