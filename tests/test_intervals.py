"""Confidence intervals."""

from __future__ import annotations

import pytest

from phazed.intervals import wilson


def test_without_observations_the_interval_is_everything():
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("successes", "count"), [(0, 5), (5, 5), (2.5, 24), (400, 1000)])
def test_the_interval_contains_the_share_and_stays_within_0_and_1(successes, count):
    low, high = wilson(successes, count)
    assert 0 <= low <= successes / count <= high <= 1
    assert high - low < 1


def test_the_interval_of_the_complement_is_mirrored():
    low, high = wilson(3, 20)
    assert wilson(17, 20) == pytest.approx((1 - high, 1 - low))
