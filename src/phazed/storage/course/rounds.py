"""Rounds in which the people of a class play at tables. The games themselves are stored by `storage.tables`."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.storage.database import Database


class PeopleRound(NamedTuple):
    """A round, in which all present people were seated at once."""

    id: int
    time: float
    game: str
    clock: str


class Place(NamedTuple):
    """A person's seat at a table of a round."""

    round: int
    game: str
    """Id of the game."""
    seat: int
    person: int
    address: str
    """Address of the seat, which only this person has."""


class Rounds:
    """The rounds in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, game: str, clock: str, places: Iterable[tuple[str, int, int, str]]) -> int:
        """Store a round and its places (game, seat, person and address), and return its id."""
        with self._database.transaction() as base:
            values = (time.time(), game, clock)
            made = base.execute("INSERT INTO rounds (time, game, clock) VALUES (?, ?, ?)", values)
            base.executemany("INSERT INTO places VALUES (?, ?, ?, ?, ?)", [(made.lastrowid, *each) for each in places])
            return int(made.lastrowid or 0)

    def all(self) -> list[PeopleRound]:
        """Return all rounds, the oldest first."""
        return [
            PeopleRound(*row) for row in self._database.rows("SELECT id, time, game, clock FROM rounds ORDER BY id")
        ]

    def places(self) -> list[Place]:
        """Return the places of all rounds."""
        rows = self._database.rows("SELECT round, game, seat, person, address FROM places ORDER BY round, game, seat")
        return [Place(*row) for row in rows]

    def adjusted(self) -> dict[str, list[float]]:
        """Return the results of the seats without luck, for each reviewed game."""
        return {game: json.loads(found) for game, found in self._database.rows("SELECT game, adjusted FROM reviews")}

    def set_adjusted(self, game: str, adjusted: list[float]) -> None:
        """Store the results of a game without luck."""
        with self._database.transaction() as base:
            base.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?)", (game, json.dumps(adjusted)))

    def latest_of(self, person: int) -> Place | None:
        """Return the place of a person in their latest round; `None` if there was none."""
        row = self._database.row(
            "SELECT round, game, seat, person, address FROM places WHERE person = ? ORDER BY round DESC LIMIT 1", person
        )
        return None if row is None else Place(*row)
