"""Messages of the server to a browser at a table.

A message is one of the `ServerMessage`s, tagged by `"kind"` in JSON. `web.tables.messages` reads those of browsers.
"""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 (read by get_type_hints)
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from phazed.answers.replay import Hand, HandResult, Phase, Step

Play: TypeAlias = tuple[int, Any]
"""A play in the form of the course's functions: its kind and its content, as `rules.plays` has them."""

# ------------------------------------------------------------------------------------------- parts of messages


class TableHand(Hand):
    """The hand on the table."""

    number: int


class SheetRow(TypedDict):
    """A finished hand on the score sheet."""

    points: list[int]
    scores: list[int]
    laid: list[int | None]
    """Phase that each seat laid."""


class FinalResult(TypedDict):
    """The end of the game on the table."""

    ranks: list[int]
    scores: list[int]
    done: list[list[int]]
    error: None
    seed: str
    """Seed of the deals, which is a secret until the end."""


class OpenGroup(TypedDict):
    """The accumulation between two stages that this turn has to complete."""

    owner: int
    group: int
    total: int
    next: int


class Turn(TypedDict):
    """A turn; only the seat to play is sent its choices."""

    seat: int
    stage: str
    """`"before"` or `"during"`: before or after the pick-up."""
    plays: NotRequired[Sequence[Play]]
    """Legal plays, with a selection of the ways to lay a phase; the best way comes first."""
    open: NotRequired[OpenGroup | None]
    undo: NotRequired[bool]


class SeatInfo(TypedDict):
    """A seat in its public form."""

    who: str
    here: bool
    taken: bool
    stand_in: str | None
    resigned: bool


class TableConditions(TypedDict):
    """Settings of the table, chosen by the host or by default."""

    listed: bool
    clock: str
    spectators: bool
    hints: bool


class Deadlines(TypedDict):
    """Seconds until the end of the turn, a bot may play it, the next hand is dealt, and bots take the free seats."""

    turn: float | None
    grace: float | None
    next: float | None
    fill: float | None


class Seating(TypedDict):
    """The people at a table and its settings."""

    gives: bool
    """Whether the receiver may give free seats to bots."""
    names: list[str]
    seats: list[SeatInfo]
    ready: list[int]
    spectators: list[str]
    settings: TableConditions
    times: Deadlines


class GameView(TypedDict):
    """The game as one seat may know it."""

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
    """Everything that the connection may know; the first message, and again when a hand is dealt."""

    kind: Literal["table"]
    id: str
    code: str | None
    host: bool
    links: dict[str, str]
    rematch: str | None


class SeatsMessage(Seating):
    """A person came, left, changed their name or is ready."""

    kind: Literal["seats"]


class StepsMessage(TypedDict):
    """The steps of the hand from number `at` on, which replace those that the browser has from there."""

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
    """The address of the receiver's seat in the next game; `by` names the other person who asked for it."""

    kind: Literal["rematch"]
    address: str | None
    by: NotRequired[str | None]


class ReactionMessage(TypedDict):
    """A ready-made reaction of a player."""

    kind: Literal["reaction"]
    seat: int
    reaction: str


class NudgeMessage(TypedDict):
    """A reminder of a player's turn: by another player, or by the clock with the seconds that are left."""

    kind: Literal["nudge"]
    seat: int
    by: str | None
    left: int | None


class ReturnedMessage(TypedDict):
    """Plays of a bot for the receiver, who plays again: the number of hands that are over, and steps of this one."""

    kind: Literal["returned"]
    hands: int
    steps: list[Step]


class ErrorMessage(TypedDict):
    """The reason why something was not done; after a `final` one the connection is closed."""

    kind: Literal["error"]
    re: int | None
    reason: str
    final: NotRequired[bool]
    lost: NotRequired[bool]
    """Set in the browser, when the connection was lost before an answer came."""


class AliveMessage(TypedDict):
    """A sign of life, sent when nothing else was sent for a while."""

    kind: Literal["alive"]


class DoneReply(TypedDict):
    """A request was done."""

    kind: Literal["done"]
    re: NotRequired[int | None]


class RefusedReply(TypedDict):
    """A play is against a rule."""

    kind: Literal["refused"]
    re: NotRequired[int | None]
    rule: str
    reason: str
    cards: list[str]


class CheckReply(TypedDict):
    """The fault of each group, and of the phase as a whole."""

    kind: Literal["check"]
    re: NotRequired[int | None]
    flaws: list[str | None]
    flaw: str | None


class HintOption(TypedDict):
    """A play, in words, its chances of winning, completing a phase and going out, each with its 95 % interval."""

    words: str
    win: list[float]
    phase: list[float]
    out: list[float]
    points: float
    """Expected points for the place."""


class HintReply(TypedDict):
    """Three steps of advice, the cards of the hand that matter, the best play, and the chances of the best ones."""

    kind: Literal["hint"]
    re: NotRequired[int | None]
    hints: list[str]
    cards: list[str]
    play: Play
    options: list[HintOption]
    due: list[int]
    """Phases that could be laid in this hand."""
    legend: str
    """Meaning of the chances."""


class TransferReply(TypedDict):
    """The address of a one-time link to the receiver's seat."""

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
