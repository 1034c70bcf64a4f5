"""The learning curve: the error of the learned win chances as a function of the number of hands.

All hands are divided into parts of equal size, and the tables learned from two parts at a time are compared. Two tables
from the same number of hands differ by √2 times the error of each. Since the error decreases with the square root of
the number of hands, this also gives the error of the table learned from all hands.
"""

from __future__ import annotations

from json import dumps
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from phazed.train.futures import ROW, win_chances, worths

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phazed.rules.rulesets import Ruleset
    from phazed.train.futures import Hands

POINTS = 5
"""Number of halvings of the sample."""


class Point(NamedTuple):
    """The typical and the largest error of a table learned from `hands` hands."""

    hands: int
    typical: float
    largest: float


def learning(rules: Ruleset, hands: Hands) -> list[Point]:
    """Return the points of the curve up to half of the hands, and the expected error with all hands."""
    everything = b"".join(hands[part] for part in sorted(hands))
    samples = len(everything) // ROW
    sizes = [samples >> halved for halved in range(1, POINTS + 1) if samples >> halved]
    points = [_compared(rules, everything, size, samples // size // 2) for size in reversed(sizes)]
    last = points[-1]
    nearer = sqrt(last.hands / samples)
    return [*points, Point(samples, last.typical * nearer, last.largest * nearer)]


def _compared(rules: Ruleset, hands: bytes, size: int, pairs: int) -> Point:
    squares, count, largest = 0.0, 0, 0.0
    for pair in range(pairs):
        one, other = (_chances(rules, hands, 2 * pair + half, size) for half in range(2))
        gaps = [abs(a - b) for row, others in zip(one, other) for a, b in zip(row, others)]
        squares += sum(gap * gap for gap in gaps)
        count += len(gaps)
        largest += max(gaps) / pairs
    return Point(size, sqrt(squares / count / 2), largest / sqrt(2))


def _chances(rules: Ruleset, hands: bytes, number: int, size: int) -> list[list[float]]:
    """Return the chances in all standings according to the table learned from one part of that size."""
    length = size * ROW
    return win_chances(rules, worths(rules, {0: hands[number * length : (number + 1) * length]}))


def table(points: Sequence[Mapping[str, float]]) -> bytes:
    """Return the points of a curve as JSON, one per line; `benchmarks/training_charts.py` plots them."""
    rows = ",\n".join(f"  {dumps(point)}" for point in points)
    return f"[\n{rows}\n]\n".encode()
