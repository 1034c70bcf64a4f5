"""The results of a tournament, stored in a SQLite file with one transaction per match.

A match is stored completely or not at all, even if the process is killed. The match number is the key, so no match is
stored twice.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from phazed.answers.ranking import Happening, Printed
from phazed.game.records import dumps, loads
from phazed.rules.rulesets import SEATS
from phazed.storage.database import Database, StoreError, storable
from phazed.storage.results import schema
from phazed.storage.results.rows import Fault, MatchResult, Placing, Round, SeatResult, StoredBot, Usage
from phazed.storage.results.schema import NAME

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from phazed.game.records import Record
    from phazed.storage.entrant import Entrant
    from phazed.storage.results.rows import BotNumber, MatchNumber, MatchReport, Seat, Table

__all__ = ["MAX_PRINTED", "NAME", "Store"]

MAX_PRINTED = 2000
"""Maximum number of characters stored of a bot's output in a match. After an error, the whole output is stored."""


class Store:
    """An open results file, which `create` creates and `existing` opens."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.folder = folder
        self.database = database

    @classmethod
    def existing(cls, folder: Path) -> Store:
        """Open the results in the folder; raise `StoreError` if there are none."""
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
        """Create a results file in the folder, or open the one that exists; the folder is created if necessary.

        `absent` contains the reasons why bots cannot take part, by name, and `digests` the content hashes of those that
        could be read.
        """

        def fill(connection: sqlite3.Connection) -> None:
            rows = [(name, json.dumps(value)) for name, value in settings.items()]
            connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)
            for number, each in enumerate(entrants):
                _insert_bot(connection, number, each, storable(each.name))
            for name, problem in absent.items():
                values = (storable(name), storable(problem), (digests or {}).get(name, ""))
                connection.execute("INSERT OR IGNORE INTO absent VALUES (?, ?, ?)", values)

        schema.prepare(folder)
        with schema.exclusive(folder):
            Database(folder / NAME, schema.RESULTS, journal="DELETE", fill=fill).close()
        return cls.existing(folder)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the write lock, or raise `StoreError` if another process holds it."""
        with schema.exclusive(self.folder):
            self.database.rows("PRAGMA journal_mode = WAL")
            yield
            self.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self.database.close()

    # Settings and entrants

    @property
    def settings(self) -> dict[str, Any]:
        return self.database.settings()

    def set_setting(self, name: str, value: Any) -> None:
        """Add or change a setting."""
        self.database.set_setting(name, value)

    @property
    def bots(self) -> list[StoredBot]:
        """All entrants, by number."""
        rows = self.database.each(
            "SELECT name, built_in, digest, source, why FROM bots LEFT JOIN removed ON bot = number ORDER BY number"
        )
        return [StoredBot(name, bool(built_in), *more) for name, built_in, *more in rows]

    def add_bot(self, entrant: Entrant, name: str) -> BotNumber:
        """Add an entrant under the given name and return its number."""
        with self.transaction() as connection:
            number = int(self.database.value("SELECT count(*) FROM bots"))
            _insert_bot(connection, number, entrant, name)
            connection.execute("DELETE FROM absent WHERE name = ?", (storable(entrant.name),))
        return number

    def remove_bot(self, bot: BotNumber, why: str) -> None:
        """Mark the bot as removed; its results are kept."""
        self.database.execute("INSERT OR REPLACE INTO removed VALUES (?, ?)", bot, storable(why))

    def restore_bot(self, bot: BotNumber) -> None:
        """Let a bot that was removed have its results again."""
        self.database.execute("DELETE FROM removed WHERE bot = ?", bot)

    def rename_bot(self, old: str, new: str) -> list[MatchNumber]:
        """Give an entrant another name in all results, and delete its output; return the matches that it has played.

        The results themselves stay.
        """
        old, new = storable(old), storable(new)
        bot = self.database.value("SELECT number FROM bots WHERE name = ?", old)
        with self.transaction() as connection:
            values = (storable(new), old)
            connection.execute("UPDATE OR REPLACE absent SET name = ? WHERE name = ?", values)
            connection.execute("UPDATE events SET what = replace(what, ?, ?)", (old, new))
            connection.execute("UPDATE removed SET why = replace(why, ?, ?)", (old, new))
            if bot is None:
                return []
            connection.execute("UPDATE bots SET name = ?, source = ? WHERE number = ?", (new, new, bot))
            self.forget_texts(bot)
            seats = dict(self.database.rows("SELECT match, seat FROM seats WHERE bot = ? ORDER BY match", bot))
            for match, seat in seats.items():
                connection.execute(
                    "UPDATE matches SET record = ? WHERE number = ?", (_renamed(self.record(match), seat, new), match)
                )
        return list(seats)

    def forget_texts(self, bot: BotNumber) -> None:
        """Delete the bot's output and the texts of its errors; its results are kept."""
        with self.transaction() as connection:
            connection.execute("UPDATE seats SET printed = '' WHERE bot = ?", (bot,))
            texts = "reason = '', traceback = '', call = '', answer = '', printed = ''"
            connection.execute(f"UPDATE errors SET {texts} WHERE bot = ?", (bot,))  # noqa: S608 - constants

    @property
    def absent(self) -> dict[str, str]:
        """Reasons why bots cannot take part, by name."""
        return dict(self.database.each("SELECT name, problem FROM absent ORDER BY name"))

    @property
    def failed(self) -> dict[str, str]:
        """Content hashes of the bots that failed the pre-check, by name."""
        return dict(self.database.each("SELECT name, digest FROM absent WHERE digest != ''"))

    @property
    def events(self) -> list[Happening]:
        """Events of the tournament, in order."""
        rows = self.database.each("SELECT time, played, what FROM events ORDER BY number")
        return [Happening(time=time, played=played, what=what) for time, played, what in rows]

    def add_event(self, time: str, what: str) -> None:
        """Store an event of the tournament."""
        self.database.execute("INSERT INTO events VALUES (NULL, ?, ?, ?)", time, self.played, storable(what))

    # Rounds

    @property
    def rounds(self) -> list[Round]:
        """All rounds planned so far."""
        rows = self.database.each("SELECT stage, tables FROM rounds ORDER BY number")
        return [Round(stage, tuple(tuple(table) for table in json.loads(tables))) for stage, tables in rows]

    @property
    def stage(self) -> str:
        """Stage of the last planned round; empty if there is no round yet."""
        return self.database.value("SELECT stage FROM rounds ORDER BY number DESC LIMIT 1") or ""

    def add_round(self, planned: Round) -> None:
        self.database.execute(
            "INSERT INTO rounds SELECT count(*), ?, ?, coalesce(max(first + json_array_length(tables)), 0) FROM rounds",
            planned.stage,
            json.dumps(planned.tables),
        )

    def unplayed(self, number: int) -> list[tuple[MatchNumber, Table]]:
        """Return the numbers and bots of the round's matches that have not been played."""
        ((tables, first),) = self.database.rows("SELECT tables, first FROM rounds WHERE number = ?", number)
        rows = self.database.each("SELECT number FROM matches WHERE round = ?", number)
        played = {match for (match,) in rows}
        numbered = enumerate(json.loads(tables), start=first)
        return [(match, tuple(table)) for match, table in numbered if match not in played]

    # Matches

    def add_match(
        self, number: int, table: Sequence[BotNumber], report: MatchReport, *, seconds: float | None = None
    ) -> None:
        """Store a match in the round; `seconds` is the duration of the tournament so far."""
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
                        *(used.waited, used.memory, storable(used.printed[:MAX_PRINTED]), json.dumps(used.phases)),
                    )
                    for seat, used in enumerate(report.seats)
                ],
            )
            if report.luck:
                connection.execute("INSERT INTO luck VALUES (?, ?)", (report.match, json.dumps(report.worth)))
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
        """Store everything written in the block or, after an error, nothing."""
        return self.database.transaction()

    @property
    def played(self) -> int:
        """Number of matches played."""
        return int(self.database.value("SELECT count(*) FROM matches"))

    @property
    def match_numbers(self) -> list[MatchNumber]:
        """Numbers of all matches played, in ascending order."""
        return [number for (number,) in self.database.each("SELECT number FROM matches ORDER BY number")]

    def matches(self) -> Iterator[MatchResult]:
        """Yield all matches, by number."""
        return map(MatchResult._make, self.database.each("SELECT number, offender, hands FROM matches ORDER BY number"))

    def offenders(self) -> dict[MatchNumber, Seat | None]:
        """Return the seat whose error ended each match, or `None` for each completed match."""
        return dict(self.database.each("SELECT number, offender FROM matches"))

    def seats(self) -> Iterator[SeatResult]:
        """Yield the results of all seats in all matches, ordered by match and seat."""
        rows = self.database.each("SELECT match, seat, bot, rank, points FROM seats ORDER BY match, seat")
        return map(SeatResult._make, rows)

    def placings(self) -> list[Placing]:
        """Return the bots and ranks of all matches, in a single query since matches may be added meanwhile."""
        rows = self.database.each(
            "SELECT match, bot, CASE WHEN seat = offender THEN ? ELSE coalesce(rank, 0) END "
            "FROM seats JOIN matches ON number = match ORDER BY match, seat",
            SEATS,
        )
        matches = (zip(*four) for four in zip(*[rows] * SEATS))
        return [Placing(match, bots, ranks) for (match, *_), bots, ranks in matches]

    def luck(self) -> dict[MatchNumber, list[list[float]]]:
        """Return the value of the deals by seat and model for each match in which the luck was measured."""
        return {match: json.loads(seats) for match, seats in self.database.each("SELECT match, seats FROM luck")}

    def record(self, match: MatchNumber) -> Record:
        """Return the record of a match; raise `StoreError` if there is none."""
        packed = self.database.value("SELECT record FROM matches WHERE number = ?", match)
        if packed is None:
            last = self.database.value("SELECT max(number) FROM matches")
            known = "no match has been played yet" if last is None else f"the matches are numbered from 0 to {last}"
            raise StoreError(f"{self.folder}: there is no match {match} in these results; {known}")
        try:
            return loads(zlib.decompress(packed).decode())
        except (zlib.error, ValueError) as error:
            raise StoreError(f"{self.folder}: the record of match {match} is damaged ({error})") from None

    # Aggregates

    def endings(self) -> dict[str, int]:
        """Return the number of hands that ended in each way."""
        endings: Counter[str] = Counter()
        for text, count in self.database.each("SELECT endings, count(*) FROM matches GROUP BY endings"):
            for ending, times in json.loads(text).items():
                endings[ending] += times * count
        return dict(endings)

    def rank_counts(self) -> Counter[tuple[BotNumber, int]]:
        """Return the number of matches by bot and rank; matches ended by an error have rank 0."""
        counts: Counter[tuple[BotNumber, int]] = Counter()
        for bot, rank, count in self.database.each("SELECT bot, rank, count(*) FROM seats GROUP BY bot, rank"):
            counts[bot, rank or 0] += count
        return counts

    def winners(self) -> Iterator[list[BotNumber]]:
        """Yield, for each completed match, the bots that share first place."""
        rows = self.database.each("SELECT group_concat(bot) FROM seats WHERE rank = 1 GROUP BY match")
        return (list(map(int, bots.split(","))) for (bots,) in rows)

    def usage_by_bot(self) -> dict[BotNumber, Usage]:
        rows = self.database.each(
            "SELECT bot, count(*), sum(cpu), sum(plays), max(slowest), sum(waited), max(memory), avg(points) "
            "FROM seats GROUP BY bot"
        )
        return {bot: Usage(*used) for bot, *used in rows}

    def phase_counts(self) -> Iterator[tuple[BotNumber, list[list[int]]]]:
        """Yield the bot and its phase counts for each seat in each match."""
        return ((bot, json.loads(text)) for bot, text in self.database.each("SELECT bot, phases FROM seats"))

    def prints(self, limit: int) -> dict[BotNumber, list[Printed]]:
        """Return at most `limit` different outputs of each bot, in the order of their first matches."""
        found: dict[BotNumber, dict[str, tuple[MatchNumber, int]]] = defaultdict(dict)
        rows = self.database.each("SELECT bot, match, printed FROM seats WHERE printed != '' ORDER BY match, seat")
        for bot, match, printed in rows:
            texts = found[bot]
            if printed in texts or len(texts) < limit:
                first, times = texts.get(printed, (match, 0))
                texts[printed] = (first, times + 1)
        return {
            bot: [Printed(first, times, text) for text, (first, times) in texts.items()] for bot, texts in found.items()
        }

    # Errors

    def errors_by_bot(self) -> dict[BotNumber, int]:
        return dict(self.database.each("SELECT bot, count(*) FROM errors GROUP BY bot"))

    def first_errors(self) -> list[MatchNumber]:
        """Return the first match with each of a bot's different errors, for all bots, in ascending order."""
        rows = self.database.each("SELECT min(match) FROM errors GROUP BY bot, kind, reason ORDER BY min(match)")
        return [match for (match,) in rows]

    def faults(self, limit: int) -> Iterator[Fault]:
        """Yield at most `limit` errors of each bot, ordered by match."""
        rows = self.database.each(
            "SELECT match, seat, bot, kind, reason, traceback, call, answer, printed FROM "
            "(SELECT *, row_number() OVER (PARTITION BY bot ORDER BY match) AS nth FROM errors) "
            "WHERE nth <= ? ORDER BY match",
            limit,
        )
        return map(Fault._make, rows)


def _renamed(record: Record, seat: Seat, name: str) -> bytes:
    """Return the packed record with another name, and without the texts of an error, at that seat."""
    names = (*record.names[:seat], name, *record.names[seat + 1 :])
    error = record.outcome.error
    if error is not None and error.seat == seat:
        error = error._replace(reason="", call="", answer="", traceback="")
    changed = record._replace(names=names, outcome=record.outcome._replace(error=error))
    return zlib.compress(dumps(changed).encode("utf-8", "backslashreplace"))


def _insert_bot(connection: sqlite3.Connection, number: BotNumber, entrant: Entrant, name: str) -> None:
    values = (number, name, entrant.built_in, entrant.digest, storable(entrant.name))
    connection.execute("INSERT INTO bots VALUES (?, ?, ?, ?, ?)", values)
