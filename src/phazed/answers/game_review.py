"""The review of a game: chances, luck, and mistakes with better plays."""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 (read by get_type_hints)
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict

MistakeGrade: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]


class Luck(NamedTuple):
    """The luck of a seat between two of its decisions."""

    seat: int
    hand: int
    place: int
    """Number of the play in its hand at which the seat's chance is known again; after the last one, the end."""
    source: str
    amount: float


class Point(NamedTuple):
    """A seat's chance to win before one of its decisions."""

    hand: int
    place: int
    win: float


class SeatBalance(NamedTuple):
    """The reasons why a seat's result differs from its chance at the start."""

    initial: float
    final: float
    own: float
    """Cost of its own decisions, at most 0 up to the error."""
    others: float
    """Gain from the others' mistakes."""
    luck: float
    error: float
    """Standard error of own play and others' mistakes together, and so of the luck."""

    @property
    def adjusted(self) -> float:
        """Result without the luck."""
        return self.final - self.luck


class SeatReview(NamedTuple):
    """The review of one seat."""

    name: str
    rank: int | None
    decisions: int
    """Number of plays with a choice."""
    accuracy: float
    grades: dict[str, int]
    """Number of mistakes by grade."""
    kinds: dict[str, int]
    """Number of mistakes by kind of decision."""
    balance: SeatBalance


class Candidate(NamedTuple):
    """A play that the search considered."""

    words: str
    """The play in notation."""
    win: float
    points: float
    """Expected points for the place (3, 2, 1 or 0)."""
    equal: bool
    """Whether it is about as good as the best play."""


class Decision(NamedTuple):
    """A play with an alternative, compared with the best one."""

    hand: int
    place: int
    """Number of the play in its hand."""
    turn: int
    """Number of the turn in its hand, from 1."""
    seat: int
    cards: str
    """Hand before the play."""
    grade: MistakeGrade | None
    """Grade of the mistake; `None` if the play is none."""
    kind: str
    play: tuple[int, Any]
    words: str
    """The play in notation."""
    best: tuple[int, Any]
    best_words: str
    win: float
    best_win: float
    loss: float
    """Loss of value: of the chance of winning and, with less weight, of the place."""
    error: float
    points: float
    """Loss of expected points for the place (3, 2, 1 or 0)."""
    label: str
    """Fault of the play made, in a few words; empty if none stands out."""
    reasons: tuple[str, ...]
    """Reasons why the other play is clearly better; none if it is not."""
    candidates: tuple[Candidate, ...]
    """The best plays by the search, best first."""


class GameReview(NamedTuple):
    """The review of a game."""

    game: str
    names: tuple[str, ...]
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...]
    """Decisions in the order of the game; those with a grade are mistakes."""
    chances: tuple[tuple[Point, ...], ...]
    """For every seat, its chance through the game."""
    luck: tuple[Luck, ...]


class PlayChoices(TypedDict):
    """Plays from which one can be chosen in a position of a finished game."""

    plays: Sequence[tuple[int, Any]]


class TriedPlay(TypedDict):
    """The cost of a play in a position of a finished game."""

    loss: float
    """Difference between the values of the best play and of this one."""
    error: float
    """Standard error of the loss."""
    win: float | None
    """Chance to win after the play; `None` if the play is the only one."""
    grade: str | None
    """Grade of the mistake; `None` if the play is none."""


class ReviewRunning(TypedDict):
    """The progress of a review."""

    state: Literal["running"]
    done: int
    total: int


class ReviewDone(TypedDict):
    """A finished review."""

    state: Literal["done"]
    review: GameReview


ReviewReply: TypeAlias = ReviewRunning | ReviewDone
