"""The comparison of two bots, with as many games as are needed to settle which one is stronger.

The bots have two seats each and play pairs of games with the same deals and exchanged seats (common random numbers), so
both get the same cards. Models of the two bots estimate the luck that remains in the deals, which is subtracted: see
`luck`. After each pair a sequential test checks whether the question is settled. It is a test martingale (e-process):
it bets on each pair, before it is played, that one of the bots is better, at odds that are fair if they are equal. By
Ville's inequality, a wealth of 1 then ever grows to 40 with a probability of at most 1/40. So the wealth measures the
evidence, and the test may be stopped after any pair.

>>> test = SequentialTest()
>>> for score in (1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0):
...     test.add(score)
>>> test.verdict, round(test.mean, 2), [round(end, 2) for end in test.interval]
('A', 0.9, [0.52, 1.0])
"""

from __future__ import annotations

from collections import Counter
from math import ceil, exp, log, log1p
from typing import TYPE_CHECKING

from phazed.answers.comparison import EQUAL, Comparison, GameError
from phazed.arena.jobs import MatchJob
from phazed.arena.luck import BOUND, LuckAdjustment, models
from phazed.arena.seeds import match_seeds
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import SEATS
from phazed.sandbox.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phazed.game.games import PlayerError
    from phazed.storage.entrant import Entrant
    from phazed.storage.results.rows import MatchNumber, MatchReport, Seat

BETS = (1 / 8, 1 / 4, 1 / 2, 15 / 16)
"""Fractions of their wealth that the four bettors stake on each pair; small bets detect small differences."""
BISECTIONS = 40
"""Number of bisection steps for an end of the interval."""
LIMITS = Limits()


class BadComparison(PhazedError):
    """A comparison that cannot be made; the message says what is possible."""


class SequentialTest:
    """A sequential test of whether the mean score is one half.

    It may be stopped after any score. Each score may come with an adjusted one, which has the same expectation, less
    variance, and exceeds the range from 0 to 1 by at most `reach`. Half of the wealth is bet on the plain scores, which
    detects large differences quickly, and half on the adjusted ones, which detects small differences quickly. Only
    `p_value` and `verdict` depend on the order of the scores.
    """

    def __init__(self, sure: float = 0.95, reach: float = 0.0) -> None:
        """Begin a test that calls equal bots unequal with a probability of at most `1 - sure`."""
        if not EQUAL <= sure < 1:
            raise BadComparison(f"the confidence cannot be {sure:g}: give a number from 0.5 to below 1, such as 0.95")
        self._sides = {side: (_Bettors(), _Bettors(reach)) for side in "AB"}
        self._threshold = log(2 / (1 - sure))  # half of the error probability for each side
        self._max_wealth = 0.0
        self.pairs = 0
        self.verdict: str | None = None

    def add(self, score: float, adjusted: float | None = None) -> None:
        """Add the score of A in another pair, and its adjusted score."""
        if not 0 <= score <= 1:
            raise ValueError(f"a score is between 0 and 1, not {score}")
        better = score if adjusted is None else adjusted
        self.pairs += 1
        for side, one, other in (("A", score, better), ("B", 1 - score, 1 - better)):
            plain, adjusting = self._sides[side]
            plain.add(one)
            adjusting.add(other)
            wealth = _mean_of_logs([*plain.logs, *adjusting.logs])
            self._max_wealth = max(self._max_wealth, wealth)
            if wealth >= self._threshold and self.verdict is None:
                self.verdict = side

    @property
    def plain_mean(self) -> float:
        """Mean plain score of A; one half before the first pair."""
        return self._sides["A"][0].mean

    @property
    def mean(self) -> float:
        """Mean adjusted score of A."""
        return self._sides["A"][1].mean

    @property
    def interval(self) -> tuple[float, float]:
        """Confidence sequence for the true mean, which ever excludes it with a probability of at most `1 - sure`."""
        return self._lower_bound("A"), 1 - self._lower_bound("B")

    def _lower_bound(self, side: str) -> float:
        """Return the smallest mean that the scores do not contradict, by bisection."""
        both = self._sides[side]
        low, high = 0.0, min(max(each.mean for each in both), 1.0)
        for _ in range(BISECTIONS if high > 0 else 0):
            middle = (low + high) / 2
            wealth = _mean_of_logs([log for each in both for log in each.logs_against(middle)])
            low, high = (middle, high) if wealth >= self._threshold else (low, middle)
        return low

    @property
    def more_pairs(self) -> int | None:
        """Number of further pairs that would settle the question at the current rate; `None` if unknown or settled."""
        if self.verdict is not None or not self.pairs:
            return None
        both = self._sides["A" if self.mean >= EQUAL else "B"]
        growth = max(log for each in both for log in each.logs) / self.pairs
        if growth <= 0:
            return None
        return max(ceil((self._threshold + log(2 * len(BETS))) / growth) - self.pairs, 1)

    @property
    def p_value(self) -> float:
        """Upper bound of the probability of evidence this strong, at any time, between equal bots."""
        return min(2 * exp(-self._max_wealth), 1.0)


class _Bettors:
    """Four bettors, each with a wealth of 1, who bet that the mean score exceeds a given mean.

    If it does not, no bet gains on average: a bet pays the excess of the score relative to the mean.
    """

    def __init__(self, reach: float = 0.0) -> None:
        self._reach = reach
        self._scores: Counter[float] = Counter()
        """Number of times that each score occurred, scaled to the range from 0 to 1."""
        self.logs = [0.0] * len(BETS)
        """Logarithm of each bettor's wealth from bets against one half."""

    def _scaled(self, score: float) -> float:
        return (score + self._reach) / (1 + 2 * self._reach)

    def add(self, score: float) -> None:
        scaled = self._scaled(score)
        if not 0 <= scaled <= 1:
            raise ValueError(f"an adjusted score is from {-self._reach:g} to {1 + self._reach:g}, not {score}")
        self._scores[scaled] += 1
        self.logs = [log + log1p(bet * (scaled / EQUAL - 1)) for log, bet in zip(self.logs, BETS)]

    def logs_against(self, mean: float) -> list[float]:
        """Return the logarithms of the wealth that bets against this mean would have produced."""
        scaled = self._scaled(mean)
        return [
            sum([log1p(bet * (score / scaled - 1)) * times for score, times in self._scores.items()]) for bet in BETS
        ]

    @property
    def mean(self) -> float:
        """Mean score; one half before the first score."""
        count = self._scores.total()
        scaled = sum(score * times for score, times in self._scores.items()) / count if count else EQUAL
        return scaled * (1 + 2 * self._reach) - self._reach


def _mean_of_logs(logs: Sequence[float]) -> float:
    """Return the logarithm of the mean of numbers, given their logarithms."""
    largest = max(logs)
    return largest + log(sum([exp(each - largest) for each in logs]) / len(logs))


def compare(
    play: Callable[[Iterable[MatchJob]], Iterator[MatchReport]],
    entrants: tuple[Entrant, Entrant],
    game: str,
    seed: str,
    *,
    max_pairs: int = 500,
    sure: float = 0.95,
    limits: Limits = LIMITS,
    packages: tuple[str, ...] = (),
    trusted: bool = False,
    on_progress: Callable[[int], object] | None = None,
) -> Comparison:
    """Compare two bots by playing until it is settled which is stronger, or for `max_pairs` pairs of games.

    `play` plays the jobs, possibly several at a time, and yields their reports in any order, on which the result does
    not depend. `on_progress` is called with the number of pairs after each pair.
    """
    if max_pairs < 1:
        raise BadComparison(f"{max_pairs} pairs of games are too few: play at least one")
    tally = _Tally(_names(entrants), sure)

    def jobs() -> Iterator[MatchJob]:
        for match in range(2 * max_pairs):
            if tally.settled:
                return
            pair, swapped = divmod(match, 2)
            seats = tuple(entrants[_bot_at(seat, swapped)] for seat in range(SEATS))
            seeds = match_seeds(seed, f"pair/{pair}")
            yield MatchJob(match, game, seeds.deals, seats, limits, packages, trusted, seeds.bots, models(swapped))

    reports = play(jobs())
    try:
        for report in reports:
            for pair in tally.add(report):
                if on_progress is not None:
                    on_progress(pair + 1)
            if tally.settled:
                break
    finally:
        close = getattr(reports, "close", None)  # cancels matches in progress
        if close is not None:
            close()
    return tally.comparison()


def _names(entrants: tuple[Entrant, Entrant]) -> tuple[str, str]:
    """Return distinct names of the two; files in different folders may have the same name."""
    one, other = (entrant.name for entrant in entrants)
    return (one, other) if one != other else (f"{one} (the first)", f"{other} (the second)")


def _bot_at(seat: Seat, swapped: int) -> int:
    """Return the index of the bot at a seat: A B A B or, swapped, B A B A."""
    return (seat + swapped) % 2


class _Tally:
    """A counter of pairs, which takes them in the order of their numbers."""

    def __init__(self, names: tuple[str, str], sure: float) -> None:
        self._names = names
        self._test = SequentialTest(sure, reach=BOUND)
        self._adjustment = LuckAdjustment()
        self._waiting: dict[MatchNumber, MatchReport] = {}
        self._errors: tuple[list[PlayerError], list[PlayerError]] = ([], [])

    @property
    def settled(self) -> bool:
        return self._test.verdict is not None

    def add(self, report: MatchReport) -> Iterator[int]:
        """Add a report and yield the number of each pair that is complete."""
        self._waiting[report.match] = report
        while not self.settled and {match := 2 * self._test.pairs, match + 1} <= self._waiting.keys():
            reports = self._waiting.pop(match), self._waiting.pop(match + 1)
            score = sum(self._score(report, swapped) for swapped, report in enumerate(reports)) / 2
            self._test.add(score, self._adjustment.adjusted(score, reports))
            yield match // 2

    def _score(self, report: MatchReport, swapped: int) -> float:
        """Return the score of A in a game: its share of the first place or, after an error, 0 or 1."""
        if report.error is not None:
            offender = _bot_at(report.error.seat, swapped)
            self._errors[offender].append(report.error)
            return float(offender)
        first = [_bot_at(seat, swapped) for seat, rank in enumerate(report.ranks or ()) if rank == 1]
        return first.count(0) / len(first)

    def comparison(self) -> Comparison:
        test = self._test
        one, other = self._errors
        return Comparison(
            names=self._names,
            pairs=test.pairs,
            share=min(max(test.mean, 0.0), 1.0),
            low=test.interval[0],
            high=test.interval[1],
            sure=1 - test.p_value,
            stronger={"A": 0, "B": 1, None: None}[test.verdict],
            more_pairs=test.more_pairs,
            errors=(len(one), len(other)),
            first_errors=(GameError(*one[0]) if one else None, GameError(*other[0]) if other else None),
            plain_share=test.plain_mean,
        )
