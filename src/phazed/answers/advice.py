"""Advice in a position: the plays worth considering, with their chances and reasons."""

from __future__ import annotations

from typing import Any, NamedTuple


class Chance(NamedTuple):
    """An estimated chance and its 95 % interval."""

    chance: float
    low: float
    high: float


class AdvisedPlay(NamedTuple):
    """A play with its chances and reasons."""

    play: tuple[int, Any]
    words: str
    """The play in notation."""
    win: Chance
    """Chance of winning the game."""
    phase: Chance
    """Chance of having completed a phase at the end of this hand."""
    out: Chance
    """Chance of going out in this hand."""
    points: float
    """Expected points for the place: 3 for the first, 2, 1 and 0."""
    worlds: int
    """Number of imagined deals from which the chances were estimated."""
    reasons: tuple[str, ...]
    """Reasons for the best play or against another one; empty if the play is far from the best."""
    cards: tuple[str, ...]
    """Cards of the player's hand that are used by the play."""


class Advice(NamedTuple):
    """The plays worth considering, best first."""

    options: tuple[AdvisedPlay, ...]
    due: tuple[int, ...]
    """Phases that the player may lay in this hand; empty if one has been laid."""
    equal: int
    """Number of other plays that are about as good as the best one, by the chance of winning and the place."""
    hints: tuple[str, str, str]
    """A hint in three steps: a question, the play, and the reasons."""

    @property
    def best(self) -> AdvisedPlay:
        return self.options[0]

    @property
    def legend(self) -> str:
        """An explanation of the chances."""
        what = f"phase {self.due[0]}" if len(self.due) == 1 else "a phase"
        due = f", of completing {what}" if self.due else ""
        close = f" The first {self.equal + 1} are about equally good." if self.equal else ""
        return (
            f"The chances of winning the game{due} and of going out in this hand, and the expected points for the "
            f"place (3, 2, 1 or 0), from {self.best.worlds} imagined deals of the hidden cards.{close}"
        )
