"""The grades of the course's functions: made when the teacher asks, shown to students once they are published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import HTMLResponse, JSONResponse, Response

from phazed.answers.grade import Grade
from phazed.course.analyses import GRADE, found_by
from phazed.site import export
from phazed.spreadsheets import csv_text
from phazed.terminal.grade import grade_text
from phazed.web.classroom.access import Denied

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.course.store.people import Person
    from phazed.course.store.submissions import Submission
    from phazed.web.classroom.classroom import Visit


def graded_submissions(visit: Visit) -> Iterator[tuple[Person, Submission]]:
    """The submission of each student that is graded: the latest one before the deadline, whether it can play or not."""
    folder = visit.room.folder
    for person in folder.people.all():
        latest = next((each for each in folder.submissions.of(person.id) if not each.late), None)
        if latest is not None:
            yield person, latest


async def grade_all(visit: Visit) -> Response:
    """Grade everybody who has not been graded."""
    submissions, asked = visit.room.folder.submissions, 0
    for _, submission in graded_submissions(visit):
        if found_by(submissions, submission.id, GRADE) is None:
            visit.room.engine.ask(submission.id, GRADE)
            asked += 1
    return JSONResponse({"asked": asked}, 202)


def _rows(visit: Visit) -> list[dict[str, Any]]:
    """The grade of each student, as far as it is known."""
    rows = []
    for person, submission in graded_submissions(visit):
        found = found_by(visit.room.folder.submissions, submission.id, GRADE)
        grade = found if isinstance(found, Grade) else None
        rows.append(
            {
                "person": person.id,
                "name": person.name,
                "number": person.number,
                "section": person.section,
                "submission": submission.id,
                "version": submission.version,
                "points": grade and grade.points,
                "total": grade and grade.total,
                "functions": {each.function: each.mark for each in grade.functions} if grade else {},
                "remarks": grade.remarks if grade else (found or {}).get("error", ""),
                "waiting": visit.room.engine.is_asked(submission.id, GRADE),
            }
        )
    return rows


async def grades(visit: Visit) -> Response:
    """All grades, for the teacher."""
    return JSONResponse({"published": visit.room.folder.settings.grades, "rows": _rows(visit)})


async def grades_csv(visit: Visit) -> Response:
    """All grades, for a gradebook."""
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
    headers = {"Content-Disposition": 'attachment; filename="grades.csv"', "Cache-Control": "no-store"}
    return Response(csv_text([head, *table]), media_type="text/csv; charset=utf-8", headers=headers)


async def grade_page(visit: Visit) -> Response:
    """The page of a grade, for the teacher and, once grades are published, for its student."""
    submission = visit.submission(own=True)
    teacher = visit.visitor.person is not None and visit.visitor.person.is_teacher
    if submission is None or not (teacher or visit.room.folder.settings.grades):
        raise Denied(404, "there is no grade to be seen")
    found = found_by(visit.room.folder.submissions, submission.id, GRADE)
    if not isinstance(found, Grade):
        raise Denied(404, "this submission has not been graded")
    return exported(export.grade_page(found, grade_text(found)))


def exported(page: str) -> Response:
    """Return a response with an exported page, whose own policy allows no script but its own and no requests."""
    headers = {"Content-Security-Policy": "frame-ancestors 'none'", "Cache-Control": "no-store"}
    return HTMLResponse(page, headers=headers)
