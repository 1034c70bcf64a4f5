"""The results of a tournament on disk: one SQLite file, one transaction per match.

A match is stored completely or not at all, even if the process is killed. Its number is its key, so no match is stored
twice. All SQL of the arena is in this module.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import zlib
from collections import Counter
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from phazed.arena.ratings import Results
from phazed.arena.schedule import Round
from phazed.game.records import loads
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from phazed.arena.entrants import Entrant
    from phazed.arena.jobs import BotNumber, MatchNumber, MatchReport, Seat
    from phazed.arena.schedule import Table
    from phazed.game.records import Record

NAME = "results.db"
LEFTOVERS = ("index.html", "ranking.csv", "replays", "logs", "records")
"""Files of a report, which would be mixed up with those of a new tournament."""
FORMAT = 1
SCHEMA = """
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
MAX_PRINTED = 2000
"""How much of a bot's output is stored for a match without an error; for one with an error, all of it is."""


class StoreError(PhazedError):
    """A problem with the results folder that the user can fix."""


class SeatResult(NamedTuple):
    """One seat of one match."""

    match: MatchNumber
    seat: Seat
    bot: BotNumber
    rank: int | None
    points: int


class MatchResult(NamedTuple):
    """One match, without its seats."""

    match: MatchNumber
    offender: Seat | None
    hands: int


class Usage(NamedTuple):
    """What a bot did and used in all its matches."""

    matches: int = 0
    cpu: float = 0.0
    """CPU seconds in all."""
    plays: int = 0
    slowest: float = 0.0
    """CPU seconds of the slowest play."""
    memory: int = 0
    """Peak memory in bytes."""
    points: float = 0.0
    """Mean points per match."""


class Fault(NamedTuple):
    """An error of a bot, with all the evidence."""

    match: MatchNumber
    seat: Seat
    bot: BotNumber
    kind: str
    reason: str
    traceback: str
    call: str
    answer: str
    printed: str


def _check_empty(folder: Path) -> None:
    found = [each for each in LEFTOVERS if (folder / each).exists()]
    if found:
        raise StoreError(
            f"{folder}: this folder has {', '.join(found)} of another tournament, but not its {NAME}; "
            "name another folder, or remove these files"
        )


class Store:
    """The open results file; `create` and `existing` make one."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self.connection = connection

    @classmethod
    def existing(cls, folder: Path) -> Store:
        """Open the results in the folder."""
        if not (folder / NAME).is_file():
            raise StoreError(f"{folder}: there are no results of a tournament in it")
        with translate_sqlite_errors(folder):
            connection = sqlite3.connect(folder / NAME, timeout=10, isolation_level=None)
        why = ""
        try:
            found = connection.execute("SELECT value FROM settings WHERE name = 'format'").fetchone()
        except sqlite3.DatabaseError as error:
            found, why = None, f" ({error})"
        if found != (json.dumps(FORMAT),):
            connection.close()
            raise StoreError(f"{folder / NAME} was not written by this version of phazed{why}: name another folder")
        return cls(folder, connection)

    @classmethod
    def create(
        cls, folder: Path, settings: dict[str, Any], entrants: Sequence[Entrant], absent: dict[str, str]
    ) -> Store:
        """Create a results file in the folder, which is created if necessary."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise StoreError(f"{folder} cannot hold the results: it is not a folder") from None
        with _exclusive(folder), translate_sqlite_errors(folder):
            if not (folder / NAME).exists():  # else another process was faster
                _check_empty(folder)
                _create_file(folder, settings, entrants, absent)
        return cls.existing(folder)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the lock for adding results; another process that holds it is a `StoreError`."""
        with _exclusive(self.folder):
            self.connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            yield
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self.connection.close()

    # Settings and entrants

    @property
    def settings(self) -> dict[str, Any]:
        return {name: json.loads(value) for name, value in self.connection.execute("SELECT name, value FROM settings")}

    def set_setting(self, name: str, value: Any) -> None:
        """Add or change a setting."""
        self.connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value)))

    @property
    def bots(self) -> list[tuple[str, bool, str]]:
        """Name, whether it is built in, and digest of every entrant, by number."""
        rows = self.connection.execute("SELECT name, built_in, digest FROM bots ORDER BY number")
        return [(name, bool(built_in), digest) for name, built_in, digest in rows]

    @property
    def absent(self) -> dict[str, str]:
        """The bots that cannot take part, and why."""
        return dict(self.connection.execute("SELECT name, problem FROM absent ORDER BY name"))

    # Rounds

    @property
    def rounds(self) -> list[Round]:
        """The rounds that have been planned."""
        rows = self.connection.execute("SELECT stage, tables FROM rounds ORDER BY number")
        return [Round(stage, tuple(tuple(table) for table in json.loads(tables))) for stage, tables in rows]

    @property
    def stage(self) -> str:
        """The stage of the last planned round; empty if there is none."""
        row = self.connection.execute("SELECT stage FROM rounds ORDER BY number DESC LIMIT 1").fetchone()
        return str(row[0]) if row else ""

    def add_round(self, planned: Round) -> None:
        """Store a planned round."""
        number, first = self.connection.execute(
            "SELECT count(*), coalesce(max(first + json_array_length(tables)), 0) FROM rounds"
        ).fetchone()
        self.connection.execute(
            "INSERT INTO rounds VALUES (?, ?, ?, ?)", (number, planned.stage, json.dumps(planned.tables), first)
        )

    def unplayed(self, number: int) -> list[tuple[MatchNumber, Table]]:
        """The matches of a round that have not been played: their numbers, and their bots by seat."""
        tables, first = self.connection.execute(
            "SELECT tables, first FROM rounds WHERE number = ?", (number,)
        ).fetchone()
        rows = self.connection.execute("SELECT number FROM matches WHERE round = ?", (number,))
        played = {match for (match,) in rows}
        numbered = enumerate(json.loads(tables), start=first)
        return [(match, tuple(table)) for match, table in numbered if match not in played]

    # Matches

    def add_match(self, number: int, table: Sequence[BotNumber], report: MatchReport) -> None:
        """Store a match of that round."""
        error = report.error
        with self._transaction() as connection:
            offender = None if error is None else error.seat
            values = (report.match, number, offender, report.hands, json.dumps(report.endings), report.seconds)
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, report.record))
            connection.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        *(report.match, seat, table[seat], None if report.ranks is None else report.ranks[seat]),
                        *(report.scores[seat], report.completed[seat], used.plays, used.cpu, used.slowest),
                        *(used.memory, storable(used.printed[:MAX_PRINTED]), json.dumps(used.phases)),
                    )
                    for seat, used in enumerate(report.seats)
                ],
            )
            if error is not None:
                texts = (error.kind, error.reason, error.traceback, error.call, error.answer)
                printed = report.seats[error.seat].printed
                connection.execute(
                    "INSERT INTO errors VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (report.match, error.seat, table[error.seat], *map(storable, (*texts, printed))),
                )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    @property
    def played(self) -> int:
        """Number of matches played."""
        return int(self.connection.execute("SELECT count(*) FROM matches").fetchone()[0])

    @property
    def match_numbers(self) -> list[MatchNumber]:
        """The numbers of all matches played, ascending."""
        return [number for (number,) in self.connection.execute("SELECT number FROM matches ORDER BY number")]

    def matches(self) -> Iterator[MatchResult]:
        """All matches, by number."""
        return map(
            MatchResult._make, self.connection.execute("SELECT number, offender, hands FROM matches ORDER BY number")
        )

    def seats(self) -> Iterator[SeatResult]:
        """All seats of all matches, by match and seat."""
        rows = self.connection.execute("SELECT match, seat, bot, rank, points FROM seats ORDER BY match, seat")
        return map(SeatResult._make, rows)

    def results(self) -> Results:
        """All matches in the form that the rating takes."""
        rows = self.connection.execute("SELECT bot, rank FROM seats ORDER BY match, seat").fetchall()
        values = np.array(rows, dtype=float).reshape(-1, SEATS, 2)
        seats, ranks = values[:, :, 0].astype(int), np.nan_to_num(values[:, :, 1]).astype(int)
        for index, match in enumerate(self.matches()):
            if match.offender is not None:
                ranks[index, match.offender] = SEATS
        return Results(seats, ranks)

    def record(self, match: MatchNumber) -> Record:
        """The record of a match."""
        row = self.connection.execute("SELECT record FROM matches WHERE number = ?", (match,)).fetchone()
        if row is None:
            last = self.connection.execute("SELECT max(number) FROM matches").fetchone()[0]
            known = "no match has been played yet" if last is None else f"their numbers are 0 to {last}"
            raise StoreError(f"{self.folder}: there is no match {match} in these results; {known}")
        try:
            return loads(zlib.decompress(row[0]).decode())
        except (zlib.error, ValueError) as error:
            raise StoreError(f"{self.folder}: the record of match {match} is damaged ({error})") from None

    # Aggregates

    def endings(self) -> dict[str, int]:
        """How many hands ended in each way."""
        endings: Counter[str] = Counter()
        for text, count in self.connection.execute("SELECT endings, count(*) FROM matches GROUP BY endings"):
            for ending, times in json.loads(text).items():
                endings[ending] += times * count
        return dict(endings)

    def rank_counts(self) -> Counter[tuple[BotNumber, int]]:
        """How often each bot had each rank; matches that an error ended count as rank 0."""
        counts: Counter[tuple[BotNumber, int]] = Counter()
        for bot, rank, count in self.connection.execute("SELECT bot, rank, count(*) FROM seats GROUP BY bot, rank"):
            counts[bot, rank or 0] += count
        return counts

    def winners(self) -> Iterator[list[BotNumber]]:
        """The bots that share the first rank, for every match that was played to its end."""
        rows = self.connection.execute("SELECT group_concat(bot) FROM seats WHERE rank = 1 GROUP BY match")
        return (list(map(int, bots.split(","))) for (bots,) in rows)

    def usage_by_bot(self) -> dict[BotNumber, Usage]:
        rows = self.connection.execute(
            "SELECT bot, count(*), sum(cpu), sum(plays), max(slowest), max(memory), avg(points) FROM seats GROUP BY bot"
        )
        return {bot: Usage(*used) for bot, *used in rows}

    def phase_counts(self) -> Iterator[tuple[BotNumber, list[list[int]]]]:
        """For every seat of every match, its bot, and how often each phase was due and completed."""
        return ((bot, json.loads(text)) for bot, text in self.connection.execute("SELECT bot, phases FROM seats"))

    # Errors

    def errors_by_bot(self) -> dict[BotNumber, int]:
        return dict(self.connection.execute("SELECT bot, count(*) FROM errors GROUP BY bot"))

    def first_errors(self) -> list[MatchNumber]:
        """The first match with each distinct error of each bot, ascending."""
        rows = self.connection.execute("SELECT min(match) FROM errors GROUP BY bot, kind, reason ORDER BY min(match)")
        return [match for (match,) in rows]

    def faults(self, limit: int) -> Iterator[Fault]:
        """The errors, at most `limit` of each bot."""
        rows = self.connection.execute(
            "SELECT match, seat, bot, kind, reason, traceback, call, answer, printed FROM "
            "(SELECT *, row_number() OVER (PARTITION BY bot ORDER BY match) AS nth FROM errors) "
            "WHERE nth <= ? ORDER BY match",
            (limit,),
        )
        return map(Fault._make, rows)


@contextmanager
def translate_sqlite_errors(folder: Path) -> Iterator[None]:
    """Turn SQLite's errors, such as a damaged file or a full disk, into a `StoreError` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{folder / NAME} cannot be used: {error}") from error


@contextmanager
def _exclusive(folder: Path) -> Iterator[None]:
    """Hold the folder's write lock."""
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{folder}: another tournament is writing its results there right now") from None
        yield


def _create_file(folder: Path, settings: dict[str, Any], entrants: Sequence[Entrant], absent: dict[str, str]) -> None:
    """Create the file, under a temporary name first, so that it is never incomplete."""
    for rest in (f"{NAME}.new", f"{NAME}.new-journal"):  # left by a process that was killed here
        (folder / rest).unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / f"{NAME}.new", timeout=10, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA journal_mode = DELETE; BEGIN; {SCHEMA}")
        rows = [(name, json.dumps(value)) for name, value in {**settings, "format": FORMAT}.items()]
        connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)
        bots = [(number, storable(each.name), each.built_in, each.digest) for number, each in enumerate(entrants)]
        connection.executemany("INSERT INTO bots VALUES (?, ?, ?, ?)", bots)
        problems = [(storable(name), storable(problem)) for name, problem in absent.items()]
        connection.executemany("INSERT OR IGNORE INTO absent VALUES (?, ?)", problems)
        connection.execute("COMMIT")
    os.replace(folder / f"{NAME}.new", folder / NAME)


def storable(text: str) -> str:
    """The text with lone surrogates, which SQLite refuses, escaped."""
    return text.encode("utf-8", "backslashreplace").decode()
