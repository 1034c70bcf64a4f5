"""The result of comparing two bots."""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

from phazed.text import counted

EQUAL = 0.5
ABOUT = 0.05
"""Two bots are about equally strong if both bounds of the interval are within this distance of one half."""


class GameError(NamedTuple):
    """A bot's error that ended a game."""

    seat: int
    kind: str
    reason: str
    call: str
    answer: str
    traceback: str


class Comparison(NamedTuple):
    """The result of comparing two bots."""

    names: tuple[str, str]
    pairs: int
    """Number of pairs of games with the same deals and swapped seats."""
    share: float
    """Share of games won by the first bot, corrected for luck."""
    low: float
    high: float
    """Bounds of the confidence interval for the true share."""
    sure: float
    """One minus the p-value."""
    stronger: int | None
    """Index of the stronger bot; `None` if neither is clearly stronger."""
    more_pairs: int | None
    """Extrapolated number of further pairs needed for a clear result; `None` if unknown or already clear."""
    errors: tuple[int, int]
    """Number of games that each bot lost because of an error."""
    first_errors: tuple[GameError | None, GameError | None]
    plain_share: float = EQUAL
    """Share of games won by the first bot, not corrected for luck."""

    @property
    def words(self) -> str:
        """The result in one or two sentences."""
        if not self.pairs:
            return f"No pair of games between {self.names[0]} and {self.names[1]} was completed."
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
        found = f"It is not clear yet whether {one} or {other} is stronger: in {pairs} of games {share}."
        if self.more_pairs is None:
            return f"{found} More pairs may give a clear result: use --pairs."
        wanted = self.pairs + self.more_pairs
        return f"{found} If that is its true share, about {wanted} pairs are needed: use --pairs {_rounded_up(wanted)}."


def _rounded_up(pairs: int) -> int:
    """Return one and a half times the number, rounded up to one significant digit.

    >>> _rounded_up(14), _rounded_up(480)
    (30, 800)
    """
    more = ceil(1.5 * pairs)
    digit: int = 10 ** (len(str(more)) - 1)
    return ceil(more / digit) * digit


def _percent(sure: float) -> str:
    """Return the confidence in percent, rounded down to a whole number or, from 99 % on, to a tenth."""
    return f"{floor(100 * sure)}" if sure < 0.99 else f"{min(floor(1000 * sure) / 10, 99.9):g}"
