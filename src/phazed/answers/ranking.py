"""The results of a tournament: its ranking, matches and errors, and the results of one bot."""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 (read by get_type_hints)
from typing import NamedTuple, NotRequired, TypedDict

from phazed.answers.bot_review import BotReview  # noqa: TC001 (read by get_type_hints)
from phazed.text import shown_name


class Limits(TypedDict):
    """Resource limits of a bot, in seconds and bytes."""

    start: float
    play: float
    match: float
    idle: NotRequired[float]
    memory: int
    output: NotRequired[int]


class RankedBot(TypedDict):
    """A row of the ranking."""

    number: int | None
    """Number of the bot in the tournament; `None` for one that could not take part."""
    name: str
    source: str
    """Name of the file or folder that was handed in."""
    built_in: bool
    state: str
    """Empty, or why it no longer plays: `out`, `removed` or `absent`."""
    rank: int | None
    low: int | None
    high: int | None
    mu: float | None
    sigma: float | None
    matches: int
    wins: float
    places: list[int]
    """Number of matches by place, the first one first."""
    errors: int
    cpu: float
    """CPU seconds per play, on average."""
    slowest: float
    waited: float
    """Wall-clock seconds per play, on average."""
    memory: int
    points: float
    phases: list[list[int]]
    """For each phase, the number of hands in which it was due, and the number of those in which it was completed."""
    status: str
    page: NotRequired[str]
    """Path of the bot's own page."""


class Error(TypedDict):
    """An error that ended a match, without evidence that was already shown."""

    match: int
    bot: int
    """Place of the bot in the ranking."""
    seat: int
    kind: str
    reason: str
    call: str
    answer: str
    traceback: str
    printed: str


class HeadToHead(TypedDict):
    """For each pair of the best bots, the share of their matches in which the first placed ahead."""

    bots: list[int]
    ahead: list[list[float | None]]


class Happening(TypedDict):
    """A change to the tournament, such as a disqualification."""

    time: str
    played: int
    what: str


class Ranking(TypedDict):
    """The results of a tournament."""

    title: str
    game: str
    seed: str | None
    seed_hash: str
    schedule: str
    stage: str | None
    planned: int
    played: int
    finished: bool
    started: str
    seconds: float
    isolation: str
    limits: Limits
    version: str
    events: list[Happening]
    phases: list[str]
    bots: list[RankedBot]
    head_to_head: HeadToHead
    endings: dict[str, int]
    errors: list[Error]
    matches: list[tuple[int, list[int], list[int] | None, int | None, int, list[int], int]]
    """Number, bots by seat, ranks, offending seat, hands, points, and 1 if there is a replay page."""


class PhaseResult(NamedTuple):
    """The frequency with which a bot, and all bots together, completed a phase that was due."""

    name: str
    due: int
    completed: int
    all_due: int
    all_completed: int


class Opponent(NamedTuple):
    """The matches of a bot with another one that were played to their ends."""

    rank: int | None
    name: str
    met: int
    ahead: float


class BotMatch(NamedTuple):
    """A match from the view of one bot."""

    match: int
    seat: int
    rank: int | None
    offender: int | None
    """Seat whose error ended the match."""
    points: int
    hands: int
    others: tuple[str, ...]
    replay: bool


class Printed(NamedTuple):
    """Text that a bot printed, and the number of matches in which it did."""

    match: int
    times: int
    text: str


class BotResult(NamedTuple):
    """The results of one bot, for its author.

    They include the names and results of other bots, but neither their output nor the places of their errors.
    """

    title: str
    """Title of the tournament."""
    played: int
    planned: int
    finished: bool
    ranked: int
    """Number of ranked bots."""
    bot: RankedBot
    errors: tuple[Error, ...]
    review: BotReview | None
    phases: tuple[PhaseResult, ...]
    opponents: tuple[Opponent, ...]
    matches: tuple[BotMatch, ...]
    printed: tuple[Printed, ...]

    @property
    def spoilt(self) -> int:
        """Number of matches that another bot's error ended."""
        return sum(match.offender not in (None, match.seat) for match in self.matches)

    @property
    def decided(self) -> int:
        """Number of matches without those that another bot's error ended."""
        return sum(self.bot["places"]) + self.bot["errors"]


def presentable(ranking: Ranking) -> Ranking:
    """Return the results with the bots' names in a form that is safe to show."""
    return {**ranking, "bots": [{**bot, "name": shown_name(bot["name"])} for bot in ranking["bots"]]}


class Progress(TypedDict):
    """The progress of a tournament."""

    played: int
    planned: int
    finished: bool
    version: Sequence[int]
    """Numbers that change whenever the results do."""
