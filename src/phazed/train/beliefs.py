"""Training of the weights of `core.beliefs`, from games between players of many styles.

The probability of a hand is learned by logistic regression on pairs of hands that differ in one card, of which one hand
is the true one (pseudo-likelihood); the Metropolis walk needs exactly these ratios. A card's value to a player is
learned by least squares. Each model is learned separately, with a small ridge penalty. Every seat is taken by a random
sparring partner, the greedy policy or the fast policy, so that the weights do not fit one style too closely.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from phazed.bots.sparring import ALL_STYLES, STYLES, policy_of
from phazed.core.belief_examples import BeliefExamples
from phazed.core.beliefs import CARD_FEATURES, MODELS, PAIR_FEATURES, WIDTH
from phazed.core.encoding import new_beliefs, new_hand, new_policy, new_preferences
from phazed.core.habits import COLUMNS
from phazed.rules.rulesets import SEATS
from phazed.train.preferences import rules_of_thumb

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.core.policy import Policy
    from phazed.rules.rulesets import Ruleset

    Report = Callable[[int, int], object]
Array = np.ndarray[Any, Any]

PAIRS, OFFERS = 1_500_000, 800_000
"""Number of examples of each kind, for all models together."""
SHARE = 0.3
"""Share of the turns used as examples."""
HANDS_AT_A_TABLE = 20
"""Number of hands after which the players change."""
RIDGE = 5.0
STEPS, PRECISION = 50, 1e-9
"""Maximum number of steps of Newton's method, and the step size at which it stops."""
PLACES = 4
"""Decimal places of the weights, few enough that they are the same on every machine."""


class Examples(NamedTuple):
    """Examples, and the habits of their players."""

    rows: Array
    models: Array
    styles: Array
    """The style number of each example's player."""
    gains: Array
    outcomes: Array
    """Counts of outcomes by style and model."""


def table(rules: Ruleset, seed: object, report: Report) -> Array:
    """Return the weights for a game: for each model, the weights for pairs and those for offers."""
    everything = PAIRS + OFFERS
    weights = np.zeros((MODELS, WIDTH))
    fast = untrained(rules)
    pairs = examples(rules, fast, f"{seed}/pairs", PAIRS, True, lambda done: report(done, everything))
    for model in range(MODELS):
        weights[model, :PAIR_FEATURES] = logistic_regression(pairs.rows[pairs.models == model])
    offers = examples(rules, fast, f"{seed}/offers", OFFERS, False, lambda done: report(PAIRS + done, everything))
    for model in range(MODELS):
        chosen = offers.models == model
        weights[model, PAIR_FEATURES:] = least_squares(offers.rows[chosen, :CARD_FEATURES], offers.gains[chosen])
    return rounded(weights)


def untrained(rules: Ruleset) -> Policy:
    """Return the policy before training."""
    return new_policy(rules, new_beliefs(rules, np.zeros((MODELS, WIDTH))), new_preferences(rules, rules_of_thumb()))


def rounded(table: Array) -> Array:
    """Return the table with the shipped precision."""
    return np.round(table, PLACES) + 0.0


def examples(
    rules: Ruleset, core: Policy, seed: object, count: int, pairs: bool, report: Callable[[int], object]
) -> Examples:
    """Return `count` examples of pairs or offers; `core` plays the greedy and the fast style."""
    random = Random(f"{seed}/{rules.name}")
    rows = np.zeros((count, PAIR_FEATURES), np.float32)
    models, seats, gains = np.zeros(count, np.int32), np.zeros(count, np.int32), np.zeros(count, np.float32)
    styles = np.zeros(count, np.int32)
    outcomes = np.zeros((len(ALL_STYLES), MODELS, COLUMNS))
    stream = random.getrandbits(63)
    recorder = BeliefExamples(new_hand(rules), core, new_beliefs(rules), rows, models, seats, gains, stream)
    recorded = 0
    while recorded < count:
        report(recorded)
        names = random.choices(ALL_STYLES, k=SEATS)
        seated = np.array([ALL_STYLES.index(name) for name in names])
        seeds = [random.getrandbits(30) if name in STYLES else 0 for name in names]
        players, asked = zip(*(policy_of(rules, name, core, each) for name, each in zip(names, seeds)))
        recorder.seat(list(players), list(asked))
        before = recorded
        for number in range(HANDS_AT_A_TABLE):
            recorded = recorder.play(_standing(rules, random), number % SEATS, SHARE, pairs)
        styles[before:recorded] = seated[seats[before:recorded]]
        for style, counts in zip(seated, recorder.habits.counts()):
            outcomes[style] += counts
        recorder.habits.clear()
    return Examples(rows, models, styles, gains, outcomes)


def _standing(rules: Ruleset, random: Random) -> list[int]:
    """Return random completed phases of four players, as bits; with a fixed order, the players are close together."""
    phases = len(rules.phases)
    if rules.any_order:
        return [_bits(random.sample(range(phases), random.randrange(phases))) for _ in range(SEATS)]
    middle = random.randrange(phases)
    steps = random.choices((-2, -1, -1, 0, 0, 0, 1, 1, 2), k=SEATS)
    return [_bits(range(min(max(middle + step, 0), phases - 1))) for step in steps]


def _bits(phases: Any) -> int:
    return sum(1 << phase for phase in phases)


def logistic_regression(differences: Array, near: Array | None = None, ridge: float = RIDGE) -> Array:
    """Return the weights that best identify the true hand of each pair, given the differences of the features.

    The ridge penalty applies to the distance from `near`, by default zero. A step of Newton's method that would not
    increase the likelihood is halved until it does.
    """
    rows = differences.astype(np.float64)
    origin = np.zeros(rows.shape[1]) if near is None else near

    def height(weights: Array) -> float:
        unlikely = np.logaddexp(0.0, -(rows @ weights)).sum()
        return -float(unlikely + ridge / 2 * ((weights - origin) ** 2).sum())

    weights, here = origin, height(origin)
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-(rows @ weights)))
        slope = rows.T @ (1.0 - chance) - ridge * (weights - origin)
        curvature = (rows * (chance * (1.0 - chance))[:, None]).T @ rows + ridge * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        if np.abs(step).max(initial=0.0) < PRECISION:
            break
        while (there := height(weights + step)) < here - PRECISION * abs(here):
            step = step / 2
        weights, here = weights + step, there
    return weights


def least_squares(features: Array, gains: Array) -> Array:
    """Return the weights that fit the gains best."""
    rows = features.astype(np.float64)
    return np.asarray(np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ gains))


def information(differences: Array, weights: Array) -> float:
    """Return the mean information gain over chance in telling the hands of a pair apart, in nats."""
    return float(np.log(2.0) - np.mean(np.log1p(np.exp(-(differences @ weights)))))
