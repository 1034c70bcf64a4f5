"""SQLite files: creating and opening them, transactions and errors.

A file has a kind, so that another program's file is never written. What a transaction has stored survives the death of
the process at any moment. A `Database` is for one thread; several threads or processes may each open the file.

>>> from contextlib import closing
>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> notes = FileKind("file of notes", 0x1234, 1, "CREATE TABLE notes (note TEXT)", "name another file")
>>> with TemporaryDirectory() as folder, closing(Database(Path(folder) / "notes.db", notes)) as database:
...     database.execute("INSERT INTO notes VALUES (?)", "buy cards")
...     database.rows("SELECT note FROM notes")
[('buy cards',)]
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from contextlib import ExitStack, closing, contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

LOCK_TIMEOUT = 5.0
"""Seconds to wait for a transaction of another thread or process."""
COPY_TIMEOUT = 30.0
COPIED_PAGES = 256
"""Number of pages that are copied at a time; other processes may write in between."""

_open: Counter[str] = Counter()
"""Number of connections of this process, by file."""
_opening = Lock()

SETTINGS = "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
"""Table of settings, for the schema of a kind of files."""


class StoreError(PhazedError):
    """A file, or something in it, that cannot be used."""


class NotFound(StoreError):
    """Something that is not in the file."""


class Unavailable(PhazedError):
    """The file cannot be read or written at the moment, for example because the disk is full; nothing was stored."""


class Locked(StoreError):
    """A file that another process has locked."""


class FileKind(NamedTuple):
    """A kind of files."""

    what: str
    """Name of such a file in messages."""
    application: int
    """SQLite's application id of our files, by which we never write into another program's."""
    format: int
    schema: str
    remedy: str
    """Advice for a file that cannot be used."""
    public: str = ""
    """Name in messages to people who must not see its path; empty if the path is shown."""


class Database:
    """An open file, for one thread."""

    def __init__(
        self,
        file: Path,
        kind: FileKind,
        *,
        exclusive: bool = False,
        journal: str | None = "WAL",
        timeout: float = LOCK_TIMEOUT,
        must_exist: bool = False,
        reclaim: bool = False,
        fill: Callable[[sqlite3.Connection], object] | None = None,
    ) -> None:
        """Open the file, or create it, readable by its owner only.

        `exclusive` locks out other processes. `journal` is the journal mode; `None` leaves it as it is. With
        `must_exist`, an empty file is refused. With `reclaim`, deleted rows are overwritten, and `shrink` returns their
        space to the system. `fill` stores the first rows of a new file in the transaction that creates it.
        """
        self.file = file
        self.kind = kind
        self._path = os.path.realpath(file)
        before = os.umask(0o077)
        try:
            with ExitStack() as stack:
                stack.enter_context(_opening)
                if not _open[self._path]:
                    self._check_file()
                self.connection = sqlite3.connect(file, isolation_level=None, timeout=timeout)
                stack.callback(self.connection.close)
                if exclusive:
                    self.connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                if reclaim:
                    if self._is_new(self.connection):
                        self.connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                    self.connection.execute("PRAGMA secure_delete = ON")
                if journal is not None:
                    self.connection.execute(f"PRAGMA journal_mode = {journal}")
                for setting in ("synchronous = NORMAL", "foreign_keys = ON"):
                    self.connection.execute(f"PRAGMA {setting}")
                if exclusive or self._is_new(self.connection):
                    if must_exist:
                        raise StoreError(f"{file} is not a {kind.what}: {kind.remedy}")
                    self._create(fill)
                _open[self._path] += 1
                stack.pop_all()
                _opening.release()
        except (sqlite3.Error, Unavailable) as error:
            message = f"{file} cannot be used: {error}"
            raise (Locked if "locked" in str(error) else StoreError)(message) from None
        finally:
            os.umask(before)

    def _check_file(self) -> None:
        """Refuse a file that is not ours, before anything is written into it or beside it.

        The file must not be open in this process: to close it drops all locks that the process has on it. SQLite takes
        care of that among its own connections, but not with immutable ones. Another process would then delete the
        write-ahead log that is still in use here.
        """
        if self.file.exists():
            with closing(sqlite3.connect(f"{self.file.absolute().as_uri()}?immutable=1", uri=True)) as base:
                self._is_new(base)

    def _is_new(self, base: sqlite3.Connection) -> bool:
        """Return whether the file is empty; raise `StoreError` if it is neither empty nor of the right kind."""
        (mark,) = base.execute("PRAGMA application_id").fetchone()
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if mark == self.kind.application:
            if version != self.kind.format:
                raise StoreError(f"{self.file} was written by another version of phazed: {self.kind.remedy}")
            return False
        if (mark, version) != (0, 0) or base.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            raise StoreError(f"{self.file} is not a {self.kind.what}: {self.kind.remedy}")
        return True

    def _create(self, fill: Callable[[sqlite3.Connection], object] | None) -> None:
        with self.transaction() as connection:
            if not self._is_new(connection):
                return  # another process was faster
            for statement in self.kind.schema.strip().removesuffix(";").split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {self.kind.application}")
            connection.execute(f"PRAGMA user_version = {self.kind.format}")
            if fill is not None:
                fill(connection)

    def close(self) -> None:
        """Close the file."""
        with _opening:
            self.connection.close()
            if _open[self._path] > 0:
                _open[self._path] -= 1

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Store everything inside of the block or, on an error, nothing; a nested block belongs to the outer one."""
        nested = self.connection.in_transaction
        if nested:
            yield self.connection
            return
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            yield self.connection
            self.connection.execute("COMMIT")
        except BaseException as error:
            if self.connection.in_transaction:  # when the disk is full, SQLite has rolled back by itself
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                where = "" if self.kind.public else f"{self.file}: "
                raise Unavailable(f"{where}this could not be saved, so it was not done: {error}") from None
            raise

    def execute(self, statement: str, *values: object) -> None:
        """Execute a statement that changes rows; outside of a transaction it is one."""
        with self.transaction() as connection:
            connection.execute(statement, values)

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows that a query finds."""
        return list(self.each(query, *values))

    def each(self, query: str, *values: object) -> Iterator[Any]:
        """Yield the rows that a query finds."""
        return self._found(query, values)

    def _found(self, query: str, values: Any) -> Iterator[Any]:
        try:
            yield from self.connection.execute(query, values)
        except sqlite3.Error as error:
            raise Unavailable(f"{self.kind.public or self.file} cannot be read at the moment: {error}") from None

    def named(self, query: str, **values: object) -> list[tuple[Any, ...]]:
        """Return all rows that a query with named parameters finds."""
        return list(self._found(query, values))

    def row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        """Return the first row that a query finds."""
        return next(iter(self.rows(query, *values)), None)

    def value(self, query: str, *values: object) -> Any:
        """Return the first value of the first row that a query finds; `None` if it finds none."""
        found = self.row(query, *values)
        return None if found is None else found[0]

    def shrink(self) -> None:
        """Return the space of deleted rows to the system, and empty the write-ahead log, which may still have them."""
        self.rows("PRAGMA incremental_vacuum")
        self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    # Settings, in files whose schema includes `SETTINGS`

    def settings(self) -> dict[str, Any]:
        """Return all settings."""
        return {name: json.loads(value) for name, value in self.each("SELECT name, value FROM settings")}

    def setting(self, name: str, otherwise: Any = None) -> Any:
        """Return the value of a setting, or `otherwise` if it was never set."""
        found = self.value("SELECT value FROM settings WHERE name = ?", name)
        return otherwise if found is None else json.loads(found)

    def set_setting(self, name: str, value: Any) -> None:
        """Add or change a setting."""
        self.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, json.dumps(value))


def copy_database(source: Path, target: Path) -> None:
    """Copy a file as it is at one moment; another process may write to it meanwhile."""
    try:
        address = f"{source.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(address, uri=True, timeout=COPY_TIMEOUT)) as original,
            closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy, pages=COPIED_PAGES, sleep=0.01)
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}") from None


def storable(text: str) -> str:
    """Return the text with lone surrogates, which SQLite refuses, escaped."""
    return text.encode("utf-8", "backslashreplace").decode()
