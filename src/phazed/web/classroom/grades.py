"""Handlers for grades, which students see once they are published, and for code that submissions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import HTMLResponse

from phazed.answers.grade import Grade
from phazed.course.analyses import GRADE, found_by
from phazed.site import export
from phazed.spreadsheets import csv_text
from phazed.terminal.grade import grade_text
from phazed.web.classroom.classroom import csv_download
from phazed.web.server.visit import Denied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.responses import Response

    from phazed.answers.classroom import Comparing, Grades, StudentGrade
    from phazed.storage.course.people import Person
    from phazed.storage.course.submissions import Submission
    from phazed.web.classroom.classroom import ClassVisit

NO_GRADE = "there is no grade to be seen"


def graded_submissions(visit: ClassVisit) -> Iterator[tuple[Person, Submission]]:
    """Yield each student and the graded submission: the latest one before the deadline, whether it can play or not."""
    folder = visit.folder
    for person in folder.people.all():
        latest = next((each for each in folder.submissions.of(person.id) if not each.late), None)
        if latest is not None:
            yield person, latest


async def grade_all(visit: ClassVisit) -> dict[str, int]:
    """Grade everybody who has not been graded."""
    submissions, asked = visit.folder.submissions, 0
    for _, submission in graded_submissions(visit):
        if found_by(submissions, submission.id, GRADE) is None:
            visit.classroom.engine.ask(submission.id, GRADE)
            asked += 1
    return {"asked": asked}


def _rows(visit: ClassVisit) -> list[StudentGrade]:
    """Return the grade of each student, or the reason why there is none."""
    rows: list[StudentGrade] = []
    for person, submission in graded_submissions(visit):
        found = found_by(visit.folder.submissions, submission.id, GRADE)
        grade = found if isinstance(found, Grade) else None
        rows.append(
            {
                "person": person.id,
                "name": person.name,
                "number": person.number,
                "section": person.section,
                "submission": submission.id,
                "version": submission.version,
                "points": None if grade is None else grade.points,
                "total": None if grade is None else grade.total,
                "functions": {each.function: each.mark for each in grade.functions} if grade else {},
                "remarks": grade.remarks if grade else (found or {}).get("error", ""),
                "waiting": visit.classroom.engine.is_asked(submission.id, GRADE),
            }
        )
    return rows


async def grades(visit: ClassVisit) -> Grades:
    """Return all grades, for the teacher."""
    return {"published": visit.folder.settings.grades, "rows": _rows(visit)}


async def grades_csv(visit: ClassVisit) -> Response:
    """Return all grades, for a gradebook."""
    rows = _rows(visit)
    functions = list(dict.fromkeys(name for row in rows for name in row["functions"]))
    head = ["name", "student number", "group", "version", "points", "total", *functions, "remarks"]
    table = [
        [
            *(row["name"], row["number"], row["section"], row["version"], row["points"], row["total"]),
            *(f"{100 * row['functions'][name]:.1f}" if name in row["functions"] else "" for name in functions),
            row["remarks"],
        ]
        for row in rows
    ]
    return csv_download("grades.csv", csv_text([head, *table]))


async def grade_page(visit: ClassVisit) -> Response:
    """Return the page of a grade, for the teacher and, once grades are published, for its student."""
    submission = visit.submission(own=True, otherwise=NO_GRADE)
    if not (visit.for_teacher or visit.folder.settings.grades):
        raise Denied(404, NO_GRADE)
    found = found_by(visit.folder.submissions, submission.id, GRADE)
    if not isinstance(found, Grade):
        raise Denied(404, "this submission has not been graded")
    return _exported(export.grade_page(found, grade_text(found)))


async def similar(visit: ClassVisit) -> Comparing:
    """Return the result of the latest comparison, and whether submissions are being compared now."""
    classroom = visit.classroom
    return {"found": classroom.folder.database.setting("similar"), "waiting": classroom.engine.is_comparing}


async def compare(visit: ClassVisit) -> dict[str, Any]:
    """Compare the latest submissions of all students."""
    visit.classroom.engine.ask_similar()
    return {}


async def similar_pairs(visit: ClassVisit) -> Response:
    """Return the page with pairs of submissions that share code, side by side."""
    try:
        text = visit.folder.similar_file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Denied(404, "the submissions have not been compared") from None
    return _exported(text)


def _exported(page: str) -> Response:
    """Return a response with an exported page, whose own policy allows no script but its own and no requests."""
    headers = {"Content-Security-Policy": "frame-ancestors 'none'", "Cache-Control": "no-store"}
    return HTMLResponse(page, headers=headers)
