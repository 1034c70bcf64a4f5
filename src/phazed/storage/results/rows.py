"""Rows of the results file, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TypeAlias

    from phazed.game.games import PlayerError

    MatchNumber: TypeAlias = int
    """Number of a match in its tournament, from 0."""
    BotNumber: TypeAlias = int
    """Number of an entrant in its tournament, from 0."""
    Seat: TypeAlias = int
    """Place at the table, 0 to 3."""
    PhaseCounts: TypeAlias = tuple[tuple[int, int], ...]
    """For each phase, the number of hands in which it was due and of those in which it was completed. In a game without
    a fixed order of phases, every phase not yet completed is due."""
    Table: TypeAlias = tuple[int, int, int, int]
    """Numbers of four bots, by seat."""
    Chances: TypeAlias = tuple[float, ...]
    """Chance of each seat to win the game."""


class StoredBot(NamedTuple):
    """An entrant of the tournament."""

    name: str
    """Unique name; a bot that replaces another one has a number after its name."""
    built_in: bool
    digest: str
    source: str
    """Name of its file or folder."""
    removed: str | None
    """Reason why it no longer plays; `None` if it does."""


class SeatResult(NamedTuple):
    """One seat of one match."""

    match: MatchNumber
    seat: Seat
    bot: BotNumber
    rank: int | None
    points: int


class Placing(NamedTuple):
    """The bots and ranks of a match, by seat."""

    match: MatchNumber
    bots: Table
    ranks: tuple[int, ...]
    """Equal ranks are ties. After an error, the offender has 4 and the others have 0."""


class MatchResult(NamedTuple):
    """One match, without its seats."""

    match: MatchNumber
    offender: Seat | None
    hands: int


class Usage(NamedTuple):
    """What a bot used in all its matches."""

    matches: int = 0
    cpu: float = 0.0
    """CPU seconds of all plays."""
    plays: int = 0
    slowest: float = 0.0
    """CPU seconds of the slowest play."""
    waited: float = 0.0
    """Wall-clock seconds of all plays."""
    memory: int = 0
    """Peak memory in bytes."""
    points: float = 0.0
    """Mean points per match."""


class Fault(NamedTuple):
    """An error of a bot, with its evidence."""

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
        """Numbers of the participating bots, ascending."""
        return sorted(table[0] for table in self.tables)


class SeatReport(NamedTuple):
    """What the player of a seat used in a match."""

    plays: int
    cpu: float
    """CPU seconds of all plays."""
    slowest: float
    """CPU seconds of the longest play."""
    memory: int
    """Peak memory of its process in bytes; 0 for a built-in player."""
    printed: str
    phases: PhaseCounts
    waited: float = 0.0
    """Wall-clock seconds of its import and its plays."""


class MatchReport(NamedTuple):
    """The report of a match that was played."""

    match: MatchNumber
    ranks: tuple[int, ...] | None
    """Rank of each seat, from 1, equal for ties; `None` after an error."""
    error: PlayerError | None
    """Error that ended the match early; the offender is last, and the others are not ranked."""
    scores: tuple[int, ...]
    completed: tuple[int, ...]
    """Number of phases that each seat completed."""
    hands: int
    endings: dict[str, int]
    """Number of hands by the way in which they ended, as named in `rules.state`."""
    seats: tuple[SeatReport, ...]
    seconds: float
    """Wall-clock duration."""
    record: bytes
    """Record of the game as JSON, compressed by zlib."""
    luck: tuple[tuple[tuple[Chances, Chances], ...], ...] = ()
    """Chances with the actual deck and on average over other decks, indexed by model and hand."""

    @property
    def worth(self) -> list[list[float]]:
        """Value of the deals, indexed by seat and model."""
        return [
            [sum(after[seat] - expected[seat] for after, expected in deals) for deals in self.luck]
            for seat in range(len(self.seats))
        ]
