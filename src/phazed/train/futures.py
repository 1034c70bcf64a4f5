"""Training of the chances of winning a game and of placing ahead of another player, for `core.futures`.

The fast policy plays whole games against itself, in numbered parts. The record of each hand contains the phases
completed before it, the scores, and the ranks at the end of the game. The worth of each completed phase and of points,
which depends on how far the game has progressed, is learned by logistic regression. A completed phase may be worth
nothing or less, because a player with an easy phase left can end hands before the others complete their phases.

The seed, the game and the number of a part determine its random stream, so the order of the parts and interruptions do
not matter.
"""

from __future__ import annotations

from array import array
from itertools import combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING

from phazed.core.encoding import new_hand
from phazed.core.futures import STEPS, Futures
from phazed.core.simulator import HandRecorder
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phazed.core.policy import Policy
    from phazed.rules.rulesets import Ruleset

    Hands = Mapping[int, bytes]
    """The concatenated hands of each part, `ROW` bytes per hand."""

PARTS = 127
ROW = 13
"""Number of bytes per hand."""
RIDGE, NEWTON_STEPS = 1.0, 10
PLACES = 9
"""Decimal places of the numbers, few enough that they are the same on every machine, despite differences in `exp`."""


def play_hands(rules: Ruleset, seed: object, part: int, samples: int, policy: Policy) -> bytes:
    """Play whole games with the policy in all seats, and return the records of `samples` hands."""
    random = Random(f"{seed}/{rules.name}/{part}")
    recorder = HandRecorder(new_hand(rules), policy, rules.max_hands, random.getrandbits(63))
    return recorder.record(samples)


def worths(rules: Ruleset, hands: Hands) -> list[float]:
    """Return the table: the worth of each completed phase and of a hundred points, at `STEPS` points of progress.

    The first half of the table is for winning the game, the second half for placing ahead of another player.
    """
    import numpy as np

    phases = len(rules.phases)
    rows = np.frombuffer(b"".join(hands[part] for part in sorted(hands)), np.uint8).reshape(-1, ROW)
    done = rows[:, :SEATS, None] >> np.arange(phases) & 1
    scores = np.ascontiguousarray(rows[:, SEATS : 3 * SEATS]).view("<u2") / 100.0
    ranks = rows[:, 3 * SEATS, None] >> 2 * np.arange(SEATS) & 3
    won = ranks == 0
    won = won / won.sum(axis=1, keepdims=True)
    have = np.concatenate([done, scores[:, :, None]], axis=2)
    along = done.sum(axis=(1, 2)) / SEATS
    one, other = np.triu_indices(SEATS, 1)
    ahead = (1.0 + np.sign(ranks[:, other].astype(int) - ranks[:, one])) / 2.0
    pairs = np.stack([have[:, one] - have[:, other], np.zeros((len(rows), len(one), phases + 1))], axis=2)
    versus = np.stack([ahead, 1.0 - ahead], axis=2)
    weights = [*_fit(have, won, along), *_fit(pairs.reshape(-1, 2, phases + 1), versus.reshape(-1, 2), along.repeat(6))]
    return [round(float(weight), PLACES) + 0.0 for weight in weights]


def _fit(have: Any, chosen: Any, along: Any) -> Any:
    """Fit a multinomial logistic regression of the chosen alternative; return its weights at each point of progress."""
    import numpy as np

    width = have.shape[2]
    steps = np.minimum(along.astype(int), STEPS - 2)
    weights = np.zeros(STEPS * width)
    blocks = []
    for step in range(STEPS - 1):  # between two points, the weights are interpolated
        here = steps == step
        part = (along[here] - step)[:, None, None]
        blocks.append((step, np.concatenate([(1.0 - part) * have[here], part * have[here]], axis=2), chosen[here]))
    for _ in range(NEWTON_STEPS):
        slope, curvature = -RIDGE * weights, RIDGE * np.eye(len(weights))
        for step, features, wins in blocks:
            place = slice(step * width, (step + 2) * width)
            score = features @ weights[place]
            chances = np.exp(score - score.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            mean = (chances[:, :, None] * features).sum(axis=1)
            flat = features.reshape(-1, 2 * width)
            slope[place] += flat.T @ (wins - chances).ravel()
            curvature[place, place] += (flat * chances.reshape(-1, 1)).T @ flat - mean.T @ mean
        weights = weights + np.linalg.solve(curvature, slope)
    return weights


def win_chances(rules: Ruleset, numbers: list[float]) -> list[list[float]]:
    """Return the four players' chances according to the table, in many standings with equal scores."""
    chances = Futures(len(rules.phases), array("d", numbers))
    hand = new_hand(rules)
    found = []
    for done in standings(rules):
        hand.done = done
        found.append(chances.chances(hand, [0.0] * SEATS))
    return found


def standings(rules: Ruleset) -> list[list[int]]:
    """Return standings of four players as bits; with a fixed order of phases, these are all standings.

    With a free order there are millions, so each set of phases is combined only with the next three sets of its size,
    cyclically.
    """
    phases = len(rules.phases)
    if not rules.any_order:
        return [[(1 << done) - 1 for done in each] for each in combinations_with_replacement(range(phases), SEATS)]
    found = []
    for size in range(phases):
        alike = [done for done in range(1 << phases) if done.bit_count() == size]
        found += [[alike[(first + step) % len(alike)] for step in range(SEATS)] for first in range(len(alike))]
    return found
