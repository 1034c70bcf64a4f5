"""The review of a bot: its leaks, each with its cost, advice and examples."""

from __future__ import annotations

from typing import NamedTuple


class Mean(NamedTuple):
    """A mean over games, with its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{round(100 * self.value, 1) + 0.0:.1f} ± {100 * self.error:.1f}"


class Example(NamedTuple):
    """A decision that shows a leak: the bot's play, and the better one."""

    game: int
    """Number of the game or match, from 0."""
    hand: int
    """Number of the hand, from 0."""
    turn: int
    """Number of the turn in its hand, from 1."""
    cards: str
    discard: str
    """Top discard; empty where there was none."""
    call: str
    """Call of the bot's function, ready to be pasted."""
    play: str
    best: str
    answer: str
    """Answer that the function should have given, as Python prints it."""
    loss: float
    error: float
    reasons: tuple[str, ...]


class BotError(NamedTuple):
    """An error of the bot that ended a game."""

    game: int
    hand: int
    call: str
    reason: str


class Leak(NamedTuple):
    """A recurring weakness, and its cost per game as a share of games won."""

    leak: str
    """Identifier of the leak."""
    title: str
    """Description of the weakness, without the subject."""
    advice: str
    times: int
    cost: Mean
    sure: float
    """One-sided confidence level at which it costs anything."""
    clear: bool
    """True if the cost clearly exceeds its error."""
    examples: tuple[Example, ...]
    errors: tuple[BotError, ...]


class Share(NamedTuple):
    """The cost of several leaks together."""

    leaks: int
    times: int
    cost: Mean


class BotReview(NamedTuple):
    """The review of a bot: the reasons why it loses."""

    bot: str
    game: str
    games: int
    opponents: tuple[str, ...]
    """Opponents of every game; empty for the matches of a tournament, where they vary."""
    decisions: int
    leaks: tuple[Leak, ...]
    """Leaks, ordered by their minimum cost."""
    unclear: Share
    """Sum of the leaks whose cost is not clear."""
    other: Share
    """Decisions that belong to no leak."""
    total: Share
    won: Mean
    expert_won: Mean | None
    """Share of games that the expert won in the same seats and deals, if it played them."""
    behind: Mean | None
    errors: tuple[str, ...]
    """Errors by which the bot ended games."""
