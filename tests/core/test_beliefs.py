"""What hidden hands are like: weights that are read, and arrays that examples are written to."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from encoded import codes
from phazed.core.belief_examples import BeliefExamples
from phazed.core.beliefs import PAIR_FEATURES, WIDTH, Beliefs
from phazed.core.encoding import data, new_beliefs, new_hand, new_policy, wraps
from phazed.core.values import Values
from phazed.rules.rulesets import PHAZED


def test_an_ace_is_worth_more_to_the_next_player_than_a_two_while_two_sets_are_due():
    beliefs, hand = new_beliefs(PHAZED), new_hand(PHAZED)
    hand.size = [11, 10, 10, 10]
    ace, two = (beliefs.gain(hand, 1, card) for card in codes("AS 2D"))
    assert ace > two > 0
    with pytest.raises(ValueError, match="no seat 4"):
        beliefs.gain(hand, 4, 0)


def test_weights_of_another_shape_are_refused():
    values = Values(wraps(PHAZED), data())
    with pytest.raises(ValueError, match="shape"):
        Beliefs(values, memoryview(array("d", [0.0] * WIDTH)).cast("B").cast("d", (1, WIDTH)))


def test_examples_are_written_to_arrays_that_fit_together_only():
    rows = np.zeros((5, PAIR_FEATURES), np.float32)
    models, seats, gains = np.zeros(5, np.int32), np.zeros(5, np.int32), np.zeros(5, np.float32)
    with pytest.raises(ValueError, match="do not fit together"):
        BeliefExamples(new_hand(PHAZED), new_policy(PHAZED), new_beliefs(PHAZED), rows, models[:4], seats, gains, 1)
    recorder = BeliefExamples(new_hand(PHAZED), new_policy(PHAZED), new_beliefs(PHAZED), rows, models, seats, gains, 1)
    with pytest.raises(ValueError, match="there must be 4 policies and styles"):
        recorder.seat([], [])
