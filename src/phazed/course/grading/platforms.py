r"""Files of points that can be imported directly into the gradebooks of learning platforms.

Each platform identifies students by its own columns, which `course.roster` keeps from the platform's roster. Students
from another roster are identified by number and email address, as far as the platform allows.

>>> ada = GradebookEntry("Ada Lovelace", "1815", "Mon", "ada@example.org", {"ID": "77", "SIS User ID": "1815"}, 87.5)
>>> print(gradebook_file("canvas", [ada], "Bot", 100), end="")
"Student","ID","SIS User ID","SIS Login ID","Section","Bot"
"Points Possible","","","","","100"
"Ada Lovelace","77","1815","","Mon","87.5"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phazed.spreadsheets import csv_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

POSSIBLE = "Points Possible"
"""Name in the second row of a Canvas gradebook, which lists the maximum points of each assignment."""


class GradebookEntry(NamedTuple):
    """A student's points."""

    name: str
    number: str
    section: str
    email: str
    origin: Mapping[str, str]
    """Columns of the roster that identify the student, by name."""
    points: float | None

    @property
    def names(self) -> tuple[str, str]:
        """First and last name, as in the roster or split before the last word."""
        if "Last Name" in self.origin:
            return self.origin.get("First Name", ""), self.origin["Last Name"]
        first, _, last = self.name.rpartition(" ")
        return first, last

    @property
    def shown(self) -> str:
        """The points without trailing zeros; empty if there are no points."""
        return "" if self.points is None else f"{self.points:g}"


def _canvas(entries: Sequence[GradebookEntry], title: str, total: float) -> list[list[str]]:
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", title]
    possible = [POSSIBLE, "", "", "", "", f"{total:g}"]
    rows = [
        [
            each.origin.get("Student", each.name),
            each.origin.get("ID", ""),
            each.origin.get("SIS User ID", each.number),
            each.origin.get("SIS Login ID", ""),
            each.origin.get("Section", each.section),
            each.shown,
        ]
        for each in entries
    ]
    return [head, possible, *rows]


def _moodle(entries: Sequence[GradebookEntry], title: str, _: float) -> list[list[str]]:
    rows = [[*each.names, each.origin.get("Username", ""), each.number, each.email, each.shown, ""] for each in entries]
    return [["First name", "Last name", "Username", "ID number", "Email address", title, f"{title} (feedback)"], *rows]


def _blackboard(entries: Sequence[GradebookEntry], title: str, total: float) -> list[list[str]]:
    rows = [
        [each.names[1], each.names[0], each.origin.get("Username", each.number), each.number, each.shown]
        for each in entries
    ]
    return [["Last Name", "First Name", "Username", "Student ID", f"{title} [Total Pts: {total:g} Score]"], *rows]


def _gradescope(entries: Sequence[GradebookEntry], title: str, total: float) -> list[list[str]]:
    rows = [
        [
            *each.names,
            each.number,
            each.email,
            each.section,
            each.shown,
            f"{total:g}",
            "Missing" if each.points is None else "Graded",
        ]
        for each in entries
    ]
    head = ["First Name", "Last Name", "SID", "Email", "Sections", title, f"{title} - Max Points", "Status"]
    return [head, *rows]


FORMATS: Mapping[str, Callable[[Sequence[GradebookEntry], str, float], list[list[str]]]] = {
    "canvas": _canvas,
    "moodle": _moodle,
    "blackboard": _blackboard,
    "gradescope": _gradescope,
}
"""Function that creates the rows for each platform."""


def gradebook_file(platform: str, entries: Sequence[GradebookEntry], title: str, total: float) -> str:
    """Return the points for an assignment as a file for a platform's gradebook."""
    return csv_text(FORMATS[platform](entries, title, total))
