"""The files of a grading: a gradebook as CSV and JSON, a page for each student, and a page for the teacher."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from phazed.course.grading.pages import index_page, page
from phazed.spreadsheets import csv_text
from phazed.text import counted
from phazed.writing import file_names, write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from phazed.course.grading.grade import Graded

PAGES = "students"
"""The folder of the students' pages."""


def write_gradebook(folder: Path, grades: Sequence[Graded], roster: Mapping[str, str] | None = None) -> None:
    """Write all files to the folder."""
    (folder / PAGES).mkdir(parents=True, exist_ok=True)
    paths = [f"{PAGES}/{name}.html" for name in file_names([each.name for each in grades])]
    for graded, path in zip(grades, paths):
        _write(folder / path, page(graded))
    _write(folder / "grades.csv", grades_csv(grades, roster))
    _write(folder / "grades.json", json.dumps([each.as_data() for each in grades], indent=2) + "\n")
    _write(folder / "index.html", index_page(grades, paths))


def _write(path: Path, text: str) -> None:
    write(path, text.encode("utf-8", "backslashreplace"))


def grades_csv(grades: Sequence[Graded], roster: Mapping[str, str] | None = None) -> str:
    """The grades for a spreadsheet or a gradebook, with the ids of a roster if there is one."""
    functions = [each.function for each in grades[0].functions] if grades else []
    rows = [
        [
            graded.name,
            *([roster.get(graded.name, "")] if roster is not None else []),
            f"{graded.points:g}",
            f"{graded.total:g}",
            *(f"{100 * each.mark:.1f}" for each in graded.functions),
            remarks(graded),
        ]
        for graded in grades
    ]
    return csv_text(
        [["name", *(["id"] if roster is not None else []), "points", "total", *functions, "remarks"], *rows]
    )


def remarks(graded: Graded) -> str:
    """The grade's reasons on one line."""
    if graded.failure is not None:
        return graded.failure.got
    missing = [each.function for each in graded.functions if each.note and not each.right]
    said = [f"without {', '.join(missing)}"] if missing else []
    if graded.findings:
        rules = dict.fromkeys(finding.rule for finding in graded.findings)
        said.append(f"{counted(len(graded.findings), 'mistake')}: rules {', '.join(rules)}")
    return "; ".join([*said, *graded.notes])
