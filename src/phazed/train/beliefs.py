"""Learns what hidden hands are like, from games of many styles: the weights that `core.beliefs` reads.

The chance of a hand is learned by logistic regression on pairs of hands that differ in one card, one of them the true
one (pseudo-likelihood): exactly what the Metropolis walk asks for. What a card is worth to a player is learned by least
squares. Both are learned for each model by itself, with a small ridge penalty. In the games any of the sparring
partners, the greedy policy or the fast one may take each seat, so that the weights fit no style too well.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from phazed.bots.sparring import STYLES, new_partner
from phazed.core.belief_examples import BeliefExamples
from phazed.core.beliefs import CARD_FEATURES, MODELS, PAIR_FEATURES, WIDTH
from phazed.core.encoding import new_beliefs, new_hand, new_policy
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.core.beliefs import Beliefs
    from phazed.core.policy import Policy
    from phazed.rules.rulesets import Ruleset

    Array = np.ndarray[Any, Any]
    Report = Callable[[int, int], object]

PAIRS, OFFERS = 1_500_000, 800_000
"""How many examples of each kind are learned from, for all models together."""
SHARE = 0.3
"""How many of the turns become examples."""
HANDS_AT_A_TABLE = 20
"""After this many hands, four other players sit down."""
RIDGE = 5.0
STEPS = 12
"""Steps of Newton's method, more than it needs."""
PLACES = 4
"""Decimal places of the weights: far fewer than those in which machines differ."""
CORE_STYLES = ("greedy", "fast")


def table(rules: Ruleset, seed: object, report: Report) -> Array:
    """The weights for a game: of each model, those of pairs, then those of offers."""
    everything = PAIRS + OFFERS
    weights = np.zeros((MODELS, WIDTH))
    rows, models, _ = examples(rules, f"{seed}/pairs", PAIRS, True, lambda done: report(done, everything))
    for model in range(MODELS):
        weights[model, :PAIR_FEATURES] = preferences(rows[models == model])
    rows, models, gains = examples(
        rules, f"{seed}/offers", OFFERS, False, lambda done: report(PAIRS + done, everything)
    )
    for model in range(MODELS):
        chosen = models == model
        weights[model, PAIR_FEATURES:] = least_squares(rows[chosen, :CARD_FEATURES], gains[chosen])
    return np.round(weights, PLACES) + 0.0


def examples(
    rules: Ruleset, seed: object, count: int, pairs: bool, report: Callable[[int], object]
) -> tuple[Array, Array, Array]:
    """That many examples: their features, their models and, of offers, what they are worth."""
    random = Random(f"{seed}/{rules.name}")
    rows = np.zeros((count, PAIR_FEATURES), np.float32)
    models, gains = np.zeros(count, np.int32), np.zeros(count, np.float32)
    beliefs = new_beliefs(rules, np.zeros((MODELS, WIDTH)))  # nothing is learned from what was learned before
    recorder = BeliefExamples(new_hand(rules), beliefs, rows, models, gains, random.getrandbits(63))
    recorded = number = 0
    while recorded < count:
        if number % HANDS_AT_A_TABLE == 0:
            recorder.seat(*_players(rules, random, beliefs))
            report(recorded)
        recorded = recorder.play(_standing(rules, random), number % SEATS, SHARE, pairs)
        number += 1
    return rows, models, gains


def _players(rules: Ruleset, random: Random, beliefs: Beliefs) -> tuple[list[Policy], list[int]]:
    """Four policies of random styles, each with the style that it is asked for."""
    players: list[Policy] = []
    styles = []
    for name in random.choices([*CORE_STYLES, *STYLES], k=SEATS):
        if name in CORE_STYLES:
            players.append(new_policy(rules, beliefs))
            styles.append(CORE_STYLES.index(name))
        else:
            players.append(new_partner(rules, name, random.getrandbits(30)))
            styles.append(0)
    return players, styles


def _standing(rules: Ruleset, random: Random) -> list[int]:
    """What four players have done, as bits: not far from each other, where the order is fixed."""
    phases = len(rules.phases)
    if rules.any_order:
        return [_bits(random.sample(range(phases), random.randrange(phases))) for _ in range(SEATS)]
    middle = random.randrange(phases)
    steps = random.choices((-2, -1, -1, 0, 0, 0, 1, 1, 2), k=SEATS)
    return [_bits(range(min(max(middle + step, 0), phases - 1))) for step in steps]


def _bits(phases: Any) -> int:
    return sum(1 << phase for phase in phases)


def preferences(differences: Array) -> Array:
    """The weights that best tell which of two is the true one, from the differences of their features."""
    rows = differences.astype(np.float64)
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-(rows @ weights)))
        slope = rows.T @ (1.0 - chance) - RIDGE * weights
        curvature = (rows * (chance * (1.0 - chance))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, slope)
    return weights


def least_squares(features: Array, gains: Array) -> Array:
    """The weights with which the features come nearest to the gains."""
    rows = features.astype(np.float64)
    return np.asarray(np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ gains))


def information(differences: Array, weights: Array) -> float:
    """By how many nats the weights tell the true one from the other better than chance, on average."""
    return float(np.log(2.0) - np.mean(np.log1p(np.exp(-(differences @ weights)))))
