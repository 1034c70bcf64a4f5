"""What the fast policy prefers, learned: rounds that go on where they were stopped, and weights that win games."""

from __future__ import annotations

import numpy as np
import pytest

from phazed.core.encoding import preference_weights
from phazed.core.policy_gradient import SITUATIONS
from phazed.core.preferences import PREFERENCES
from phazed.rules.rulesets import PHASEDOUT, PHAZED, RULESETS
from phazed.train import preferences
from phazed.train.preferences import Learned
from positions import GAMES


@pytest.fixture
def short(monkeypatch):
    """Few rounds of few games."""
    for name, few in (("ROUNDS", 3), ("GAMES", 12), ("SAMPLES", 3), ("CURVE_POINTS", 2), ("CURVE_GAMES", 8)):
        monkeypatch.setattr(preferences, name, few)


def test_what_is_known_after_a_round_is_read_back_as_it_was():
    random = np.random.default_rng(1)
    learned = Learned(random.random(PREFERENCES), random.random(PREFERENCES), random.random((2, SITUATIONS)))
    data = learned.to_bytes()
    assert len(data) == preferences.LENGTH
    for one, other in zip(learned, Learned.from_bytes(data)):
        assert (one == other).all()


@pytest.mark.usefixtures("short")
def test_rounds_go_on_from_those_that_are_kept_as_if_nothing_had_happened():
    everything = list(preferences.rounds(PHASEDOUT, 1, []))
    assert len(everything) == 3
    assert list(preferences.rounds(PHASEDOUT, 1, everything[:2])) == everything[2:]
    assert list(preferences.rounds(PHASEDOUT, 1, everything)) == []
    assert next(preferences.rounds(PHASEDOUT, 2, [])) != everything[0]


def test_weights_follow_the_gradient_as_far_as_it_is_certain():
    learned = preferences.begin()
    sums = np.zeros((3, PREFERENCES))
    sums[0, :4] = 4.0, -4.0, 1.0, 4.0  # sums of gradients
    sums[1, :4] = 1.0, 1.0, 1.0, 1.0  # their squares
    sums[2, :4] = 100.0, 100.0, 100.0, 1.0  # the last was hardly ever shown
    after = preferences.improved(learned, sums, np.ones((2, SITUATIONS)), 0.5)
    moved = after.weights - learned.weights
    assert moved[:4] == pytest.approx([0.2, -0.2, 0.05, 0.0], abs=1e-4)
    assert not moved[4:].any()
    again = preferences.improved(after, np.zeros((3, PREFERENCES)), np.zeros((2, SITUATIONS)), 0.5)
    assert again.weights[0] - after.weights[0] == pytest.approx(0.9 * moved[0])
    assert preferences.expectations(after) == pytest.approx(0.5)


@pytest.mark.usefixtures("short")
def test_the_learning_curve_begins_before_the_first_round_and_ends_after_the_last():
    kept = list(preferences.rounds(PHASEDOUT, 1, []))
    points = list(preferences.progress(PHASEDOUT, 1, kept))
    assert [games for games, _ in points] == [0, 24, 36]
    assert all(0 <= share <= 1 for _, share in points)


def test_weights_are_rounded_so_that_none_is_minus_nothing():
    learned = preferences.begin()
    learned.weights[:2] = -0.00001, 0.12345
    weights = preferences.finished([learned.to_bytes()])
    assert weights[:2].tolist() == [0.0, 0.123]
    assert not np.signbit(weights[0])


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_preferences_win_clearly_more_games_than_their_share(game):
    assert preferences.share_won(RULESETS[game], "shipped", np.array(preference_weights(game)), 6000) > 0.26


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_preferences_win_more_games_than_those_before_learning(game):
    weights = preferences.begin().weights, np.array(preference_weights(game))
    before, after = (preferences.share_won(RULESETS[game], "shipped", each, 60_000) for each in weights)
    assert after > before + 0.005


def test_preferences_that_throw_aces_lose_games():
    weights = preferences.begin().weights
    weights[preferences.preferences.BY_VALUE + 12] = 20.0
    assert preferences.share_won(PHAZED, 1, weights, 2000) < preferences.share_won(
        PHAZED, 1, preferences.begin().weights, 2000
    )
