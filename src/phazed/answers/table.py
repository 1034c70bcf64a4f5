"""Messages from the server to a browser at a table.

A message is one of the `ServerMessage` types; `"kind"` tells which one. `web.tables.messages` reads messages from
browsers.
"""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 (read by get_type_hints)
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from phazed.answers.replay import Hand, HandResult, Phase, Step

Play: TypeAlias = tuple[int, Any]
"""A play in the form used by the course's functions: its kind and its content (see `rules.plays`)."""

# ------------------------------------------------------------------------------------------- parts of messages


class TableHand(Hand):
    """The hand on the table."""

    number: int


class SheetRow(TypedDict):
    """A finished hand on the score sheet."""

    points: list[int]
    scores: list[int]
    laid: list[int | None]
    """Phase that each seat laid, if any."""


class FinalResult(TypedDict):
    """The end of the game on the table."""

    ranks: list[int]
    scores: list[int]
    done: list[list[int]]
    error: None
    seed: str
    """Seed of the deals, which is secret until the game is over."""


class OpenGroup(TypedDict):
    """An accumulation between two stages, which must be completed in this turn."""

    owner: int
    group: int
    total: int
    next: int


class Turn(TypedDict):
    """A turn; its choices are sent only to the seat whose turn it is."""

    seat: int
    stage: str
    """`"before"` the pick-up or, after it, `"during"`."""
    plays: NotRequired[Sequence[Play]]
    """Legal plays. They include only a selection of the ways to lay a phase, best first."""
    open: NotRequired[OpenGroup | None]
    undo: NotRequired[bool]


class SeatInfo(TypedDict):
    """Public information about a seat."""

    who: str
    here: bool
    taken: bool
    stand_in: str | None
    resigned: bool


class TableConditions(TypedDict):
    """The table's settings, as chosen by the host or by default."""

    listed: bool
    clock: str
    spectators: bool
    hints: bool


class Deadlines(TypedDict):
    """Seconds until the turn ends, a bot may play it, the next hand is dealt, and bots take the free seats."""

    turn: float | None
    grace: float | None
    next: float | None
    fill: float | None


class Seating(TypedDict):
    """The people at a table and its settings."""

    gives: bool
    """Whether the recipient may give free seats to bots."""
    names: list[str]
    seats: list[SeatInfo]
    ready: list[int]
    spectators: list[str]
    settings: TableConditions
    times: Deadlines


class GameView(TypedDict):
    """The part of the game that one seat may know."""

    game: str
    title: str
    seat: int | None
    open: bool
    started: bool
    seeded: bool
    phases: list[Phase]
    any_order: bool
    declares: bool
    stages: list[int]
    max_hands: int
    hand: TableHand | None
    turn: Turn | None
    sheet: list[SheetRow]
    over: FinalResult | None


# ------------------------------------------------------------------------------------------- from the server


class TableMessage(GameView, Seating):
    """Everything that the connection may know, sent first and whenever a hand is dealt."""

    kind: Literal["table"]
    id: str
    code: str | None
    host: bool
    links: dict[str, str]
    rematch: str | None


class SeatsMessage(Seating):
    """The seats after a person has come, left, changed their name or become ready."""

    kind: Literal["seats"]


class StepsMessage(TypedDict):
    """The steps of the hand from number `at` on, which replace the browser's steps from there on."""

    kind: Literal["steps"]
    hand: int
    at: int
    steps: list[Step]
    turn: Turn | None
    end: HandResult | None
    sheet: NotRequired[list[SheetRow]]
    over: NotRequired[FinalResult | None]
    times: NotRequired[Deadlines]


class RematchMessage(TypedDict):
    """The address of the recipient's seat in the next game; `by` is the name of the person who asked for it."""

    kind: Literal["rematch"]
    address: str | None
    by: NotRequired[str | None]


class ReactionMessage(TypedDict):
    """A player's ready-made reaction."""

    kind: Literal["reaction"]
    seat: int
    reaction: str


class NudgeMessage(TypedDict):
    """A reminder that it is a player's turn, from another player or from the clock, with the seconds left."""

    kind: Literal["nudge"]
    seat: int
    by: str | None
    left: int | None


class ReturnedMessage(TypedDict):
    """A stand-in's plays for the recipient, who has returned: the number of finished hands, and this hand's steps."""

    kind: Literal["returned"]
    hands: int
    steps: list[Step]


class ErrorMessage(TypedDict):
    """The reason why a request was not carried out; a `final` error closes the connection."""

    kind: Literal["error"]
    re: int | None
    reason: str
    final: NotRequired[bool]
    lost: NotRequired[bool]
    """Set by the browser if the connection was lost before an answer arrived."""


class AliveMessage(TypedDict):
    """A heartbeat, sent when nothing else has been sent for a while."""

    kind: Literal["alive"]


class DoneReply(TypedDict):
    """Confirmation that a request was carried out."""

    kind: Literal["done"]
    re: NotRequired[int | None]


class RefusedReply(TypedDict):
    """Refusal of a play that breaks a rule."""

    kind: Literal["refused"]
    re: NotRequired[int | None]
    rule: str
    reason: str
    cards: list[str]


class CheckReply(TypedDict):
    """The flaw in each group, and in the phase as a whole."""

    kind: Literal["check"]
    re: NotRequired[int | None]
    flaws: list[str | None]
    flaw: str | None


class HintOption(TypedDict):
    """A play in words, with its chances of winning, completing a phase and going out, and their 95 % intervals."""

    words: str
    win: list[float]
    phase: list[float]
    out: list[float]
    points: float
    """Expected points for the place."""


class HintReply(TypedDict):
    """Advice in three steps, the cards concerned, the best play, and the chances of the best plays."""

    kind: Literal["hint"]
    re: NotRequired[int | None]
    hints: list[str]
    cards: list[str]
    play: Play
    options: list[HintOption]
    due: list[int]
    """Phases that may be laid in this hand."""
    legend: str
    """Explanation of the chances."""


class TransferReply(TypedDict):
    """The address of a one-time link to the recipient's seat."""

    kind: Literal["transfer"]
    re: NotRequired[int | None]
    address: str


Reply: TypeAlias = DoneReply | RefusedReply | CheckReply | HintReply | TransferReply
ServerMessage: TypeAlias = (
    TableMessage
    | SeatsMessage
    | StepsMessage
    | RematchMessage
    | ReactionMessage
    | NudgeMessage
    | ReturnedMessage
    | ErrorMessage
    | AliveMessage
    | Reply
)
