"""The results file: its schema, and the lock of its writer."""

from __future__ import annotations

import fcntl
from contextlib import contextmanager
from typing import TYPE_CHECKING

from phazed.storage.database import SETTINGS, Database, FileKind, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "results.db"
LEFTOVERS = ("index.html", "ranking.csv", "replays", "logs", "records")
"""Files of a report. A folder that contains any of these but no results is not used for a new tournament."""
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
RESULTS = FileKind("file of results", 0x50485A52, 3, SCHEMA, "choose another folder")


def prepare(folder: Path) -> None:
    """Create the folder if necessary; raise `StoreError` if it cannot be used for new results."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise StoreError(f"{folder} cannot be used for the results: it is not a folder") from None
    with exclusive(folder):
        found = [each for each in LEFTOVERS if (folder / each).exists()]
        if found and not (folder / NAME).exists():
            raise StoreError(
                f"{folder}: this folder contains {', '.join(found)} from another tournament, but not its {NAME}; "
                "choose another folder or remove these files"
            )


def connect(folder: Path) -> Database:
    """Open the results file in the folder."""
    if not (folder / NAME).is_file():
        raise StoreError(f"{folder}: this folder contains no tournament results")
    return Database(folder / NAME, RESULTS, journal=None, must_exist=True)


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Hold the folder's write lock, or raise `StoreError` if another process holds it."""
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{folder}: another tournament is currently writing its results to this folder") from None
        yield
