"""The database of a class: its schema, settings and events.

Each thread of the server that uses the file opens it separately.

>>> from contextlib import closing
>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder, closing(ClassDatabase(Path(folder) / NAME)) as database:
...     database.set_setting("title", "COMP10001")
...     database.setting("title"), database.setting("deadline")
('COMP10001', None)
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.errors import PhazedError
from phazed.storage.database import SETTINGS, Database, FileKind, storable

if TYPE_CHECKING:
    from pathlib import Path

NAME = "class.db"
SCHEMA = f"""{SETTINGS}
CREATE TABLE events (id INTEGER PRIMARY KEY, time REAL NOT NULL, person INTEGER, what TEXT NOT NULL);
CREATE TABLE people (id INTEGER PRIMARY KEY AUTOINCREMENT, role TEXT NOT NULL, name TEXT NOT NULL, number TEXT UNIQUE,
  section TEXT NOT NULL DEFAULT '', email TEXT NOT NULL DEFAULT '', origin TEXT NOT NULL DEFAULT '{{}}', nickname TEXT,
  skeleton TEXT UNIQUE, generation INTEGER NOT NULL DEFAULT 0, joined REAL, extension REAL);
CREATE TABLE ended (session TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE files (digest TEXT PRIMARY KEY, main TEXT NOT NULL, content BLOB NOT NULL);
CREATE TABLE submissions (id INTEGER PRIMARY KEY AUTOINCREMENT, person INTEGER NOT NULL REFERENCES people (id),
  version INTEGER NOT NULL, submitted REAL NOT NULL, title TEXT NOT NULL, digest TEXT NOT NULL, late INTEGER NOT NULL,
  state TEXT NOT NULL, found TEXT, active INTEGER NOT NULL DEFAULT 0, entered INTEGER NOT NULL DEFAULT 0, resting TEXT,
  disqualified TEXT, UNIQUE (person, version));
CREATE INDEX submissions_by_state ON submissions (state);
CREATE INDEX submissions_by_digest ON submissions (digest);
CREATE INDEX submissions_current ON submissions (id) WHERE active OR entered;
CREATE TABLE choices (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, submission INTEGER NOT NULL, time REAL NOT NULL);
CREATE INDEX choices_by_person ON choices (person);
CREATE TABLE history (submission INTEGER NOT NULL, time REAL NOT NULL, matches INTEGER NOT NULL, mu REAL NOT NULL,
  sigma REAL NOT NULL, rank INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,
  PRIMARY KEY (submission, matches)) WITHOUT ROWID;
CREATE TABLE rounds (id INTEGER PRIMARY KEY, time REAL NOT NULL, game TEXT NOT NULL, clock TEXT NOT NULL);
CREATE TABLE places (round INTEGER NOT NULL REFERENCES rounds (id), game TEXT NOT NULL, seat INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES people (id), address TEXT NOT NULL, came INTEGER, rank INTEGER, tied INTEGER,
  adjusted REAL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE INDEX places_by_person ON places (person, round);
CREATE INDEX places_open ON places (game) WHERE came IS NULL;
CREATE TABLE analyses (submission INTEGER NOT NULL, kind TEXT NOT NULL, time REAL NOT NULL, found TEXT NOT NULL,
  PRIMARY KEY (submission, kind)) WITHOUT ROWID;
CREATE TABLE adjustments (person INTEGER NOT NULL, function TEXT NOT NULL, mark REAL NOT NULL, comment TEXT NOT NULL,
  time REAL NOT NULL, PRIMARY KEY (person, function)) WITHOUT ROWID;
"""
CLASS = FileKind("file of a class", 0x50485A43, 3, SCHEMA, "name another folder", "the class")


class ClassError(PhazedError):
    """An operation on the class is not possible; the message gives the reason and an alternative."""


class Event(NamedTuple):
    """An event in the class, shown to the teacher."""

    time: float
    what: str


class ClassDatabase(Database):
    """The open database of a class, for use in one thread."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, CLASS, reclaim=True)

    def add_event(self, what: str, person: int | None = None) -> None:
        """Store an event that concerns the class or a person, with the current time."""
        with self.transaction() as base:
            values = (time.time(), person, storable(what))
            base.execute("INSERT INTO events (time, person, what) VALUES (?, ?, ?)", values)

    def events(self, limit: int = 100) -> list[Event]:
        """Return the latest events, most recent first."""
        return [Event(*row) for row in self.rows("SELECT time, what FROM events ORDER BY id DESC LIMIT ?", limit)]
