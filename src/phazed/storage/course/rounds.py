"""Rounds in which the people of a class play at tables. The games themselves are stored by `storage.tables`.

The result of each person is stored with their place when the game is over, so the league needs no game for it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phazed.storage.database import Database

PLACE = "round, game, seat, person, address, came, rank, tied, adjusted"


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
    came: bool | None = None
    """Whether the person has ever sat down; `None` until the game is over."""
    rank: int | None = None
    """Rank of the person; `None` until the game is over, and if they did not come."""
    tied: int | None = None
    """Number of other players with the same rank."""
    adjusted: float | None = None
    """Result without luck, as a probability to win; `None` if the game has not been reviewed."""


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
        """Return all rounds, the oldest first."""
        return [
            PeopleRound(*row) for row in self._database.rows("SELECT id, time, game, clock FROM rounds ORDER BY id")
        ]

    def places(self) -> list[Place]:
        """Return the places of all rounds."""
        return self._places("ORDER BY round, game, seat")

    def results(self) -> list[Place]:
        """Return the places of all people who came and whose game is over."""
        return self._places("WHERE rank IS NOT NULL ORDER BY round, game, seat")

    def _places(self, rest: str, *values: object) -> list[Place]:
        return [Place(*row) for row in self._database.rows(f"SELECT {PLACE} FROM places {rest}", *values)]  # noqa: S608

    def games(self) -> list[str]:
        """Return the ids of the games of all rounds."""
        return [game for (game,) in self._database.rows("SELECT DISTINCT game FROM places")]

    def games_since(self, since: float) -> list[str]:
        """Return the ids of the games of the rounds that have begun since then."""
        query = "SELECT DISTINCT game FROM places WHERE round IN (SELECT id FROM rounds WHERE time > ?)"
        return [game for (game,) in self._database.rows(query, since)]

    def open_games(self) -> list[str]:
        """Return the ids of the games whose results are not stored, the oldest first."""
        rows = self._database.rows("SELECT game, min(round) FROM places WHERE came IS NULL GROUP BY game ORDER BY 2, 1")
        return [game for game, _ in rows]

    def unreviewed_games(self) -> list[str]:
        """Return the ids of the games with results that have not been reviewed, the oldest first."""
        rows = self._database.rows(
            "SELECT game, min(round) FROM places WHERE rank IS NOT NULL AND adjusted IS NULL "
            "GROUP BY game ORDER BY 2, 1"
        )
        return [game for game, _ in rows]

    def set_results(self, game: str, came: Sequence[bool], ranks: Sequence[int] | None) -> None:
        """Store the results of the people at a table whose game is over; without ranks, it has none."""
        with self._database.transaction() as base:
            for seat, here in enumerate(came):
                rank = ranks[seat] if ranks is not None and here else None
                tied = None if rank is None or ranks is None else ranks.count(rank) - 1
                base.execute(
                    "UPDATE places SET came = ?, rank = ?, tied = ? WHERE game = ? AND seat = ?",
                    (here, rank, tied, game, seat),
                )
            if not came:  # the game has been lost
                base.execute("UPDATE places SET came = 0 WHERE game = ?", (game,))

    def set_adjusted(self, game: str, adjusted: Sequence[float]) -> None:
        """Store the results of a game without luck."""
        with self._database.transaction() as base:
            for seat, value in enumerate(adjusted):
                base.execute("UPDATE places SET adjusted = ? WHERE game = ? AND seat = ?", (value, game, seat))

    def of(self, person: int) -> list[Place]:
        """Return the places of a person, the latest first."""
        return self._places("WHERE person = ? ORDER BY round DESC", person)

    def latest_of(self, person: int) -> Place | None:
        """Return the place of a person in their latest round; `None` if there was none."""
        return next(iter(self._places("WHERE person = ? ORDER BY round DESC LIMIT 1", person)), None)
