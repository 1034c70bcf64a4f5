"""The league of the people in a class: their results at the tables in its rounds.

First place is worth 3 points, second 2 and third 1; tied players share the points of their places. The luck-adjusted
result shows how a person's own play has changed the probability of winning, in the games that have been reviewed
(`coach.review`).

>>> for row in table([Played(7, 1, 0, None), Played(8, 2, 1, 0.4), Played(7, 4, 0, None), Played(8, 1, 0, 0.6)]):
...     print(row.person, row.points, row.adjusted)
8 4.5 0.5
7 3.0 None
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.course.folder import ClassFolder

POINTS = (3.0, 2.0, 1.0, 0.0)


class Played(NamedTuple):
    """A person's result in a finished game."""

    person: int
    rank: int
    tied: int
    """Number of other players with the same rank."""
    adjusted: float | None
    """Luck-adjusted result, as a probability of winning; `None` if the game has not been reviewed."""


class LeagueRow(NamedTuple):
    """A person in the league."""

    person: int
    games: int
    places: tuple[int, ...]
    """Number of games finished in each place, from first to last."""
    points: float
    adjusted: float | None
    """Mean of the luck-adjusted results."""


def points_of(rank: int, tied: int) -> float:
    """Return the points for a rank that this many other players share.

    >>> points_of(1, 0), points_of(2, 1), points_of(1, 3)
    (3.0, 1.5, 1.5)
    """
    shared = POINTS[rank - 1 : rank + tied]
    return sum(shared) / len(shared)


def table(played: Iterable[Played]) -> list[LeagueRow]:
    """Return the league, sorted by points, then by number of games (fewer first), then by person."""
    games: dict[int, list[Played]] = defaultdict(list)
    for each in played:
        games[each.person].append(each)
    rows = [
        LeagueRow(
            person,
            len(each),
            tuple(sum(game.rank == place for game in each) for place in range(1, SEATS + 1)),
            sum(points_of(game.rank, game.tied) for game in each),
            _mean([game.adjusted for game in each if game.adjusted is not None]),
        )
        for person, each in games.items()
    ]
    return sorted(rows, key=lambda row: (-row.points, row.games, row.person))


def league(folder: ClassFolder) -> list[LeagueRow]:
    """Return the league computed from the stored results of all rounds in a class."""
    return table(
        Played(each.person, each.rank, each.tied or 0, each.adjusted)
        for each in folder.rounds.results()
        if each.rank is not None
    )


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
