"""The folder of a class: its contents, its settings, and a lock that keeps out a second server.

- `class.db`: people, submissions, settings (`storage.course`);
- `tables.db`: people's games (`storage.tables`);
- `ladder.db`: ladder matches (`storage.course.ladder`);
- `similar.html`: the latest comparison of submissions;
- `scheme.toml` and `cases.txt`: the teacher's grading scheme and additional cases, if there are any;
- `final/`, `final-2/` and so on: the finals, stored like any other tournament (`storage.results`);
- `access.log`: the latest requests.
"""

from __future__ import annotations

import fcntl
import re
import secrets
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.course.keys import MAX_AGE, Keys, session_of
from phazed.rules.rulesets import RULESETS
from phazed.sandbox.limits import Limits
from phazed.storage.course.adjustments import Adjustments
from phazed.storage.course.database import NAME, ClassDatabase, ClassError
from phazed.storage.course.ladder import NAME as LADDER
from phazed.storage.course.people import People
from phazed.storage.course.rounds import Rounds
from phazed.storage.course.submissions import Submissions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from phazed.storage.course.people import Person

MAX_TITLE = 80
ADDRESS = re.compile(r"https?://[A-Za-z0-9.\-\[\]:]+")


class ClassSettings(NamedTuple):
    """Settings of a class, chosen by the teacher."""

    title: str = "Phazed class"
    game: str = "phazed"
    """Game played on the ladder and in the final."""
    deadline: float | None = None
    """Deadline, in seconds since the epoch."""
    guests: bool = True
    """Whether the scoreboard is visible without signing in."""
    ladder: bool = True
    """Whether matches are played on the ladder."""
    final_matches: int = 200
    """Number of matches per finalist."""
    grades: bool = False
    """Whether students can see their grades."""
    errors: int = 5
    """Number of errors on the ladder after which a submission is paused."""
    space: int = 4000
    """Size of the folder, in megabytes, above which records of old matches are deleted."""
    late_percent: float = 0.0
    """Percentage of its points that a late submission loses per day; 0 if late submissions are not graded."""
    late_days: int = 7
    """Number of days after the deadline during which late submissions are graded."""
    address: str = ""
    """Server address for sign-in links; empty for the address at which the server listens."""


class ClassFolder:
    """The folder of a class with its open database, for use in one thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except FileExistsError:
            raise ClassError(f"{path} is not a folder: name a folder for the class") from None
        self.database = ClassDatabase(path / NAME)
        self.people = People(self.database)
        self.submissions = Submissions(self.database)
        self.rounds = Rounds(self.database)
        self.adjustments = Adjustments(self.database)

    @classmethod
    def existing(cls, path: Path) -> ClassFolder:
        """Open the folder of an existing class; raise `ClassError` if it contains none."""
        if not (path / NAME).is_file():
            raise ClassError(f"{path}: there is no class in this folder; phazed class {path} begins one")
        return cls(path)

    @property
    def tables_file(self) -> Path:
        return self.path / "tables.db"

    @property
    def ladder_file(self) -> Path:
        return self.path / LADDER

    @property
    def similar_file(self) -> Path:
        """Page of similar submissions, for the teacher only."""
        return self.path / "similar.html"

    def close(self) -> None:
        self.database.close()

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other servers out while this one is running; the lock is released when the process exits."""
        with open(self.path / "lock", "w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ClassError(f"{self.path}: another server runs this class already") from None
            yield

    def is_served(self) -> bool:
        """Return whether a server is running this class."""
        try:
            with self.lock():
                return False
        except ClassError:
            return True

    # Settings

    @property
    def settings(self) -> ClassSettings:
        return ClassSettings(**self.database.setting("class", {}))

    def change_settings(self, changes: dict[str, Any]) -> ClassSettings:
        """Change settings, or raise `ClassError` for a value that is not allowed.

        Changing the deadline also changes which submissions are late and which are ranked.
        """
        with self.database.transaction():
            before = self.settings
            changed = checked_settings(before, changes)
            if changed.game != before.game and self.ladder_file.exists():
                raise ClassError(f"the ladder plays {before.game}: begin another class for another game")
            self.database.set_setting("class", changed._asdict())
            if changed.deadline != before.deadline:
                self.submissions.decide_all()
        return changed

    def extend(self, person: int, deadline: float | None) -> None:
        """Set a student's individual deadline; `None` removes it."""
        if problem := _problem("deadline", deadline):
            raise ClassError(f"extension: {problem}")
        with self.database.transaction():
            self.people.set_extension(person, deadline)
            self.submissions.decide_all()

    @property
    def limits(self) -> Limits:
        """Resource limits for bots."""
        return Limits(**self.database.setting("limits", {}))

    def secret(self, name: str) -> str:
        """Return a random secret of the class, created on first use."""
        found = self.database.setting(f"secret {name}")
        if found is not None:
            return str(found)
        with self.database.transaction():  # another thread may have created it
            found = self.database.setting(f"secret {name}", secrets.token_hex(16))
            self.database.set_setting(f"secret {name}", found)
        return str(found)

    # Accounts

    @cached_property
    def keys(self) -> Keys:
        return Keys(self.secret("keys"))

    def key_of(self, person: Person) -> str:
        """Return the key that opens the person's account."""
        return self.keys.key(person.id, person.generation)

    def person_with_key(self, key: str) -> Person | None:
        """Return the person whose account the key opens."""
        number = Keys.person_in(key)
        person = None if number is None else self.people.get(number)
        return person if person is not None and self.keys.is_key(key, person.id, person.generation) else None

    def person_with_cookie(self, cookie: str, now: float) -> Person | None:
        """Return the person who is signed in with the cookie."""
        number = Keys.person_in(cookie)
        person = None if number is None else self.people.get(number)
        if person is None or not self.keys.is_cookie(cookie, person.id, person.generation, now):
            return None
        return None if self.people.is_ended(session_of(cookie)) else person

    def sign_out(self, cookie: str, now: float) -> None:
        """End the session of a cookie, so that every copy of the cookie becomes invalid."""
        self.people.end_session(session_of(cookie), now + MAX_AGE, now)


def checked_settings(settings: ClassSettings, changes: dict[str, Any]) -> ClassSettings:
    """Return the changed settings, or raise `ClassError` for a value that is not allowed."""
    for name, value in changes.items():
        if name not in ClassSettings._fields:
            raise ClassError(f"there is no setting {name!r}; there are {', '.join(ClassSettings._fields)}")
        problem = _problem(name, value)
        if problem:
            raise ClassError(f"{name}: {problem}")
    return settings._replace(**changes)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool)


_SWITCH = (_is_switch, "this is either on or off")
CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "title": (
        lambda value: isinstance(value, str) and bool(value.strip()) and len(value) <= MAX_TITLE,
        f"give a text of 1 to {MAX_TITLE} characters",
    ),
    "game": (lambda value: isinstance(value, str) and value in RULESETS, f"choose one of {', '.join(RULESETS)}"),
    "deadline": (lambda value: value is None or (_is_number(value) and 0 < value < 1e11), "give a time, or none"),
    "guests": _SWITCH,
    "ladder": _SWITCH,
    "grades": _SWITCH,
    "final_matches": (lambda value: _is_whole(value, 4, 10_000), "give a number of matches from 4 to 10000"),
    "errors": (lambda value: _is_whole(value, 1, 1000), "give a number of errors from 1 to 1000"),
    "space": (lambda value: _is_whole(value, 100, 10_000_000), "give a number of megabytes from 100 on"),
    "late_percent": (lambda value: _is_number(value) and 0 <= value <= 100, "give a percentage from 0 to 100"),
    "late_days": (lambda value: _is_whole(value, 0, 366), "give a number of days from 0 to 366"),
    "address": (
        lambda value: isinstance(value, str) and (not value or ADDRESS.fullmatch(value) is not None),
        "give an address such as https://class.example.org",
    ),
}
"""For each setting, the condition that its value must meet, and a message for values that do not meet it."""


def _problem(name: str, value: Any) -> str:
    """Return the problem with the value of a setting; empty if there is none."""
    is_allowed, remedy = CHECKS[name]
    return "" if is_allowed(value) else remedy
