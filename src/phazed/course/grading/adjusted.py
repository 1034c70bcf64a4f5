"""A grade with the teacher's changes: adjusted marks, added points, and a penalty for lateness.

The grade itself records each change and its reason, so every page and file that shows the grade includes them.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phazed.answers.grade import FunctionGrade, Grade
    from phazed.course.grading.scheme import Scheme

DAY = 86_400


class Decision(NamedTuple):
    """A teacher's decision on a mark or on the points, with its reason."""

    value: float
    """Mark from 0 to 1, or points to add."""
    comment: str


class Penalty(NamedTuple):
    """The deduction for a late submission."""

    percent: float
    """Percentage of the points deducted per day."""
    days: int
    """Number of days late, rounded up."""

    @property
    def share(self) -> float:
        """Share of the points that remains."""
        return max(0.0, 1 - self.percent / 100 * self.days)


NO_PENALTY = Penalty(0.0, 0)


def days_late(submitted: float, deadline: float | None) -> int:
    """Return the number of days after the deadline, rounded up; 0 for a submission on time.

    >>> days_late(100.0, None), days_late(100.0, 100.0), days_late(101.0, 100.0), days_late(86_501.0, 100.0)
    (0, 0, 1, 2)
    """
    return 0 if deadline is None else max(0, ceil((submitted - deadline) / DAY))


def adjusted(
    grade: Grade, scheme: Scheme, marks: Mapping[str, Decision], added: Decision | None, penalty: Penalty = NO_PENALTY
) -> Grade:
    """Return the grade after adjusting the marks, deducting the penalty, and adding points, in this order."""
    functions = tuple(_adjusted(each, marks.get(each.function)) for each in grade.functions)
    notes, points = list(grade.notes), grade.points
    if functions != grade.functions:
        points = scheme.points(1 - sum((1 - each.mark) * each.weight for each in functions))
    if penalty.days:
        points *= penalty.share
        notes.append(f"{counted(penalty.days, 'day')} late: {penalty.share:.0%} of the points")
    if added is not None:
        points += added.value
        notes.append(f"{added.value:+g} points by the teacher: {added.comment}")
    return grade._replace(points=round(max(points, 0.0), 2), functions=functions, notes=tuple(notes))


def _adjusted(grade: FunctionGrade, decision: Decision | None) -> FunctionGrade:
    if decision is None:
        return grade
    note = f"{decision.value:.0%} instead of {grade.mark:.0%} by the teacher: {decision.comment}"
    return grade._replace(mark=decision.value, note=note)
