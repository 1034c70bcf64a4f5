"""The file of a class: its tables, its format and the steps from earlier ones, transactions, settings and events.

The server and the threads that work beside it open the file once each (`Database` is for one thread). What a
transaction has stored survives the death of the process at any moment.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder, closing(Database(Path(folder) / NAME)) as database:
...     database.set_setting("title", "COMP10001")
...     database.setting("title"), database.setting("deadline")
('COMP10001', None)
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.results.store import storable
from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "class.db"
APPLICATION = 0x50485A43
"""What marks the file as ours: PHZC."""
LOCK_TIMEOUT = 5.0
"""Seconds to wait for a transaction of another thread."""

FORMAT_1 = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE events (id INTEGER PRIMARY KEY, time REAL NOT NULL, person INTEGER, what TEXT NOT NULL);
CREATE TABLE people (id INTEGER PRIMARY KEY, role TEXT NOT NULL, name TEXT NOT NULL, number TEXT UNIQUE,
  section TEXT NOT NULL DEFAULT '', nickname TEXT, folded TEXT UNIQUE, generation INTEGER NOT NULL DEFAULT 0,
  joined REAL);
CREATE TABLE files (digest TEXT PRIMARY KEY, main TEXT NOT NULL, content BLOB NOT NULL);
CREATE TABLE submissions (id INTEGER PRIMARY KEY AUTOINCREMENT, person INTEGER NOT NULL REFERENCES people (id),
  version INTEGER NOT NULL, submitted REAL NOT NULL, title TEXT NOT NULL, digest TEXT NOT NULL, late INTEGER NOT NULL,
  state TEXT NOT NULL, found TEXT, active INTEGER NOT NULL DEFAULT 0, resting TEXT, disqualified TEXT,
  UNIQUE (person, version));
CREATE INDEX submissions_by_state ON submissions (state);
CREATE TABLE history (submission INTEGER NOT NULL, time REAL NOT NULL, matches INTEGER NOT NULL, mu REAL NOT NULL,
  sigma REAL NOT NULL, rank INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,
  PRIMARY KEY (submission, matches)) WITHOUT ROWID;
CREATE TABLE rounds (id INTEGER PRIMARY KEY, time REAL NOT NULL, game TEXT NOT NULL, clock TEXT NOT NULL);
CREATE TABLE places (round INTEGER NOT NULL REFERENCES rounds (id), game TEXT NOT NULL, seat INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES people (id), address TEXT NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
"""
FORMAT_2 = """
CREATE TABLE analyses (submission INTEGER NOT NULL, kind TEXT NOT NULL, time REAL NOT NULL, found TEXT NOT NULL,
  PRIMARY KEY (submission, kind)) WITHOUT ROWID;
CREATE TABLE reviews (game TEXT PRIMARY KEY, adjusted TEXT NOT NULL);
"""
STEPS = (FORMAT_1, FORMAT_2)
"""What brings a file from each format to the next; a new file has format 0."""
FORMAT = len(STEPS)


class ClassError(PhazedError):
    """Something that cannot be done with the class: why, and what would be possible."""


class Unavailable(PhazedError):
    """The file cannot be read or written at the moment, for example because the disk is full; nothing was stored."""


class Event(NamedTuple):
    """Something that happened, for the teacher."""

    time: float
    what: str


class Database:
    """The open file, for one thread."""

    def __init__(self, file: Path) -> None:
        self.file = file
        before = os.umask(0o077)  # it contains names, and the secret from which keys are derived
        try:
            self._check()
            self.connection = sqlite3.connect(file, isolation_level=None, timeout=LOCK_TIMEOUT)
        except sqlite3.Error as error:
            raise ClassError(f"{file} cannot be used for a class: {error}") from None
        finally:
            os.umask(before)
        try:
            for setting in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
                self.connection.execute(f"PRAGMA {setting}")
            self._upgrade()
        except (sqlite3.Error, PhazedError) as error:
            self.connection.close()
            raise ClassError(f"{file} cannot be used for a class: {error}") from None

    def _check(self) -> None:
        """Refuse a file that is not ours, before anything is written into it or beside it."""
        if not self.file.exists() or not self.file.stat().st_size:
            return
        with closing(sqlite3.connect(f"{self.file.absolute().as_uri()}?mode=ro", uri=True)) as base:
            (mark,) = base.execute("PRAGMA application_id").fetchone()
            (version,) = base.execute("PRAGMA user_version").fetchone()
            empty = base.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
        if mark != APPLICATION and not (empty and mark == version == 0):
            raise ClassError(f"{self.file} is not the file of a class: name another folder")
        if version > FORMAT:
            raise ClassError(f"{self.file} was written by a later version of phazed: upgrade phazed, or name another")

    def _upgrade(self) -> None:
        """Bring the file to the current format, one step after the other, all of them or none."""
        if self._version() == FORMAT:
            return  # without waiting for those who write
        with self.transaction() as base:
            for step in STEPS[self._version() :]:
                for statement in step.strip().split(";")[:-1]:
                    base.execute(statement)
            base.execute(f"PRAGMA application_id = {APPLICATION}")
            base.execute(f"PRAGMA user_version = {FORMAT}")

    def _version(self) -> int:
        return int(self.connection.execute("PRAGMA user_version").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is rolled back on errors; one inside of another belongs to it."""
        if self.connection.in_transaction:
            yield self.connection
        else:
            yield from self._outer_transaction()

    def _outer_transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            yield self.connection
            self.connection.execute("COMMIT")
        except BaseException as error:
            if self.connection.in_transaction:  # when the disk is full, SQLite has rolled back by itself
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.OperationalError):
                raise Unavailable(f"this could not be saved, so it was not done: {error}") from None
            raise

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows that a query finds."""
        try:
            return self.connection.execute(query, values).fetchall()
        except sqlite3.OperationalError as error:
            raise Unavailable(f"the class cannot be read at the moment: {error}") from None

    def row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        """The first row that a query finds."""
        return next(iter(self.rows(query, *values)), None)

    # Settings and events

    def setting(self, name: str, otherwise: Any = None) -> Any:
        """The value of a setting."""
        found = self.row("SELECT value FROM settings WHERE name = ?", name)
        return otherwise if found is None else json.loads(found[0])

    def set_setting(self, name: str, value: Any) -> None:
        """Add or change a setting."""
        with self.transaction() as base:
            base.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value)))

    def add_event(self, what: str, person: int | None = None) -> None:
        """Store something that happened now, to a person or to the class."""
        with self.transaction() as base:
            values = (time.time(), person, storable(what))
            base.execute("INSERT INTO events (time, person, what) VALUES (?, ?, ?)", values)

    def events(self, limit: int = 100) -> list[Event]:
        """What has happened, the latest first."""
        return [Event(*row) for row in self.rows("SELECT time, what FROM events ORDER BY id DESC LIMIT ?", limit)]
