"""The results file itself: its tables, its format, its creation, and who may write to it."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from phazed.arena.entrants import Entrant
    from phazed.arena.jobs import BotNumber

NAME = "results.db"
LEFTOVERS = ("index.html", "ranking.csv", "replays", "logs", "records")
"""Files of a report, which would be mixed up with those of a new tournament."""
FORMAT = 2
"""Format of the files that are written; 1 can still be read."""
SCHEMA = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE bots (number INTEGER PRIMARY KEY, name TEXT NOT NULL, built_in INTEGER NOT NULL, digest TEXT NOT NULL,
  source TEXT NOT NULL);
CREATE TABLE removed (bot INTEGER PRIMARY KEY, why TEXT NOT NULL);
CREATE TABLE absent (name TEXT PRIMARY KEY, problem TEXT NOT NULL, digest TEXT NOT NULL);
CREATE TABLE events (number INTEGER PRIMARY KEY, time TEXT NOT NULL, played INTEGER NOT NULL, what TEXT NOT NULL);
CREATE TABLE rounds (number INTEGER PRIMARY KEY, stage TEXT NOT NULL, tables TEXT NOT NULL, first INTEGER NOT NULL);
CREATE TABLE matches (number INTEGER PRIMARY KEY, round INTEGER NOT NULL, offender INTEGER, hands INTEGER NOT NULL,
  endings TEXT NOT NULL, seconds REAL NOT NULL, record BLOB NOT NULL);
CREATE TABLE seats (match INTEGER NOT NULL, seat INTEGER NOT NULL, bot INTEGER NOT NULL, rank INTEGER,
  points INTEGER NOT NULL, completed INTEGER NOT NULL, plays INTEGER NOT NULL, cpu REAL NOT NULL, slowest REAL NOT NULL,
  waited REAL NOT NULL, memory INTEGER NOT NULL, printed TEXT NOT NULL, phases TEXT NOT NULL,
  PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE INDEX seats_by_bot ON seats (bot);
CREATE TABLE errors (match INTEGER PRIMARY KEY, seat INTEGER NOT NULL, bot INTEGER NOT NULL, kind TEXT NOT NULL,
  reason TEXT NOT NULL, traceback TEXT NOT NULL, call TEXT NOT NULL, answer TEXT NOT NULL, printed TEXT NOT NULL);
CREATE INDEX errors_by_bot ON errors (bot);
"""
LUCK = "luck (match INTEGER PRIMARY KEY, seats TEXT NOT NULL)"
"""The table of what the deals were worth, which the first files of format 2 do not have."""
FORMAT_1_AS_2 = """
CREATE TEMP VIEW bots AS SELECT *, name AS source FROM main.bots;
CREATE TEMP VIEW absent AS SELECT *, '' AS digest FROM main.absent;
CREATE TEMP VIEW seats AS SELECT *, 0.0 AS waited FROM main.seats;
CREATE TEMP TABLE removed (bot INTEGER PRIMARY KEY, why TEXT NOT NULL);
CREATE TEMP TABLE luck (match INTEGER PRIMARY KEY, seats TEXT NOT NULL);
CREATE TEMP TABLE events (number INTEGER PRIMARY KEY, time TEXT NOT NULL, played INTEGER NOT NULL, what TEXT NOT NULL);
"""
"""What a connection to a file of format 1 needs to be read like one of format 2."""


class StoreError(PhazedError):
    """A problem with the results folder that the user can fix."""


def connect(folder: Path) -> tuple[sqlite3.Connection, int]:
    """Open the results file in the folder; the connection, and the file's format."""
    if not (folder / NAME).is_file():
        raise StoreError(f"{folder}: there are no results of a tournament in it")
    with translate_sqlite_errors(folder):
        connection = sqlite3.connect(folder / NAME, timeout=10, isolation_level=None)
    why = ""
    try:
        found = connection.execute("SELECT value FROM settings WHERE name = 'format'").fetchone()
    except sqlite3.DatabaseError as error:
        found, why = None, f" ({error})"
    if found == (json.dumps(1),):
        connection.executescript(FORMAT_1_AS_2)
        return connection, 1
    if found != (json.dumps(FORMAT),):
        connection.close()
        raise StoreError(f"{folder / NAME} was not written by this version of phazed{why}: name another folder")
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'luck'").fetchone():
        connection.execute(f"CREATE TEMP TABLE {LUCK}")
    return connection, FORMAT


def add_luck_table(connection: sqlite3.Connection) -> None:
    """Add the table of the luck to a file that does not have it."""
    connection.execute("DROP TABLE IF EXISTS temp.luck")
    connection.execute(f"CREATE TABLE IF NOT EXISTS main.{LUCK}")


class Beginning(NamedTuple):
    """What a results file contains when it is created."""

    settings: Mapping[str, Any]
    entrants: Sequence[Entrant]
    absent: Mapping[str, str]
    """Why bots cannot take part, by name."""
    digests: Mapping[str, str]
    """The content hashes of those of them that could be read."""


def prepare(folder: Path) -> None:
    """Create the folder if necessary; `StoreError` if it cannot hold new results."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise StoreError(f"{folder} cannot hold the results: it is not a folder") from None
    with exclusive(folder):
        _check_empty(folder)


def create(folder: Path, beginning: Beginning) -> None:
    """Create a results file in the folder, unless there is one; the folder is created if necessary."""
    prepare(folder)
    with exclusive(folder), translate_sqlite_errors(folder):
        if not (folder / NAME).exists():  # else another process was faster
            _create_file(folder, beginning)


def _check_empty(folder: Path) -> None:
    found = [each for each in LEFTOVERS if (folder / each).exists()]
    if found and not (folder / NAME).exists():
        raise StoreError(
            f"{folder}: this folder has {', '.join(found)} of another tournament, but not its {NAME}; "
            "name another folder, or remove these files"
        )


def _create_file(folder: Path, beginning: Beginning) -> None:
    """Create the file, under a temporary name first, so that it is never incomplete."""
    for rest in (f"{NAME}.new", f"{NAME}.new-journal"):  # left by a process that was killed here
        (folder / rest).unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / f"{NAME}.new", timeout=10, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA journal_mode = DELETE; BEGIN; {SCHEMA} CREATE TABLE {LUCK}")
        rows = [(name, json.dumps(value)) for name, value in {**beginning.settings, "format": FORMAT}.items()]
        connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)
        for number, each in enumerate(beginning.entrants):
            add_bot(connection, number, each)
        for name, problem in beginning.absent.items():
            values = (storable(name), storable(problem), beginning.digests.get(name, ""))
            connection.execute("INSERT OR IGNORE INTO absent VALUES (?, ?, ?)", values)
        connection.execute("COMMIT")
    os.replace(folder / f"{NAME}.new", folder / NAME)


def add_bot(connection: sqlite3.Connection, number: BotNumber, entrant: Entrant, name: str | None = None) -> None:
    """Store an entrant, under another name if one is given."""
    source = storable(entrant.name)
    values = (number, source if name is None else name, entrant.built_in, entrant.digest, source)
    connection.execute("INSERT INTO bots VALUES (?, ?, ?, ?, ?)", values)


@contextmanager
def translate_sqlite_errors(folder: Path) -> Iterator[None]:
    """Turn SQLite's errors, such as a damaged file or a full disk, into a `StoreError` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{folder / NAME} cannot be used: {error}") from error


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Hold the folder's write lock."""
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{folder}: another tournament is writing its results there right now") from None
        yield


def storable(text: str) -> str:
    """The text with lone surrogates, which SQLite refuses, escaped."""
    return text.encode("utf-8", "backslashreplace").decode()
