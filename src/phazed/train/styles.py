"""Training of the tables of `core.habits`, which recognize styles of play from turns and hands.

The games are those of the beliefs, except that the fast policy uses everything learned since. The outcomes of turns are
counted for each style. The weights of each style are learned from pairs of its own hands, like those of the beliefs,
with a penalty on differences from the beliefs' weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from phazed.bots.sparring import ALL_STYLES
from phazed.core.beliefs import MODELS, PAIR_FEATURES
from phazed.core.encoding import belief_weights, new_policy
from phazed.core.habits import QUESTIONS
from phazed.train.beliefs import examples, logistic_regression, rounded

if TYPE_CHECKING:
    from phazed.rules.rulesets import Ruleset
    from phazed.train.beliefs import Array, Report

PAIRS = 1_500_000
"""Number of pairs, for all models and styles together."""
RIDGE = 30.0
SMOOTHING = 5.0
"""Pseudo-counts for each question, in the proportions of all styles together."""


def tables(rules: Ruleset, seed: object, report: Report) -> tuple[Array, Array]:
    """Return the log-probabilities of outcomes and the weights for pairs, by style and model."""
    shared = np.array(belief_weights(rules.name))[:, :PAIR_FEATURES]
    found = examples(rules, new_policy(rules), f"{seed}/styles", PAIRS, True, lambda done: report(done, PAIRS))
    weights = np.zeros((len(ALL_STYLES), MODELS, PAIR_FEATURES))
    for style in range(len(ALL_STYLES)):
        for model in range(MODELS):
            rows = found.rows[(found.styles == style) & (found.models == model)]
            weights[style, model] = logistic_regression(rows, shared[model], RIDGE)
    return rounded(logarithms(found.outcomes)), rounded(weights)


def logarithms(outcomes: Array) -> Array:
    """Return the log-probabilities of outcomes by style, from their counts."""
    chances = np.zeros(outcomes.shape)
    first = 0
    for size in QUESTIONS:
        here = outcomes[:, :, first : first + size]
        together = here.sum(axis=0, keepdims=True) + 1.0
        usual = together / together.sum(axis=2, keepdims=True)
        seen = here + SMOOTHING * usual
        chances[:, :, first : first + size] = np.log(seen / seen.sum(axis=2, keepdims=True))
        first += size
    return chances
