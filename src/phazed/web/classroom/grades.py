"""Handlers for grades, which students can see once they are published, and for similar submissions."""

from __future__ import annotations

from contextlib import closing
from math import isfinite
from typing import TYPE_CHECKING, Any

from starlette.responses import HTMLResponse

from phazed.answers.grade import Grade
from phazed.course.analyses import GRADE, found_by, scheme_of
from phazed.course.folder import ClassFolder
from phazed.course.gradebooks import class_grades, ungraded
from phazed.course.gradebooks import grades_csv as class_grades_csv
from phazed.course.grading.cases import functions_of
from phazed.course.grading.platforms import FORMATS, GradebookEntry, gradebook_file
from phazed.site import export
from phazed.storage.course.adjustments import POINTS
from phazed.terminal.grade import grade_text
from phazed.web.classroom.classroom import csv_download
from phazed.web.classroom.teaching import NO_STUDENT
from phazed.web.fields import text_in
from phazed.web.server.visit import Denied

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.responses import Response

    from phazed.answers.classroom import Comparing, Grades, StudentGrade
    from phazed.course.gradebooks import ClassGrade
    from phazed.web.classroom.classroom import ClassVisit

NO_GRADE = "there is no grade to be seen"


async def grade_all(visit: ClassVisit) -> dict[str, int]:
    """Grade all submissions that have not been graded with the current scheme and cases."""
    folder = visit.folder
    wanted = ungraded(folder)
    scheme_of(folder)  # report an unreadable scheme immediately
    for submission in wanted:
        visit.classroom.engine.ask(submission, GRADE)
    return {"asked": len(wanted)}


def _rows(path: Path) -> list[ClassGrade]:
    """Return the grades of the class, using a separate connection because this runs in another thread."""
    with closing(ClassFolder(path)) as folder:
        return class_grades(folder)


async def _grades(visit: ClassVisit) -> list[ClassGrade]:
    return await visit.classroom.jobs.run("grades", _rows, visit.folder.path)


def _shown(visit: ClassVisit, row: ClassGrade) -> StudentGrade:
    person, submission, grade = row.person, row.submission, row.grade
    return {
        "person": person.id,
        "name": person.name,
        "number": person.number,
        "section": person.section,
        "submission": None if submission is None else submission.id,
        "version": None if submission is None else submission.version,
        "late": submission is not None and submission.late,
        "points": row.points,
        "total": None if grade is None else grade.total,
        "functions": {each.function: each.mark for each in grade.functions} if grade else {},
        "adjusted": {each.function: {"mark": each.mark, "comment": each.comment} for each in row.adjustments.values()},
        "remarks": grade.remarks if grade else row.error,
        "waiting": submission is not None and visit.classroom.engine.is_asked(submission.id, GRADE),
        "current": row.current,
    }


async def grades(visit: ClassVisit) -> Grades:
    """Return all grades for the teacher."""
    rows = await _grades(visit)
    functions = functions_of(visit.folder.settings.game)
    return {
        "published": visit.folder.settings.grades,
        "functions": list(functions),
        "formats": list(FORMATS),
        "rows": [_shown(visit, row) for row in rows],
    }


async def adjust(visit: ClassVisit) -> dict[str, Any]:
    """Adjust a student's mark for a function, or the points, with a comment; without a mark, remove the adjustment."""
    fields = await visit.fields()
    person = visit.folder.people.get(visit.number("student", NO_STUDENT))
    if person is None or person.is_staff:
        raise Denied(404, NO_STUDENT)
    function, mark = text_in(fields, "function"), fields.get("mark")
    if function not in (POINTS, *functions_of(visit.folder.settings.game)):
        raise Denied(400, f"there is no function {function!r} in this class")
    if mark is not None and (isinstance(mark, bool) or not isinstance(mark, int | float) or not isfinite(mark)):
        raise Denied(400, '"mark" must be a number, or null')
    comment = text_in(fields, "comment") if mark is not None else ""
    visit.folder.adjustments.set(person.id, function, mark, comment)
    what = function or "points"
    visit.folder.database.add_event(
        f"The teacher has adjusted {what} of {person.name}: {comment}" if comment else f"{what} as graded", person.id
    )
    return {}


async def grades_csv(visit: ClassVisit) -> Response:
    """Return all grades as CSV, with every mark or, if the query names a learning platform, in its gradebook format."""
    rows, form = await _grades(visit), visit.query("format")
    if not form:
        return csv_download("grades.csv", class_grades_csv(rows))
    if form not in FORMATS:
        raise Denied(400, f"there is no format {form!r}; there are {', '.join(FORMATS)}")
    origins, total = visit.folder.people.origins(), scheme_of(visit.folder).total
    entries = [
        GradebookEntry(
            row.person.name,
            row.person.number or "",
            row.person.section,
            row.person.email,
            origins.get(row.person.id, {}),
            row.points,
        )
        for row in rows
    ]
    return csv_download(f"grades-{form}.csv", gradebook_file(form, entries, visit.folder.settings.title, total))


async def grade_page(visit: ClassVisit) -> Response:
    """Return the page of a grade, for the teacher and, once grades are published, for the student."""
    submission = visit.submission(own=True, otherwise=NO_GRADE)
    if not (visit.for_teacher or visit.folder.settings.grades):
        raise Denied(404, NO_GRADE)
    rows = await _grades(visit)
    found: Any = next((row.grade for row in rows if row.submission and row.submission.id == submission.id), None)
    found = found or found_by(visit.folder.submissions, submission.id, GRADE)
    if not isinstance(found, Grade):
        raise Denied(404, "this submission has not been graded")
    return _exported(export.grade_page(found, grade_text(found)))


async def similar(visit: ClassVisit) -> Comparing:
    """Return the result of the latest comparison, and whether another one is waiting or running."""
    classroom = visit.classroom
    return {"found": classroom.folder.database.setting("similar"), "waiting": classroom.engine.is_comparing}


async def compare(visit: ClassVisit) -> dict[str, Any]:
    """Request a comparison of all students' latest submissions."""
    visit.classroom.engine.ask_similar()
    return {}


async def similar_pairs(visit: ClassVisit) -> Response:
    """Return the page that shows similar submissions."""
    try:
        text = visit.folder.similar_file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Denied(404, "the submissions have not been compared") from None
    return _exported(text)


def _exported(page: str) -> Response:
    """Return a response with an exported page, whose own policy allows only its own scripts and no requests."""
    headers = {"Content-Security-Policy": "frame-ancestors 'none'", "Cache-Control": "no-store"}
    return HTMLResponse(page, headers=headers)
