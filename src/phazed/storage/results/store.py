"""The results of a tournament on disk: one SQLite file, one transaction per match.

A match is stored completely or not at all, even if the process is killed. Its number is its key, so no match is stored
twice. All SQL of the arena is in this module and in `schema`.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from phazed.arena.luck import TABLE_MODELS, worth
from phazed.arena.ratings import Results
from phazed.arena.schedule import Round
from phazed.game.records import loads
from phazed.rules.rulesets import SEATS
from phazed.storage.database import StoreError, storable
from phazed.storage.results import schema
from phazed.storage.results.rows import Fault, Happening, MatchResult, Output, SeatResult, StoredBot, Usage
from phazed.storage.results.schema import NAME

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from phazed.arena.entrants import Entrant
    from phazed.arena.jobs import BotNumber, MatchNumber, MatchReport, Seat
    from phazed.arena.ratings import Floats
    from phazed.arena.schedule import Table
    from phazed.game.records import Record
    from phazed.storage.database import Database

__all__ = ["MAX_PRINTED", "NAME", "Store"]

MAX_PRINTED = 2000
"""How much of a bot's output is stored for a match without an error; for one with an error, all of it is."""


class Store:
    """The open results file; `create` and `existing` make one."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.folder = folder
        self.database = database

    @classmethod
    def existing(cls, folder: Path) -> Store:
        """Open the results in the folder."""
        return cls(folder, schema.connect(folder))

    @classmethod
    def create(
        cls,
        folder: Path,
        settings: Mapping[str, Any],
        entrants: Sequence[Entrant],
        absent: Mapping[str, str],
        digests: Mapping[str, str] | None = None,
    ) -> Store:
        """Create a results file in the folder, which is created if necessary; see `schema.Beginning`."""
        schema.create(folder, schema.Beginning(settings, entrants, absent, digests or {}))
        return cls.existing(folder)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the lock for adding results; another process that holds it is a `StoreError`."""
        with schema.exclusive(self.folder):
            self.database.rows("PRAGMA journal_mode = WAL")
            yield
            self.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    # Settings and entrants

    @property
    def settings(self) -> dict[str, Any]:
        """Settings by name."""
        return self.database.settings()

    def set_setting(self, name: str, value: Any) -> None:
        """Add or change a setting."""
        self.database.set_setting(name, value)

    @property
    def bots(self) -> list[StoredBot]:
        """Every entrant, by number."""
        rows = self.database.each(
            "SELECT name, built_in, digest, source, why FROM bots LEFT JOIN removed ON bot = number ORDER BY number"
        )
        return [StoredBot(name, bool(built_in), *more) for name, built_in, *more in rows]

    def add_bot(self, entrant: Entrant, name: str) -> BotNumber:
        """Add an entrant under that name; its number."""
        with self.transaction() as connection:
            number = int(self.database.value("SELECT count(*) FROM bots"))
            schema.add_bot(connection, number, entrant, name)
            connection.execute("DELETE FROM absent WHERE name = ?", (storable(entrant.name),))
        return number

    def remove_bot(self, bot: BotNumber, why: str) -> None:
        """Store that the bot plays no more; what it has played stays."""
        self.database.execute("INSERT OR REPLACE INTO removed VALUES (?, ?)", bot, storable(why))

    def forget_texts(self, bot: BotNumber) -> None:
        """Delete what the bot has printed, and what its errors say about its code; results stay."""
        with self.transaction() as connection:
            connection.execute("UPDATE seats SET printed = '' WHERE bot = ?", (bot,))
            texts = "reason = '', traceback = '', call = '', answer = '', printed = ''"
            connection.execute(f"UPDATE errors SET {texts} WHERE bot = ?", (bot,))  # noqa: S608 - constants

    @property
    def absent(self) -> dict[str, str]:
        """The bots that cannot take part, and why."""
        return dict(self.database.each("SELECT name, problem FROM absent ORDER BY name"))

    @property
    def failed(self) -> dict[str, str]:
        """The content hashes of bots that failed when they were asked before their first match, by name."""
        return dict(self.database.each("SELECT name, digest FROM absent WHERE digest != ''"))

    @property
    def events(self) -> list[Happening]:
        """What happened to the tournament, in order."""
        rows = self.database.each("SELECT time, played, what FROM events ORDER BY number")
        return [Happening(*row) for row in rows]

    def add_event(self, time: str, what: str) -> None:
        """Store something that happened now."""
        self.database.execute("INSERT INTO events VALUES (NULL, ?, ?, ?)", time, self.played, storable(what))

    # Rounds

    @property
    def rounds(self) -> list[Round]:
        """The rounds that have been planned."""
        rows = self.database.each("SELECT stage, tables FROM rounds ORDER BY number")
        return [Round(stage, tuple(tuple(table) for table in json.loads(tables))) for stage, tables in rows]

    @property
    def stage(self) -> str:
        """The stage of the last planned round; empty if there is none."""
        return self.database.value("SELECT stage FROM rounds ORDER BY number DESC LIMIT 1") or ""

    def add_round(self, planned: Round) -> None:
        """Store a planned round."""
        self.database.execute(
            "INSERT INTO rounds SELECT count(*), ?, ?, coalesce(max(first + json_array_length(tables)), 0) FROM rounds",
            planned.stage,
            json.dumps(planned.tables),
        )

    def unplayed(self, number: int) -> list[tuple[MatchNumber, Table]]:
        """The matches of a round that have not been played: their numbers, and their bots by seat."""
        ((tables, first),) = self.database.rows("SELECT tables, first FROM rounds WHERE number = ?", number)
        rows = self.database.each("SELECT number FROM matches WHERE round = ?", number)
        played = {match for (match,) in rows}
        numbered = enumerate(json.loads(tables), start=first)
        return [(match, tuple(table)) for match, table in numbered if match not in played]

    # Matches

    def add_match(
        self, number: int, table: Sequence[BotNumber], report: MatchReport, *, seconds: float | None = None
    ) -> None:
        """Store a match of that round, and how many seconds the tournament has taken so far."""
        error = report.error
        with self.transaction() as connection:
            offender = None if error is None else error.seat
            values = (report.match, number, offender, report.hands, json.dumps(report.endings), report.seconds)
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, report.record))
            connection.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        *(report.match, seat, table[seat], None if report.ranks is None else report.ranks[seat]),
                        *(report.scores[seat], report.completed[seat], used.plays, used.cpu, used.slowest),
                        *(
                            used.waited,
                            used.memory,
                            storable(used.printed[:MAX_PRINTED]),
                            json.dumps(used.phases),
                        ),
                    )
                    for seat, used in enumerate(report.seats)
                ],
            )
            if report.luck:
                connection.execute("INSERT INTO luck VALUES (?, ?)", (report.match, json.dumps(worth(report))))
            if seconds is not None:
                self.set_setting("seconds", round(seconds, 1))
            if error is not None:
                texts = (error.kind, error.reason, error.traceback, error.call, error.answer)
                printed = report.seats[error.seat].printed
                connection.execute(
                    "INSERT INTO errors VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (report.match, error.seat, table[error.seat], *map(storable, (*texts, printed))),
                )

    def transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Store everything inside of the block or, on an error, nothing."""
        return self.database.transaction()

    @property
    def played(self) -> int:
        """Number of matches played."""
        return int(self.database.value("SELECT count(*) FROM matches"))

    @property
    def match_numbers(self) -> list[MatchNumber]:
        """The numbers of all matches played, ascending."""
        return [number for (number,) in self.database.each("SELECT number FROM matches ORDER BY number")]

    def matches(self) -> Iterator[MatchResult]:
        """All matches, by number."""
        return map(MatchResult._make, self.database.each("SELECT number, offender, hands FROM matches ORDER BY number"))

    def offenders(self) -> dict[MatchNumber, Seat | None]:
        """For every match played, the seat whose error ended it; `None` if it was played to its end."""
        return dict(self.database.each("SELECT number, offender FROM matches"))

    def seats(self) -> Iterator[SeatResult]:
        """All seats of all matches, by match and seat."""
        rows = self.database.each("SELECT match, seat, bot, rank, points FROM seats ORDER BY match, seat")
        return map(SeatResult._make, rows)

    def results(self) -> Results:
        """All matches in the form that the rating takes; one query, because matches are added while others read."""
        rows = self.database.rows(
            "SELECT bot, CASE WHEN seat = offender THEN ? ELSE rank END "
            "FROM seats JOIN matches ON number = match ORDER BY match, seat",
            SEATS,
        )
        values = np.array(rows, dtype=float).reshape(-1, SEATS, 2)
        return Results(values[:, :, 0].astype(int), np.nan_to_num(values[:, :, 1]).astype(int))

    def luck(self) -> Floats | None:
        """What the deals of each match were worth to each seat, by each model; 0 for matches without it."""
        found = dict(self.database.each("SELECT match, seats FROM luck"))
        if not found:
            return None
        nothing = np.zeros((SEATS, len(TABLE_MODELS)))
        return np.array([json.loads(found[match]) if match in found else nothing for match in self.match_numbers])

    def record(self, match: MatchNumber) -> Record:
        """The record of a match."""
        packed = self.database.value("SELECT record FROM matches WHERE number = ?", match)
        if packed is None:
            last = self.database.value("SELECT max(number) FROM matches")
            known = "no match has been played yet" if last is None else f"their numbers are 0 to {last}"
            raise StoreError(f"{self.folder}: there is no match {match} in these results; {known}")
        try:
            return loads(zlib.decompress(packed).decode())
        except (zlib.error, ValueError) as error:
            raise StoreError(f"{self.folder}: the record of match {match} is damaged ({error})") from None

    # Aggregates

    def endings(self) -> dict[str, int]:
        """How many hands ended in each way."""
        endings: Counter[str] = Counter()
        for text, count in self.database.each("SELECT endings, count(*) FROM matches GROUP BY endings"):
            for ending, times in json.loads(text).items():
                endings[ending] += times * count
        return dict(endings)

    def rank_counts(self) -> Counter[tuple[BotNumber, int]]:
        """How often each bot had each rank; matches that an error ended count as rank 0."""
        counts: Counter[tuple[BotNumber, int]] = Counter()
        for bot, rank, count in self.database.each("SELECT bot, rank, count(*) FROM seats GROUP BY bot, rank"):
            counts[bot, rank or 0] += count
        return counts

    def winners(self) -> Iterator[list[BotNumber]]:
        """The bots that share the first rank, for every match that was played to its end."""
        rows = self.database.each("SELECT group_concat(bot) FROM seats WHERE rank = 1 GROUP BY match")
        return (list(map(int, bots.split(","))) for (bots,) in rows)

    def usage_by_bot(self) -> dict[BotNumber, Usage]:
        rows = self.database.each(
            "SELECT bot, count(*), sum(cpu), sum(plays), max(slowest), sum(waited), max(memory), avg(points) "
            "FROM seats GROUP BY bot"
        )
        return {bot: Usage(*used) for bot, *used in rows}

    def phase_counts(self) -> Iterator[tuple[BotNumber, list[list[int]]]]:
        """For every seat of every match, its bot, and how often each phase was due and completed."""
        return ((bot, json.loads(text)) for bot, text in self.database.each("SELECT bot, phases FROM seats"))

    def prints(self, limit: int) -> dict[BotNumber, list[Output]]:
        """What each bot printed, at most `limit` different texts of each, the first matches first."""
        found: dict[BotNumber, dict[str, tuple[MatchNumber, int]]] = defaultdict(dict)
        rows = self.database.each("SELECT bot, match, printed FROM seats WHERE printed != '' ORDER BY match, seat")
        for bot, match, printed in rows:
            texts = found[bot]
            if printed in texts or len(texts) < limit:
                first, times = texts.get(printed, (match, 0))
                texts[printed] = (first, times + 1)
        return {
            bot: [Output(first, text, times) for text, (first, times) in texts.items()] for bot, texts in found.items()
        }

    # Errors

    def errors_by_bot(self) -> dict[BotNumber, int]:
        return dict(self.database.each("SELECT bot, count(*) FROM errors GROUP BY bot"))

    def first_errors(self) -> list[MatchNumber]:
        """The first match with each distinct error of each bot, ascending."""
        rows = self.database.each("SELECT min(match) FROM errors GROUP BY bot, kind, reason ORDER BY min(match)")
        return [match for (match,) in rows]

    def faults(self, limit: int) -> Iterator[Fault]:
        """The errors, at most `limit` of each bot."""
        rows = self.database.each(
            "SELECT match, seat, bot, kind, reason, traceback, call, answer, printed FROM "
            "(SELECT *, row_number() OVER (PARTITION BY bot ORDER BY match) AS nth FROM errors) "
            "WHERE nth <= ? ORDER BY match",
            limit,
        )
        return map(Fault._make, rows)
