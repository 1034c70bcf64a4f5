"""The learning curve."""

from __future__ import annotations

import json
from random import Random

import pytest

from phazed.core.encoding import new_policy
from phazed.rules.rulesets import BONUS, PHASEDOUT
from phazed.train.curve import Point, learning, table
from phazed.train.futures import play_hands

WON_BY_THE_FIRST = bytes(12) + b"\1"
"""A hand before which nobody had done anything; the first seat wins the game."""


def test_the_hands_are_halved_again_and_again():
    hands = dict.fromkeys(range(2), WON_BY_THE_FIRST * 35)
    assert learning(PHASEDOUT, hands) == [Point(n, 0, 0) for n in (2, 4, 8, 17, 35, 70)]


@pytest.mark.parametrize(("samples", "counts"), [(2, [1, 2]), (3, [1, 3]), (5, [1, 2, 5])])
def test_few_hands_make_few_points(samples, counts):
    assert [point.hands for point in learning(BONUS, {0: WON_BY_THE_FIRST * samples})] == counts


def test_more_hands_come_nearer_to_the_truth():
    """The truth is known for hands that every seat wins with the same probability, whatever was done before."""
    random = Random(1)
    rows = [
        bytes([*(random.randrange(31) for _ in range(4)), *bytes(8), 1 << random.randrange(4)]) for _ in range(16_384)
    ]
    points = learning(PHASEDOUT, {0: b"".join(rows)})
    assert [point.typical for point in points] == sorted((point.typical for point in points), reverse=True)
    assert all(point.typical < point.largest for point in points)
    assert points[0].typical / points[-1].typical == pytest.approx(32**0.5, rel=0.5)


def test_the_last_point_is_what_the_root_law_expects():
    *_, half, everything = learning(PHASEDOUT, {0: play_hands(PHASEDOUT, 1, 0, 800, new_policy(PHASEDOUT))})
    assert (half.hands, everything.hands) == (400, 800)
    assert everything.typical == pytest.approx(half.typical / 2**0.5)
    assert everything.largest == pytest.approx(half.largest / 2**0.5)


def test_the_points_are_written_as_json():
    points = [Point(125, 0.0076, 0.059)._asdict(), {"games": 5000, "won": 0.28}]
    assert json.loads(table(points)) == points
