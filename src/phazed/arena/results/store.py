"""The results of a tournament on the disk: one SQLite file, one transaction a match.

A match is there in full or not at all, whenever the process is killed, and its number is its key: none is stored twice.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import zlib
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.schedule import Round
from phazed.game.records import loads
from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from phazed.arena.entrants import Entrant
    from phazed.arena.jobs import Report
    from phazed.game.records import Record

NAME = "results.db"
REMAINS = ("index.html", "ranking.csv", "replays", "logs", "records")
"""What other parts of the arena put beside it, and what would be mixed up with those of a new tournament."""
FORMAT = 1
TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE bots (number INTEGER PRIMARY KEY, name TEXT NOT NULL, built_in INTEGER NOT NULL, digest TEXT NOT NULL);
CREATE TABLE absent (name TEXT PRIMARY KEY, problem TEXT NOT NULL);
CREATE TABLE rounds (number INTEGER PRIMARY KEY, stage TEXT NOT NULL, tables TEXT NOT NULL, first INTEGER NOT NULL);
CREATE TABLE matches (number INTEGER PRIMARY KEY, round INTEGER NOT NULL, offender INTEGER, hands INTEGER NOT NULL,
  endings TEXT NOT NULL, seconds REAL NOT NULL, record BLOB NOT NULL);
CREATE TABLE seats (match INTEGER NOT NULL, seat INTEGER NOT NULL, bot INTEGER NOT NULL, rank INTEGER,
  points INTEGER NOT NULL, completed INTEGER NOT NULL, plays INTEGER NOT NULL, cpu REAL NOT NULL, slowest REAL NOT NULL,
  memory INTEGER NOT NULL, printed TEXT NOT NULL, phases TEXT NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE TABLE errors (match INTEGER PRIMARY KEY, seat INTEGER NOT NULL, bot INTEGER NOT NULL, kind TEXT NOT NULL,
  reason TEXT NOT NULL, traceback TEXT NOT NULL, call TEXT NOT NULL, answer TEXT NOT NULL, printed TEXT NOT NULL);
CREATE INDEX errors_by_bot ON errors (bot);
"""
MOST_PRINTED = 2000
"""So much of what a bot printed is kept of a match without an error; of one with an error, all."""


class StoreError(PhazedError):
    """Something about the results folder that the user can put right."""


class Seat(NamedTuple):
    """One seat of one match, as far as the ranking needs it."""

    match: int
    seat: int
    bot: int
    rank: int | None
    points: int


class Fault(NamedTuple):
    """An error of a bot, with all the evidence."""

    match: int
    seat: int
    bot: int
    kind: str
    reason: str
    traceback: str
    call: str
    answer: str
    printed: str


def _check_empty(folder: Path) -> None:
    remains = [each for each in REMAINS if (folder / each).exists()]
    if remains:
        raise StoreError(
            f"{folder}: here is {', '.join(remains)} of another tournament, but not its {NAME}; "
            "name another folder, or take that away"
        )


class Store:
    """The file, opened; `create` and `existing` make one."""

    def __init__(self, folder: Path, base: sqlite3.Connection) -> None:
        self.folder = folder
        self.base = base

    @classmethod
    def existing(cls, folder: Path) -> Store:
        """The results that are in the folder."""
        if not (folder / NAME).is_file():
            raise StoreError(f"{folder}: there are no results of a tournament in it")
        with plainly(folder):
            base = sqlite3.connect(folder / NAME, timeout=10, isolation_level=None)
        why = ""
        try:
            found = base.execute("SELECT value FROM settings WHERE name = 'format'").fetchone()
        except sqlite3.DatabaseError as error:
            found, why = None, f" ({error})"
        if found != (json.dumps(FORMAT),):
            base.close()
            raise StoreError(f"{folder / NAME} is not what this version of phazed writes{why}: name another folder")
        return cls(folder, base)

    @classmethod
    def create(
        cls, folder: Path, settings: dict[str, Any], entrants: Sequence[Entrant], absent: dict[str, str]
    ) -> Store:
        """A new file in the folder, which is made if it is not there."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise StoreError(f"{folder} cannot hold the results: it is not a folder") from None
        with _alone(folder), plainly(folder):
            if not (folder / NAME).exists():  # else somebody else was quicker
                _check_empty(folder)
                _make(folder, settings, entrants, absent)
        return cls.existing(folder)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Only one process at a time adds results; the others are refused."""
        with _alone(self.folder):
            self.base.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            yield
            self.base.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self.base.close()

    @property
    def settings(self) -> dict[str, Any]:
        return {name: json.loads(value) for name, value in self.base.execute("SELECT name, value FROM settings")}

    def change(self, name: str, value: Any) -> None:
        """Change a setting."""
        self.base.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value)))

    @property
    def bots(self) -> list[tuple[str, bool, str]]:
        """Name, whether it is built in, and digest of everybody who takes part, by number."""
        rows = self.base.execute("SELECT name, built_in, digest FROM bots ORDER BY number")
        return [(name, bool(built_in), digest) for name, built_in, digest in rows]

    @property
    def absent(self) -> dict[str, str]:
        """Who cannot take part, and why."""
        return dict(self.base.execute("SELECT name, problem FROM absent ORDER BY name"))

    @property
    def rounds(self) -> list[Round]:
        """The rounds that have been planned."""
        rows = self.base.execute("SELECT stage, tables FROM rounds ORDER BY number")
        return [Round(stage, tuple(tuple(table) for table in json.loads(tables))) for stage, tables in rows]

    def plan(self, planned: Round) -> None:
        """Add a round."""
        number, first = self.base.execute(
            "SELECT count(*), coalesce(max(first + json_array_length(tables)), 0) FROM rounds"
        ).fetchone()
        self.base.execute(
            "INSERT INTO rounds VALUES (?, ?, ?, ?)", (number, planned.stage, json.dumps(planned.tables), first)
        )

    def unplayed(self, number: int) -> list[tuple[int, tuple[int, int, int, int]]]:
        """The matches of a round that are still to be played: their numbers, and who sits where."""
        tables, first = self.base.execute("SELECT tables, first FROM rounds WHERE number = ?", (number,)).fetchone()
        played = {match for (match,) in self.base.execute("SELECT number FROM matches WHERE round = ?", (number,))}
        numbered = enumerate(json.loads(tables), start=first)
        return [(match, tuple(table)) for match, table in numbered if match not in played]

    def add(self, number: int, table: Sequence[int], report: Report) -> None:
        """Store a match of that round."""
        error = report.error
        with self._transaction() as base:
            offender = None if error is None else error.seat
            values = (report.match, number, offender, report.hands, json.dumps(report.endings), report.seconds)
            base.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, report.record))
            base.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        *(report.match, seat, table[seat], None if report.ranks is None else report.ranks[seat]),
                        *(report.scores[seat], report.completed[seat], told.plays, told.cpu, told.slowest),
                        *(told.memory, text(told.printed[:MOST_PRINTED]), json.dumps(told.phases)),
                    )
                    for seat, told in enumerate(report.seats)
                ],
            )
            if error is not None:
                texts = (error.kind, error.reason, error.traceback, error.call, error.answer)
                printed = report.seats[error.seat].printed
                base.execute(
                    "INSERT INTO errors VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (report.match, error.seat, table[error.seat], *map(text, (*texts, printed))),
                )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield self.base
        except BaseException:
            self.base.execute("ROLLBACK")
            raise
        self.base.execute("COMMIT")

    @property
    def played(self) -> int:
        """How many matches have been played."""
        return int(self.base.execute("SELECT count(*) FROM matches").fetchone()[0])

    def seats(self) -> Iterator[Seat]:
        """Every seat of every match, in their order."""
        rows = self.base.execute("SELECT match, seat, bot, rank, points FROM seats ORDER BY match, seat")
        return map(Seat._make, rows)

    def errors_by_bot(self) -> dict[int, int]:
        return dict(self.base.execute("SELECT bot, count(*) FROM errors GROUP BY bot"))

    def faults(self, most: int) -> Iterator[Fault]:
        """The errors, so many of each bot."""
        rows = self.base.execute(
            "SELECT match, seat, bot, kind, reason, traceback, call, answer, printed FROM "
            "(SELECT *, row_number() OVER (PARTITION BY bot ORDER BY match) AS nth FROM errors) "
            "WHERE nth <= ? ORDER BY match",
            (most,),
        )
        return map(Fault._make, rows)

    def record(self, match: int) -> Record:
        """The record of a match."""
        row = self.base.execute("SELECT record FROM matches WHERE number = ?", (match,)).fetchone()
        if row is None:
            last = self.base.execute("SELECT max(number) FROM matches").fetchone()[0]
            known = "no match has been played yet" if last is None else f"they go from 0 to {last}"
            raise StoreError(f"{self.folder}: there is no match {match} in these results; {known}")
        try:
            return loads(zlib.decompress(row[0]).decode())
        except (zlib.error, ValueError) as error:
            raise StoreError(f"{self.folder}: the record of match {match} is damaged ({error})") from None


@contextmanager
def plainly(folder: Path) -> Iterator[None]:
    """What SQLite says of the file, such as that it is damaged or that the disk is full, said of it by name."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{folder / NAME} cannot be used: {error}") from error


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else writes to the folder meanwhile."""
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{folder}: another tournament is writing its results there right now") from None
        yield


def _make(folder: Path, settings: dict[str, Any], entrants: Sequence[Entrant], absent: dict[str, str]) -> None:
    """Make the file, under another name first, so that there is never a half-made one."""
    for rest in (f"{NAME}.new", f"{NAME}.new-journal"):  # of a process that was killed in the middle of it
        (folder / rest).unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / f"{NAME}.new", timeout=10, isolation_level=None)) as base:
        base.executescript(f"PRAGMA journal_mode = DELETE; BEGIN; {TABLES}")
        rows = [(name, json.dumps(value)) for name, value in {**settings, "format": FORMAT}.items()]
        base.executemany("INSERT INTO settings VALUES (?, ?)", rows)
        bots = [(number, text(each.name), each.built_in, each.digest) for number, each in enumerate(entrants)]
        base.executemany("INSERT INTO bots VALUES (?, ?, ?, ?)", bots)
        problems = [(text(name), text(problem)) for name, problem in absent.items()]
        base.executemany("INSERT OR IGNORE INTO absent VALUES (?, ?)", problems)
        base.execute("COMMIT")
    os.replace(folder / f"{NAME}.new", folder / NAME)


def text(said: str) -> str:
    """A text that SQLite takes, whatever a bot, or whoever named it, has put into it."""
    return said.encode("utf-8", "backslashreplace").decode()
