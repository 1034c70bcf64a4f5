"""Messages of the server to a browser, one declared structure for each.

A message is one of the `ServerMessage`s, tagged by `"kind"` in JSON. `web.tables.messages` declares the messages of
browsers.
"""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 (read by get_type_hints)
from typing import Any, Literal, NotRequired, TypedDict

Step = list[Any]
"""One step of a hand: its seat, its verb and the verb's arguments, in the form of `game.frames`."""
Play = tuple[int, Any]
"""A play in the form of the course's functions: its kind and its content."""

# ------------------------------------------------------------------------------------------- parts of messages


class GroupKind(TypedDict):
    """The kind of a group of a phase."""

    noun: str
    one_colour: bool


class Phase(TypedDict):
    """A phase in words, and its groups."""

    name: str
    groups: list[GroupKind]


class HandResult(TypedDict):
    """The end of a hand; `left` has the cards left in each hand."""

    why: str
    points: list[int]
    scores: list[int]
    left: list[str]


class Hand(TypedDict):
    """The hand on the table, in the form of `game.frames`."""

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
    """The end of the game; the seed is secret until then."""

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
    """A seat in its public form."""

    who: str
    here: bool
    taken: bool
    stand_in: str | None
    resigned: bool


class Settings(TypedDict):
    """Settings of the table, chosen by the host or by default."""

    listed: bool
    clock: str
    spectators: bool
    hints: bool


class Times(TypedDict):
    """Seconds left for the turn, before a bot may play it, to the next hand, and until bots take the free seats."""

    turn: float | None
    grace: float | None
    next: float | None
    fill: float | None


class Seating(TypedDict):
    """The people at the table and its settings; `gives` is true if the receiver may give free seats to bots."""

    gives: bool
    names: list[str]
    seats: list[SeatInfo]
    ready: list[int]
    spectators: list[str]
    settings: Settings
    times: Times


class GameView(TypedDict):
    """The game from one seat's view."""

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
    """The whole table from the view of the connection: the first message, and one for each further deal."""

    kind: Literal["table"]
    id: str
    code: str | None
    host: bool
    links: dict[str, str]
    rematch: str | None


class SeatsMessage(Seating):
    """New seats: somebody has joined, left, changed their name or asked for the next hand."""

    kind: Literal["seats"]


class StepsMessage(TypedDict):
    """Steps of the hand from number `at` on; they replace the browser's steps from there."""

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
    """The address of the receiver's seat in the rematch; `by` names another player who asked for it."""

    kind: Literal["rematch"]
    address: str | None
    by: NotRequired[str | None]


class ReactionMessage(TypedDict):
    """A reaction of a player."""

    kind: Literal["reaction"]
    seat: int
    reaction: str


class NudgeMessage(TypedDict):
    """A reminder of a player's turn, by another player or by the clock with the seconds left."""

    kind: Literal["nudge"]
    seat: int
    by: str | None
    left: int | None


class ReturnedMessage(TypedDict):
    """The plays of a bot for the receiver, who takes over again: finished hands, and steps of the current one."""

    kind: Literal["returned"]
    hands: int
    steps: list[Step]


class ErrorMessage(TypedDict):
    """An error without a request; after a `final` one the connection is closed."""

    kind: Literal["error"]
    re: int | None
    reason: str
    final: NotRequired[bool]


class DoneReply(TypedDict):
    """Confirmation of a request."""

    kind: Literal["done"]
    re: NotRequired[int | None]


class RefusedReply(TypedDict):
    """Refusal of a play by a rule."""

    kind: Literal["refused"]
    re: NotRequired[int | None]
    rule: str
    reason: str
    cards: list[str]


class CheckReply(TypedDict):
    """Flaws of the groups, and of the phase as a whole."""

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
    """Explanation of the chances."""


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
