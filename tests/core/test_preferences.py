"""What the fast policy prefers beyond the values of its cards, and the gradient by which that is learned."""

from __future__ import annotations

from collections import Counter
from math import exp

import numpy as np
import pytest

from encoded import codes, due_alone, in_turn, names
from phazed.bots.sparring import new_partner
from phazed.core import preferences
from phazed.core.constants import RUN_OF_8, TWO_TOTALS
from phazed.core.encoding import (
    data,
    encode,
    new_beliefs,
    new_futures,
    new_hand,
    new_policy,
    new_preferences,
    preference_weights,
    wraps,
)
from phazed.core.policy_gradient import SITUATIONS, PolicyGradient, SoftPolicy
from phazed.core.preferences import PREFERENCES, Preferences
from phazed.core.values import Values
from phazed.rules.rulesets import BONUS, PHAZED, RULESETS
from positions import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def policy_with(rules, **changed):
    """The fast policy without preferences but these: names of places, each with one weight for all of its features."""
    return new_policy(rules, preferences=new_preferences(rules, weights_with(**changed)))


def weights_with(**changed):
    places = [name for name in dir(preferences) if name.startswith(("BY_", "OF_", "LAID_", "TAKING", "HOLDING"))]
    firsts = sorted(getattr(preferences, name) for name in places)
    weights = np.zeros(PREFERENCES)
    for name, weight in changed.items():
        first = getattr(preferences, name)
        last = min([after for after in firsts if after > first] + [PREFERENCES])
        weights[first:last] = weight
    return weights


def new_sums():
    """Return arrays for the gradient and for what is expected."""
    return np.zeros((3, PREFERENCES)), np.zeros((2, SITUATIONS))


def soft_policy(rules, weights, seed=1, expected=None, sums=None):
    gradient, means = new_sums() if sums is None else sums
    expected = np.zeros(SITUATIONS) if expected is None else expected
    values = Values(wraps(rules), data())
    beliefs, preferred = new_beliefs(rules), new_preferences(rules, weights)
    return SoftPolicy(wraps(rules), values, beliefs, preferred, expected, gradient, means, seed)


# Preferences


@EVERY_GAME
def test_shipped_weights_are_learned_and_finite(game):
    weights = np.array(preference_weights(game))
    assert len(weights) == PREFERENCES
    assert np.abs(weights).max() < 50
    assert len(set(weights.tolist())) > PREFERENCES / 4


def test_weights_of_another_number_are_refused():
    with pytest.raises(ValueError, match=f"there must be {PREFERENCES} weights of preferences, not 3"):
        Preferences(np.zeros(3))


def test_without_preferences_values_alone_decide():
    hand = encode(in_turn("phazed", "2S 2D 2H 9S 9D 9C KD QS 5H 6C 7D"))
    policy = policy_with(PHAZED)
    worths = policy.worths(hand)
    assert policy.opinions(hand) == pytest.approx([100 * (worth - max(worths)) for worth in worths])


def test_preferred_points_are_thrown_first_among_cards_that_do_not_matter():
    hand = encode(in_turn("phazed", "2S 2D 2H 9S 9D 9C KD QS 5H 6C 7D"))
    assert names([policy_with(PHAZED, BY_POINTS=0.5).throws(hand)]) == ("KD",)
    assert names([policy_with(PHAZED, BY_POINTS=-0.5).throws(hand)]) == ("5H",)


def test_a_card_that_is_worth_much_to_the_next_player_is_kept_if_that_is_preferred():
    cards = "AS AD 3H 4S 5D 6C 7D 8S 9H 0C QD"
    hand = encode(in_turn("phazed", cards)._replace(status=(due_alone("phazed", 3), *[due_alone("phazed", 1)] * 3)))
    gains = [new_beliefs(PHAZED).gain(hand, 1, card) for card in hand.held(0)]
    plain, wary = (policy_with(PHAZED, BY_GAIN=weight).opinions(hand) for weight in (0.0, -1.0))
    assert [before - after for before, after in zip(plain, wary)] == pytest.approx([20 * gain for gain in gains])


def test_a_phase_is_held_back_if_that_is_preferred():
    state = in_turn("phazed", "KS KD 0S 2C 3D KH KC 9S 4C 2D 5H")
    hand = encode(state._replace(status=(due_alone("phazed", 3),) * 4))
    assert policy_with(PHAZED).best_phase(hand) == TWO_TOTALS
    assert policy_with(PHAZED, HOLDING=1.0).keeps_back(hand)
    assert not policy_with(PHAZED, HOLDING=-1.0).keeps_back(hand)


def test_a_joker_is_kept_if_that_is_preferred():
    hand = encode(in_turn("phazed_bonus", "2S 2D 2H 9S 9D KC KD QS 5H 6C ZZ"))
    assert policy_with(BONUS, OF_JOKER=3.0).throws(hand) == codes("ZZ")[0]
    assert policy_with(BONUS, OF_JOKER=-3.0).throws(hand) != codes("ZZ")[0]


def test_the_top_discard_is_taken_if_that_is_preferred():
    state = in_turn("phazed", "2S 3D 5H 7S 9D JC KD QS 8H 6C")._replace(plays=())
    hand = encode(state)
    hand.put_pile(codes("2H"))
    hand.picked_up = 0
    assert policy_with(PHAZED, TAKING=50.0).takes(hand)
    assert not policy_with(PHAZED, TAKING=-50.0).takes(hand)


# The gradient


def test_a_soft_policy_chooses_with_the_chances_of_its_opinions():
    hand = encode(in_turn("phazed", "2S 2D 2H 9S 9D 0C KD QS 5H 6C 7D"))
    soft = soft_policy(PHAZED, weights_with(BY_POINTS=0.5))
    opinions = soft.opinions(hand)
    total = sum(map(exp, opinions))
    tries = 4000
    thrown = Counter(soft.throws(hand) for _ in range(tries))
    for card, opinion in zip(hand.held(0), opinions):
        assert thrown[card] / tries == pytest.approx(exp(opinion) / total, abs=0.03)


def gradient_of(weights, games, expected=None, seed=3):
    sums, means = new_sums()
    learner = soft_policy(PHAZED, weights, seed, expected, (sums, means))
    others = [new_partner(PHAZED, "nearest", n) for n in range(3)]
    play = PolicyGradient(new_hand(PHAZED), learner, new_futures(PHAZED), PHAZED.max_hands, seed)
    play.seat([learner, *others], [1, 0, 0, 0])
    for _ in range(games):
        play.play()
    return sums, means


def test_the_gradient_says_to_throw_fewer_aces_and_not_to_hold_back_a_run():
    weights = weights_with(BY_VALUE=0.0, HOLDING=0.0)
    aces = [preferences.BY_VALUE + 13 * kind + 12 for kind in (0, 1, 3, 4)]
    weights[aces] = 8.0
    sums, _ = gradient_of(weights, 1000)
    holding_runs = range(preferences.HOLDING + 60 * RUN_OF_8, preferences.HOLDING + 60 * (RUN_OF_8 + 1))
    for features in (aces, list(holding_runs)):
        assert sums[0, features].sum() / np.sqrt(sums[1, features].sum()) < -2.5


def test_what_is_expected_makes_the_gradient_less_noisy():
    weights = np.array(preference_weights("phazed"))
    plain, means = gradient_of(weights, 300)
    expected = np.clip(means[0] / (means[1] + 1.0), -1.0, 1.0)
    informed, _ = gradient_of(weights, 300, expected)
    assert informed[1].sum() < 0.9 * plain[1].sum()


def test_arrays_and_seats_that_do_not_fit_are_refused():
    sums, means = new_sums()
    with pytest.raises(ValueError, match="the arrays have the wrong shapes"):
        soft_policy(PHAZED, np.zeros(PREFERENCES), sums=(sums[:2], means))
    soft = soft_policy(PHAZED, np.zeros(PREFERENCES))
    with pytest.raises(ValueError, match="there must be 4 policies and styles"):
        PolicyGradient(new_hand(PHAZED), soft, new_futures(PHAZED), 20, 1).seat([], [])
    with pytest.raises(ValueError, match=f"the baseline must have {SITUATIONS} numbers, not 3"):
        soft_policy(PHAZED, np.zeros(PREFERENCES), expected=np.zeros(3))


@EVERY_GAME
def test_soft_policies_play_whole_games_in_every_seat(game):
    rules = RULESETS[game]
    sums, means = new_sums()
    weights = np.array(preference_weights(game))
    learners = [soft_policy(rules, weights, seat, sums=(sums, means)) for seat in range(4)]
    play = PolicyGradient(new_hand(rules), learners[0], new_futures(rules), rules.max_hands, 5)
    play.seat(learners, [1] * 4)
    for _ in range(20):
        play.play()
    assert play.hands > 60
    assert np.isfinite(sums).all()
    assert (sums[2] > 0).sum() > 100
