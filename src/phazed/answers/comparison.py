"""The comparison of two bots: which one is stronger."""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

from phazed.text import counted

EQUAL = 0.5
ABOUT = 0.05
"""Maximum distance of the ends of the interval from one half at which two bots are about equally strong."""


class GameError(NamedTuple):
    """An error of a bot that ended a game."""

    seat: int
    kind: str
    reason: str
    call: str
    answer: str
    traceback: str


class Comparison(NamedTuple):
    """The comparison of two bots."""

    names: tuple[str, str]
    pairs: int
    """Number of pairs of games, with the same deals and the seats exchanged."""
    share: float
    """Share of first places of the first bot, without the luck of the deals."""
    low: float
    high: float
    """Ends of the interval of the true share."""
    sure: float
    """One minus the p-value."""
    stronger: int | None
    """Index of the stronger bot; `None` if that is not settled."""
    more_pairs: int | None
    """Number of further pairs that would settle it, by extrapolation; `None` if it is unknown or settled."""
    errors: tuple[int, int]
    """Number of games that each bot lost by an error."""
    first_errors: tuple[GameError | None, GameError | None]
    plain_share: float = EQUAL
    """Share of the first bot, with the luck."""

    @property
    def words(self) -> str:
        """The result in one or two sentences."""
        if not self.pairs:
            return f"No pair of games of {self.names[0]} and {self.names[1]} was completed."
        pairs = counted(self.pairs, "pair")
        interval = f"{100 * self.low:.1f} to {100 * self.high:.1f} %"
        if self.stronger is None:
            return self._unsettled(pairs, interval)
        one, other = self.names[self.stronger], self.names[1 - self.stronger]
        share = self.share
        if self.stronger:
            share, interval = 1 - share, f"{100 * (1 - self.high):.1f} to {100 * (1 - self.low):.1f} %"
        wins = f"it wins {100 * share:.1f} % ({interval}) of {pairs} of games"
        return f"{one} is stronger than {other}: {wins}; confidence {_percent(self.sure)} %."

    def _unsettled(self, pairs: str, interval: str) -> str:
        one, other = self.names
        share = f"{one} wins {100 * self.share:.1f} % ({interval})"
        if max(EQUAL - self.low, self.high - EQUAL) <= ABOUT:
            return f"{one} and {other} are about equally strong: in {pairs} of games {share}."
        found = f"It is not settled yet whether {one} or {other} is stronger: in {pairs} of games {share}."
        if self.more_pairs is None:
            return f"{found} More pairs may settle it: --pairs."
        wanted = self.pairs + self.more_pairs
        return f"{found} If that is its true share, about {wanted} pairs settle it: --pairs {_rounded_up(wanted)}."


def _rounded_up(pairs: int) -> int:
    """Return the number with half as much again, rounded up to one digit.

    >>> _rounded_up(14), _rounded_up(480)
    (30, 800)
    """
    more = ceil(1.5 * pairs)
    digit: int = 10 ** (len(str(more)) - 1)
    return ceil(more / digit) * digit


def _percent(sure: float) -> str:
    """Return the confidence in percent, rounded down: to whole numbers, and to tenths from 99 on."""
    return f"{floor(100 * sure)}" if sure < 0.99 else f"{min(floor(1000 * sure) / 10, 99.9):g}"
