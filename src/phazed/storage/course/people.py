"""The people of a class: the teacher and the students of the roster."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from phazed.names import invisible, plain
from phazed.storage.course.database import ClassError
from phazed.storage.database import storable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.storage.database import Database

TEACHER, STUDENT = "teacher", "student"
MAX_NICKNAME = 24
COLUMNS = "id, role, name, number, section, nickname, generation, joined"


class Person(NamedTuple):
    """A person with an account."""

    id: int
    role: str
    name: str
    number: str | None
    """Student number; `None` for a teacher and for people from a single sign-on who are not in the roster."""
    section: str
    """Group, as given in the roster."""
    nickname: str | None
    """Public name; `None` until it is chosen."""
    generation: int
    """Number of times that the person's key was renewed, which makes earlier links and sign-ins invalid."""
    joined: float | None
    """Time of the first sign-in."""

    @property
    def is_teacher(self) -> bool:
        return self.role == TEACHER

    @property
    def shown(self) -> str:
        """Public name: the nickname or, until one is chosen, a number."""
        return self.nickname or ("Teacher" if self.is_teacher else f"Student {self.id}")


class Entry(NamedTuple):
    """A student of a roster."""

    name: str
    number: str
    section: str = ""


class People:
    """The people in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _find(self, condition: str, *values: object) -> Person | None:
        row = self._database.row(f"SELECT {COLUMNS} FROM people WHERE {condition}", *values)  # noqa: S608 - constants
        return None if row is None else Person(*row)

    def get(self, person: int) -> Person | None:
        return self._find("id = ?", person)

    def by_number(self, number: str) -> Person | None:
        return self._find("number = ?", number)

    def all(self, role: str = STUDENT) -> list[Person]:
        """Return the people with a role, by name."""
        rows = self._database.rows(f"SELECT {COLUMNS} FROM people WHERE role = ? ORDER BY name, id", role)  # noqa: S608
        return [Person(*row) for row in rows]

    def teacher(self) -> Person:
        """Return the teacher, whose account is created on first use."""
        with self._database.transaction() as base:
            base.execute(
                "INSERT INTO people (role, name) SELECT ?, 'Teacher' "
                "WHERE NOT EXISTS (SELECT 1 FROM people WHERE role = ?)",
                (TEACHER, TEACHER),
            )
        return self.all(TEACHER)[0]

    def renew_key(self, person: int) -> None:
        """Invalidate the person's link and all sign-ins with it; a new link is derived."""
        with self._database.transaction() as base:
            base.execute("UPDATE people SET generation = generation + 1 WHERE id = ?", (person,))

    def add_students(self, entries: Iterable[Entry]) -> int:
        """Add the students of a roster and return the number of new ones.

        A student who is known by their number gets the name and the group of the roster.
        """
        new = 0
        with self._database.transaction() as base:
            for entry in entries:
                values = (storable(entry.name), storable(entry.section), storable(entry.number))
                if self.by_number(values[2]) is None:
                    new += 1
                    base.execute(
                        "INSERT INTO people (role, name, section, number) VALUES (?, ?, ?, ?)", (STUDENT, *values)
                    )
                else:
                    base.execute("UPDATE people SET name = ?, section = ? WHERE number = ?", values)
        return new

    def note_joined(self, person: int) -> None:
        """Store that the person has signed in for the first time."""
        with self._database.transaction() as base:
            base.execute("UPDATE people SET joined = ? WHERE id = ? AND joined IS NULL", (time.time(), person))

    def set_nickname(self, person: int, nickname: str) -> None:
        """Set the nickname; raise `ClassError` if it looks like another student's or a built-in player's."""
        name = checked_nickname(nickname)
        folded = plain(name)
        with self._database.transaction() as base:
            other = self._find("folded = ? AND id != ?", folded, person)
            if other is not None:
                raise ClassError(f"another student is called {other.nickname}: choose another nickname")
            base.execute("UPDATE people SET nickname = ?, folded = ? WHERE id = ?", (name, folded, person))

    def delete(self, person: int) -> None:
        """Delete the person with their submissions, files, places and events."""
        with self._database.transaction() as base:
            mine = "(SELECT id FROM submissions WHERE person = ?)"
            base.execute(f"DELETE FROM history WHERE submission IN {mine}", (person,))  # noqa: S608
            base.execute(f"DELETE FROM analyses WHERE submission IN {mine}", (person,))  # noqa: S608
            base.execute("DELETE FROM submissions WHERE person = ?", (person,))
            base.execute("DELETE FROM files WHERE digest NOT IN (SELECT digest FROM submissions)")
            base.execute("DELETE FROM places WHERE person = ?", (person,))
            base.execute("DELETE FROM events WHERE person = ?", (person,))
            base.execute("DELETE FROM people WHERE id = ?", (person,))


def checked_nickname(nickname: str) -> str:
    """Return the nickname without redundant spaces; raise `ClassError` if it is not allowed."""
    name = " ".join(nickname.split())
    if sign := invisible(name):
        raise ClassError(f"a nickname cannot contain an invisible character ({sign})")
    if not 2 <= len(name) <= MAX_NICKNAME or not name.isprintable():
        raise ClassError(f"a nickname has 2 to {MAX_NICKNAME} visible characters")
    if not any(each.isalnum() for each in name) or plain(name).startswith("@"):
        raise ClassError("a nickname has at least one letter or digit, and does not begin with @")
    return storable(name)
