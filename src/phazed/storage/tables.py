"""The file of a server's games: seats, decks and plays, from which a table can be restored exactly.

A play is stored before it is sent to anyone, so nothing that players have seen is lost if the server is killed.
"""

from __future__ import annotations

import json
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from phazed.bots import BOTS
from phazed.game.frames import steps_of
from phazed.game.game import Game
from phazed.game.games import HandEnded, Played
from phazed.game.notation import format_play, parse_play
from phazed.rules.cards import cards
from phazed.rules.errors import PhazedError
from phazed.rules.plays import LAY_PHASE
from phazed.rules.rulesets import SEATS, ruleset
from phazed.storage.database import Database, FileKind, Locked, NotFound, StoreError, Unavailable
from phazed.writing import write

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path


LOCK_TIMEOUT = 2.0
"""Seconds to wait for another server that may be about to exit."""
NO_RESULT = {"ranks": None, "scores": None, "laid": None}
NO_SUCH_GAME = "there is no such game: it may have been deleted after a long period of inactivity"
HOUR = 3600.0
DAY = 24 * HOUR
WAITING, UNFINISHED, FINISHED = DAY, 14 * DAY, 60 * DAY
"""Time without activity after which a game is deleted if it has not started, has not finished, or has finished."""

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
GAMES = FileKind("file of games", 0x50687A64, 5, SCHEMA, "choose another with --games", "the file of games")


PERSON = "person"
"""Value of `Seat.who` for a person."""
CLOCKS = ("off", "relaxed", "quick")
"""Names of the clocks; `web.tables.clock` defines how long a turn may take with each."""
CODE_LETTERS = "BCDFGHJKMNPRSTWXYZ"
"""Letters used in table codes: no vowels, so that a code is never a word, and no letter that looks like a digit or
another letter (I, L, O, Q, U, V)."""
CODE_LENGTH = 5


class Transfer(NamedTuple):
    """A one-time link for moving a person's seat to another device."""

    token: str
    until: float
    """Expiry time, in seconds since the epoch."""


class Seat(NamedTuple):
    """A seat at the table, which belongs to a bot or to a person with a token."""

    who: str
    """`PERSON`, or the name of a built-in player."""
    name: str
    token: str | None = None
    taken: bool = True
    """Whether the person has ever sat down."""
    stand_in: str | None = None
    """Built-in player that plays for a person who is away or idle, or has resigned."""
    browser: str | None = None
    """Hash of the id of the person's browser."""
    transfer: Transfer | None = None
    resigned: bool = False
    """Whether the person has resigned, so that the stand-in plays until the end of the game."""

    @property
    def is_person(self) -> bool:
        return self.who == PERSON

    @property
    def is_active(self) -> bool:
        """Whether a person has taken the seat and is playing without a stand-in."""
        return self.is_person and self.taken and self.stand_in is None

    @property
    def bot(self) -> str | None:
        """Built-in player that chooses this seat's plays; `None` if a person chooses them."""
        return self.who if self.who in BOTS else self.stand_in


class TableSettings(NamedTuple):
    """A table's settings, chosen by its host."""

    listed: bool = False
    """Whether the lobby lists the table while it is waiting for players."""
    clock: str = "off"
    spectators: bool = True
    """Whether spectators are allowed."""
    hints: bool | None = None
    """Whether players may ask for hints; `None` allows them unless two or more people play."""
    fills_at: float | None = None
    """Time at which bots take the free seats, in seconds since the epoch; `None` if they do not."""


DEFAULTS = TableSettings()


class SavedTable(Protocol):
    """The parts of a table that are saved."""

    game: Game
    seats: list[Seat]
    seeded: bool


class StoredGame(NamedTuple):
    """A game restored from the file."""

    game: Game
    seats: list[Seat]
    seeded: bool
    """Whether somebody chose the seed and could therefore know every hand."""
    host: str | None
    """Token of the table's host."""
    rematch: str | None
    """Id of the next game between the same players."""
    code: str | None
    """Short code by which people find the table until the game is over."""
    settings: TableSettings
    removed: frozenset[str]
    """Hashes of the browsers whose players the host has removed."""


class StoreInUse(StoreError):
    """An error raised if another server has the file open; `address` is that server's address, if known."""

    def __init__(self, file: Path, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(f"the games in {file} are in use by another server{where}; choose another file with --games")
        self.address = address


class Store:
    """A file of games, which a server locks while it is running."""

    def __init__(self, file: Path, *, shared: bool = False) -> None:
        """Open the file; `shared` allows other processes to read it, for example for a backup."""
        self.file = file
        self._address_file = file.with_name(f"{file.name}.address")
        self.kept: Callable[[], Iterable[str]] = tuple
        """Function that returns the games that are never deleted, such as those of a class."""
        self._published = False
        self._results: dict[str, dict[str, Any]] = {}
        """Cached results of finished games."""
        try:
            with suppress(FileExistsError):
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.database = Database(file, GAMES, exclusive=not shared, timeout=LOCK_TIMEOUT, reclaim=shared)
        except Locked:
            raise StoreInUse(file, self._published_address()) from None

    def _published_address(self) -> str:
        try:
            return self._address_file.read_text(encoding="utf-8")
        except OSError:
            return ""

    def review_file(self, game: str) -> Path:
        """Return the file for the game's review, in a folder next to the games that only their owner can read."""
        folder = self.file.with_name(f"{self.file.name}.reviews")
        with suppress(OSError):  # in this case the review is not stored
            folder.mkdir(mode=0o700, exist_ok=True)
        return folder / f"{game}.review"

    def publish_address(self, address: str) -> None:
        """Write the server's address next to the file, for a command that finds the file locked."""
        write(self._address_file, address.encode())
        self._published = True

    def close(self) -> None:
        if self._published:
            self._address_file.unlink(missing_ok=True)  # before the next server can write its own
        self.database.close()

    def transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Store everything written in the block or, after an error, nothing."""
        return self.database.transaction()

    def add_game(
        self, table: SavedTable, host: str | None, daily: str | None = None, settings: TableSettings = DEFAULTS
    ) -> str:
        """Store a new game and return its unguessable id; `daily` is the day if the game is a daily deal."""
        game = secrets.token_urlsafe(9)
        with self.transaction() as base:
            values = (game, table.game.rules.name, json.dumps(table.game.seed), table.seeded, host, time.time(), daily)
            base.execute(
                "INSERT INTO games (id, rules, seed, seeded, host, touched, daily) VALUES (?, ?, ?, ?, ?, ?, ?)", values
            )
            base.execute("UPDATE games SET code = ? WHERE id = ?", (self._free_code(), game))
            self._write_settings(game, settings)
            self._write_seats(game, table)
        return game

    def _free_code(self) -> str:
        """Return a code that is not used by any unfinished game."""
        while True:
            code = new_code()
            if self.game_of_code(code) is None:
                return code

    def game_of_code(self, code: str) -> str | None:
        """Return the id of the unfinished game with this code, or `None` if there is none."""
        found: str | None = self.database.value("SELECT id FROM games WHERE code = ? AND over = 0", code)
        return found

    def save_settings(self, game: str, settings: TableSettings) -> None:
        """Store the host's changes to the settings."""
        with self.transaction() as base:
            self._write_settings(game, settings)
            base.execute("UPDATE games SET touched = ? WHERE id = ?", (time.time(), game))

    def _write_settings(self, game: str, settings: TableSettings) -> None:
        chosen = ", ".join(f"{name} = ?" for name in settings._fields)
        self.database.execute(f"UPDATE games SET {chosen} WHERE id = ?", *settings, game)  # noqa: S608

    def save_seats(self, game: str, table: SavedTable, host: str | None, *, removed: str | None = None) -> None:
        """Store the seats and the host; `removed` is the browser hash of a player whom the host has removed."""
        with self.transaction() as base:
            self._write_seats(game, table)
            self._touch(game, table)
            base.execute("UPDATE games SET host = ? WHERE id = ?", (host, game))
            if removed is not None:
                base.execute("INSERT OR IGNORE INTO removed VALUES (?, ?)", (game, removed))

    def _write_seats(self, game: str, table: SavedTable) -> None:
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

    def save_hand(self, game: str, table: SavedTable) -> None:
        """Store the hand that was just dealt."""
        hands = table.game.hands
        with self.transaction() as base:
            base.execute("INSERT INTO hands VALUES (?, ?, ?)", (game, len(hands) - 1, " ".join(hands[-1].deck)))
            self._touch(game, table)

    def save_plays(self, game: str, table: SavedTable, since: int) -> None:
        """Replace the stored plays of the current hand, starting with number `since`."""
        hands = table.game.hands
        hand, plays = len(hands) - 1, hands[-1].plays[since:]
        rows = [(game, hand, number, format_play(play)) for number, play in enumerate(plays, start=since)]
        with self.transaction() as base:
            base.execute("DELETE FROM plays WHERE game = ? AND hand = ? AND number >= ?", (game, hand, since))
            base.executemany("INSERT INTO plays VALUES (?, ?, ?, ?)", rows)
            base.execute("UPDATE games SET played = ? WHERE id = ?", (time.time(), game))
            self._touch(game, table)

    def set_rematch(self, game: str, rematch: str) -> None:
        """Store the id of the rematch."""
        with self.transaction() as base:
            base.execute("UPDATE games SET rematch = ? WHERE id = ?", (rematch, game))

    def set_accuracy(self, game: str, accuracy: Sequence[float]) -> None:
        """Store the accuracy of the four seats found by a review."""
        with self.transaction() as base:
            base.execute("UPDATE games SET accuracy = ? WHERE id = ?", (json.dumps(list(accuracy)), game))

    def daily_seed(self, day: str) -> Any:
        """Return the seed of the day's deal, or `None` if nobody has requested it yet."""
        seed = self.database.value("SELECT seed FROM games WHERE daily = ? LIMIT 1", day)
        return None if seed is None else json.loads(seed)

    def daily_games(self, day: str) -> list[str]:
        """Return the ids of the finished games with the day's deal."""
        rows = self.database.each("SELECT id FROM games WHERE daily = ? AND over ORDER BY touched", day)
        return [game for (game,) in rows]

    def current_games(self, ended_since: float) -> dict[str, tuple[float, float | None]]:
        """Return the times of the last change and last play of each game that had not ended before `ended_since`."""
        rows = self.database.each(
            "SELECT id, touched, played FROM games WHERE over = 0 OR played >= ? ORDER BY rowid", ended_since
        )
        return {game: (touched, played) for game, touched, played in rows}

    def _touch(self, game: str, table: SavedTable) -> None:
        values = (time.time(), table.game.started, table.game.over, game)
        self.database.execute("UPDATE games SET touched = ?, started = ?, over = ? WHERE id = ?", *values)

    def summaries(self, games: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return public information about the games, except those that have been deleted."""
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
        """Return the result of a finished game and the phases laid in each hand, or `None` if the game is damaged."""
        if game not in self._results:
            try:
                played = self.load(game).game
            except StoreError:
                return None
            sheet: list[list[int | None]] = []
            laid: dict[int, int] = {}
            for event in played.events:
                if isinstance(event, Played) and event.play[0] == LAY_PHASE:
                    laid |= {step[0]: step[2] for step in steps_of(event)}
                elif isinstance(event, HandEnded):
                    sheet.append([laid.get(seat) for seat in range(SEATS)])
                    laid = {}
            self._results[game] = {"ranks": played.standing.ranks, "scores": played.standing.scores, "laid": sheet}
        return self._results[game]

    def load(self, game: str) -> StoredGame:
        """Restore the game with this id from its plays."""
        try:
            found = self._load(game)
        except Unavailable:
            raise
        except (PhazedError, LookupError, TypeError, ValueError) as error:
            raise StoreError(f"this game's data is damaged, so it cannot be continued: {error}") from None
        if found is None:
            raise NotFound(NO_SUCH_GAME)
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
        played, seats = Game(ruleset(name), seed=json.loads(seed), auto_deal=False), self._seats(game)
        for number, deck in self.database.rows("SELECT number, deck FROM hands WHERE game = ? ORDER BY number", game):
            played.deal(cards(deck))
            query = "SELECT play FROM plays WHERE game = ? AND hand = ? ORDER BY number"
            for (play,) in self.database.rows(query, game, number):
                played.play(parse_play(play, played.rules))
        if clock not in CLOCKS:
            raise ValueError(f"there is no clock {clock!r}")
        hints = None if hints is None else bool(hints)
        settings = TableSettings(bool(listed), clock, bool(spectators), hints, fills_at)
        removed = frozenset(
            browser for (browser,) in self.database.each("SELECT browser FROM removed WHERE game = ?", game)
        )
        return StoredGame(played, seats, bool(seeded), host, rematch, code, settings, removed)

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
            link = None if transfer is None else Transfer(transfer, until)
            seats.append(Seat(who, called, token, bool(taken), stand_in, browser, link, bool(resigned)))
        return seats

    def tokens(self, game: str) -> list[str | None]:
        """Return the tokens of the game's seats, or an empty list if the game has been deleted."""
        query = "SELECT token FROM seats WHERE game = ? ORDER BY seat"
        return [token for (token,) in self.database.each(query, game)]

    def finished_games(self) -> list[str]:
        """Return the ids of all games that are over."""
        return [game for (game,) in self.database.rows("SELECT id FROM games WHERE over ORDER BY rowid")]

    # Results of people who were seated

    def over(self, games: Sequence[str]) -> dict[str, bool]:
        """Return whether each of the games is over, without those that have been deleted."""
        query = "SELECT id, over FROM games WHERE id IN (SELECT value FROM json_each(?))"
        return {game: bool(over) for game, over in self.database.each(query, json.dumps(games))}

    def came(self, game: str) -> list[bool]:
        """Return for each seat whether it is a person's who has ever sat down."""
        query = "SELECT who = ? AND taken FROM seats WHERE game = ? ORDER BY seat"
        return [bool(came) for (came,) in self.database.each(query, PERSON, game)]

    def ranks(self, game: str) -> list[int] | None:
        """Return the ranks of a game that is over; `None` if it is damaged."""
        found = self._result_of(game)
        return None if found is None else list(found["ranks"])

    def rename(self, game: str, seat: int, name: str) -> None:
        """Change the name of a seat and delete the review of the game, in which the old name may be."""
        with self.transaction() as base:
            base.execute("UPDATE seats SET name = ? WHERE game = ? AND seat = ?", (name, game, seat))
            base.execute("UPDATE games SET touched = touched + 0.001 WHERE id = ?", (game,))  # a change for overviews
        with suppress(OSError):
            self.review_file(game).unlink(missing_ok=True)

    def named_seats(self) -> list[tuple[str, int, str]]:
        """Return the game, the number and the name of all seats of people."""
        return self.database.rows("SELECT game, seat, name FROM seats WHERE who = ?", PERSON)

    def delete_old_games(self, now: float, *, but: Iterable[str] = ()) -> int:
        """Delete games that have been inactive for too long, but for `kept` ones and those in `but`; count them."""
        but = [*but, *self.kept()]
        with self.transaction() as base:
            deleted = base.execute(
                "DELETE FROM games WHERE touched < ? - CASE WHEN over THEN ? WHEN started THEN ? ELSE ? END "
                "AND id NOT IN (SELECT value FROM json_each(?)) RETURNING id",
                (now, FINISHED, UNFINISHED, WAITING, json.dumps(but)),
            ).fetchall()
        for (game,) in deleted:
            with suppress(OSError):
                self.review_file(game).unlink(missing_ok=True)
        return len(deleted)


def new_code() -> str:
    """Return a random code for a table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
