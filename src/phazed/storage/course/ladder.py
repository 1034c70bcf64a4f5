"""The database of a ladder: an unlimited number of matches in bounded space.

Every match updates counts: each bot's matches, wins and errors, and its results against the milestones. The counts are
stored in the same transaction as the match, so nothing has to be counted again after a restart. A match is kept as long
as it is among the latest `RATED` matches, from which the ratings are computed, or among the latest `KEPT` matches of
one of its bots. Records are kept in the second case only, and old records are deleted first if space is short.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder, closing(LadderStore(Path(folder) / NAME)) as store:
...     numbers = [store.add_bot(name) for name in ("@greedy", "s1", "s2", "s3")]
...     store.plan([(3, 1, 0, 2)]), store.planned(), store.played
([(0, (3, 1, 0, 2))], [(0, (3, 1, 0, 2))], 0)
"""

from __future__ import annotations

import time
import zlib
from array import array
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple, cast

from phazed.game.records import loads
from phazed.rules.rulesets import SEATS
from phazed.storage.database import Database, FileKind, NotFound, StoreError, storable
from phazed.storage.results.rows import Fault, Placing

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from phazed.game.records import Record
    from phazed.storage.results.rows import BotNumber, MatchNumber, MatchReport, Seat, Table

__all__ = ["NAME", "LadderStore", "closing"]

NAME = "ladder.db"
RATED = 40_000
"""Number of latest matches from which the ratings are computed."""
KEPT = 50
"""Number of latest matches of each bot that can be replayed."""
FAULTS = 20
"""Number of latest errors of each bot whose evidence is stored."""
MAX_PRINTED = 2000
"""Maximum number of characters stored of a bot's output before an error."""
SCHEMA = """
CREATE TABLE bots (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, matches INTEGER NOT NULL DEFAULT 0,
  wins REAL NOT NULL DEFAULT 0, errors INTEGER NOT NULL DEFAULT 0, forgiven INTEGER NOT NULL DEFAULT 0);
CREATE TABLE planned (match INTEGER PRIMARY KEY, first INTEGER NOT NULL, second INTEGER NOT NULL,
  third INTEGER NOT NULL, fourth INTEGER NOT NULL);
CREATE TABLE matches (number INTEGER PRIMARY KEY, time REAL NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,
  third INTEGER NOT NULL, fourth INTEGER NOT NULL, ranks TEXT NOT NULL, offender INTEGER, luck BLOB NOT NULL,
  kept INTEGER NOT NULL);
CREATE TABLE records (match INTEGER PRIMARY KEY, record BLOB NOT NULL);
CREATE TABLE appearances (bot INTEGER NOT NULL, match INTEGER NOT NULL, seat INTEGER NOT NULL,
  PRIMARY KEY (bot, match)) WITHOUT ROWID;
CREATE TABLE against (bot INTEGER NOT NULL, milestone INTEGER NOT NULL, met INTEGER NOT NULL, ahead INTEGER NOT NULL,
  PRIMARY KEY (bot, milestone)) WITHOUT ROWID;
CREATE TABLE errors (bot INTEGER NOT NULL, match INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL,
  reason TEXT NOT NULL, traceback TEXT NOT NULL, call TEXT NOT NULL, answer TEXT NOT NULL, printed TEXT NOT NULL,
  PRIMARY KEY (bot, match)) WITHOUT ROWID;
CREATE TABLE totals (matches INTEGER NOT NULL, records INTEGER NOT NULL);
INSERT INTO totals VALUES (0, 0)
"""
LADDER = FileKind("file of a ladder", 0x50485A4C, 1, SCHEMA, "name another folder", "the ladder")
TABLE = "first, second, third, fourth"


class BotCounts(NamedTuple):
    """Counts over all of a bot's matches."""

    matches: int = 0
    wins: float = 0.0
    """Number of matches won; a shared first place counts as a fraction."""
    errors: int = 0
    forgiven: int = 0
    """Number of errors that no longer count towards pausing the bot."""


class LatestMatch(NamedTuple):
    """One of a bot's latest matches that is still stored."""

    placing: Placing
    offender: Seat | None
    recorded: bool
    """Whether the record is stored, so that the match can be replayed."""


class LadderStore:
    """The open database of a ladder, for use in one thread."""

    def __init__(self, file: Path, *, must_exist: bool = False) -> None:
        """Open or create the file; with `must_exist`, raise `StoreError` instead of creating it."""
        if must_exist and not file.exists():
            raise StoreError(f"{file}: no match of a ladder has been played there")
        self.database = Database(file, LADDER, reclaim=True)
        self._milestones = {number for name, number in self.numbers().items() if name.startswith("@")}

    def close(self) -> None:
        self.database.close()

    # Bots

    def numbers(self) -> dict[str, BotNumber]:
        """Return the number of each bot, by name."""
        return dict(self.database.each("SELECT name, number FROM bots ORDER BY number"))

    def names(self, numbers: Iterable[BotNumber]) -> dict[BotNumber, str]:
        """Return the names of these bots, by number."""
        query = "SELECT name FROM bots WHERE number = ?"
        return {number: self.database.value(query, number) for number in set(numbers)}

    def number_of(self, name: str) -> BotNumber | None:
        """Return the number of a bot, or `None` if the bot has never taken part."""
        found: BotNumber | None = self.database.value("SELECT number FROM bots WHERE name = ?", name)
        return found

    def add_bot(self, name: str) -> BotNumber:
        """Add a bot and return its number."""
        with self.database.transaction() as base:
            number = int(self.database.value("SELECT coalesce(max(number) + 1, 0) FROM bots"))
            base.execute("INSERT INTO bots (number, name) VALUES (?, ?)", (number, name))
        if name.startswith("@"):
            self._milestones.add(number)
        return number

    def counts(self, bots: Collection[BotNumber]) -> dict[BotNumber, BotCounts]:
        """Return the counts of these bots."""
        query = "SELECT matches, wins, errors, forgiven FROM bots WHERE number = ?"
        return {bot: BotCounts(*(self.database.row(query, bot) or ())) for bot in bots}

    def all_counts(self) -> dict[BotNumber, BotCounts]:
        """Return the counts of all bots."""
        rows = self.database.each("SELECT number, matches, wins, errors, forgiven FROM bots")
        return {bot: BotCounts(*counts) for bot, *counts in rows}

    def forgive(self, bot: BotNumber) -> None:
        """Stop counting the bot's errors so far towards pausing it."""
        self.database.execute("UPDATE bots SET forgiven = errors WHERE number = ?", bot)

    # Matches

    @property
    def played(self) -> int:
        """Number of matches played, including those that are no longer stored."""
        return int(self.database.value("SELECT matches FROM totals"))

    @property
    def record_bytes(self) -> int:
        """Total size of all stored records, in bytes."""
        return int(self.database.value("SELECT records FROM totals"))

    def plan(self, tables: Sequence[Table]) -> list[tuple[MatchNumber, Table]]:
        """Store the bots of the next matches, and return the matches' numbers and bots."""
        with self.database.transaction() as base:
            query = (
                "SELECT 1 + max(coalesce((SELECT max(number) FROM matches), -1), "
                "coalesce((SELECT max(match) FROM planned), -1))"
            )
            planned = list(enumerate(tables, start=int(self.database.value(query))))
            base.executemany("INSERT INTO planned VALUES (?, ?, ?, ?, ?)", [(each, *table) for each, table in planned])
        return planned

    def planned(self) -> list[tuple[MatchNumber, Table]]:
        """Return the matches that have been planned but not played."""
        rows = self.database.each(f"SELECT match, {TABLE} FROM planned ORDER BY match")  # noqa: S608 - constants
        return [(match, tuple(table)) for match, *table in rows]

    def cancel(self, match: MatchNumber) -> None:
        """Delete a planned match that will not be played."""
        self.database.execute("DELETE FROM planned WHERE match = ?", match)

    def add_match(self, table: Table, report: MatchReport, now: float | None = None) -> None:
        """Store a match, update the counts, and delete data that is no longer needed."""
        match, error = report.match, report.error
        offender = None if error is None else error.seat
        ranks = report.ranks or tuple(SEATS if seat == offender else 0 for seat in range(SEATS))
        luck = array("d", [value for seat in report.worth for value in seat]).tobytes()
        with self.database.transaction() as base:
            base.execute("DELETE FROM planned WHERE match = ?", (match,))
            values = (match, time.time() if now is None else now, *table, "".join(map(str, ranks)), offender, luck)
            base.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*values, SEATS))
            base.execute("INSERT INTO records VALUES (?, ?)", (match, report.record))
            base.executemany(
                "INSERT INTO appearances VALUES (?, ?, ?)", [(bot, match, seat) for seat, bot in enumerate(table)]
            )
            base.execute("UPDATE totals SET matches = matches + 1, records = records + ?", (len(report.record),))
            self._count(base, table, ranks)
            if error is not None:
                texts = (error.kind, error.reason, error.traceback, error.call, error.answer)
                printed = report.seats[error.seat].printed[:MAX_PRINTED]
                self._add_error(base, table[error.seat], match, error.seat, (*texts, printed))
            self._forget_old(base, match, table)

    def _count(self, base: sqlite3.Connection, table: Table, ranks: Sequence[int]) -> None:
        """Update the counts of a match's bots."""
        first = ranks.count(1)
        base.executemany(
            "UPDATE bots SET matches = matches + 1, wins = wins + ? WHERE number = ?",
            [(1 / first if rank == 1 else 0.0, bot) for bot, rank in zip(table, ranks)],
        )
        if 0 in ranks:
            return  # an error ended the match, so no bot placed ahead of another
        base.executemany(
            "INSERT INTO against VALUES (?, ?, 1, ?) "
            "ON CONFLICT DO UPDATE SET met = met + 1, ahead = ahead + excluded.ahead",
            [
                (bot, other, rank < rank_of_other)
                for bot, rank in zip(table, ranks)
                for other, rank_of_other in zip(table, ranks)
                if other in self._milestones and bot not in self._milestones
            ],
        )

    def _add_error(
        self, base: sqlite3.Connection, bot: BotNumber, match: MatchNumber, seat: Seat, texts: Sequence[str]
    ) -> None:
        base.execute("UPDATE bots SET errors = errors + 1 WHERE number = ?", (bot,))
        base.execute("INSERT INTO errors VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (bot, match, seat, *map(storable, texts)))
        base.execute(
            "DELETE FROM errors WHERE bot = ? AND match < "
            "(SELECT match FROM errors WHERE bot = ? ORDER BY match DESC LIMIT 1 OFFSET ?)",
            (bot, bot, FAULTS - 1),
        )

    def _forget_old(self, base: sqlite3.Connection, match: MatchNumber, table: Table) -> None:
        """Delete records and matches that are no longer needed.

        A record is deleted when its match is no longer among the latest matches of any of its bots. The match itself is
        deleted when it is not used for the ratings either. The column `kept` is the number of bots among whose latest
        matches the match is.
        """
        oldest = match - RATED + 1
        for bot in table:
            rows = base.execute(
                "DELETE FROM appearances WHERE bot = ? AND match < "
                "(SELECT match FROM appearances WHERE bot = ? ORDER BY match DESC LIMIT 1 OFFSET ?) RETURNING match",
                (bot, bot, KEPT - 1),
            ).fetchall()
            for (old,) in rows:
                base.execute("UPDATE matches SET kept = kept - 1 WHERE number = ?", (old,))
                if not base.execute("SELECT 1 FROM matches WHERE number = ? AND kept > 0", (old,)).fetchone():
                    self._delete_record(base, old)
                    base.execute("DELETE FROM matches WHERE number = ? AND number < ?", (old, oldest))
        base.execute("DELETE FROM matches WHERE number = ? AND kept = 0", (oldest - 1,))

    @staticmethod
    def _delete_record(base: sqlite3.Connection, match: MatchNumber) -> None:
        for (size,) in base.execute(
            "DELETE FROM records WHERE match = ? RETURNING length(record)", (match,)
        ).fetchall():
            base.execute("UPDATE totals SET records = records - ?", (size,))

    def thin(self, limit: int, at_once: int = 1000) -> int:
        """Delete the oldest records until their total size is at most `limit`; return the number of records deleted."""
        deleted = 0
        while (excess := self.record_bytes - limit) > 0:
            with self.database.transaction() as base:
                rows = base.execute("SELECT match, length(record) FROM records ORDER BY match LIMIT ?", (at_once,))
                for match, size in rows.fetchall():
                    if excess <= 0:
                        break
                    self._delete_record(base, match)
                    excess -= size
                    deleted += 1
            if not deleted:
                break
        if deleted:
            self.database.shrink()
        return deleted

    def latest(self, count: int = RATED) -> Iterator[tuple[Table, tuple[int, ...], list[list[float]]]]:
        """Yield the bots, ranks and luck of the latest matches, oldest first."""
        oldest = int(self.database.value("SELECT coalesce(max(number), 0) FROM matches")) - count + 1
        query = f"SELECT {TABLE}, ranks, luck FROM matches WHERE number >= ? ORDER BY number"  # noqa: S608 - constants
        for one, two, three, four, ranks, packed in self.database.each(query, oldest):
            values = array("d", packed)
            models = len(values) // SEATS
            luck = [list(values[seat * models : (seat + 1) * models]) for seat in range(SEATS)] if models else []
            yield (one, two, three, four), tuple(map(int, ranks)), luck

    def matches_of(self, bot: BotNumber, limit: int = KEPT) -> list[LatestMatch]:
        """Return the latest matches of a bot, most recent first."""
        rows = self.database.each(
            f"SELECT number, {TABLE}, ranks, offender, records.match IS NOT NULL "  # noqa: S608 - constants
            "FROM appearances JOIN matches ON number = appearances.match LEFT JOIN records ON records.match = number "
            "WHERE bot = ? ORDER BY appearances.match DESC LIMIT ?",
            bot,
            limit,
        )
        return [
            LatestMatch(Placing(number, tuple(row[:SEATS]), tuple(map(int, row[4]))), row[5], bool(row[6]))
            for number, *row in rows
        ]

    def against(self, bot: BotNumber) -> dict[BotNumber, tuple[int, int]]:
        """Return how often the bot has met each milestone, and how often it placed ahead of the milestone."""
        rows = self.database.each("SELECT milestone, met, ahead FROM against WHERE bot = ?", bot)
        return {milestone: (met, ahead) for milestone, met, ahead in rows}

    def faults(self, bot: BotNumber) -> list[Fault]:
        """Return the latest errors of a bot, by match."""
        rows = self.database.each(
            "SELECT match, seat, bot, kind, reason, traceback, call, answer, printed FROM errors WHERE bot = ? "
            "ORDER BY match",
            bot,
        )
        return [Fault(*row) for row in rows]

    def table_of(self, match: MatchNumber) -> Table | None:
        """Return the bots of a match, or `None` if the match is not stored."""
        row = self.database.row(f"SELECT {TABLE} FROM matches WHERE number = ?", match)  # noqa: S608 - constants
        return cast("Table | None", row)

    def record(self, match: MatchNumber) -> Record:
        """Return the record of a match; raise `NotFound` if the record is not stored."""
        packed = self.database.value("SELECT record FROM records WHERE match = ?", match)
        if packed is None:
            raise NotFound(f"match {match} cannot be replayed: only the latest {KEPT} matches of each bot are stored")
        try:
            return loads(zlib.decompress(packed).decode())
        except (zlib.error, ValueError) as error:
            raise StoreError(f"the record of match {match} is damaged ({error})") from None

    @property
    def recorded(self) -> list[MatchNumber]:
        """Numbers of the matches whose record is stored, in ascending order."""
        return [match for (match,) in self.database.each("SELECT match FROM records ORDER BY match")]

    def forget(self, names: Iterable[str]) -> None:
        """Delete the texts of these bots' errors and the records of the matches concerned; results are kept."""
        with self.database.transaction() as base:
            for name in names:
                bot = self.number_of(name)
                if bot is None:
                    continue
                for (match,) in base.execute("DELETE FROM errors WHERE bot = ? RETURNING match", (bot,)).fetchall():
                    self._delete_record(base, match)
                rows = base.execute(
                    "SELECT match FROM appearances JOIN matches ON number = match WHERE bot = ? AND seat = offender",
                    (bot,),
                )
                for (match,) in rows.fetchall():
                    self._delete_record(base, match)
        self.database.shrink()
