"""What goes into a match and what comes out of it: plain data, which may travel to another process or machine.

An order carries everything, the bots' own files too, so that whoever plays it needs nothing but the order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phazed.sandbox.limits import Limits

if TYPE_CHECKING:
    from phazed.arena.entrants import Entrant
    from phazed.game.games import PlayerError


class Order(NamedTuple):
    """A match to be played."""

    match: int
    """Its number, which is its key."""
    game: str
    seed: str
    """Decides the deals and what built-in players draw."""
    entrants: tuple[Entrant, ...]
    """Who plays, by seat."""
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    """The packages that bots may import."""
    trusted: bool = False
    """Whether the bots may run without a cell where the system has none."""


class SeatReport(NamedTuple):
    """What is told of one seat of a match."""

    plays: int
    cpu: float
    """Seconds of all its plays together."""
    slowest: float
    """Seconds of its longest play."""
    memory: int
    """The most bytes that its process held at a time; 0 for a built-in player."""
    printed: str
    phases: tuple[tuple[int, int], ...]
    """For every phase, in how many hands it was due and in how many of these it was completed. In a game of any order
    every phase not yet completed is due."""


class Report(NamedTuple):
    """A match that was played."""

    match: int
    ranks: tuple[int, ...] | None
    """Each seat's place, 1 for the first, equal for a tie; `None` after an error."""
    error: PlayerError | None
    """What ended the match before its time; the offender is last, the others have no order."""
    scores: tuple[int, ...]
    completed: tuple[int, ...]
    """How many phases each seat completed."""
    hands: int
    endings: dict[str, int]
    """How many hands ended in each way, by the names of `rules.state`."""
    seats: tuple[SeatReport, ...]
    seconds: float
    """How long it took by the clock on the wall."""
    record: bytes
    """The whole game: the record's JSON, compressed by zlib."""
