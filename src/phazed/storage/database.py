"""SQLite files: creating and opening them, transactions and errors.

Each file is marked with its kind, so that a file of another program is never overwritten. A completed transaction is
not lost if the process is killed. A `Database` can be used only by one thread; other threads and processes may open the
same file themselves.

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
"""Seconds to wait for another thread's or process's transaction."""
COPY_TIMEOUT = 30.0
COPIED_PAGES = 256
"""Number of pages copied at a time; other processes may write in between."""

_open: Counter[str] = Counter()
"""Number of connections of this process, by file."""
_opening = Lock()

SETTINGS = "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
"""Table of settings, to be included in the schema of a kind of file."""


class StoreError(PhazedError):
    """An error of a file, or of something in the file, that cannot be used."""


class NotFound(StoreError):
    """An error raised if the file does not contain what was requested."""


class Unavailable(PhazedError):
    """An error raised if the file cannot currently be read or written, for example because the disk is full."""


class Locked(StoreError):
    """An error raised if another process has locked the file."""


class FileKind(NamedTuple):
    """A kind of file."""

    what: str
    """Name of the kind in messages."""
    application: int
    """SQLite's application id, which distinguishes these files from those of other programs."""
    format: int
    schema: str
    remedy: str
    """Advice in messages about a file that cannot be used."""
    public: str = ""
    """Name in messages for people who must not see the file's path; empty if the path is shown."""


class Database:
    """An open file for use by one thread."""

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
        """Open the file, or create one that only its owner can read.

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
        """Return whether the file is empty; raise `StoreError` if it is of another kind."""
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
        """Store everything written in the block or, after an error, nothing; a nested block joins the outer one."""
        nested = self.connection.in_transaction
        if nested:
            yield self.connection
            return
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            yield self.connection
            self.connection.execute("COMMIT")
        except BaseException as error:
            if self.connection.in_transaction:  # if the disk is full, SQLite has already rolled back
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                where = "" if self.kind.public else f"{self.file}: "
                raise Unavailable(f"{where}this change could not be saved and was not made: {error}") from None
            raise

    def execute(self, statement: str, *values: object) -> None:
        """Execute a statement that changes rows, in a transaction of its own unless one is in progress."""
        with self.transaction() as connection:
            connection.execute(statement, values)

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows found by a query."""
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
        """Return the first row found by a query, or `None` if there is none."""
        return next(iter(self.rows(query, *values)), None)

    def value(self, query: str, *values: object) -> Any:
        """Return the first value in the first row found by a query, or `None` if there is no row."""
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
    """Copy a consistent state of a file, even while another process is writing to it."""
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
    """Escape lone surrogates in a text, which SQLite refuses."""
    return text.encode("utf-8", "backslashreplace").decode()
