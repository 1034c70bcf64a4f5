"""The people of a class: the teacher, and the students of the roster."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from phazed.names import invisible, plain
from phazed.storage.course.database import ClassError
from phazed.storage.database import storable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.course.roster import Entry
    from phazed.storage.database import Database

TEACHER, STUDENT = "teacher", "student"
MAX_NICKNAME = 24
COLUMNS = "id, role, name, number, section, nickname, generation, joined"


class Person(NamedTuple):
    """Somebody with an account."""

    id: int
    role: str
    name: str
    number: str | None
    """The student number; `None` for a teacher, and for people from a single sign-on who are not on the roster."""
    section: str
    """The group that the roster gives."""
    nickname: str | None
    """What the others see; `None` until it is chosen."""
    generation: int
    """How often the person has been given a new key, which makes earlier links and sign-ins invalid: see `keys`."""
    joined: float | None
    """When the person first signed in."""

    @property
    def is_teacher(self) -> bool:
        return self.role == TEACHER

    @property
    def shown(self) -> str:
        """What the others see: the nickname or, before it is chosen, a number that says nothing."""
        return self.nickname or ("Teacher" if self.is_teacher else f"Student {self.id}")


class People:
    """The people in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _find(self, condition: str, *values: object) -> Person | None:
        row = self._database.row(f"SELECT {COLUMNS} FROM people WHERE {condition}", *values)  # noqa: S608 - constants
        return None if row is None else Person(*row)

    def get(self, person: int) -> Person | None:
        """The person with that id."""
        return self._find("id = ?", person)

    def by_number(self, number: str) -> Person | None:
        """The student with that number."""
        return self._find("number = ?", number)

    def all(self, role: str = STUDENT) -> list[Person]:
        """Everybody with that role, by name."""
        rows = self._database.rows(f"SELECT {COLUMNS} FROM people WHERE role = ? ORDER BY name, id", role)  # noqa: S608
        return [Person(*row) for row in rows]

    def teacher(self) -> Person:
        """The teacher, whose account is made when it is first asked for."""
        with self._database.transaction() as base:
            base.execute(
                "INSERT INTO people (role, name) SELECT ?, 'Teacher' "
                "WHERE NOT EXISTS (SELECT 1 FROM people WHERE role = ?)",
                (TEACHER, TEACHER),
            )
        return self.all(TEACHER)[0]

    def renew_key(self, person: int) -> None:
        """Make the person's link and all sign-ins with it invalid; a new link is derived."""
        with self._database.transaction() as base:
            base.execute("UPDATE people SET generation = generation + 1 WHERE id = ?", (person,))

    def add_students(self, entries: Iterable[Entry]) -> int:
        """Add the students of a roster; of those who are known by their number, change name and group.

        Return how many are new.
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
        """Set what the others see; a nickname that looks like another's, or like a built-in player's, is refused."""
        name = checked_nickname(nickname)
        folded = plain(name)
        with self._database.transaction() as base:
            other = self._find("folded = ? AND id != ?", folded, person)
            if other is not None:
                raise ClassError(f"another student is called {other.nickname}: choose another nickname")
            base.execute("UPDATE people SET nickname = ?, folded = ? WHERE id = ?", (name, folded, person))

    def delete(self, person: int) -> None:
        """Delete the person, and everything that only they have: submissions, files, places, and events."""
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
    """The nickname without spaces around it; `ClassError` if it cannot be one."""
    name = " ".join(nickname.split())
    if sign := invisible(name):
        raise ClassError(f"a nickname cannot contain an invisible character ({sign})")
    if not 2 <= len(name) <= MAX_NICKNAME or not name.isprintable():
        raise ClassError(f"a nickname has 2 to {MAX_NICKNAME} visible characters")
    if not any(each.isalnum() for each in name) or plain(name).startswith("@"):
        raise ClassError("a nickname has at least one letter or digit, and does not begin with @")
    return storable(name)
