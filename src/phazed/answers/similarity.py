"""Submissions that share code."""

from __future__ import annotations

from typing import NamedTuple


class Match(NamedTuple):
    """A part that two submissions share: files and lines (first and last) on both sides, and its tokens."""

    first_file: str
    first_lines: tuple[int, int]
    second_file: str
    second_lines: tuple[int, int]
    tokens: int


class Pair(NamedTuple):
    """Two submissions that share code."""

    first: str
    second: str
    first_share: float
    """Share of the first one's tokens that is in the second, without the template."""
    second_share: float
    matches: tuple[Match, ...]
    """Shared parts, the longest first."""

    @property
    def share(self) -> float:
        """The larger of the two shares, which determines the order of the pairs."""
        return max(self.first_share, self.second_share)


MAX_PAIRS = 100
"""Maximum number of pairs with their code."""


class Similarity(NamedTuple):
    """Pairs of submissions that share code, with the code."""

    pairs: tuple[Pair, ...]
    """Pairs in the order of their shares, at most `MAX_PAIRS`."""
    more: int
    """Number of further pairs."""
    sources: dict[str, dict[str, tuple[str, ...]]]
    """Lines of the Python files by submission and path, of the submissions in the pairs."""
