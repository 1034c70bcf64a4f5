"""The games of the table in SQLite: seats, decks and plays, from which a table is restored exactly as it was.

Every play is written before anybody is sent it, so a server that is killed loses nothing that was seen.
"""

from __future__ import annotations

import json
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.bots import BOTS
from phazed.game.notation import format_play, parse_play
from phazed.rules.cards import cards
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import SEATS, ruleset
from phazed.storage.database import Database, FileKind, Locked, StoreError, Unavailable
from phazed.web.tables.codes import new_code
from phazed.web.tables.settings import CLOCKS, DEFAULTS, TableSettings
from phazed.web.tables.table import PERSON, Seat, Table, Transfer
from phazed.writing import write

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from phazed.rules.plays import Play

LOCK_TIMEOUT = 2.0
"""Seconds to wait for another server that is about to exit."""
NO_RESULT = {"ranks": None, "scores": None, "laid": None}
NO_SUCH_GAME = "there is no such game here: it may have been deleted after a long time"
HOUR = 3600.0
DAY = 24 * HOUR
WAITING, UNFINISHED, FINISHED = DAY, 14 * DAY, 60 * DAY
"""Time without any activity after which a game is deleted: before it began, before its end, after it."""

SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, rules TEXT NOT NULL, seed TEXT NOT NULL, host TEXT, touched REAL NOT NULL,
    started INTEGER NOT NULL DEFAULT 0, over INTEGER NOT NULL DEFAULT 0, rematch TEXT,
    seeded INTEGER NOT NULL DEFAULT 0, daily TEXT, accuracy TEXT, code TEXT, listed INTEGER NOT NULL DEFAULT 0,
    clock TEXT NOT NULL DEFAULT 'off', spectators INTEGER NOT NULL DEFAULT 1, hints INTEGER, fills_at REAL, played REAL
) STRICT;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL,
    token TEXT, taken INTEGER NOT NULL, stand_in TEXT, browser TEXT, transfer TEXT, transfer_until REAL,
    resigned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE hands (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL, deck TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE plays (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, hand INTEGER NOT NULL, number INTEGER NOT NULL,
    play TEXT NOT NULL, PRIMARY KEY (game, hand, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE removed (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, browser TEXT NOT NULL, PRIMARY KEY (game, browser)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX codes ON games (code) WHERE over = 0;
"""
GAMES = FileKind("file of games", 0x50687A64, 5, SCHEMA, "name another with --games", "the file of games")


class StoredGame(NamedTuple):
    """A game of the store."""

    table: Table
    host: str | None
    """The token of the player who made the table."""
    rematch: str | None
    """The next game of the same four players."""
    code: str | None = None
    """The short code by which people find the table until the game is over."""
    settings: TableSettings = DEFAULTS
    removed: frozenset[str] = frozenset()
    """Hashes of the browsers whose players the host has removed."""


class StoreInUse(StoreError):
    """Another server has the file; `address` is where it can be reached, if that is known."""

    def __init__(self, file: Path, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(f"the games in {file} are in use by another server{where}; name another file with --games")
        self.address = address


class Store:
    """The games in one file, which one server locks as long as it runs."""

    def __init__(self, file: Path, *, shared: bool = False) -> None:
        """Open the file; `shared` lets other processes read it, for example for a backup."""
        self.file = file
        self._address_file = file.with_name(f"{file.name}.address")
        self._results: dict[str, dict[str, Any]] = {}
        """Results of finished games, as far as they were requested."""
        try:
            with suppress(FileExistsError):
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.database = Database(file, GAMES, exclusive=not shared, timeout=LOCK_TIMEOUT)
        except Locked:
            raise StoreInUse(file, self._published_address()) from None

    def _published_address(self) -> str:
        try:
            return self._address_file.read_text(encoding="utf-8")
        except OSError:
            return ""

    def review_file(self, game: str) -> Path:
        """Where the review of the game is kept: beside the games, for their owner only."""
        folder = self.file.with_name(f"{self.file.name}.reviews")
        with suppress(OSError):  # then it is not kept
            folder.mkdir(mode=0o700, exist_ok=True)
        return folder / f"{game}.review"

    def publish_address(self, address: str) -> None:
        """Write the server's address next to the file, for the next command that finds it locked."""
        write(self._address_file, address.encode())

    def close(self) -> None:
        self._address_file.unlink(missing_ok=True)  # before the next server can write its own
        self.database.close()

    def transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Store everything inside of the block or, on an error, nothing."""
        return self.database.transaction()

    def add_game(
        self, table: Table, host: str | None, daily: str | None = None, settings: TableSettings = DEFAULTS
    ) -> str:
        """Store a new game, perhaps of the daily deal of a day; return its id, which nobody can guess."""
        game = secrets.token_urlsafe(9)
        with self.transaction() as base:
            values = (game, table.rules.name, json.dumps(table.seed), table.seeded, host, time.time(), daily)
            base.execute(
                "INSERT INTO games (id, rules, seed, seeded, host, touched, daily) VALUES (?, ?, ?, ?, ?, ?, ?)", values
            )
            base.execute("UPDATE games SET code = ? WHERE id = ?", (self._free_code(), game))
            self._write_settings(game, settings)
            self._write_seats(game, table)
        return game

    def _free_code(self) -> str:
        """A code that no table has whose game is not over."""
        while True:
            code = new_code()
            if self.game_of_code(code) is None:
                return code

    def game_of_code(self, code: str) -> str | None:
        """The game at the table of that code, unless it is over."""
        found: str | None = self.database.value("SELECT id FROM games WHERE code = ? AND over = 0", code)
        return found

    def save_settings(self, game: str, settings: TableSettings) -> None:
        """Store what the host has chosen."""
        with self.transaction() as base:
            self._write_settings(game, settings)
            base.execute("UPDATE games SET touched = ? WHERE id = ?", (time.time(), game))

    def _write_settings(self, game: str, settings: TableSettings) -> None:
        chosen = ", ".join(f"{name} = ?" for name in settings._fields)
        self.database.execute(f"UPDATE games SET {chosen} WHERE id = ?", *settings, game)  # noqa: S608

    def save_seats(self, game: str, table: Table, host: str | None, *, removed: str | None = None) -> None:
        """Store who sits where, and perhaps the hash of a browser whose player the host has removed."""
        with self.transaction() as base:
            self._write_seats(game, table)
            self._touch(game, table)
            base.execute("UPDATE games SET host = ? WHERE id = ?", (host, game))
            if removed is not None:
                base.execute("INSERT OR IGNORE INTO removed VALUES (?, ?)", (game, removed))

    def _write_seats(self, game: str, table: Table) -> None:
        rows = [
            (
                *(game, number, seat.who, seat.name, seat.token, seat.taken, seat.stand_in, seat.browser),
                *(seat.transfer or (None, None)),
                seat.resigned,
            )
            for number, seat in enumerate(table.seats)
        ]
        with self.transaction() as base:
            base.executemany("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def save_hand(self, game: str, table: Table) -> None:
        """Store the hand that was dealt."""
        with self.transaction() as base:
            base.execute("INSERT INTO hands VALUES (?, ?, ?)", (game, table.number, " ".join(table.deck)))
            self._touch(game, table)

    def save_plays(self, game: str, table: Table, since: int) -> None:
        """Store the plays of the hand from number `since` on, in place of those stored there."""
        rows = [
            (game, table.number, number, format_play(play))
            for number, play in enumerate(table.plays[since:], start=since)
        ]
        with self.transaction() as base:
            base.execute("DELETE FROM plays WHERE game = ? AND hand = ? AND number >= ?", (game, table.number, since))
            base.executemany("INSERT INTO plays VALUES (?, ?, ?, ?)", rows)
            base.execute("UPDATE games SET played = ? WHERE id = ?", (time.time(), game))
            self._touch(game, table)

    def set_rematch(self, game: str, rematch: str) -> None:
        """Store the id of the rematch."""
        with self.transaction() as base:
            base.execute("UPDATE games SET rematch = ? WHERE id = ?", (rematch, game))

    def set_accuracy(self, game: str, accuracy: Sequence[float]) -> None:
        """Store the accuracy of the four seats, which a review has found."""
        with self.transaction() as base:
            base.execute("UPDATE games SET accuracy = ? WHERE id = ?", (json.dumps(list(accuracy)), game))

    def daily_seed(self, day: str) -> Any:
        """The seed of the daily deal of that day; `None` if nobody has asked for it yet."""
        seed = self.database.value("SELECT seed FROM games WHERE daily = ? LIMIT 1", day)
        return None if seed is None else json.loads(seed)

    def daily_games(self, day: str) -> list[str]:
        """The finished games of the daily deal of that day."""
        rows = self.database.each("SELECT id FROM games WHERE daily = ? AND over ORDER BY touched", day)
        return [game for (game,) in rows]

    def current_games(self, ended_since: float) -> dict[str, tuple[float, float | None]]:
        """The games that are not over, or have ended since then: when each was changed last, and its last play."""
        rows = self.database.each(
            "SELECT id, touched, played FROM games WHERE over = 0 OR played >= ? ORDER BY rowid", ended_since
        )
        return {game: (touched, played) for game, touched, played in rows}

    def _touch(self, game: str, table: Table) -> None:
        values = (time.time(), table.started, table.over, game)
        self.database.execute("UPDATE games SET touched = ?, started = ?, over = ? WHERE id = ?", *values)

    def summaries(self, games: Sequence[str]) -> dict[str, dict[str, Any]]:
        """What everybody may know about those of the games that still exist."""
        asked = json.dumps(games)
        rows = self.database.rows(
            "SELECT id, rules, started, over, (SELECT count(*) FROM hands WHERE game = id), accuracy FROM games "
            "WHERE id IN (SELECT value FROM json_each(?))",
            asked,
        )
        seats = self.database.rows(
            "SELECT game, name, taken FROM seats WHERE game IN (SELECT value FROM json_each(?)) ORDER BY seat", asked
        )
        found: dict[str, dict[str, Any]] = {}
        for game, rules, started, over, hand, accuracy in rows:
            public = {"id": game, "game": rules, "title": ruleset(rules).title, "names": [], "full": True}
            found[game] = {**public, "started": bool(started), "over": bool(over), "hand": hand}
            found[game] |= (self._result_of(game) if over else None) or NO_RESULT
            found[game]["accuracy"] = None if accuracy is None else json.loads(accuracy)
        for game, name, taken in seats:
            found[game]["names"].append(name)
            found[game]["full"] &= bool(taken)
        return found

    def _result_of(self, game: str) -> dict[str, Any] | None:
        """The result of the finished game, and the phases that were laid in each hand; `None` if it is damaged."""
        if game not in self._results:
            try:
                table = self.load(game).table
            except StoreError:
                return None
            laid = [row["laid"] for row in table.sheet]
            self._results[game] = {"ranks": table.standing.ranks, "scores": table.standing.scores, "laid": laid}
        return self._results[game]

    def load(self, game: str) -> StoredGame:
        """The game of that id, restored from its plays."""
        try:
            found = self._load(game)
        except Unavailable:
            raise
        except (PhazedError, LookupError, TypeError, ValueError) as error:
            raise StoreError(f"this game is damaged in its file and cannot be continued: {error}") from None
        if found is None:
            raise StoreError(NO_SUCH_GAME)
        return found

    def _load(self, game: str) -> StoredGame | None:
        query = (
            "SELECT rules, seed, seeded, host, rematch, code, listed, clock, spectators, hints, fills_at FROM games "
            "WHERE id = ?"
        )
        row = self.database.row(query, game)
        if row is None:
            return None
        name, seed, seeded, host, rematch, code, listed, clock, spectators, hints, fills_at = row
        table = Table(ruleset(name), json.loads(seed), self._seats(game), seeded=bool(seeded))
        for number, deck in self.database.rows("SELECT number, deck FROM hands WHERE game = ? ORDER BY number", game):
            table.deal(cards(deck))
            for play in self._plays(game, number, table):
                table.play(play)
        if clock not in CLOCKS:
            raise ValueError(f"there is no clock {clock!r}")
        hints = None if hints is None else bool(hints)
        settings = TableSettings(bool(listed), clock, bool(spectators), hints, fills_at)
        removed = self.database.each("SELECT browser FROM removed WHERE game = ?", game)
        return StoredGame(table, host, rematch, code, settings, frozenset(browser for (browser,) in removed))

    def _seats(self, game: str) -> list[Seat]:
        query = (
            "SELECT who, name, token, taken, stand_in, browser, transfer, transfer_until, resigned FROM seats "
            "WHERE game = ? ORDER BY seat"
        )
        rows = self.database.rows(query, game)
        if len(rows) != SEATS or not all(who == PERSON or who in BOTS for who, *_ in rows):
            raise ValueError("it does not have four valid seats")
        seats = []
        for who, called, token, taken, stand_in, browser, transfer, until, resigned in rows:
            seat = Seat(who, called, token, taken=bool(taken), stand_in=stand_in)
            seat.browser, seat.resigned = browser, bool(resigned)
            seat.transfer = None if transfer is None else Transfer(transfer, until)
            seats.append(seat)
        return seats

    def tokens(self, game: str) -> list[str | None]:
        """The tokens of the game's seats; an empty list if it has been deleted."""
        query = "SELECT token FROM seats WHERE game = ? ORDER BY seat"
        return [token for (token,) in self.database.each(query, game)]

    def _plays(self, game: str, hand: int, table: Table) -> Sequence[Play]:
        query = "SELECT play FROM plays WHERE game = ? AND hand = ? ORDER BY number"
        return [parse_play(text, table.rules) for (text,) in self.database.each(query, game, hand)]

    def delete_old_games(self, now: float, *, but: Iterable[str] = ()) -> int:
        """Delete games without activity for a long time, but for those named; return their number."""
        with self.transaction() as base:
            deleted = base.execute(
                "DELETE FROM games WHERE touched < ? - CASE WHEN over THEN ? WHEN started THEN ? ELSE ? END "
                "AND id NOT IN (SELECT value FROM json_each(?)) RETURNING id",
                (now, FINISHED, UNFINISHED, WAITING, json.dumps(list(but))),
            ).fetchall()
        for (game,) in deleted:
            with suppress(OSError):
                self.review_file(game).unlink(missing_ok=True)
        return len(deleted)
