"""The grades of a class: which of each student's submissions counts, and the grades as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.answers.grade import Grade
from phazed.course.analyses import BASIS, GRADE, grade_basis, read_found, scheme_of
from phazed.course.grading.adjusted import NO_PENALTY, Decision, Penalty, adjusted, days_late
from phazed.rules.errors import PhazedError
from phazed.spreadsheets import csv_text
from phazed.storage.course.adjustments import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.course.folder import ClassFolder
    from phazed.storage.course.adjustments import Adjustment
    from phazed.storage.course.people import Person
    from phazed.storage.course.submissions import Submission


class ClassGrade(NamedTuple):
    """A student's grade."""

    person: Person
    submission: Submission | None
    """The submission that counts; `None` if the student has none."""
    grade: Grade | None
    """The grade with all adjustments; `None` if the submission has not been graded."""
    found: Grade | None
    """The grade without adjustments."""
    error: str
    """Reason why the submission could not be graded; may be empty."""
    adjustments: dict[str, Adjustment]
    """Adjustments by function."""
    current: bool
    """Whether the submission was graded with the current scheme and cases."""

    @property
    def points(self) -> float | None:
        if self.grade is not None:
            return self.grade.points
        added = self.adjustments.get(POINTS)
        return None if added is None or self.submission is not None else max(added.mark, 0.0)


def candidates(folder: ClassFolder) -> Iterator[tuple[Person, list[tuple[Submission, Penalty]]]]:
    """Yield each student with the submissions that may count: the last on time and, with a penalty, the last late one.

    Late submissions are included only if the class grades them, and only up to its limit of days.
    """
    settings, versions = folder.settings, folder.submissions.by_person()
    for person in folder.people.all():
        own = versions.get(person.id, [])
        found = [(each, NO_PENALTY) for each in own if not each.late][:1]
        if settings.late_percent and settings.deadline is not None:
            deadline = max(settings.deadline, person.extension or 0)
            late = ((each, days_late(each.submitted, deadline)) for each in own if each.late)
            found += [
                (each, Penalty(settings.late_percent, days)) for each, days in late if days <= settings.late_days
            ][:1]
        yield person, found


def ungraded(folder: ClassFolder) -> list[int]:
    """Return the submissions that must be graded, or graded again because the scheme or the cases have changed."""
    basis, known = grade_basis(folder), folder.submissions.analyses(GRADE)
    wanted = [each.id for _, found in candidates(folder) for each, _ in found]
    return [number for number in wanted if known.get(number, {}).get(BASIS) != basis]


def class_grades(folder: ClassFolder) -> list[ClassGrade]:
    """Return each student's grade, sorted by name; of the submissions that may count, the best one does."""
    known, adjustments = folder.submissions.analyses(GRADE), folder.adjustments.all()
    try:
        basis, scheme = grade_basis(folder), scheme_of(folder)
    except PhazedError:  # the scheme cannot be read; the page says so when grading is requested
        basis, scheme = "", None
    rows = []
    for person, found in candidates(folder):
        own = adjustments.get(person.id, {})
        options = [_graded(person, each, penalty, known.get(each.id), own, basis, scheme) for each, penalty in found]
        graded = [each for each in options if each.grade is not None]
        nothing = ClassGrade(person, None, None, None, "", own, current=True)
        best = max(graded, key=lambda each: each.points or 0.0, default=options[0] if options else nothing)
        rows.append(best)
    return rows


def _graded(
    person: Person,
    submission: Submission,
    penalty: Penalty,
    stored: Any,
    own: dict[str, Adjustment],
    basis: str,
    scheme: Any,
) -> ClassGrade:
    answer = read_found(stored, GRADE)
    current = stored is not None and stored.get(BASIS) == basis
    if not isinstance(answer, Grade):
        return ClassGrade(person, submission, None, None, (answer or {}).get("error", ""), own, current)
    answer = answer._replace(name=person.name)
    decisions = {function: Decision(each.mark, each.comment) for function, each in own.items()}
    added = decisions.pop(POINTS, None)
    made = answer if scheme is None else adjusted(answer, scheme, decisions, added, penalty)
    return ClassGrade(person, submission, made, answer, "", own, current)


def grades_csv(rows: Sequence[ClassGrade]) -> str:
    """Return all grades as CSV, with the mark of each function."""
    functions = list(dict.fromkeys(each.function for row in rows if row.grade for each in row.grade.functions))
    head = ["name", "student number", "group", "email", "version", "points", "total", *functions, "remarks"]
    table = []
    for row in rows:
        person, submission, grade = row.person, row.submission, row.grade
        marks = {each.function: each.mark for each in grade.functions} if grade else {}
        table.append(
            [
                *(person.name, person.number, person.section, person.email),
                None if submission is None else submission.version,
                row.points,
                None if grade is None else grade.total,
                *(f"{100 * marks[name]:.1f}" if name in marks else "" for name in functions),
                grade.remarks if grade else row.error,
            ]
        )
    return csv_text([head, *table])
