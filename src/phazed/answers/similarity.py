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


class SharedFunction(NamedTuple):
    """A function of one submission that is nearly all in another one."""

    first: str
    second: str
    tokens: int


class Pair(NamedTuple):
    """Two submissions that share code."""

    first: str
    second: str
    """Another submission, or a reference such as one of last year."""
    first_share: float
    """Share of the first one's tokens that is in the second, without what was given or is common."""
    second_share: float
    surprise: float
    """Sum over the shared parts of the logarithms of how few submissions have them, in bits."""
    matches: tuple[Match, ...]
    """Shared parts, the longest first."""
    functions: tuple[SharedFunction, ...]
    """Whole functions among them, the longest first."""

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
    """Median share of a member that is in the representative."""


class CommonCode(NamedTuple):
    """Code that does not count because most submissions have it."""

    submissions: int
    share: float
    """Median share of a submission."""
    name: str
    """A submission that has it."""
    parts: tuple[tuple[str, int, int], ...]
    """Files and lines of it there."""


MAX_PAIRS = 100
"""Maximum number of pairs with their code."""


class Similarity(NamedTuple):
    """Submissions that share code, with the code."""

    compared: int
    """Number of submissions that were compared."""
    references: int
    """Number of programs with which they were compared as well."""
    skipped: tuple[str, ...]
    """Submissions with too little code of their own to be compared."""
    threshold: float
    """Share from which on pairs are listed."""
    usual: float
    """Share that three quarters of all pairs do not exceed."""
    groups: tuple[Group, ...]
    common: tuple[CommonCode, ...]
    given: int
    """Number of submissions with code that was given to all, which does not count."""
    pairs: tuple[Pair, ...]
    """Pairs, the most surprising first; at most `MAX_PAIRS` of them where their code is shown."""
    more: int
    """Number of further pairs."""
    sources: dict[str, dict[str, tuple[str, ...]]]
    """Lines of the Python files by submission and path, of the submissions in the pairs."""
