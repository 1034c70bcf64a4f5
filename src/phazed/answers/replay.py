"""The steps of a game, from which a page can show every position; `game.frames` describes and creates them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from phazed.answers.comparison import GameError  # noqa: TC001 (read by get_type_hints)

Step: TypeAlias = (
    tuple[int, Literal["draw", "take", "discard"], str]
    | tuple[int, Literal["phase"], int, list[str]]
    | tuple[int, Literal["add"], str, int, int, int]
    | tuple[int, Literal["skip"], int]
    | tuple[int, Literal["miss"]]
)
"""A step in a hand: its seat, its verb, and the cards, groups or seats involved."""


class GroupKind(TypedDict):
    """A kind of group in a phase."""

    noun: str
    one_colour: bool


class Phase(TypedDict):
    """A phase: its description and its groups."""

    name: str
    groups: list[GroupKind]


class HandResult(TypedDict):
    """The end of a hand."""

    why: str
    points: list[int]
    scores: list[int]
    left: NotRequired[list[str]]
    """Cards left in each player's hand."""


class Hand(TypedDict):
    """A hand: its deal, its steps and its end."""

    dealer: int
    scores: list[int]
    done: list[list[int]]
    """Phases that each seat has completed."""
    dealt: list[str]
    discard: str | None
    deck: int
    """Number of cards in the deck."""
    steps: list[Step]
    end: HandResult | None


class GameResult(TypedDict):
    """The end of a game."""

    ranks: list[int] | None
    """Rank of each seat; `None` after an error."""
    scores: list[int]
    done: list[list[int]]
    error: GameError | None
    """Error that ended the game, if any."""


class Frames(TypedDict):
    """A whole game."""

    game: str
    title: NotRequired[str]
    game_title: NotRequired[str]
    seed: str | None
    names: list[str]
    phases: list[Phase]
    any_order: bool
    stages: list[int]
    hands: list[Hand]
    end: GameResult | None
