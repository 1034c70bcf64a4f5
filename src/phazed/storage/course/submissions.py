"""The submissions in a class: all versions of the students' bots, with their files, checks and analyses."""

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
"""Maximum number of versions per student; further ones are refused."""
MAX_STORED = 50 << 20
"""Maximum compressed size of all stored versions of a student, in bytes."""
COLUMNS = "id, person, version, submitted, title, digest, late, state, active, entered, resting, disqualified"
DECISIONS = """
SELECT submitted AS time, version AS place, id FROM submissions WHERE person = :person AND state = 'passed'
UNION ALL SELECT time, choices.id, submission FROM choices JOIN submissions ON submissions.id = submission
  WHERE choices.person = :person AND state = 'passed'
"""
"""A person's decisions about which version plays. Handing in a version that passes its check is a decision, made at the
time of submission, and so is choosing an earlier version. At any time, the latest decision until then counts."""


DEADLINE = (
    "(SELECT max(json_extract(value, '$.deadline'), coalesce(people.extension, 0)) FROM settings WHERE name = 'class')"
)
"""A person's deadline: the later of the class's deadline and the person's extension; null if the class has none."""
FOREVER = 1e12
"""A time later than all others."""


class BotId(int):
    """Id of a submission. The bot plays on the ladder as `s` followed by the id, which does not reveal its author.

    >>> BotId(17).name, BotId.parse("s17"), BotId.parse("@greedy")
    ('s17', 17, None)
    """

    @classmethod
    def parse(cls, name: str) -> BotId | None:
        """Return the id in a bot's name, or `None` for the name of a built-in player."""
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
    """Number of the version among the person's submissions, from 1."""
    submitted: float
    title: str
    """Name of the file that was handed in."""
    digest: str
    """Hash of the files' content, as returned by `Entrant.digest`."""
    late: bool
    """Whether the version was handed in after the author's deadline."""
    state: str
    active: bool
    """Whether this is the version that currently plays for the author; each person has at most one."""
    entered: bool
    """Whether the version is ranked and plays in the final: the one that was active at the author's deadline."""
    resting: str | None
    """Reason why the version is paused, such as too many errors; `None` if it is not paused."""
    disqualified: str | None
    """Reason why the teacher disqualified the version; `None` if it is not disqualified."""

    @property
    def plays(self) -> bool:
        """Whether the version takes part in the ladder."""
        current = self.active or self.entered
        return self.state == PASSED and current and self.resting is None and self.disqualified is None


class Rated(NamedTuple):
    """The rating of a submission at a certain time."""

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
            Submission._make((BotId(row[0]), *row[1:6], bool(row[6]), row[7], bool(row[8]), bool(row[9]), *row[10:]))
            for row in rows
        ]

    def get(self, submission: int) -> Submission | None:
        return next(iter(self._list("WHERE id = ?", submission)), None)

    def of(self, person: int) -> list[Submission]:
        """Return all of a person's versions, latest first."""
        return self._list("WHERE person = ? ORDER BY version DESC", person)

    def all(self) -> list[Submission]:
        """Return all submissions, sorted by id."""
        return self._list("ORDER BY id")

    def waiting(self) -> list[Submission]:
        """Return the submissions that have not been checked, oldest first."""
        return self._list("WHERE state = ? ORDER BY id", WAITING)

    def count_waiting(self) -> int:
        """Return the number of submissions that have not been checked."""
        row = self._database.row("SELECT count(*) FROM submissions WHERE state = ?", WAITING)
        return 0 if row is None else int(row[0])

    def current_of(self, person: int) -> list[int]:
        """Return the ids of the person's active version and ranked version, which may be the same."""
        rows = self._database.rows("SELECT id FROM submissions WHERE person = ? AND (active OR entered)", person)
        return [number for (number,) in rows]

    def current(self) -> list[Submission]:
        """Return all active and ranked versions, including those that are paused or disqualified."""
        return self._list("WHERE active OR entered ORDER BY id")

    def counts(self) -> dict[int, int]:
        """Return the number of versions of each person who has handed in any."""
        return dict(self._database.rows("SELECT person, count(*) FROM submissions GROUP BY person"))

    def important(self) -> dict[int, list[Submission]]:
        """Return the latest and the current versions of each person who has handed in any, latest first."""
        latest = "version = (SELECT max(version) FROM submissions AS own WHERE own.person = submissions.person)"
        return self._by_person(f"WHERE active OR entered OR {latest}")

    def by_person(self) -> dict[int, list[Submission]]:
        """Return all versions of each person who has handed in any, latest first."""
        return self._by_person("")

    def _by_person(self, condition: str) -> dict[int, list[Submission]]:
        found: dict[int, list[Submission]] = {}
        for each in self._list(f"{condition} ORDER BY person, version DESC"):
            found.setdefault(each.person, []).append(each)
        return found

    def add(self, person: int, entrant: Entrant, title: str, now: float | None = None) -> Submission:
        """Store a new version, to be checked, and return it."""
        content, now = packed(entrant), time.time() if now is None else now
        with self._database.transaction() as base:
            size = self._database.value(
                "SELECT coalesce(sum(length(content)), 0) FROM files "
                "WHERE digest IN (SELECT digest FROM submissions WHERE person = ?)",
                person,
            )
            if size + len(content) > MAX_STORED:
                raise ClassError(
                    f"all versions of a student have at most {MAX_STORED >> 20} MB together: hand in smaller files"
                )
            (count,) = base.execute(
                "SELECT coalesce(max(version), 0) FROM submissions WHERE person = ?", (person,)
            ).fetchone()
            if count >= MAX_VERSIONS:
                raise ClassError(f"a student can hand in {MAX_VERSIONS} versions at most")
            base.execute(
                "INSERT OR IGNORE INTO files VALUES (?, ?, ?)",
                (entrant.digest, storable(entrant.main), content),
            )
            deadline = self._database.value(f"SELECT {DEADLINE} FROM people WHERE id = ?", person)  # noqa: S608 - constants
            late = deadline is not None and now > deadline
            values = (person, count + 1, now, storable(title), entrant.digest, late, WAITING)
            made = base.execute(
                "INSERT INTO submissions (person, version, submitted, title, digest, late, state) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            return self._list("WHERE id = ?", made.lastrowid)[0]

    def entrant(self, submission: Submission) -> Entrant:
        """Return the submission as an entrant with its files, under its name on the ladder."""
        return unpacked(submission.id.name, *self.packed(submission))

    def packed(self, submission: Submission) -> tuple[str, bytes]:
        """Return the name of a submission's main file and its packed files."""
        found = self._database.row("SELECT main, content FROM files WHERE digest = ?", submission.digest)
        if found is None:
            raise ClassError(f"the files of submission {submission.id} have been deleted")
        main, content = found
        return main, content

    def set_checked(self, submission: int, found: dict[str, Any] | None, *, able: bool) -> None:
        """Store the check, or `None` if the check itself failed; if the bot is able to play, it may become active."""
        with self._database.transaction() as base:
            state = PASSED if able else FAILED
            values = (state, json.dumps(found), submission, WAITING)
            changed = base.execute("UPDATE submissions SET state = ?, found = ? WHERE id = ? AND state = ?", values)
            checked = self.get(submission)
            if changed.rowcount and able and checked is not None:
                self._decide(checked.person)

    def activate(self, submission: Submission, now: float | None = None) -> None:
        """Record that the author has chosen this version to play."""
        with self._database.transaction() as base:
            values = (submission.person, submission.id, time.time() if now is None else now)
            base.execute("INSERT INTO choices (person, submission, time) VALUES (?, ?, ?)", values)
            self._decide(submission.person)

    def active_at(self, person: int, moment: float) -> Submission | None:
        """Return a person's version that was active at this time, or `None` if there was none."""
        query = f"SELECT id FROM ({DECISIONS}) WHERE time <= :moment ORDER BY time DESC, place DESC LIMIT 1"  # noqa: S608 - constants
        row = self._database.named(query, person=person, moment=moment)
        return self.get(row[0][0]) if row else None

    def _decide(self, person: int) -> None:
        """Update which of a person's versions is active and which is ranked."""
        deadline = self._database.value(f"SELECT {DEADLINE} FROM people WHERE id = ?", person)  # noqa: S608 - constants
        active = self.active_at(person, FOREVER)
        entered = active if deadline is None else self.active_at(person, deadline)
        self._database.execute(
            "UPDATE submissions SET active = (id = ?), entered = (id = ?) WHERE person = ?",
            0 if active is None else active.id,
            0 if entered is None else entered.id,
            person,
        )

    def found(self, submission: int) -> dict[str, Any] | None:
        """Return the stored check of a submission, or `None` if there is none."""
        row = self._database.row("SELECT found FROM submissions WHERE id = ?", submission)
        return None if row is None or row[0] is None else json.loads(row[0])

    def decide_all(self) -> None:
        """Update which versions are late, active and ranked, after a deadline has changed."""
        with self._database.transaction() as base:
            query = f"SELECT {DEADLINE} FROM people WHERE people.id = person"  # noqa: S608 - constants
            base.execute(f"UPDATE submissions SET late = coalesce(submitted > ({query}), 0)")  # noqa: S608
            for (person,) in self._database.rows("SELECT DISTINCT person FROM submissions"):
                self._decide(person)

    def rest(self, submission: int, why: str | None) -> None:
        """Pause a submission for this reason; `None` lets it play again."""
        self._database.execute(
            "UPDATE submissions SET resting = ? WHERE id = ?", None if why is None else storable(why), submission
        )

    def disqualify(self, submission: int, why: str | None) -> None:
        """Disqualify a submission for this reason; `None` lets it play again."""
        with self._database.transaction() as base:
            base.execute(
                "UPDATE submissions SET disqualified = ? WHERE id = ?",
                (None if why is None else storable(why), submission),
            )

    # Ratings over time

    def add_ratings(self, ratings: Iterable[tuple[int, Rated]]) -> None:
        with self._database.transaction() as base:
            base.executemany(
                "INSERT OR REPLACE INTO history (submission, time, matches, mu, sigma, rank, low, high) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(submission, *rated) for submission, rated in ratings],
            )

    def ratings(self, submission: int) -> list[Rated]:
        """Return the rating history of a submission, oldest entry first."""
        rows = self._database.rows(
            "SELECT time, matches, mu, sigma, rank, low, high FROM history WHERE submission = ? ORDER BY matches",
            submission,
        )
        return [Rated(*row) for row in rows]

    def ratings_before(self, moment: float) -> dict[int, int]:
        """Return the rank of each current version at this time, or its first rank if it was first ranked later."""
        return dict(
            self._database.rows(
                "SELECT id, coalesce("
                "(SELECT rank FROM history WHERE submission = id AND time < ? ORDER BY matches DESC LIMIT 1), "
                "(SELECT rank FROM history WHERE submission = id ORDER BY matches LIMIT 1)) AS before "
                "FROM submissions WHERE (active OR entered) AND before IS NOT NULL",
                moment,
            )
        )

    def last_rated(self, submission: int) -> int:
        """Return the number of matches at the last entry in a submission's history, or 0 if there is no entry."""
        return int(
            self._database.value("SELECT coalesce(max(matches), 0) FROM history WHERE submission = ?", submission)
        )

    # Analyses on request: the coach's review, and grading

    def analysis(self, submission: int, kind: str) -> Any:
        """Return the stored result of an analysis, or `None` if there is none."""
        row = self._database.row("SELECT found FROM analyses WHERE submission = ? AND kind = ?", submission, kind)
        return None if row is None else json.loads(row[0])

    def analyses(self, kind: str) -> dict[int, Any]:
        """Return the stored results of this kind of analysis, by submission."""
        rows = self._database.each("SELECT submission, found FROM analyses WHERE kind = ?", kind)
        return {submission: json.loads(found) for submission, found in rows}

    def has_points(self, submission: int) -> bool:
        """Return whether the submission has been graded."""
        query = (
            "SELECT 1 FROM analyses WHERE submission = ? AND kind = 'grade' AND json_extract(found, '$.points') >= 0"
        )
        return self._database.value(query, submission) is not None

    def set_analysis(self, submission: int, kind: str, found: Any) -> None:
        """Store the result of an analysis, unless the submission has been deleted."""
        with self._database.transaction() as base:
            base.execute(
                "INSERT OR REPLACE INTO analyses SELECT ?, ?, ?, ? "
                "WHERE EXISTS (SELECT 1 FROM submissions WHERE id = ?)",
                (submission, kind, time.time(), json.dumps(found), submission),
            )


def packed(entrant: Entrant) -> bytes:
    """Return a bot's files in the form in which they are stored."""
    files = [(path, b64encode(data).decode()) for path, data in entrant.files]
    return zlib.compress(json.dumps(files).encode("utf-8", "surrogatepass"))


def unpacked(name: str, main: str, content: bytes) -> Entrant:
    """Return the bot with these stored files."""
    files = json.loads(zlib.decompress(content).decode("utf-8", "surrogatepass"))
    return Entrant(name, main, tuple((path, b64decode(data)) for path, data in files))
