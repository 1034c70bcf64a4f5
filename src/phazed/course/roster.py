"""Reading a class roster: a CSV file with the columns name, student number and, if there is one, group.

>>> for entry in read_roster("Name;Student number;Group\\nAda Lovelace;1815;Monday\\n", "class.csv"):
...     print(entry)
Entry(name='Ada Lovelace', number='1815', section='Monday')
"""

from __future__ import annotations

import csv
import io

from phazed.storage.course.database import ClassError
from phazed.storage.course.people import Entry
from phazed.text import joined, printable

NAMES = ("name", "student", "full name")
NUMBERS = ("student number", "number", "id", "student id", "username")
SECTIONS = ("group", "section", "tutorial", "class")
MAX_STUDENTS = 5000
MAX_FIELD = 200
"""Characters of a field, at most."""


def read_roster(text: str, file: str) -> list[Entry]:
    """The students, in the order of the file; a line that cannot be read is a `ClassError` that names it."""
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    try:
        heads = {" ".join(str(head).split()).lower(): head for head in rows.fieldnames or ()}
        name, number, section = (
            next((heads[each] for each in names if each in heads), None) for names in (NAMES, NUMBERS, SECTIONS)
        )
        if name is None or number is None:
            found = joined([printable(head) for head in heads]) if any(heads) else "nothing"
            raise ClassError(
                f"{file}: a roster has the columns name and student number in its first line, and perhaps group; "
                f"there is {found}"
            )
        entries: dict[str, Entry] = {}
        for row in rows:
            values = [" ".join((row.get(column) or "").split()) if column else "" for column in (name, number, section)]
            if not any(values):
                continue
            where = f"{file}, line {rows.line_num}"
            entry = _checked(Entry(*values), where)
            if entry.number in entries:
                raise ClassError(f"{where}: the number {printable(entry.number)} occurs twice")
            entries[entry.number] = entry
            if len(entries) > MAX_STUDENTS:
                raise ClassError(f"{file}: a class has at most {MAX_STUDENTS:,} students")
    except csv.Error as error:
        raise ClassError(f"{file}, after line {rows.line_num}: this is not CSV ({error})") from None
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
