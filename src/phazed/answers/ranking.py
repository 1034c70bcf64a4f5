"""The results of a tournament: the ranking, matches and errors, and the results of a single bot."""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 (read by get_type_hints)
from typing import NamedTuple, NotRequired, TypedDict

from phazed.answers.bot_review import BotReview  # noqa: TC001 (read by get_type_hints)
from phazed.text import shown_name


class Limits(TypedDict):
    """A bot's resource limits, in seconds and bytes."""

    start: float
    play: float
    match: float
    idle: NotRequired[float]
    memory: int
    output: NotRequired[int]


class RankedBot(TypedDict):
    """A row of the ranking."""

    number: int | None
    """Number of the bot in the tournament; `None` if the bot could not take part."""
    name: str
    source: str
    """Name of the submitted file or folder."""
    built_in: bool
    state: str
    """Reason why the bot does not play (`out`, `removed` or `absent`); empty if it does."""
    rank: int | None
    low: int | None
    high: int | None
    mu: float | None
    sigma: float | None
    matches: int
    wins: float
    places: list[int]
    """Number of matches in which the bot finished first, second, third and fourth."""
    errors: int
    cpu: float
    """Mean CPU time per play, in seconds."""
    slowest: float
    waited: float
    """Mean wall-clock time per play, in seconds."""
    memory: int
    points: float
    phases: list[list[int]]
    """For each phase, the number of hands in which it was due and in which it was completed."""
    status: str
    page: NotRequired[str]
    """Path of the bot's own page."""


class Error(TypedDict):
    """An error that ended a match; evidence shown earlier is not repeated."""

    match: int
    bot: int
    """Index of the bot in the ranking."""
    seat: int
    kind: str
    reason: str
    call: str
    answer: str
    traceback: str
    printed: str


class HeadToHead(TypedDict):
    """For each pair of the best bots, the share of their matches in which the first bot was ahead."""

    bots: list[int]
    ahead: list[list[float | None]]


class Happening(TypedDict):
    """An event of the tournament, such as a disqualification."""

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
    """For each match: number, bots by seat, ranks, offender's seat, hands, points, and 1 if it has a replay page."""


class PhaseResult(NamedTuple):
    """How often a bot, and all bots together, completed a phase that was due."""

    name: str
    due: int
    completed: int
    all_due: int
    all_completed: int


class Opponent(NamedTuple):
    """A bot's completed matches against another bot."""

    rank: int | None
    name: str
    met: int
    ahead: float


class BotMatch(NamedTuple):
    """A match from the point of view of one bot."""

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
    """Text that a bot printed, and the number of matches in which it was printed."""

    match: int
    times: int
    text: str


class BotResult(NamedTuple):
    """The results of a single bot, for its author.

    They include the names and results of other bots, but neither their output nor the locations of their errors.
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
        """Number of matches ended by another bot's error."""
        return sum(match.offender not in (None, match.seat) for match in self.matches)

    @property
    def decided(self) -> int:
        """Number of matches not ended by another bot's error."""
        return sum(self.bot["places"]) + self.bot["errors"]


def presentable(ranking: Ranking) -> Ranking:
    """Return the results with the bots' names made safe for display."""
    return {**ranking, "bots": [{**bot, "name": shown_name(bot["name"])} for bot in ranking["bots"]]}


class Progress(TypedDict):
    """The progress of a tournament."""

    played: int
    planned: int
    finished: bool
    version: Sequence[int]
    """Numbers that change whenever the results change."""
