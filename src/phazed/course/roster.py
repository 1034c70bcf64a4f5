r"""The roster of a class: a CSV file with the columns name, student number and, optionally, group and e-mail address.

Rosters and gradebooks exported from Canvas, Moodle, Blackboard and Gradescope can be used without changes. The name may
be split into two columns, and the columns that identify a student on the platform are kept for exporting grades
(`course.grading.platforms`).

>>> for entry in read_roster("Name;Student number;Group\nAda Lovelace;1815;Monday\n", "class.csv"):
...     print(entry.name, entry.number, entry.section)
Ada Lovelace 1815 Monday
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from phazed.spreadsheets import BadTable
from phazed.storage.course.database import ClassError
from phazed.storage.course.people import MAX_FIELD, Entry
from phazed.text import joined, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = ("name", "student", "full name", "student name", "learner")
FIRST = ("first name", "firstname", "given name", "given names", "first")
LAST = ("last name", "lastname", "surname", "family name", "last")
NUMBER = (
    *("student number", "student id", "sis user id", "sis id", "sid", "id number", "number", "matriculation number"),
    *("sis login id", "username", "user name", "login id", "id"),
)
"""Columns that may contain the student number, best first; a platform's internal number comes last."""
SECTION = ("group", "groups", "section", "sections", "tutorial", "class")
EMAIL = ("email", "e-mail", "email address", "e-mail address", "mail")
ORIGIN = {
    "student": "Student",
    "id": "ID",
    "sis user id": "SIS User ID",
    "sis login id": "SIS Login ID",
    "section": "Section",
    "first name": "First Name",
    "last name": "Last Name",
    "surname": "Last Name",
    "username": "Username",
}
"""Columns by which a platform's gradebook identifies students, with the names under which they are kept."""
EXPECTED = "name and student number in its first line, and perhaps group and email, or those of a learning platform"
MARKS = frozenset({"sis user id", "sis login id", "username", "sid", "id number"})
"""Columns that mark a file as exported from a platform."""
TEST_STUDENTS = ("student, test", "test student")
MAX_STUDENTS = 5000
DELIMITERS = ",;\t"
HEURISTIC_BYTES = 200


def decoded(data: bytes, file: str) -> str:
    """Decode a roster from one of the encodings that spreadsheet programs use.

    >>> [decoded("Zoë".encode(encoding), "x") for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "cp1252")]
    ['Zoë', 'Zoë', 'Zoë', 'Zoë']
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    elif _is_mostly_nul(data[1:HEURISTIC_BYTES:2]):
        encodings = ["utf-16-le"]
    elif _is_mostly_nul(data[:HEURISTIC_BYTES:2]):
        encodings = ["utf-16-be"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadTable(f"{file}: its text cannot be read; save it as CSV in UTF-8")


def _is_mostly_nul(data: bytes) -> bool:
    return bool(data) and 2 * data.count(0) > len(data)


def read_roster(text: str, file: str) -> list[Entry]:
    """Return the students in file order; raise an error that names the line of a student who cannot be read."""
    entries: dict[str, Entry] = {}
    for where, row in _rows(text, file):
        entry = _checked(_entry(row), where)
        if entry.number in entries:
            raise ClassError(f"{where}: the number {printable(entry.number)} occurs twice")
        entries[entry.number] = entry
        if len(entries) > MAX_STUDENTS:
            raise ClassError(f"{file}: a class has at most {MAX_STUDENTS:,} students")
    if not entries:
        raise ClassError(f"{file}: there is no student in it")
    return list(entries.values())


def _rows(text: str, file: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the position of each student, for messages, and the student's fields by column name in lower case."""
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BadTable(f"{file}, line {line}: there is a NUL character; save the file as CSV in UTF-8")
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().strip('"').lower().startswith("sep=") and len(first.strip().strip('"')) == len("sep=") + 1:
        delimiter, text, skipped = first.strip().strip('"')[-1], rest, 1
    else:
        delimiter = max(DELIMITERS, key=first.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        heads = [" ".join(head.split()).lower() for head in next(rows, [])]
        named = any(each in heads for each in NAME) or (_any(heads, FIRST) and _any(heads, LAST))
        if not named or not _any(heads, NUMBER):
            found = joined([printable(head) for head in heads]) if any(heads) else "nothing"
            raise BadTable(f"{file}: a roster must have the columns {EXPECTED}, but there is {found}")
        for row in rows:
            fields = [" ".join(field.split()) for field in row]
            found_row = dict(reversed(list(zip(heads, fields))))
            if any(fields) and not _is_no_student(found_row):
                yield f"{file}, line {rows.line_num + skipped}", found_row
    except csv.Error as error:
        raise BadTable(f"{file}, after line {rows.line_num + skipped}: this is not CSV ({error})") from None


def _any(heads: list[str], names: tuple[str, ...]) -> bool:
    return any(name in heads for name in names)


def _is_no_student(row: dict[str, str]) -> bool:
    """Return whether a row is Canvas's row of points possible or the test student of a course."""
    student = row.get("student", "").lower()
    return student == "points possible" or (student in TEST_STUDENTS and not row.get("sis user id"))


def _entry(row: dict[str, str]) -> Entry:
    def field(names: tuple[str, ...]) -> str:
        return next((row[name] for name in names if row.get(name)), "")

    name = " ".join(filter(None, (field(FIRST), field(LAST)))) or field(NAME)
    if not field(FIRST) and name.count(",") == 1 and "sis user id" in row:
        last, first = name.split(",")  # the format in which Canvas writes names
        name = f"{first.strip()} {last.strip()}"
    is_export = not row.keys().isdisjoint(MARKS)
    origin = {kept: row[head] for head, kept in ORIGIN.items() if is_export and row.get(head)}
    return Entry(name, field(NUMBER), field(SECTION), field(EMAIL), origin)


def _checked(entry: Entry, where: str) -> Entry:
    for value, what in ((entry.name, "name"), (entry.number, "student number")):
        if not value:
            raise ClassError(f"{where}: there is no {what}")
    if max(map(len, (*entry[:4], *entry.origin.values()))) > MAX_FIELD:
        raise ClassError(f"{where}: a field has at most {MAX_FIELD} characters")
    return entry
