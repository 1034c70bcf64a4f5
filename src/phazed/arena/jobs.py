"""What goes into a match and what comes out of it: plain data that can be sent to another process or machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phazed.sandbox.limits import Limits

if TYPE_CHECKING:
    from typing import TypeAlias

    from phazed.arena.entrants import Entrant
    from phazed.coach.control import DealLuck, Model
    from phazed.game.games import PlayerError

    MatchNumber: TypeAlias = int
    """Identifies a match of a tournament; counted from 0."""
    BotNumber: TypeAlias = int
    """Index of an entrant in its tournament."""
    Seat: TypeAlias = int
    """Place at the table, 0 to 3."""
    PhaseCounts: TypeAlias = tuple[tuple[int, int], ...]
    """For every phase, in how many hands it was due, and in how many of these it was completed. In a game without a
    fixed order of phases, every phase not yet completed is due."""


class MatchJob(NamedTuple):
    """A match to be played."""

    match: MatchNumber
    game: str
    seed: str
    """Decides the deals and the random choices of built-in players."""
    entrants: tuple[Entrant, ...]
    """The players, by seat. A job that is sent to a worker names their files by content hash: see `executors.codec`."""
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    """The packages that bots may import."""
    trusted: bool = False
    """Whether bots may run unconfined on a system that cannot confine them."""
    bot_seed: str = ""
    """Decides the random numbers of bots in sandboxes. They can read it, so it must not reveal `seed`: see `seeds`."""
    models: tuple[Model, ...] = ()
    """Models of the players, by which the luck of the deals is measured: see `coach.control`."""


class SeatReport(NamedTuple):
    """What one seat's player did and used in a match."""

    plays: int
    cpu: float
    """CPU seconds of all its plays together."""
    slowest: float
    """CPU seconds of its longest play."""
    memory: int
    """Peak memory of its process in bytes; 0 for a built-in player."""
    printed: str
    phases: PhaseCounts
    waited: float = 0.0
    """Wall-clock seconds of its import and its plays."""


class MatchReport(NamedTuple):
    """A match that was played."""

    match: MatchNumber
    ranks: tuple[int, ...] | None
    """Each seat's rank, from 1, equal for ties; `None` after an error."""
    error: PlayerError | None
    """The error that ended the match early; the offender is last, the others are not ranked."""
    scores: tuple[int, ...]
    completed: tuple[int, ...]
    """How many phases each seat completed."""
    hands: int
    endings: dict[str, int]
    """How many hands ended in each way, by the names in `rules.state`."""
    seats: tuple[SeatReport, ...]
    seconds: float
    """Wall-clock duration."""
    record: bytes
    """The record of the game: JSON, compressed by zlib."""
    luck: tuple[tuple[DealLuck, ...], ...] = ()
    """By model and hand, what the deal was worth."""
