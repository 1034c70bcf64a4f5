"""What the server sends to a browser, one declared structure for each message.

A message is one of the `ServerMessage`s, tagged by `"kind"` in JSON. `requests` declares what browsers send, and
`site/pages/table/messages.js` declares the same shapes for JavaScript.
"""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 (read by get_type_hints)
from typing import Any, Literal, NotRequired, TypedDict

Step = list[Any]
"""One step of a hand: its seat, its verb and what the verb needs, as `game.frames` lists them."""
Play = tuple[int, Any]
"""A play in the form of the course's functions: its kind and its content, as `rules.plays` has them."""

# ------------------------------------------------------------------------------------------- parts of messages


class GroupKind(TypedDict):
    """What a group of a phase is."""

    noun: str
    one_colour: bool


class Phase(TypedDict):
    """What a phase asks for, in words, and its groups."""

    name: str
    groups: list[GroupKind]


class HandResult(TypedDict):
    """How a hand ended; `left` has the cards left in each hand."""

    why: str
    points: list[int]
    scores: list[int]
    left: list[str]


class Hand(TypedDict):
    """The hand on the table, as `game.frames` describes it."""

    number: int
    dealer: int
    scores: list[int]
    done: list[list[int]]
    dealt: list[str]
    discard: str | None
    deck: int
    steps: list[Step]
    end: HandResult | None


class SheetRow(TypedDict):
    """A finished hand on the score sheet; `laid` has the phase that each seat laid."""

    points: list[int]
    scores: list[int]
    laid: list[int | None]


class GameResult(TypedDict):
    """How the game ended; the seed is a secret until then."""

    ranks: list[int] | None
    scores: list[int]
    done: list[list[int]]
    error: dict[str, Any] | None
    seed: str


class OpenGroup(TypedDict):
    """The accumulation between two stages that this turn has to complete."""

    owner: int
    group: int
    total: int
    next: int


class OwnTurn(TypedDict):
    """The turn of the seat that the message is for."""

    seat: int
    stage: str
    plays: Sequence[Play]
    """Legal plays, with a selection of the ways to lay a phase; the best way comes first."""
    open: OpenGroup | None
    undo: bool


class OthersTurn(TypedDict):
    """Another seat's turn."""

    seat: int
    stage: str


Turn = OwnTurn | OthersTurn


class SeatInfo(TypedDict):
    """A seat as everybody sees it."""

    who: str
    here: bool
    taken: bool
    stand_in: str | None
    resigned: bool


class Settings(TypedDict):
    """What applies at the table, as the host has chosen or by default."""

    listed: bool
    clock: str
    spectators: bool
    hints: bool


class Times(TypedDict):
    """Seconds that are left for the turn, before a bot may play it, to the next hand, and until bots sit down."""

    turn: float | None
    grace: float | None
    next: float | None
    fill: float | None


class Seating(TypedDict):
    """Who is at the table under which conditions, and whether the receiver may give free seats to bots."""

    gives: bool
    names: list[str]
    seats: list[SeatInfo]
    ready: list[int]
    spectators: list[str]
    settings: Settings
    times: Times


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
    hand: Hand | None
    turn: Turn | None
    sheet: list[SheetRow]
    over: GameResult | None


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
    """Somebody came, left, changed their name or is ready."""

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
    over: NotRequired[GameResult | None]
    times: NotRequired[Times]


class RematchMessage(TypedDict):
    """Where the receiver's seat is in the next game; `by` is who asked for it, if it was somebody else."""

    kind: Literal["rematch"]
    address: str | None
    by: NotRequired[str | None]


class ReactionMessage(TypedDict):
    """A player shows a ready-made reaction."""

    kind: Literal["reaction"]
    seat: int
    reaction: str


class NudgeMessage(TypedDict):
    """A player is reminded of their turn: by another one, or by the clock with the seconds that are left."""

    kind: Literal["nudge"]
    seat: int
    by: str | None
    left: int | None


class ReturnedMessage(TypedDict):
    """What a bot played for the receiver, who plays again: hands that are over, and steps of the current one."""

    kind: Literal["returned"]
    hands: int
    steps: list[Step]


class ErrorMessage(TypedDict):
    """Why something did not happen; after a `final` one the connection is closed."""

    kind: Literal["error"]
    re: int | None
    reason: str
    final: NotRequired[bool]


class DoneReply(TypedDict):
    """What was asked for has been done."""

    kind: Literal["done"]
    re: NotRequired[int | None]


class RefusedReply(TypedDict):
    """The play is against a rule."""

    kind: Literal["refused"]
    re: NotRequired[int | None]
    rule: str
    reason: str
    cards: list[str]


class CheckReply(TypedDict):
    """What is wrong with each group, and with the phase as a whole."""

    kind: Literal["check"]
    re: NotRequired[int | None]
    flaws: list[str | None]
    flaw: str | None


class HintOption(TypedDict):
    """A play, in words, and its chances to win, to complete a phase and to go out, each with its 95 % interval."""

    words: str
    win: list[float]
    phase: list[float]
    out: list[float]


class HintReply(TypedDict):
    """Three steps of advice, the cards of the hand that matter, the best play, and the chances of the best ones."""

    kind: Literal["hint"]
    re: NotRequired[int | None]
    hints: list[str]
    cards: list[str]
    play: Play
    options: list[HintOption]
    due: list[int]
    """The phases that could be laid in this hand."""
    legend: str
    """What the chances are of."""


class TransferReply(TypedDict):
    """The address of a one-time link to the receiver's seat."""

    kind: Literal["transfer"]
    re: NotRequired[int | None]
    address: str


Reply = DoneReply | RefusedReply | CheckReply | HintReply | TransferReply
ServerMessage = (
    TableMessage
    | SeatsMessage
    | StepsMessage
    | RematchMessage
    | ReactionMessage
    | NudgeMessage
    | ReturnedMessage
    | ErrorMessage
    | Reply
)
