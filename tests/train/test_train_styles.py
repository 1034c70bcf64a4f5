"""What tells styles apart, learned: chances of outcomes, and weights that fit a style better than the shared ones."""

from __future__ import annotations

import numpy as np
import pytest

from phazed.bots.sparring import ALL_STYLES
from phazed.core.beliefs import MODELS, PAIR_FEATURES
from phazed.core.encoding import belief_weights, new_policy, style_tables
from phazed.core.habits import COLUMNS, QUESTIONS
from phazed.rules.rulesets import PHAZED
from phazed.train import beliefs, styles


def test_chances_come_from_how_often_outcomes_were_seen():
    outcomes = np.zeros((2, MODELS, COLUMNS))
    outcomes[0, 0, :2] = 600, 200
    outcomes[1, 0, :2] = 100, 300
    chances = np.exp(styles.logarithms(outcomes))
    assert chances[0, 0, :2] == pytest.approx([0.75, 0.25], abs=0.01)
    assert chances[1, 0, :2] == pytest.approx([0.25, 0.75], abs=0.01)
    first = 0
    for size in QUESTIONS:
        assert chances[:, :, first : first + size].sum(axis=2) == pytest.approx(1.0)
        first += size


def test_what_one_style_was_never_seen_to_do_is_not_impossible():
    outcomes = np.zeros((2, MODELS, COLUMNS))
    outcomes[0, 0, :2] = 100, 0
    outcomes[1, 0, :2] = 50, 50
    assert 0.001 < np.exp(styles.logarithms(outcomes))[0, 0, 1] < 0.05


def test_the_shipped_weights_of_a_style_tell_its_hands_better_than_the_shared_ones():
    found = beliefs.examples(PHAZED, new_policy(PHAZED), "not the seed of training", 60_000, True, lambda done: None)
    shared = np.array(belief_weights("phazed"))[:, :PAIR_FEATURES]
    _, own = style_tables("phazed")
    for name in ("holder", "runner", "collector"):
        style = ALL_STYLES.index(name)
        here = found.styles == style
        rows, models = found.rows[here], found.models[here]
        by_shared, by_own = (
            np.mean(np.log1p(np.exp(-(rows * weights[models]).sum(axis=1))))
            for weights in (shared, np.array(own)[style])
        )
        assert by_own < by_shared
