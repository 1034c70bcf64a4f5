"""The files that a grading writes: a gradebook as CSV and JSON, a page for each student, and one for the teacher."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from phazed.answers.form import to_json
from phazed.answers.grade import DIRECTIONS, CommonMistake, Gradebook, GradeRow
from phazed.site.export import grade_page, gradebook_page
from phazed.spreadsheets import csv_text
from phazed.terminal.grade import grade_text, gradebook_text
from phazed.writing import file_names, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from phazed.answers.grade import Grade

PAGES = "students"
"""Name of the folder for the students' pages."""
MAX_COMMON = 20
"""Maximum number of mistakes listed on the teacher's page."""


def write_gradebook(folder: Path, grades: Sequence[Grade], roster: Mapping[str, str] | None = None) -> None:
    """Write all files to the folder, and delete the pages of submissions that have been removed."""
    (folder / PAGES).mkdir(parents=True, exist_ok=True)
    paths = [f"{PAGES}/{name}.html" for name in file_names([each.name for each in grades])]
    for old in (folder / PAGES).glob("*.html"):  # pages of removed submissions
        if f"{PAGES}/{old.name}" not in paths:
            old.unlink()
    for grade, path in zip(grades, paths):
        _write(folder / path, grade_page(grade, grade_text(grade)))
    _write(folder / "grades.csv", grades_csv(grades, roster))
    _write(folder / "grades.json", json.dumps(to_json(grades), indent=2) + "\n")
    book = gradebook(grades, paths)
    _write(folder / "index.html", gradebook_page(book, gradebook_text(book)))


def _write(path: Path, text: str) -> None:
    write(path, text.encode("utf-8", "backslashreplace"))


def gradebook(grades: Sequence[Grade], paths: Sequence[str] = ()) -> Gradebook:
    """Return the grades of a class, with the paths of the students' pages."""
    rows = (
        GradeRow(
            grade.name,
            path,
            grade.points,
            tuple(each.mark for each in grade.functions),
            None if grade.failure else len(grade.counted),
        )
        for grade, path in zip(grades, paths or [""] * len(grades))
    )
    if not grades:
        return Gradebook("", 0.0, (), (), ())
    first = grades[0]
    functions = tuple(each.function for each in first.functions)
    return Gradebook(first.title, first.total, functions, tuple(rows), tuple(_common(grades)))


def _common(grades: Sequence[Grade]) -> Iterator[CommonMistake]:
    """Yield the mistakes that the most submissions share."""
    counts = Counter(
        mistake
        for each in grades
        for mistake in dict.fromkeys((found.function, found.rule, found.direction) for found in each.counted)
    )
    for (function, rule, direction), times in counts.most_common(MAX_COMMON):
        yield CommonMistake(times, function, rule, DIRECTIONS.get(direction, direction))


def grades_csv(grades: Sequence[Grade], roster: Mapping[str, str] | None = None) -> str:
    """Return the grades as CSV for a spreadsheet or a gradebook, with ids if there is a roster."""
    functions = [each.function for each in grades[0].functions] if grades else []
    rows = [
        [
            grade.name,
            *([roster.get(grade.name, "")] if roster is not None else []),
            f"{grade.points:g}",
            f"{grade.total:g}",
            *(f"{100 * each.mark:.1f}" for each in grade.functions),
            grade.remarks,
        ]
        for grade in grades
    ]
    return csv_text(
        [["name", *(["id"] if roster is not None else []), "points", "total", *functions, "remarks"], *rows]
    )
