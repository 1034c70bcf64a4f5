"""The results file: its tables, its creation, and the lock of its writer."""

from __future__ import annotations

import fcntl
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.storage.database import SETTINGS, Database, FileKind, StoreError, storable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from phazed.arena.entrants import Entrant
    from phazed.arena.jobs import BotNumber

NAME = "results.db"
LEFTOVERS = ("index.html", "ranking.csv", "replays", "logs", "records")
"""Files of a report, which would be mixed up with those of a new tournament."""
SCHEMA = f"""{SETTINGS}
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
CREATE TABLE luck (match INTEGER PRIMARY KEY, seats TEXT NOT NULL);
"""
RESULTS = FileKind("file of results", 0x50485A52, 3, SCHEMA, "name another folder")


class Beginning(NamedTuple):
    """Content of a new results file."""

    settings: Mapping[str, Any]
    entrants: Sequence[Entrant]
    absent: Mapping[str, str]
    """Reasons why bots cannot take part, by name."""
    digests: Mapping[str, str]
    """Content hashes of those of them that could be read."""

    def store(self, connection: sqlite3.Connection) -> None:
        """Store everything in a new file."""
        rows = [(name, json.dumps(value)) for name, value in self.settings.items()]
        connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)
        for number, each in enumerate(self.entrants):
            add_bot(connection, number, each)
        for name, problem in self.absent.items():
            values = (storable(name), storable(problem), self.digests.get(name, ""))
            connection.execute("INSERT OR IGNORE INTO absent VALUES (?, ?, ?)", values)


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
    with exclusive(folder):
        Database(folder / NAME, RESULTS, journal="DELETE", fill=beginning.store).close()


def connect(folder: Path) -> Database:
    """Open the results file in the folder."""
    if not (folder / NAME).is_file():
        raise StoreError(f"{folder}: there are no results of a tournament in it")
    return Database(folder / NAME, RESULTS, journal=None, must_exist=True)


def _check_empty(folder: Path) -> None:
    found = [each for each in LEFTOVERS if (folder / each).exists()]
    if found and not (folder / NAME).exists():
        raise StoreError(
            f"{folder}: this folder has {', '.join(found)} of another tournament, but not its {NAME}; "
            "name another folder, or remove these files"
        )


def add_bot(connection: sqlite3.Connection, number: BotNumber, entrant: Entrant, name: str | None = None) -> None:
    """Store an entrant, under another name if one is given."""
    source = storable(entrant.name)
    values = (number, source if name is None else name, entrant.built_in, entrant.digest, source)
    connection.execute("INSERT INTO bots VALUES (?, ?, ?, ?, ?)", values)


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Hold the folder's write lock."""
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{folder}: another tournament is writing its results there right now") from None
        yield
