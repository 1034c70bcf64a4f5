"""Rounds in which the people in a class play at tables. The games themselves are stored by `storage.tables`.

When a game is over, each person's result is stored with the person's place, so the league does not need the games.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phazed.storage.database import Database

PLACE = "round, game, seat, person, address, came, rank, tied, adjusted"


class PeopleRound(NamedTuple):
    """A round, in which everyone present is seated at the same time."""

    id: int
    time: float
    game: str
    clock: str


class Place(NamedTuple):
    """A person's place at a table in a round."""

    round: int
    game: str
    """Id of the game."""
    seat: int
    person: int
    address: str
    """Address of the seat, known only to this person."""
    came: bool | None = None
    """Whether the person sat down at the table; `None` until the game is over."""
    rank: int | None = None
    """The person's rank; `None` until the game is over, or if the person never sat down."""
    tied: int | None = None
    """Number of other players with the same rank."""
    adjusted: float | None = None
    """Luck-adjusted result, as a probability of winning; `None` if the game has not been reviewed."""


class Rounds:
    """The rounds in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, game: str, clock: str, places: Iterable[tuple[str, int, int, str]]) -> int:
        """Store a round and its places (game, seat, person and address), and return its id."""
        with self._database.transaction() as base:
            values = (time.time(), game, clock)
            made = base.execute("INSERT INTO rounds (time, game, clock) VALUES (?, ?, ?)", values)
            base.executemany(
                "INSERT INTO places (round, game, seat, person, address) VALUES (?, ?, ?, ?, ?)",
                [(made.lastrowid, *each) for each in places],
            )
            return int(made.lastrowid or 0)

    def all(self) -> list[PeopleRound]:
        """Return all rounds, oldest first."""
        return [
            PeopleRound(*row) for row in self._database.rows("SELECT id, time, game, clock FROM rounds ORDER BY id")
        ]

    def places(self) -> list[Place]:
        """Return the places of all rounds."""
        return self._places("ORDER BY round, game, seat")

    def results(self) -> list[Place]:
        """Return the places that have a rank: those of people who sat down and whose game is over."""
        return self._places("WHERE rank IS NOT NULL ORDER BY round, game, seat")

    def _places(self, rest: str, *values: object) -> list[Place]:
        return [Place(*row) for row in self._database.rows(f"SELECT {PLACE} FROM places {rest}", *values)]  # noqa: S608

    def games(self) -> list[str]:
        """Return the ids of the games in all rounds."""
        return [game for (game,) in self._database.rows("SELECT DISTINCT game FROM places")]

    def games_since(self, since: float) -> list[str]:
        """Return the ids of the games in rounds that started after this time."""
        query = "SELECT DISTINCT game FROM places WHERE round IN (SELECT id FROM rounds WHERE time > ?)"
        return [game for (game,) in self._database.rows(query, since)]

    def open_games(self) -> list[str]:
        """Return the ids of the games whose results have not been stored, oldest first."""
        rows = self._database.rows("SELECT game, min(round) FROM places WHERE came IS NULL GROUP BY game ORDER BY 2, 1")
        return [game for game, _ in rows]

    def unreviewed_games(self) -> list[str]:
        """Return the ids of the games that have results but no review, oldest first."""
        rows = self._database.rows(
            "SELECT game, min(round) FROM places WHERE rank IS NOT NULL AND adjusted IS NULL "
            "GROUP BY game ORDER BY 2, 1"
        )
        return [game for game, _ in rows]

    def set_results(self, game: str, came: Sequence[bool], ranks: Sequence[int] | None) -> None:
        """Store the results of a game that is over; `ranks` is `None` if the game has no results."""
        with self._database.transaction() as base:
            for seat, here in enumerate(came):
                rank = ranks[seat] if ranks is not None and here else None
                tied = None if rank is None or ranks is None else ranks.count(rank) - 1
                base.execute(
                    "UPDATE places SET came = ?, rank = ?, tied = ? WHERE game = ? AND seat = ?",
                    (here, rank, tied, game, seat),
                )
            if not came:  # the game is no longer stored
                base.execute("UPDATE places SET came = 0 WHERE game = ?", (game,))

    def set_adjusted(self, game: str, adjusted: Sequence[float]) -> None:
        """Store the luck-adjusted results of a game."""
        with self._database.transaction() as base:
            for seat, value in enumerate(adjusted):
                base.execute("UPDATE places SET adjusted = ? WHERE game = ? AND seat = ?", (value, game, seat))

    def of(self, person: int) -> list[Place]:
        """Return a person's places, latest first."""
        return self._places("WHERE person = ? ORDER BY round DESC", person)

    def latest_of(self, person: int) -> Place | None:
        """Return a person's place in their latest round, or `None` if there has been no round."""
        return next(iter(self._places("WHERE person = ? ORDER BY round DESC LIMIT 1", person)), None)
