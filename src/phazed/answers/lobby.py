"""The lobby: the options for a new table, the open tables, the table with a code, and an overview of all tables."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from phazed.answers.replay import Phase  # noqa: TC001 (read by get_type_hints)


class Level(TypedDict):
    """A built-in player that people can choose as an opponent."""

    name: str
    title: str
    about: str


class GameOption(TypedDict):
    """A game that can be played."""

    name: str
    title: str
    about: str
    phases: list[Phase]
    any_order: bool
    max_hands: int


class Options(TypedDict):
    """Options for a new table, and facts about the server."""

    games: list[GameOption]
    levels: list[Level]
    results: bool
    """True if the server shows the results of a tournament."""
    classroom: bool
    """True if the server is for a class."""
    version: str
    share: list[str]
    """Addresses at which other machines can reach the server."""


class NewTable(NamedTuple):
    """The reply to a person who has created a table or taken a seat."""

    id: str
    seat: int | None
    token: str | None
    address: str


class GameSummary(TypedDict):
    """Public information about a game."""

    id: str
    game: str
    title: str
    names: list[str]
    full: bool
    """True if all seats are taken."""
    started: bool
    over: bool
    hand: int
    ranks: list[int] | None
    scores: list[int] | None
    laid: list[list[int | None]] | None
    """For each hand, the phase that each seat laid."""
    accuracy: list[float] | None


class OpenTable(TypedDict):
    """A table waiting for players, as listed in the lobby."""

    code: str
    title: str
    host: str
    people: int
    free: int
    fill: float | None
    """Seconds until bots take the free seats; `None` if they do not."""


class OpenTables(TypedDict):
    """The tables waiting for players, longest-waiting first."""

    tables: list[OpenTable]


class FoundTable(TypedDict):
    """The table with a given code."""

    id: str
    code: str
    title: str
    host: str
    free: int
    started: bool
    spectators: bool
    own: bool
    """True if this browser has a seat at the table."""


class DailyResult(TypedDict):
    """A player's result in the daily deal."""

    name: str
    rank: int
    points: int
    phases: int
    accuracy: float | None
    expert: bool
    own: bool
    """True if the request named this game."""


class DailyDeal(TypedDict):
    """The daily deal and its results, best first."""

    day: str
    title: str
    opponents: list[str]
    results: list[DailyResult]


class SeatOverview(TypedDict):
    """A seat in the overview."""

    name: str
    kind: str
    """`"person"` or `"bot"`."""
    connected: bool
    stand_in: bool
    """True if a bot plays for the person."""
    phases: int
    """Number of completed phases."""
    score: int
    cards: int
    """Number of cards in the hand."""


class TableOverview(TypedDict):
    """A table in the overview."""

    id: str
    code: str | None
    game: str
    title: str
    listed: bool
    clock: str
    started: bool
    over: bool
    hand: int
    """Number of the current hand, counted from 1; 0 before the first hand."""
    turn: int | None
    """Seat whose turn it is."""
    idle: float | None
    """Seconds since the last play; `None` before the first play."""
    spectators: list[str]
    seats: list[SeatOverview]
