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
    "high": "counts too much",
    "low": "counts too little",
    "form": "answers with another type of value",
    "illegal": "makes illegal plays",
    "leak": "answers differently after earlier calls",
    "exception": "raises an exception",
    "timeout": "takes too long",
    "malformed": "returns a value that cannot be sent",
    "crash": "ends its process",
    "limit": "exceeds a limit",
}
"""Description of each kind of mistake."""


class RuleShare(NamedTuple):
    """A rule's contribution to the mark of a function."""

    rule: str
    right: int
    cases: int
    negative: int
    """Number of cases with a negative expected answer, such as invalid plays."""
    weight: float
    """Share of the function's mark that depends on the rule."""
    credit: float
    """Fraction of the weight that the function earns, from 0 to 1."""
    text: str
    """Text of the rule."""


class FunctionGrade(NamedTuple):
    """The mark of one function."""

    function: str
    mark: float
    """Mark from 0 to 1; the best constant answer earns 0."""
    weight: float
    """Share of the points that depends on the function."""
    right: int
    cases: int
    rules: tuple[RuleShare, ...]
    seconds: float
    """Mean CPU seconds per call."""
    slowest: float
    changed: int
    """Number of calls that changed their arguments."""
    note: str
    """Reason why the mark differs from the share of right answers, or why there is no mark; may be empty."""

    @property
    def notes(self) -> str:
        """Notes shown beside the mark."""
        return "; ".join(filter(None, [self.note, "changes its arguments" if self.changed else ""]))


class Finding(NamedTuple):
    """One mistake in a function."""

    function: str
    rule: str
    """Broken rule; empty for an exception, a time-out, a value of another type or a leak of state."""
    direction: str
    aspects: tuple[str, ...]
    """Features that the calls showing the mistake have in common."""
    times: int
    """Number of cases that show the mistake."""
    of: int
    """Number of cases about the rule or, without a rule, of all cases for the function."""
    lost: float
    """Weight of the cases that show the mistake; 0 if it does not count."""
    call: str
    """Smallest call that shows the mistake, ready to be pasted."""
    earlier: tuple[str, ...]
    """For a leak of state, the calls that must come before in the same process."""
    expected: str
    got: str
    why: str
    sentence: str
    """Text of the rule."""
    where: str
    traceback: str

    @property
    def title(self) -> str:
        """Description of the mistake."""
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
    """Mistakes by function, the most costly first."""
    failure: GradingFailure | None
    notes: tuple[str, ...]

    @property
    def counted(self) -> tuple[Finding, ...]:
        """Mistakes that count."""
        return tuple(finding for finding in self.findings if finding.lost)

    @property
    def remarks(self) -> str:
        """The reasons for the grade, on one line."""
        if self.failure is not None:
            return self.failure.got
        missing = [each.function for each in self.functions if each.note and not each.right]
        parts = [f"without {', '.join(missing)}"] if missing else []
        if self.counted:
            rules = list(dict.fromkeys(finding.rule for finding in self.counted if finding.rule))
            others = list(dict.fromkeys(finding.title for finding in self.counted if not finding.rule))
            named = [*([f"rules {', '.join(rules)}"] if rules else []), *others]
            parts.append(f"{counted(len(self.counted), 'mistake')}: {'; '.join(named)}")
        return "; ".join([*parts, *self.notes])


class GradeRow(NamedTuple):
    """A submission's row in the grades of a class."""

    name: str
    path: str
    """Path of the submission's page, relative to the page of the class."""
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
        """Number of submissions with full points."""
        return sum(row.points == self.total for row in self.rows)

    @property
    def failed(self) -> int:
        """Number of submissions that could not be graded."""
        return sum(row.mistakes is None for row in self.rows)
