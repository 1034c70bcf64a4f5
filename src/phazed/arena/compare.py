"""The comparison of two bots, which plays only as many games as are needed to decide which one is stronger.

Each bot has two seats. The games are played in pairs with the same deals and swapped seats (common random numbers), so
both bots get the same cards. Models of the two bots estimate the luck that remains in the deals, and this luck is
subtracted: see `luck`. After each pair, a sequential test checks whether the result is clear. The test is a test
martingale (e-process): before each pair, it bets that one of the bots is better, at odds that are fair if they are
equal. By Ville's inequality, the probability that an initial wealth of 1 ever reaches 40 is then at most 1/40, so the
wealth measures the evidence, and the test may be stopped after any pair.

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
"""Fraction of its wealth that each of the four bettors stakes on a pair; small bets detect small differences."""
BISECTIONS = 40
"""Number of bisection steps for each bound of the confidence interval."""
LIMITS = Limits()


class BadComparison(PhazedError):
    """An error in the parameters of a comparison."""


class SequentialTest:
    """A sequential test of whether the mean score is one half.

    The test may be stopped after any score. Each score may be accompanied by an adjusted score with the same
    expectation and less variance, which exceeds the range from 0 to 1 by at most `reach`. Half of the wealth is bet on
    the plain scores, which detects large differences quickly, and half on the adjusted scores, which detects small
    differences quickly. Only `p_value` and `verdict` depend on the order of the scores.
    """

    def __init__(self, sure: float = 0.95, reach: float = 0.0) -> None:
        """Create a test that declares equal bots unequal with a probability of at most `1 - sure`."""
        if not EQUAL <= sure < 1:
            raise BadComparison(f"the confidence must be at least 0.5 and less than 1, such as 0.95, not {sure:g}")
        self._sides = {side: (_Bettors(), _Bettors(reach)) for side in "AB"}
        self._threshold = log(2 / (1 - sure))  # half of the error probability for each side
        self._max_wealth = 0.0
        self.pairs = 0
        self.verdict: str | None = None

    def add(self, score: float, adjusted: float | None = None) -> None:
        """Add A's score in another pair, with the adjusted score if there is one."""
        if not 0 <= score <= 1:
            raise ValueError(f"a score must be between 0 and 1, not {score}")
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
        """A's mean plain score; one half before the first pair."""
        return self._sides["A"][0].mean

    @property
    def mean(self) -> float:
        """A's mean adjusted score."""
        return self._sides["A"][1].mean

    @property
    def interval(self) -> tuple[float, float]:
        """Confidence sequence: the probability that it ever excludes the true mean is at most `1 - sure`."""
        return self._lower_bound("A"), 1 - self._lower_bound("B")

    def _lower_bound(self, side: str) -> float:
        """Return the smallest mean that is consistent with the scores, found by bisection."""
        both = self._sides[side]
        low, high = 0.0, min(max(each.mean for each in both), 1.0)
        for _ in range(BISECTIONS if high > 0 else 0):
            middle = (low + high) / 2
            wealth = _mean_of_logs([log for each in both for log in each.logs_against(middle)])
            low, high = (middle, high) if wealth >= self._threshold else (low, middle)
        return low

    @property
    def more_pairs(self) -> int | None:
        """Number of further pairs needed for a verdict at the current rate; `None` if unknown or already decided."""
        if self.verdict is not None or not self.pairs:
            return None
        both = self._sides["A" if self.mean >= EQUAL else "B"]
        growth = max(log for each in both for log in each.logs) / self.pairs
        if growth <= 0:
            return None
        return max(ceil((self._threshold + log(2 * len(BETS))) / growth) - self.pairs, 1)

    @property
    def p_value(self) -> float:
        """Upper bound on the probability that equal bots ever produce evidence this strong."""
        return min(2 * exp(-self._max_wealth), 1.0)


class _Bettors:
    """Four bettors with an initial wealth of 1 each, who bet that the mean score exceeds a given mean.

    A bet pays the excess of the score over that mean, relative to the mean, so it gains nothing on average unless the
    mean score is in fact greater.
    """

    def __init__(self, reach: float = 0.0) -> None:
        self._reach = reach
        self._scores: Counter[float] = Counter()
        """Number of occurrences of each score, scaled to the range from 0 to 1."""
        self.logs = [0.0] * len(BETS)
        """Logarithm of each bettor's wealth after bets against a mean of one half."""

    def _scaled(self, score: float) -> float:
        return (score + self._reach) / (1 + 2 * self._reach)

    def add(self, score: float) -> None:
        scaled = self._scaled(score)
        if not 0 <= scaled <= 1:
            raise ValueError(f"an adjusted score must be from {-self._reach:g} to {1 + self._reach:g}, not {score}")
        self._scores[scaled] += 1
        self.logs = [log + log1p(bet * (scaled / EQUAL - 1)) for log, bet in zip(self.logs, BETS)]

    def logs_against(self, mean: float) -> list[float]:
        """Return the logarithm of the wealth that each bettor would have after betting against this mean."""
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
    """Return the logarithm of the mean of the numbers whose logarithms are given."""
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
    """Compare two bots, playing pairs of games until one is clearly stronger or `max_pairs` have been played.

    `play` plays the jobs, possibly several at a time, and yields their reports in any order; the result does not depend
    on the order. After each pair, `on_progress` is called with the number of pairs played.
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
        close = getattr(reports, "close", None)  # closing the generator cancels pending matches
        if close is not None:
            close()
    return tally.comparison()


def _names(entrants: tuple[Entrant, Entrant]) -> tuple[str, str]:
    """Return distinct names for the two bots; files in different folders may have the same name."""
    one, other = (entrant.name for entrant in entrants)
    return (one, other) if one != other else (f"{one} (the first)", f"{other} (the second)")


def _bot_at(seat: Seat, swapped: int) -> int:
    """Return the index of the bot in a seat; the bots sit A B A B or, if swapped, B A B A."""
    return (seat + swapped) % 2


class _Tally:
    """The results so far; pairs are counted in the order of their numbers, whenever their reports arrive."""

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
        """Add a report and yield the number of each pair counted as a result."""
        self._waiting[report.match] = report
        while not self.settled and {match := 2 * self._test.pairs, match + 1} <= self._waiting.keys():
            reports = self._waiting.pop(match), self._waiting.pop(match + 1)
            score = sum(self._score(report, swapped) for swapped, report in enumerate(reports)) / 2
            self._test.add(score, self._adjustment.adjusted(score, reports))
            yield match // 2

    def _score(self, report: MatchReport, swapped: int) -> float:
        """Return A's score in a game: its share of first place or, after an error, 0 or 1."""
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
