"""Which of two bots is stronger: as many games as it takes to be sure, and no more.

Two seats each, in pairs of games with the same deals and the seats exchanged, so that luck with the cards falls on
both. After every pair a test looks whether the question is settled. It may look as often as it likes: it bets on each
pair, before it knows it, that one of the two is better, at odds that are fair if they are equal. Who starts with 1 then
turns it into 40 with a chance of 1 in 40 at the most, whenever they stop; so money is evidence.

>>> test = Sequential()
>>> for score in (1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0):
...     test.add(score)
>>> test.verdict, round(test.mean, 2), [round(end, 2) for end in test.interval]
('A', 0.9, [0.52, 1.0])
"""

from __future__ import annotations

from collections import Counter
from math import exp, floor, log, log1p
from typing import TYPE_CHECKING, NamedTuple

from phazed.arena.jobs import Order
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import SEATS
from phazed.sandbox.limits import Limits
from phazed.text import WIDTH, block, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from phazed.arena.entrants import Entrant
    from phazed.arena.jobs import Report
    from phazed.game.games import PlayerError

BETS = (1 / 8, 1 / 4, 1 / 2, 15 / 16)
"""Which part of its money each of four equal gamblers stakes on every pair: small stakes find small differences."""
EQUAL = 0.5
STEPS = 40
"""How often an end of the interval is halved."""
LIMITS = Limits()


class BadComparison(PhazedError):
    """A comparison that cannot be made: why, and what would do."""


class Sequential:
    """A test of the mean of scores between 0 and 1, one half or not, that is valid whenever one looks at it.

    Everything but `p_value` and `verdict` depends on the scores only, not on their order.
    """

    def __init__(self, sure: float = 0.95) -> None:
        """It says `A` or `B` of two equals with a chance of `1 - sure` at the most."""
        if not EQUAL <= sure < 1:
            raise BadComparison(f"one cannot be sure to {sure:g}: give a number from 0.5 to below 1, such as 0.95")
        self._scores: Counter[float] = Counter()
        self._mirrored: Counter[float] = Counter()
        self._enough = log(2 / (1 - sure))  # for either side half of the error
        self._most = 0.0
        self.verdict: str | None = None

    def add(self, score: float) -> None:
        """One more pair, worth so much to A."""
        if not 0 <= score <= 1:
            raise ValueError(f"a score is between 0 and 1, not {score}")
        self._scores[score] += 1
        self._mirrored[1 - score] += 1
        for side, scores in (("A", self._scores), ("B", self._mirrored)):
            money = _money(scores, EQUAL)
            self._most = max(self._most, money)
            if money >= self._enough and self.verdict is None:
                self.verdict = side

    @property
    def pairs(self) -> int:
        return self._scores.total()

    @property
    def mean(self) -> float:
        """One half before the first score."""
        return sum(score * times for score, times in self._scores.items()) / self.pairs if self.pairs else EQUAL

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean is; the chance that it ever leaves the interval is `1 - sure` at the most."""
        return _least(self._scores, self.mean, self._enough), 1 - _least(self._mirrored, 1 - self.mean, self._enough)

    @property
    def p_value(self) -> float:
        """The chance at the most that the evidence is ever so strong if the two are equal."""
        return min(2 * exp(-self._most), 1.0)


def _money(scores: Mapping[float, int], mean: float) -> float:
    """The logarithm of what 1 has become by betting that the true mean is above this one.

    If it is not, no bet gains on average: it pays the score's excess over the mean, in parts of the mean.
    """
    logs = [sum([log1p(bet * (score / mean - 1)) * times for score, times in scores.items()]) for bet in BETS]
    most = max(logs)
    return most + log(sum([exp(each - most) for each in logs]) / len(BETS))


def _least(scores: Mapping[float, int], mean: float, enough: float) -> float:
    """The least true mean that these scores do not speak against."""
    low, high = 0.0, mean
    for _ in range(STEPS if mean else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if _money(scores, middle) >= enough else (low, middle)
    return low


class Comparison(NamedTuple):
    """What is known of two bots."""

    names: tuple[str, str]
    pairs: int
    """Of games, with the same deals and the seats exchanged."""
    share: float
    """How much of the first places the first one has."""
    low: float
    high: float
    """The interval in which the true share is."""
    sure: float
    """One minus the chance at the most that the evidence is ever so strong if the two are equal."""
    stronger: int | None
    """Which of the two; `None` if that is not settled."""
    errors: tuple[int, int]
    """How many games each of them lost by an error."""
    first_errors: tuple[PlayerError | None, PlayerError | None]

    def as_data(self) -> dict[str, Any]:
        """The comparison for JSON."""
        first = [error and error._asdict() for error in self.first_errors]
        return {**self._asdict(), "first_errors": first, "words": self._words()}

    def as_text(self, width: int = WIDTH) -> str:
        """The comparison for a terminal."""
        lines = [self._words()]
        for name, errors, first in zip(self.names, self.errors, self.first_errors):
            if first is not None:
                lost = f"{counted(errors, 'game')} by an error"
                lines.append(f"{name} lost {lost}{', the first' if errors > 1 else ''}: {first.reason}")
        return block(lines, width)

    def _words(self) -> str:
        if not self.pairs:
            return f"No pair of games of {self.names[0]} and {self.names[1]} was played to its end."
        pairs = counted(self.pairs, "pair")
        between = f"{100 * self.low:.1f} to {100 * self.high:.1f} %"
        if self.stronger is None:
            one, other = self.names
            found = f"No difference between {one} and {other} found in {pairs} of games"
            return f"{found}: {one} wins {100 * self.share:.1f} % ({between})."
        one, other = self.names[self.stronger], self.names[1 - self.stronger]
        share = self.share
        if self.stronger:
            share, between = 1 - share, f"{100 * (1 - self.high):.1f} to {100 * (1 - self.low):.1f} %"
        wins = f"it wins {100 * share:.1f} % ({between}) of {pairs} of games"
        return f"{one} is stronger than {other}: {wins}; sure to {_sure(self.sure)} %."


def _sure(sure: float) -> str:
    """In percent, never more than is true: whole ones, and tenths where they matter."""
    return f"{floor(100 * sure)}" if sure < 0.99 else f"{min(floor(1000 * sure) / 10, 99.9):g}"


def compare(
    play: Callable[[Iterable[Order]], Iterator[Report]],
    entrants: tuple[Entrant, Entrant],
    game: str,
    seed: str,
    *,
    most_pairs: int = 500,
    sure: float = 0.95,
    limits: Limits = LIMITS,
    packages: tuple[str, ...] = (),
    trusted: bool = False,
    told: Callable[[Comparison], object] | None = None,
) -> Comparison:
    """Let the two play until it is settled which is stronger, or for so many pairs of games.

    `play` plays the orders, several at a time if it likes, and yields the reports in any order; `told` hears what is
    known after every pair. The result depends on neither.
    """
    if most_pairs < 1:
        raise BadComparison(f"{most_pairs} pairs of games are too few: play at least one")
    tally = _Tally(_names(entrants), sure)

    def orders() -> Iterator[Order]:
        for match in range(2 * most_pairs):
            if tally.settled:
                return
            pair, turned = divmod(match, 2)
            seats = tuple(entrants[_whose(seat, turned)] for seat in range(SEATS))
            yield Order(match, game, f"{seed}/pair/{pair}", seats, limits, packages, trusted)

    reports = play(orders())
    try:
        for report in reports:
            for _ in tally.add(report):
                if told is not None:
                    told(tally.comparison())
            if tally.settled:
                break
    finally:
        close = getattr(reports, "close", None)  # what is still being played is no longer needed
        if close is not None:
            close()
    return tally.comparison()


def _names(entrants: tuple[Entrant, Entrant]) -> tuple[str, str]:
    """What to call the two; files in different folders may have the same name."""
    one, other = (entrant.name for entrant in entrants)
    return (one, other) if one != other else (f"{one} (the first)", f"{other} (the second)")


def _whose(seat: int, turned: int) -> int:
    """Which of the two sits there: A B A B, or turned B A B A."""
    return (seat + turned) % 2


class _Tally:
    """Counts pairs in the order of their numbers, whenever their reports arrive."""

    def __init__(self, names: tuple[str, str], sure: float) -> None:
        self._names = names
        self._test = Sequential(sure)
        self._waiting: dict[int, Report] = {}
        self._errors: tuple[list[PlayerError], list[PlayerError]] = ([], [])

    @property
    def settled(self) -> bool:
        return self._test.verdict is not None

    def add(self, report: Report) -> Iterator[int]:
        """The numbers of the pairs that can be counted now, each when it has been counted."""
        self._waiting[report.match] = report
        while not self.settled and {match := 2 * self._test.pairs, match + 1} <= self._waiting.keys():
            scores = [self._score(self._waiting.pop(match + turned), turned) for turned in (0, 1)]
            self._test.add(sum(scores) / 2)
            yield match // 2

    def _score(self, report: Report, turned: int) -> float:
        """What a game is worth to A: its part of the first place, or all that an error gives away."""
        if report.error is not None:
            offender = _whose(report.error.seat, turned)
            self._errors[offender].append(report.error)
            return float(offender)
        first = [_whose(seat, turned) for seat, rank in enumerate(report.ranks or ()) if rank == 1]
        return first.count(0) / len(first)

    def comparison(self) -> Comparison:
        test = self._test
        one, other = self._errors
        return Comparison(
            names=self._names,
            pairs=test.pairs,
            share=test.mean,
            low=test.interval[0],
            high=test.interval[1],
            sure=1 - test.p_value,
            stronger={"A": 0, "B": 1, None: None}[test.verdict],
            errors=(len(one), len(other)),
            first_errors=(one[0] if one else None, other[0] if other else None),
        )
