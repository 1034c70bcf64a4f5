"""Rounds in which people of a class play at tables: who sat where. The games are in the tables' own store."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.storage.database import Database


class PeopleRound(NamedTuple):
    """A round: everybody who took part was seated at once."""

    id: int
    time: float
    game: str
    clock: str


class Place(NamedTuple):
    """A person's seat at a table of a round."""

    round: int
    game: str
    """The id of the game."""
    seat: int
    person: int
    address: str
    """The address of the seat, which is this person's alone."""


class Rounds:
    """The rounds in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, game: str, clock: str, places: Iterable[tuple[str, int, int, str]]) -> int:
        """Store a round, and who sits where in it: game, seat, person and address."""
        with self._database.transaction() as base:
            values = (time.time(), game, clock)
            made = base.execute("INSERT INTO rounds (time, game, clock) VALUES (?, ?, ?)", values)
            base.executemany("INSERT INTO places VALUES (?, ?, ?, ?, ?)", [(made.lastrowid, *each) for each in places])
            return int(made.lastrowid or 0)

    def all(self) -> list[PeopleRound]:
        """All rounds, the first first."""
        return [
            PeopleRound(*row) for row in self._database.rows("SELECT id, time, game, clock FROM rounds ORDER BY id")
        ]

    def places(self) -> list[Place]:
        """Who sat where in all rounds."""
        rows = self._database.rows("SELECT round, game, seat, person, address FROM places ORDER BY round, game, seat")
        return [Place(*row) for row in rows]

    def adjusted(self) -> dict[str, list[float]]:
        """The result of each seat without the luck, by game, of those games that have been reviewed."""
        return {game: json.loads(found) for game, found in self._database.rows("SELECT game, adjusted FROM reviews")}

    def set_adjusted(self, game: str, adjusted: list[float]) -> None:
        """Store the results of a game without the luck."""
        with self._database.transaction() as base:
            base.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?)", (game, json.dumps(adjusted)))

    def latest_of(self, person: int) -> Place | None:
        """The seat of a person in the latest round in which they took part."""
        row = self._database.row(
            "SELECT round, game, seat, person, address FROM places WHERE person = ? ORDER BY round DESC LIMIT 1", person
        )
        return None if row is None else Place(*row)
