"""The people in a class: teachers, assistants and students."""

from __future__ import annotations

import json
import re
import time
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from phazed.names import invisible, plain, scripts, skeleton
from phazed.storage.course.database import ClassError
from phazed.storage.database import storable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phazed.storage.database import Database

TEACHER, ASSISTANT, STUDENT = "teacher", "assistant", "student"
STAFF = (TEACHER, ASSISTANT)
MAX_NICKNAME = 24
MAX_STAFF = 50
MAX_FIELD = 200
"""Maximum number of characters in a field of a roster."""
COLUMNS = "id, role, name, number, section, nickname, generation, joined, email, extension"
RESERVED = frozenset(
    [
        "teacher",
        "lecturer",
        "professor",
        "tutor",
        "assistant",
        "instructor",
        "staff",
        "admin",
        "administrator",
        "moderator",
        "system",
        "server",
        "phazed",
        "deleted",
        "guest",
        "player",
        "student",
        "dealer",
        "casino",
        "bot",
        "everybody",
        "nobody",
        "you",
        "me",
    ]
)
"""Names that could be mistaken for somebody's role, even with digits after them."""


class Person(NamedTuple):
    """A person with an account."""

    id: int
    role: str
    name: str
    number: str | None
    """Student number; `None` for teachers and assistants."""
    section: str
    """Group, as in the roster."""
    nickname: str | None
    """Public name; `None` until it is chosen."""
    generation: int
    """Number of times the person's key has been renewed; each renewal invalidates earlier links and sign-ins."""
    joined: float | None
    """Time of the first sign-in."""
    email: str = ""
    extension: float | None = None
    """Individual deadline, which applies if it is later than the deadline of the class."""

    @property
    def is_teacher(self) -> bool:
        return self.role == TEACHER

    @property
    def is_staff(self) -> bool:
        """Whether the person is a teacher or an assistant."""
        return self.role in STAFF

    @property
    def shown(self) -> str:
        """Public name: the nickname or, without one, a staff member's name or `Student` and the id."""
        return self.nickname or (self.name if self.is_staff else f"Student {self.id}")


class Entry(NamedTuple):
    """A student in a roster."""

    name: str
    number: str
    section: str = ""
    email: str = ""
    origin: Mapping[str, str] = MappingProxyType({})
    """Fields by column name that identify the student on the roster's platform and in its gradebook."""


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
        """Return the people with a role, sorted by name."""
        rows = self._database.rows(f"SELECT {COLUMNS} FROM people WHERE role = ? ORDER BY name, id", role)  # noqa: S608
        return [Person(*row) for row in rows]

    def teacher(self) -> Person:
        """Return the first teacher; the account is created on first use."""
        with self._database.transaction() as base:
            base.execute(
                "INSERT INTO people (role, name) SELECT ?, 'Teacher' "
                "WHERE NOT EXISTS (SELECT 1 FROM people WHERE role = ?)",
                (TEACHER, TEACHER),
            )
        return min(self.all(TEACHER), key=lambda person: person.id)

    def staff(self) -> list[Person]:
        """Return all teachers and assistants, starting with the first teacher."""
        first = self.teacher()
        return [first, *(each for role in STAFF for each in self.all(role) if each.id != first.id)]

    def add_staff(self, role: str, name: str) -> Person:
        """Add a teacher or an assistant."""
        name = " ".join(name.split())
        if role not in STAFF:
            raise ClassError(f"choose one of {' and '.join(STAFF)}")
        if not name or len(name) > MAX_FIELD or invisible(name) or not name.isprintable():
            raise ClassError(f"give the name of the person, of at most {MAX_FIELD} visible characters")
        with self._database.transaction() as base:
            if len(self.staff()) >= MAX_STAFF:
                raise ClassError(f"a class has at most {MAX_STAFF} teachers and assistants")
            made = base.execute("INSERT INTO people (role, name) VALUES (?, ?)", (role, storable(name)))
        found = self.get(made.lastrowid or 0)
        if found is None:
            raise ClassError("the account was deleted at once")
        return found

    def remove_staff(self, person: int) -> None:
        """Remove a teacher or an assistant; raise `ClassError` for the first teacher."""
        if person == self.teacher().id:
            raise ClassError("the first teacher's account belongs to the class and cannot be removed")
        with self._database.transaction() as base:
            base.execute("DELETE FROM events WHERE person = ?", (person,))
            base.execute("DELETE FROM people WHERE id = ? AND role IN (?, ?)", (person, *STAFF))

    def renew_key(self, person: int) -> None:
        """Invalidate the person's link and all sign-ins; the person gets a new link."""
        with self._database.transaction() as base:
            base.execute("UPDATE people SET generation = generation + 1 WHERE id = ?", (person,))

    def add_students(self, entries: Iterable[Entry]) -> int:
        """Add the students of a roster and return the number of new ones.

        Students whose number is already known are updated from the roster.
        """
        new = 0
        with self._database.transaction() as base:
            for entry in entries:
                origin = json.dumps(dict(entry.origin))
                values = (*map(storable, (entry.name, entry.section, entry.email, origin)), storable(entry.number))
                if self.by_number(values[-1]) is None:
                    new += 1
                    base.execute(
                        "INSERT INTO people (role, name, section, email, origin, number) VALUES (?, ?, ?, ?, ?, ?)",
                        (STUDENT, *values),
                    )
                else:
                    base.execute(
                        "UPDATE people SET name = ?, section = ?, email = ?, origin = ? WHERE number = ?", values
                    )
        return new

    def origins(self) -> dict[int, dict[str, str]]:
        """Return the roster's identifying fields for each student."""
        rows = self._database.rows("SELECT id, origin FROM people WHERE role = ?", STUDENT)
        return {person: json.loads(origin) for person, origin in rows}

    def set_extension(self, person: int, deadline: float | None) -> None:
        """Set a student's individual deadline; `None` removes it."""
        self._database.execute("UPDATE people SET extension = ? WHERE id = ?", deadline, person)

    # Sessions that have been ended

    def end_session(self, session: str, until: float, now: float) -> None:
        """Mark a session as ended; `until` is the time at which the session would have expired."""
        with self._database.transaction() as base:
            base.execute("DELETE FROM ended WHERE until < ?", (now,))
            base.execute("INSERT OR REPLACE INTO ended VALUES (?, ?)", (session, until))

    def is_ended(self, session: str) -> bool:
        """Return whether a session has been ended."""
        return self._database.value("SELECT 1 FROM ended WHERE session = ?", session) is not None

    # Names

    def note_joined(self, person: int) -> None:
        """Record the time of the person's first sign-in."""
        with self._database.transaction() as base:
            base.execute("UPDATE people SET joined = ? WHERE id = ? AND joined IS NULL", (time.time(), person))

    def set_nickname(self, person: int, nickname: str) -> None:
        """Set the nickname; raise `ClassError` if it is not allowed or looks like another person's name."""
        name = checked_nickname(nickname)
        form = skeleton(name)
        with self._database.transaction() as base:
            other = self._find("skeleton = ? AND id != ?", form, person)
            if other is not None:
                raise ClassError(f"another student is called {other.nickname}: choose another nickname")
            for each in (*self.all(TEACHER), *self.all(ASSISTANT)):
                if skeleton(each.name) == form:
                    raise ClassError("this is the name of a teacher or an assistant: choose another nickname")
            base.execute("UPDATE people SET nickname = ?, skeleton = ? WHERE id = ?", (name, form, person))

    def reset_nickname(self, person: int) -> None:
        """Delete the nickname, so that the student has to choose a new one."""
        self._database.execute("UPDATE people SET nickname = NULL, skeleton = NULL WHERE id = ?", person)

    def delete(self, person: int) -> None:
        """Delete the person and all of the person's data."""
        with self._database.transaction() as base:
            mine = "(SELECT id FROM submissions WHERE person = ?)"
            for table in ("history", "analyses"):
                base.execute(f"DELETE FROM {table} WHERE submission IN {mine}", (person,))  # noqa: S608
            for table in ("submissions", "choices", "places", "events", "adjustments"):
                base.execute(f"DELETE FROM {table} WHERE person = ?", (person,))  # noqa: S608
            base.execute("DELETE FROM files WHERE digest NOT IN (SELECT digest FROM submissions)")
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
    if len(mixed := scripts(name)) > 1:
        raise ClassError(f"a nickname has letters of one script, and this one mixes {' and '.join(sorted(mixed))}")
    letters = (re.sub(r"[\W\d_]+", "", skeleton(name)), skeleton(re.sub(r"[\W\d_]+", "", plain(name))))
    if not _RESERVED_FORMS.isdisjoint(letters):
        raise ClassError("this nickname could pass for somebody else: choose another one")
    return storable(name)


_RESERVED_FORMS = frozenset(map(skeleton, RESERVED))
