"""Confidence intervals."""

from __future__ import annotations

Z_95 = 1.96
"""Half-width of the 95 % interval of a normal variable, in standard deviations."""


def wilson(successes: float, count: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a proportion; without observations it is 0 to 1.

    A shared win counts as a fraction of a success.

    >>> [round(end, 2) for end in wilson(6, 24)]
    [0.12, 0.45]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not count:
        return 0.0, 1.0
    share, squared = successes / count, Z_95**2 / count
    middle = (share + squared / 2) / (1 + squared)
    half = (share * (1 - share) * squared + squared**2 / 4) ** 0.5 / (1 + squared)
    return max(middle - half, 0.0), min(middle + half, 1.0)
