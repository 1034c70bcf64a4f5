"""The submissions of a class: all versions of the students' bots with their files, checks and analyses."""

from __future__ import annotations

import json
import time
import zlib
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.storage.course.database import ClassError
from phazed.storage.database import storable
from phazed.storage.entrant import Entrant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.storage.database import Database

WAITING, PASSED, FAILED = "waiting", "passed", "failed"
"""States of a submission: not checked yet, able to play, unable to play."""
MAX_VERSIONS = 500
"""Maximum number of versions of a student; further ones are refused."""
COLUMNS = "id, person, version, submitted, title, digest, late, state, active, resting, disqualified"


class BotId(int):
    """Id of a submission. Its bot plays on the ladder as `s` and the id, which says nothing about its author.

    >>> BotId(17).name, BotId.parse("s17"), BotId.parse("@greedy")
    ('s17', 17, None)
    """

    @classmethod
    def parse(cls, name: str) -> BotId | None:
        """Return the id in a bot's name; `None` for the name of a built-in player."""
        return cls(name[1:]) if name.startswith("s") else None

    @property
    def name(self) -> str:
        """Name of the bot on the ladder."""
        return f"s{self}"


class Submission(NamedTuple):
    """A version of a student's bot."""

    id: BotId
    person: int
    version: int
    """Number among the person's submissions, from 1."""
    submitted: float
    title: str
    """Name of the file that was handed in."""
    digest: str
    """Content hash of its files, as `Entrant.digest`."""
    late: bool
    """Whether it was handed in after the deadline; then it plays without a rank."""
    state: str
    active: bool
    """Whether it is the version that plays; each person has at most one."""
    resting: str | None
    """Reason why it pauses, such as too many errors; `None` if it does not."""
    disqualified: str | None
    """Reason for which the teacher has disqualified it; `None` if it is not disqualified."""

    @property
    def plays(self) -> bool:
        """Whether it takes part in the ladder."""
        return self.state == PASSED and self.active and self.resting is None and self.disqualified is None


class Rated(NamedTuple):
    """The rating of a submission at a time."""

    time: float
    matches: int
    mu: float
    sigma: float
    rank: int
    low: int
    high: int


class Submissions:
    """The submissions in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _list(self, rest: str, *values: object) -> list[Submission]:
        rows = self._database.rows(f"SELECT {COLUMNS} FROM submissions {rest}", *values)  # noqa: S608 - constants
        return [
            Submission._make(row)._replace(id=BotId(row[0]), late=bool(row[6]), active=bool(row[8])) for row in rows
        ]

    def get(self, submission: int) -> Submission | None:
        return next(iter(self._list("WHERE id = ?", submission)), None)

    def of(self, person: int) -> list[Submission]:
        """Return all versions of a person, the latest first."""
        return self._list("WHERE person = ? ORDER BY version DESC", person)

    def all(self) -> list[Submission]:
        """Return all submissions, by id."""
        return self._list("ORDER BY id")

    def waiting(self) -> list[Submission]:
        """Return the submissions that have not been checked, the oldest first."""
        return self._list("WHERE state = ? ORDER BY id", WAITING)

    def count_waiting(self) -> int:
        """Return the number of submissions that have not been checked."""
        row = self._database.row("SELECT count(*) FROM submissions WHERE state = ?", WAITING)
        return 0 if row is None else int(row[0])

    def active_of(self, person: int) -> list[int]:
        """Return the id of the person's active version, in a list that is empty if there is none."""
        rows = self._database.rows("SELECT id FROM submissions WHERE person = ? AND active", person)
        return [number for (number,) in rows]

    def active(self) -> list[Submission]:
        """Return the active version of each person, including those that rest or are disqualified."""
        return self._list("WHERE active ORDER BY id")

    def add(self, person: int, entrant: Entrant, title: str, *, late: bool) -> Submission:
        """Store a new version, which waits for its check."""
        with self._database.transaction() as base:
            (count,) = base.execute(
                "SELECT coalesce(max(version), 0) FROM submissions WHERE person = ?", (person,)
            ).fetchone()
            if count >= MAX_VERSIONS:
                raise ClassError(f"a student can hand in {MAX_VERSIONS} versions at most")
            base.execute(
                "INSERT OR IGNORE INTO files VALUES (?, ?, ?)",
                (entrant.digest, storable(entrant.main), packed(entrant)),
            )
            values = (person, count + 1, time.time(), storable(title), entrant.digest, late, WAITING)
            made = base.execute(
                "INSERT INTO submissions (person, version, submitted, title, digest, late, state) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            return self._list("WHERE id = ?", made.lastrowid)[0]

    def entrant(self, submission: Submission) -> Entrant:
        """Return the submission with its files, under the name that it has on the ladder."""
        found = self._database.row("SELECT main, content FROM files WHERE digest = ?", submission.digest)
        if found is None:
            raise ClassError(f"the files of submission {submission.id} have been deleted")
        return unpacked(submission.id.name, *found)

    def set_checked(self, submission: int, found: dict[str, Any] | None, *, able: bool) -> None:
        """Store the check, or `None` if it failed; a bot that is able to play becomes its author's active version."""
        with self._database.transaction() as base:
            state = PASSED if able else FAILED
            values = (state, json.dumps(found), submission, WAITING)
            changed = base.execute("UPDATE submissions SET state = ?, found = ? WHERE id = ? AND state = ?", values)
            checked = self.get(submission)
            if changed.rowcount and able and checked is not None and self._is_latest(checked):
                self.activate(checked)

    def _is_latest(self, submission: Submission) -> bool:
        """Return whether no later version of the person has passed; checks may end in any order."""
        later = self._list(
            "WHERE person = ? AND version > ? AND state = ?", submission.person, submission.version, PASSED
        )
        return not later

    def activate(self, submission: Submission) -> None:
        """Make this the active version of its author."""
        with self._database.transaction() as base:
            base.execute(
                "UPDATE submissions SET active = (id = ?) WHERE person = ?", (submission.id, submission.person)
            )

    def found(self, submission: int) -> dict[str, Any] | None:
        """Return the stored check."""
        row = self._database.row("SELECT found FROM submissions WHERE id = ?", submission)
        return None if row is None or row[0] is None else json.loads(row[0])

    def set_deadline(self, deadline: float | None) -> None:
        """Decide which submissions are late."""
        with self._database.transaction() as base:
            base.execute("UPDATE submissions SET late = coalesce(submitted > ?, 0)", (deadline,))

    def rest(self, submission: int, why: str) -> None:
        """Pause a submission because of its errors."""
        with self._database.transaction() as base:
            base.execute("UPDATE submissions SET resting = ? WHERE id = ?", (storable(why), submission))

    def disqualify(self, submission: int, why: str | None) -> None:
        """Disqualify a submission; `None` as the reason lets it play again."""
        with self._database.transaction() as base:
            base.execute(
                "UPDATE submissions SET disqualified = ? WHERE id = ?",
                (None if why is None else storable(why), submission),
            )

    # Ratings over time

    def add_ratings(self, ratings: Iterable[tuple[int, Rated]]) -> None:
        """Store ratings of submissions."""
        with self._database.transaction() as base:
            base.executemany(
                "INSERT OR REPLACE INTO history (submission, time, matches, mu, sigma, rank, low, high) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(submission, *rated) for submission, rated in ratings],
            )

    def ratings(self, submission: int) -> list[Rated]:
        """Return the ratings of a submission over time."""
        rows = self._database.rows(
            "SELECT time, matches, mu, sigma, rank, low, high FROM history WHERE submission = ? ORDER BY matches",
            submission,
        )
        return [Rated(*row) for row in rows]

    # Analyses on request: the review of the coach, the grading

    def analysis(self, submission: int, kind: str) -> Any:
        """Return the stored result of an analysis; `None` if there is none."""
        row = self._database.row("SELECT found FROM analyses WHERE submission = ? AND kind = ?", submission, kind)
        return None if row is None else json.loads(row[0])

    def set_analysis(self, submission: int, kind: str, found: Any) -> None:
        """Store the result of an analysis."""
        with self._database.transaction() as base:
            base.execute(
                "INSERT OR REPLACE INTO analyses SELECT ?, ?, ?, ? "
                "WHERE EXISTS (SELECT 1 FROM submissions WHERE id = ?)",
                (submission, kind, time.time(), json.dumps(found), submission),
            )


def packed(entrant: Entrant) -> bytes:
    """Return the files of a bot in the form in which they are stored."""
    files = [(path, b64encode(data).decode()) for path, data in entrant.files]
    return zlib.compress(json.dumps(files).encode("utf-8", "surrogatepass"))


def unpacked(name: str, main: str, content: bytes) -> Entrant:
    """Return a bot from its stored files."""
    files = json.loads(zlib.decompress(content).decode("utf-8", "surrogatepass"))
    return Entrant(name, main, tuple((path, b64decode(data)) for path, data in files))
