"""The learning curve and its picture."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from phazed.core.encoding import new_policy
from phazed.rules.rulesets import BONUS, PHASEDOUT, RULESETS
from phazed.train import curve
from phazed.train.curve import Point, learning, picture
from phazed.train.futures import play_hands

POINTS = [Point(125, 0.0076, 0.059), Point(250, 0.0054, 0.04), Point(500, 0.0034, 0.025), Point(1000, 0.0024, 0.018)]


def texts(svg):
    return [each.text for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


WON_BY_THE_FIRST = bytes(12) + b"\1"
"""A hand before which nobody had done anything; the first seat wins the game."""


def test_the_hands_are_halved_again_and_again():
    hands = dict.fromkeys(range(2), WON_BY_THE_FIRST * 35)
    assert learning(PHASEDOUT, hands) == [Point(n, 0, 0) for n in (2, 4, 8, 17, 35, 70)]


@pytest.mark.parametrize(("samples", "counts"), [(2, [1, 2]), (3, [1, 3]), (5, [1, 2, 5])])
def test_few_hands_make_few_points(samples, counts):
    assert [point.hands for point in learning(BONUS, {0: WON_BY_THE_FIRST * samples})] == counts


def test_more_hands_come_nearer_to_the_truth():
    """Of hands that anybody may win, whatever was done before, each as likely as another, the truth is known."""
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


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_the_picture_has_a_title_axes_and_labels(rules):
    svg = picture(rules, POINTS)
    words = texts(svg)
    assert f"How far off the win chances of {rules.name} are" in words
    where = {"phazed": "all 210 standings", "phasedout": "all 70 standings", "phazed_bonus": "127 standings"}[
        rules.name
    ]
    assert any(f"In {where}, " in each for each in words)
    for expected in ("percentage points", "hands played", "largest", "typically", "(expected)"):
        assert expected in words
    for number in ("125", "250", "500", "1000", "0.24", "5.9", "0.2", "0.5", "1", "2", "5", "10"):
        assert number in words
    title = ElementTree.fromstring(svg).find("{http://www.w3.org/2000/svg}title").text
    assert title == f"How far off the win chances of {rules.name} are: typically 0.24 percentage points with 1000 hands"


def test_the_picture_brings_its_own_paper_and_reaches_into_no_page():
    svg = picture(PHASEDOUT, POINTS)
    assert '<rect x="1" y="1" width="718" height="430" rx="9" fill="#ffffff"' in svg
    assert not re.search(r"\b(?:id|class|style)=|<style|<script|href", svg)


@pytest.mark.parametrize(
    "points",
    [
        POINTS,
        [Point(1, 0.0, 0.0), Point(2, 0.0, 0.0)],
        [Point(1, 0.2, 0.70), Point(2, 0.14, 0.5)],
        [Point(1000, 1e-6, 1e-5), Point(2000, 1e-6, 1e-5)],
    ],
)
def test_whatever_is_measured_lies_in_the_field(points):
    svg = picture(PHASEDOUT, points)
    circles = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)
    assert len(circles) == 2 * len(points)
    for x, y in circles:
        assert curve.LEFT < float(x) < curve.RIGHT
        assert curve.TOP <= float(y) <= curve.BOTTOM


def test_what_is_expected_only_is_hollow():
    svg = picture(PHASEDOUT, POINTS)
    assert len(re.findall(r'<circle[^>]*fill="#ffffff"', svg)) == 2
    assert svg.count("stroke-dasharray") == 2
