r"""The roster of a class: a CSV file with the columns name, student number and, optionally, group.

>>> for entry in read_roster("Name;Student number;Group\nAda Lovelace;1815;Monday\n", "class.csv"):
...     print(entry)
Entry(name='Ada Lovelace', number='1815', section='Monday')
"""

from __future__ import annotations

from phazed.spreadsheets import read_columns
from phazed.storage.course.database import ClassError
from phazed.storage.course.people import Entry
from phazed.text import printable

COLUMNS = (
    ("name", "student", "full name"),
    ("student number", "number", "id", "student id", "username"),
    ("group", "section", "tutorial", "class"),
)
"""Possible names of each column."""
EXPECTED = "name and student number in its first line, and perhaps group"
MAX_STUDENTS = 5000
MAX_FIELD = 200
"""Maximum number of characters of a field."""


def read_roster(text: str, file: str) -> list[Entry]:
    """Return the students in the order of the file; raise an error that names the line if one cannot be read."""
    entries: dict[str, Entry] = {}
    for where, fields in read_columns(text, file, COLUMNS, EXPECTED):
        if not any(fields):
            continue
        entry = _checked(Entry(*(" ".join(field.split()) for field in fields)), where)
        if entry.number in entries:
            raise ClassError(f"{where}: the number {printable(entry.number)} occurs twice")
        entries[entry.number] = entry
        if len(entries) > MAX_STUDENTS:
            raise ClassError(f"{file}: a class has at most {MAX_STUDENTS:,} students")
    if not entries:
        raise ClassError(f"{file}: there is no student in it")
    return list(entries.values())


def _checked(entry: Entry, where: str) -> Entry:
    for value, what in ((entry.name, "name"), (entry.number, "student number")):
        if not value:
            raise ClassError(f"{where}: there is no {what}")
    if max(map(len, entry)) > MAX_FIELD:
        raise ClassError(f"{where}: a field has at most {MAX_FIELD} characters")
    return entry
