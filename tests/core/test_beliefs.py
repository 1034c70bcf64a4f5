"""What hidden hands are like: features, weights, and the examples that they are learned from."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from encoded import codes, policy_of
from phazed.core.belief_examples import BeliefExamples
from phazed.core.beliefs import CARD_FEATURES, LAID, PAIR_FEATURES, WIDTH, Beliefs
from phazed.core.encoding import belief_weights, data, new_beliefs, new_hand, wraps
from phazed.core.values import Values
from phazed.rules.rulesets import PHAZED, RULESETS
from phazed.train import beliefs
from positions import GAMES

VALUES, VALUES_BY_TURN = slice(33, 46), slice(46, 59)
"""Features: the value of a card, and the same times the turns that the player has had."""
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def learned_pairs(game, count=20_000):
    """Pairs that the shipped weights were not learned from."""
    rows, models, _ = beliefs.examples(RULESETS[game], "not the seed of training", count, True, lambda done: None)
    return rows, models


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
    rows, models, gains = beliefs.examples(RULESETS[game], "others", 20_000, False, lambda done: None)
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
    assert beliefs.preferences(differences) == pytest.approx(true, abs=0.1)


def test_least_squares_finds_the_weights_that_made_the_gains():
    features = np.random.default_rng(2).random((5000, 3))
    assert beliefs.least_squares(features, features @ [0.3, 0.0, -0.2]) == pytest.approx([0.3, 0.0, -0.2], abs=0.01)


def test_an_ace_is_worth_more_to_the_next_player_than_a_two_while_two_sets_are_due():
    policy, hand = policy_of("phazed"), new_hand(PHAZED)
    hand.put_cards(0, codes("AS 2D 4H 6H 8C 0C QD KD 3S 5S 7S"))
    hand.size = [11, 10, 10, 10]
    hand.picked_up = 1
    opinions = dict(zip(hand.held(0), policy.opinions(hand)))
    policy.denial = 0.0
    without = dict(zip(hand.held(0), policy.opinions(hand)))
    ace, two = codes("AS 2D")
    assert without[ace] - opinions[ace] > without[two] - opinions[two] > 0


def test_weights_of_another_shape_are_refused():
    values = Values(wraps(PHAZED), data())
    with pytest.raises(ValueError, match="shape"):
        Beliefs(values, memoryview(array("d", [0.0] * WIDTH)).cast("B").cast("d", (1, WIDTH)))


def test_examples_are_written_to_arrays_that_fit_together_only():
    rows = np.zeros((5, PAIR_FEATURES), np.float32)
    models, gains = np.zeros(5, np.int32), np.zeros(5, np.float32)
    with pytest.raises(ValueError, match="do not fit together"):
        BeliefExamples(new_hand(PHAZED), new_beliefs(PHAZED), rows, models[:4], gains, 1)
    recorder = BeliefExamples(new_hand(PHAZED), new_beliefs(PHAZED), rows, models, gains, 1)
    with pytest.raises(ValueError, match="4 seats"):
        recorder.seat([], [])
