"""The grade of a submission, rule by rule, and the grades of a class."""

from __future__ import annotations

from statistics import mean, median
from typing import NamedTuple

from phazed.text import counted

DIRECTIONS = {
    "refuses": "rejects valid plays",
    "accepts": "accepts invalid plays",
    "misses": "misses types",
    "adds": "adds wrong types",
    "confuses": "names other types",
    "high": "counts too much",
    "low": "counts too little",
    "form": "answers with another type of value",
    "illegal": "makes illegal plays",
    "exception": "raises an exception",
    "timeout": "takes too long",
    "malformed": "returns a value that cannot be sent",
    "crash": "ends its process",
    "limit": "exceeds a limit",
}
"""Kinds of mistakes in words."""


class RuleShare(NamedTuple):
    """The right answers to the cases of a rule."""

    rule: str
    right: int
    cases: int
    text: str
    """Text of the rule."""


class FunctionGrade(NamedTuple):
    """The mark of one function."""

    function: str
    mark: float
    """Mark from 0, which the best constant answer earns, to 1."""
    weight: float
    """Weight of the function in the points."""
    right: int
    cases: int
    rules: tuple[RuleShare, ...]
    seconds: float
    """Mean CPU seconds per call."""
    slowest: float
    changed: int
    """Number of calls in which it changed its arguments."""
    note: str
    """Reason why the mark differs from the share of right answers, or why there is none; may be empty."""

    @property
    def notes(self) -> str:
        """Notes beside the mark."""
        return "; ".join(filter(None, [self.note, "changes its arguments" if self.changed else ""]))


class Finding(NamedTuple):
    """One mistake of a function."""

    function: str
    rule: str
    direction: str
    times: int
    """Number of cases that show it."""
    of: int
    """Number of cases that show the rule."""
    lost: float
    """Weight of the cases that show it."""
    call: str
    """Smallest call that shows it, ready to be pasted."""
    expected: str
    got: str
    why: str
    sentence: str
    """Text of the rule."""
    where: str
    traceback: str

    @property
    def title(self) -> str:
        """The mistake in words."""
        return DIRECTIONS.get(self.direction, self.direction)


class GradingFailure(NamedTuple):
    """The reason why a submission cannot be graded."""

    got: str
    where: str
    explanation: str
    traceback: str


class Grade(NamedTuple):
    """The grade of a submission."""

    name: str
    digest: str
    game: str
    title: str
    """Title of the game."""
    points: float
    total: float
    functions: tuple[FunctionGrade, ...]
    findings: tuple[Finding, ...]
    """Mistakes by function, the most expensive ones first."""
    failure: GradingFailure | None
    notes: tuple[str, ...]

    @property
    def remarks(self) -> str:
        """The reasons for the grade on one line."""
        if self.failure is not None:
            return self.failure.got
        missing = [each.function for each in self.functions if each.note and not each.right]
        parts = [f"without {', '.join(missing)}"] if missing else []
        if self.findings:
            rules = dict.fromkeys(finding.rule for finding in self.findings)
            parts.append(f"{counted(len(self.findings), 'mistake')}: rules {', '.join(rules)}")
        return "; ".join([*parts, *self.notes])


class GradeRow(NamedTuple):
    """A submission in the grades of a class."""

    name: str
    path: str
    """Path of the submission's page, relative to that of the class."""
    points: float
    marks: tuple[float, ...]
    mistakes: int | None
    """Number of mistakes; `None` if the submission could not be graded."""


class CommonMistake(NamedTuple):
    """A mistake, and the number of submissions that make it."""

    submissions: int
    function: str
    rule: str
    title: str


class Gradebook(NamedTuple):
    """The grades of a class, for the teacher."""

    title: str
    """Title of the game; empty if there are no submissions."""
    total: float
    functions: tuple[str, ...]
    rows: tuple[GradeRow, ...]
    common: tuple[CommonMistake, ...]

    @property
    def mean(self) -> float:
        """Mean of the points."""
        return mean([row.points for row in self.rows] or [0.0])

    @property
    def median(self) -> float:
        """Median of the points."""
        return median([row.points for row in self.rows] or [0.0])

    @property
    def full(self) -> int:
        """Number of submissions with all points."""
        return sum(row.points == self.total for row in self.rows)

    @property
    def failed(self) -> int:
        """Number of submissions that could not be graded."""
        return sum(row.mistakes is None for row in self.rows)
