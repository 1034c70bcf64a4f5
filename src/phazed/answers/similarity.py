"""Submissions that share code."""

from __future__ import annotations

from typing import NamedTuple


class Match(NamedTuple):
    """A part that two submissions share: its file, first and last line in each, and its number of tokens."""

    first_file: str
    first_lines: tuple[int, int]
    second_file: str
    second_lines: tuple[int, int]
    tokens: int


class SharedFunction(NamedTuple):
    """A function of one submission that is almost entirely contained in another."""

    first: str
    second: str
    tokens: int


class Pair(NamedTuple):
    """Two submissions that share code."""

    first: str
    second: str
    """Another submission, or a reference such as one from last year."""
    first_share: float
    """Share of the first submission's tokens that are in the second; given and common code does not count."""
    second_share: float
    surprise: float
    """Surprise in bits, summed over the shared fingerprints; the fewer submissions have one, the more it counts."""
    matches: tuple[Match, ...]
    """Shared parts, the longest first."""
    functions: tuple[SharedFunction, ...]
    """Whole functions among the shared parts, the longest first."""

    @property
    def share(self) -> float:
        """The larger of the two shares."""
        return max(self.first_share, self.second_share)


class Group(NamedTuple):
    """Three or more submissions that share most of their code."""

    names: tuple[str, ...]
    representative: str
    """The submission that is most similar to the others; its pairs with them are among the pairs."""
    share: float
    """Median share that the members have in common with the representative."""


class CommonCode(NamedTuple):
    """Code that does not count because most submissions have it."""

    submissions: int
    share: float
    """Median share of this code in the submissions that contain it."""
    name: str
    """A submission that contains the code."""
    parts: tuple[tuple[str, int, int], ...]
    """Files and lines of the code in that submission."""


MAX_PAIRS = 100
"""Maximum number of pairs that are shown with their code."""


class Similarity(NamedTuple):
    """The result of a comparison: submissions that share code, with their sources."""

    compared: int
    """Number of submissions that were compared."""
    references: int
    """Number of other programs with which they were also compared."""
    skipped: tuple[str, ...]
    """Submissions with too little code of their own to be compared."""
    threshold: float
    """Minimum share for a pair to be listed."""
    usual: float
    """Third quartile of the shares of all pairs."""
    groups: tuple[Group, ...]
    common: tuple[CommonCode, ...]
    given: int
    """Number of submissions containing code that was given to all, which does not count."""
    pairs: tuple[Pair, ...]
    """Pairs, the most surprising first; at most `MAX_PAIRS` if their code is included."""
    more: int
    """Number of pairs that were left out."""
    sources: dict[str, dict[str, tuple[str, ...]]]
    """Lines of the Python files of the submissions in the pairs, by submission and path."""
