"""The submissions of a class: every version that a student has handed in, its files, and what was found about it."""

from __future__ import annotations

import json
import time
import zlib
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.entrants import Entrant
from phazed.storage.course.database import ClassError
from phazed.storage.database import storable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.storage.database import Database

WAITING, PASSED, FAILED = "waiting", "passed", "failed"
"""The states of a submission: not checked yet, able to play, not able to play."""
MAX_VERSIONS = 500
"""Versions of one student, at most."""
COLUMNS = "id, person, version, submitted, title, digest, late, state, active, resting, disqualified"


class Submission(NamedTuple):
    """A version of a student's bot."""

    id: int
    person: int
    version: int
    """Counts the person's submissions, from 1."""
    submitted: float
    title: str
    """The name of the file that was handed in."""
    digest: str
    """Content hash of its files, as `Entrant.digest`."""
    late: bool
    """Whether it came after the deadline; then it plays outside of the ranking."""
    state: str
    active: bool
    """Whether it is the version that plays; at most one of each person."""
    resting: str | None
    """Why it does not play at the moment: it has made too many errors."""
    disqualified: str | None
    """Why the teacher has disqualified it."""

    @property
    def plays(self) -> bool:
        """Whether it takes part in the ladder."""
        return self.state == PASSED and self.active and self.resting is None and self.disqualified is None


class Rated(NamedTuple):
    """What was known about a submission's strength at a time."""

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
        return [Submission._make(row)._replace(late=bool(row[6]), active=bool(row[8])) for row in rows]

    def get(self, submission: int) -> Submission | None:
        """The submission with that id."""
        return next(iter(self._list("WHERE id = ?", submission)), None)

    def of(self, person: int) -> list[Submission]:
        """All versions of a person, the latest first."""
        return self._list("WHERE person = ? ORDER BY version DESC", person)

    def all(self) -> list[Submission]:
        """All submissions, by id."""
        return self._list("ORDER BY id")

    def waiting(self) -> list[Submission]:
        """Those that have not been checked, the oldest first."""
        return self._list("WHERE state = ? ORDER BY id", WAITING)

    def count_waiting(self) -> int:
        """How many have not been checked."""
        row = self._database.row("SELECT count(*) FROM submissions WHERE state = ?", WAITING)
        return 0 if row is None else int(row[0])

    def active_of(self, person: int) -> list[int]:
        """The id of the person's version that plays."""
        rows = self._database.rows("SELECT id FROM submissions WHERE person = ? AND active", person)
        return [number for (number,) in rows]

    def active(self) -> list[Submission]:
        """The version of each person that plays, or would if it were not resting or disqualified."""
        return self._list("WHERE active ORDER BY id")

    def add(self, person: int, entrant: Entrant, title: str, *, late: bool) -> Submission:
        """Store a new version, which is to be checked."""
        with self._database.transaction() as base:
            (count,) = base.execute(
                "SELECT coalesce(max(version), 0) FROM submissions WHERE person = ?", (person,)
            ).fetchone()
            if count >= MAX_VERSIONS:
                raise ClassError(f"a student can hand in {MAX_VERSIONS} versions at most, and these are as many")
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
        """The bot, under a name that says nothing about its author."""
        found = self._database.row("SELECT main, content FROM files WHERE digest = ?", submission.digest)
        if found is None:
            raise ClassError(f"the files of submission {submission.id} are not there any more")
        return unpacked(f"s{submission.id}", *found)

    def set_checked(self, submission: int, found: dict[str, Any] | None, *, able: bool) -> None:
        """Store the check, `None` if it failed; a bot that is able to play becomes its author's active version."""
        with self._database.transaction() as base:
            state = PASSED if able else FAILED
            values = (state, json.dumps(found), submission, WAITING)
            changed = base.execute("UPDATE submissions SET state = ?, found = ? WHERE id = ? AND state = ?", values)
            checked = self.get(submission)
            if changed.rowcount and able and checked is not None and self._is_latest(checked):
                self.activate(checked)

    def _is_latest(self, submission: Submission) -> bool:
        """Whether no later version of the person has passed; checks may end in another order."""
        later = self._list(
            "WHERE person = ? AND version > ? AND state = ?", submission.person, submission.version, PASSED
        )
        return not later

    def activate(self, submission: Submission) -> None:
        """Make this the version of its author that plays."""
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
        """Let a submission play no more, because of its errors."""
        with self._database.transaction() as base:
            base.execute("UPDATE submissions SET resting = ? WHERE id = ?", (storable(why), submission))

    def disqualify(self, submission: int, why: str | None) -> None:
        """Disqualify a submission, or let it play again."""
        with self._database.transaction() as base:
            base.execute(
                "UPDATE submissions SET disqualified = ? WHERE id = ?",
                (None if why is None else storable(why), submission),
            )

    # Ratings over time

    def add_ratings(self, ratings: Iterable[tuple[int, Rated]]) -> None:
        """Store what is known about the strength of submissions."""
        with self._database.transaction() as base:
            base.executemany(
                "INSERT OR REPLACE INTO history (submission, time, matches, mu, sigma, rank, low, high) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(submission, *rated) for submission, rated in ratings],
            )

    def ratings(self, submission: int) -> list[Rated]:
        """What was known about its strength, over time."""
        rows = self._database.rows(
            "SELECT time, matches, mu, sigma, rank, low, high FROM history WHERE submission = ? ORDER BY matches",
            submission,
        )
        return [Rated(*row) for row in rows]

    # What is computed when somebody asks for it: the coach's review, the grading

    def analysis(self, submission: int, kind: str) -> Any:
        """What was found about the submission by that kind of analysis; `None` if nothing was."""
        row = self._database.row("SELECT found FROM analyses WHERE submission = ? AND kind = ?", submission, kind)
        return None if row is None else json.loads(row[0])

    def set_analysis(self, submission: int, kind: str, found: Any) -> None:
        """Store what was found."""
        with self._database.transaction() as base:
            base.execute(
                "INSERT OR REPLACE INTO analyses SELECT ?, ?, ?, ? "
                "WHERE EXISTS (SELECT 1 FROM submissions WHERE id = ?)",
                (submission, kind, time.time(), json.dumps(found), submission),
            )


def packed(entrant: Entrant) -> bytes:
    """The files of a bot, as they are stored."""
    files = [(path, b64encode(data).decode()) for path, data in entrant.files]
    return zlib.compress(json.dumps(files).encode("utf-8", "surrogatepass"))


def unpacked(name: str, main: str, content: bytes) -> Entrant:
    """The bot of that name whose files are stored."""
    files = json.loads(zlib.decompress(content).decode("utf-8", "surrogatepass"))
    return Entrant(name, main, tuple((path, b64decode(data)) for path, data in files))
