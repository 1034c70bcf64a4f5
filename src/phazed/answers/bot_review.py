"""The review of a bot: its leaks, with their costs, advice and examples."""

from __future__ import annotations

from typing import NamedTuple


class Mean(NamedTuple):
    """A mean over games, with its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{round(100 * self.value, 1) + 0.0:.1f} ± {100 * self.error:.1f}"


class Example(NamedTuple):
    """A decision that shows a leak: the bot's play and a better one."""

    game: int
    """Number of the game or match, counted from 0."""
    hand: int
    """Number of the hand, counted from 0."""
    turn: int
    """Number of the turn in its hand, counted from 1."""
    cards: str
    discard: str
    """Top discard; empty if there was none."""
    call: str
    """Call of the bot's function, ready for pasting into Python."""
    play: str
    best: str
    answer: str
    """Answer that the function should have returned, as Python code."""
    loss: float
    error: float
    reasons: tuple[str, ...]


class BotError(NamedTuple):
    """A bot's error that ended a game."""

    game: int
    hand: int
    call: str
    reason: str


class Leak(NamedTuple):
    """A recurring weakness and its cost per game, as a share of games won."""

    leak: str
    """Identifier of the leak."""
    title: str
    """Description of the weakness that continues "It"."""
    advice: str
    times: int
    cost: Mean
    sure: float
    """One-sided confidence that the cost is greater than 0."""
    clear: bool
    """True if the cost clearly exceeds its standard error."""
    examples: tuple[Example, ...]
    errors: tuple[BotError, ...]


class Share(NamedTuple):
    """The total cost of several leaks."""

    leaks: int
    times: int
    cost: Mean


class BotReview(NamedTuple):
    """The review of a bot: the reasons why it loses."""

    bot: str
    game: str
    games: int
    opponents: tuple[str, ...]
    """Opponents in every game; empty for tournament matches, in which they vary."""
    decisions: int
    leaks: tuple[Leak, ...]
    """Leaks, ordered by the lower bounds of their costs."""
    unclear: Share
    """Total of the leaks whose cost is unclear."""
    other: Share
    """Decisions that are not part of any leak."""
    total: Share
    won: Mean
    expert_won: Mean | None
    """Share of games that the expert won in the same seats with the same deals, if it played them."""
    behind: Mean | None
    errors: tuple[str, ...]
    """The bot's errors that ended games."""
