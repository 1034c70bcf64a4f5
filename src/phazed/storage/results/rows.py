"""What is read from the results file, as named tuples."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from phazed.arena.jobs import BotNumber, MatchNumber, Seat


class StoredBot(NamedTuple):
    """An entrant of the tournament."""

    name: str
    """As it is shown: unique, so a bot that replaces another has a number behind its name."""
    built_in: bool
    digest: str
    source: str
    """The name of its file or folder."""
    removed: str | None
    """Why it plays no more; `None` if it does."""


class Happening(NamedTuple):
    """Something that was done to the tournament."""

    time: str
    played: int
    """Number of matches played by then."""
    what: str


class SeatResult(NamedTuple):
    """One seat of one match."""

    match: MatchNumber
    seat: Seat
    bot: BotNumber
    rank: int | None
    points: int


class MatchResult(NamedTuple):
    """One match, without its seats."""

    match: MatchNumber
    offender: Seat | None
    hands: int


class Usage(NamedTuple):
    """What a bot did and used in all its matches."""

    matches: int = 0
    cpu: float = 0.0
    """CPU seconds in all."""
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
    """An error of a bot, with all the evidence."""

    match: MatchNumber
    seat: Seat
    bot: BotNumber
    kind: str
    reason: str
    traceback: str
    call: str
    answer: str
    printed: str


class Output(NamedTuple):
    """What a bot printed in a match."""

    match: MatchNumber
    """The first match with this output."""
    text: str
    times: int
    """In how many matches it printed the same."""
