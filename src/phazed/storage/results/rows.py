"""The rows of the results file as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TypeAlias

    from phazed.game.games import PlayerError

    MatchNumber: TypeAlias = int
    """Number of a match in its tournament, counted from 0."""
    BotNumber: TypeAlias = int
    """Number of an entrant in its tournament, counted from 0."""
    Seat: TypeAlias = int
    """Seat at the table, 0 to 3."""
    PhaseCounts: TypeAlias = tuple[tuple[int, int], ...]
    """For each phase, the number of hands in which it was due and in which it was completed. In a game without a fixed
    order of phases, every phase not yet completed is due."""
    Table: TypeAlias = tuple[int, int, int, int]
    """Numbers of four bots, by seat."""
    Chances: TypeAlias = tuple[float, ...]
    """Each seat's chance of winning the game."""


class StoredBot(NamedTuple):
    """An entrant in the tournament."""

    name: str
    """Unique name; the name of a bot that replaces another one ends with a number."""
    built_in: bool
    digest: str
    source: str
    """Name of the bot's file or folder."""
    removed: str | None
    """Reason why the bot no longer plays; `None` if it still does."""


class SeatResult(NamedTuple):
    """The result of a seat in a match."""

    match: MatchNumber
    seat: Seat
    bot: BotNumber
    rank: int | None
    points: int


class Placing(NamedTuple):
    """The bots and ranks in a match, by seat."""

    match: MatchNumber
    bots: Table
    ranks: tuple[int, ...]
    """Equal ranks are ties. After an error, the offender has rank 4 and the others have 0."""


class MatchResult(NamedTuple):
    """The result of a match, without its seats."""

    match: MatchNumber
    offender: Seat | None
    hands: int


class Usage(NamedTuple):
    """A bot's resource usage and points over all its matches."""

    matches: int = 0
    cpu: float = 0.0
    """CPU time of all plays, in seconds."""
    plays: int = 0
    slowest: float = 0.0
    """CPU time of the slowest play, in seconds."""
    waited: float = 0.0
    """Wall-clock time of all plays, in seconds."""
    memory: int = 0
    """Peak memory in bytes."""
    points: float = 0.0
    """Mean points per match."""


class Fault(NamedTuple):
    """A bot's error, with its evidence."""

    match: MatchNumber
    seat: Seat
    bot: BotNumber
    kind: str
    reason: str
    traceback: str
    call: str
    answer: str
    printed: str


class Round(NamedTuple):
    """Matches that are planned together."""

    stage: str
    """`all`, `better quarter` or `final`."""
    tables: tuple[Table, ...]

    @property
    def bots(self) -> list[int]:
        """Numbers of the participating bots, in ascending order."""
        return sorted(table[0] for table in self.tables)


class SeatReport(NamedTuple):
    """The resource usage of a seat's player in a match."""

    plays: int
    cpu: float
    """CPU time of all plays, in seconds."""
    slowest: float
    """CPU time of the longest play, in seconds."""
    memory: int
    """Peak memory of the bot's process, in bytes; 0 for a built-in player."""
    printed: str
    phases: PhaseCounts
    waited: float = 0.0
    """Wall-clock time of the import and all plays, in seconds."""


class MatchReport(NamedTuple):
    """The report on a match that was played."""

    match: MatchNumber
    ranks: tuple[int, ...] | None
    """Rank of each seat, counted from 1 and equal for ties; `None` after an error."""
    error: PlayerError | None
    """Error that ended the match early; the offender is last and the others are not ranked."""
    scores: tuple[int, ...]
    completed: tuple[int, ...]
    """Number of phases that each seat completed."""
    hands: int
    endings: dict[str, int]
    """Number of hands that ended in each of the ways named in `rules.state`."""
    seats: tuple[SeatReport, ...]
    seconds: float
    """Wall-clock duration of the match."""
    record: bytes
    """Record of the game as JSON, compressed with zlib."""
    luck: tuple[tuple[tuple[Chances, Chances], ...], ...] = ()
    """Chances of winning with the actual deck and on average over other decks, indexed by model and hand."""

    @property
    def worth(self) -> list[list[float]]:
        """Total value of the deals, indexed by seat and model."""
        return [
            [sum(after[seat] - expected[seat] for after, expected in deals) for deals in self.luck]
            for seat in range(len(self.seats))
        ]
