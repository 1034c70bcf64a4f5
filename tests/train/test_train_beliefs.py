"""What hidden hands are like, learned: examples, and weights that hold for others than those they were learned from."""

from __future__ import annotations

import numpy as np
import pytest

from phazed.core.beliefs import CARD_FEATURES, LAID, PAIR_FEATURES
from phazed.core.encoding import belief_weights
from phazed.rules.rulesets import RULESETS
from phazed.train import beliefs
from positions import GAMES

VALUES, VALUES_BY_TURN = slice(33, 46), slice(46, 59)
"""Features: the value of a card, and the same times the turns that the player has had."""
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def examples(game, seed, count, pairs):
    rules = RULESETS[game]
    return beliefs.examples(rules, beliefs.untrained(rules), seed, count, pairs, lambda done: None)


def learned_pairs(game, count=20_000):
    """Pairs that the shipped weights were not learned from."""
    found = examples(game, "not the seed of training", count, True)
    return found.rows, found.models


@EVERY_GAME
def test_the_weights_tell_true_hands_from_others_they_were_not_learned_from(game):
    rows, models = learned_pairs(game)
    weights = np.array(belief_weights(game))
    for model in set(models.tolist()):
        differences = rows[models == model]
        if len(differences) > 500:
            assert beliefs.information(differences, weights[model, :PAIR_FEATURES]) > 0.01


@EVERY_GAME
def test_what_a_card_is_worth_to_the_next_player_is_foreseen_better_than_by_its_average(game):
    rows, models, _, gains, _ = examples(game, "others", 20_000, False)
    weights = np.array(belief_weights(game))[:, PAIR_FEATURES:]
    foreseen = np.maximum((rows[:, :CARD_FEATURES] * weights[models]).sum(axis=1), 0.0)
    assert np.mean((gains - foreseen) ** 2) < 0.9 * gains.var()


def test_pairs_of_players_of_whom_nothing_was_seen_are_no_examples():
    rows, models = learned_pairs("phazed", 3000)
    of_other_values = rows[:, VALUES].any(axis=1) & (models != LAID)
    assert of_other_values.sum() > 1000
    assert rows[of_other_values][:, VALUES_BY_TURN].any(axis=1).all()


def test_weights_that_separate_two_features_are_learned():
    random = np.random.default_rng(1)
    true = np.array([2.0, -1.0])
    one, other = random.normal(size=(2, 20_000, 2))
    chance = 1.0 / (1.0 + np.exp(-((one - other) @ true)))
    chosen = random.random(20_000) < chance
    differences = np.where(chosen[:, None], one - other, other - one)
    assert beliefs.logistic_regression(differences) == pytest.approx(true, abs=0.1)


def test_least_squares_finds_the_weights_that_made_the_gains():
    features = np.random.default_rng(2).random((5000, 3))
    assert beliefs.least_squares(features, features @ [0.3, 0.0, -0.2]) == pytest.approx([0.3, 0.0, -0.2], abs=0.01)


def test_the_regression_finds_its_optimum_from_weights_that_are_far_from_it():
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(400, 3)) * rng.choice([1.0, 20.0], size=(400, 1))
    rows *= np.where(rng.random(400) < 0.1, -1.0, 1.0)[:, None] * np.sign(rows[:, :1])
    near = np.array([3.0, 3.0, 3.0])
    weights = beliefs.logistic_regression(rows, near, ridge=0.1)
    chance = 1.0 / (1.0 + np.exp(-(rows @ weights)))
    assert rows.T @ (1.0 - chance) - 0.1 * (weights - near) == pytest.approx(np.zeros(3), abs=1e-6)
