"""The ladder: the choice of the next tables, and the ranking that follows from the latest matches.

Its matches never end; `storage.course.ladder` stores them in bounded space. Each submission is a bot of its own, so a
new version begins without the results of the previous one. Built-in players take part as milestones.

The next tables are chosen where the ratings are least certain. Bots with few matches come first, then those with the
least certain rank. Opponents are drawn at random. Those of a similar rating that the bot has rarely met are more
likely, since matches among equals carry the most information.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from itertools import islice
from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phazed.arena.extra import seated
from phazed.arena.luck import TABLE_MODELS
from phazed.arena.ratings import DEVIATION, MEAN, Results, fit
from phazed.rules.rulesets import SEATS
from phazed.storage.course.ladder import RATED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from phazed.arena.ratings import Fit, Floats, Ints
    from phazed.storage.course.ladder import LadderStore
    from phazed.storage.course.submissions import BotId
    from phazed.storage.results.rows import BotNumber, Table

MILESTONES = ("@beginner", "@casual", "@greedy", "@strong")
NEWCOMER = 30
"""Number of matches below which a bot is chosen before all others."""
NEAR = 2.5
"""Difference of ratings, in points, up to which an opponent remains likely."""
ANYBODY = 0.1
"""Share of opponents that are drawn without regard to rating; without them, separate groups could not be compared."""
MILESTONE_WEIGHT = 0.5
"""Probability of a milestone as an opponent, relative to a bot."""
MORE_BOTS = 300
"""Number of bots that are rated beside those that are shown: those that have been replaced most recently."""
ONE_SIDED = 1.645
"""Number of standard deviations below its mean that a normal variable exceeds with a probability of 95 %."""
DRAWS = 400
"""Number of random rankings for the intervals of ranks."""


class Contender(NamedTuple):
    """A bot that takes part."""

    bot: BotNumber
    mu: float = MEAN
    sigma: float = DEVIATION
    matches: int = 0
    width: int = 0
    """Width of the interval of its rank."""
    is_milestone: bool = False


class Met(NamedTuple):
    """The number of meetings of any two bots, and of matches of each bot in each seat, among the latest matches."""

    pairs: Counter[tuple[BotNumber, BotNumber]]
    seats: Counter[tuple[BotNumber, int]]

    def copy(self) -> Met:
        """Return a copy, to which planned tables can be added."""
        return Met(self.pairs.copy(), self.seats.copy())

    def add(self, table: Table) -> None:
        for seat, bot in enumerate(table):
            self.seats[bot, seat] += 1
            for other in table:
                self.pairs[bot, other] += 1

    def remove(self, table: Table) -> None:
        """Remove a table that was added; bots that have no matches any more leave nothing."""
        for seat, bot in enumerate(table):
            _decrease(self.seats, (bot, seat))
            for other in table:
                _decrease(self.pairs, (bot, other))


def _decrease(counts: Counter[tuple[int, int]], key: tuple[int, int]) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


def next_tables(contenders: Sequence[Contender], met: Met, count: int, random: Random) -> list[Table]:
    """Return the next tables; none without four contenders, one of them not a milestone."""
    left = {each.bot: each for each in contenders}
    tables: list[Table] = []
    if len(left) < SEATS or all(each.is_milestone for each in contenders):
        return tables
    while len(tables) < count:
        first = min((each for each in left.values() if not each.is_milestone), key=lambda each: _urgency(each, random))
        others = [each for each in left.values() if each.bot != first.bot]
        table = seated([first.bot, *_opponents(first, others, met, random)], met.seats)
        met.add(table)
        tables.append(table)
        for bot in table:
            each = left[bot]
            certainty = sqrt((each.matches + 1) / (each.matches + 2))
            left[bot] = each._replace(matches=each.matches + 1, sigma=each.sigma * certainty)
    return tables


def _urgency(each: Contender, random: Random) -> tuple[float, ...]:
    """Return the sort key by which the next bot is chosen."""
    gain = each.sigma / (each.matches + 1)  # about the decrease of the deviation by one more match
    return min(each.matches, NEWCOMER), -each.width * gain, -gain, random.random()


def _opponents(first: Contender, others: Sequence[Contender], met: Met, random: Random) -> list[BotNumber]:
    """Return three opponents, drawn at random by weight."""
    chosen: list[BotNumber] = []
    width = 2 * (NEAR**2 + first.sigma**2)
    near = {
        each.bot: exp(-((each.mu - first.mu) ** 2) / width)
        / (1 + met.pairs[first.bot, each.bot])
        * (MILESTONE_WEIGHT if each.is_milestone else 1.0)
        for each in others
    }
    anybody = ANYBODY * sum(near.values()) / len(near) + 1e-9
    weights = {bot: weight + anybody for bot, weight in near.items()}
    while len(chosen) < SEATS - 1:
        bots = [bot for bot in weights if bot not in chosen]
        chosen += random.choices(bots, [weights[bot] for bot in bots])
    return chosen


class Matches(NamedTuple):
    """The latest matches, from which the ratings are computed, and counts of all matches."""

    results: deque[tuple[Table, tuple[int, ...]]]
    """Bots and ranks of each match, as in `ratings.Results`."""
    luck: deque[list[list[float]]]
    met: Met
    played: Counter[BotNumber]
    wins: defaultdict[BotNumber, float]
    """Number of matches won; a shared first place counts as a fraction."""

    @classmethod
    def none(cls, latest: int = RATED) -> Matches:
        """Return no matches; from then on, the latest ones of that number are kept."""
        return cls(deque(maxlen=latest), deque(maxlen=latest), Met(Counter(), Counter()), Counter(), defaultdict(float))

    @classmethod
    def stored(cls, store: LadderStore) -> Matches:
        """Return the matches of a ladder."""
        found = cls.none()
        for table, ranks, luck in store.latest():
            found.keep(table, ranks, luck)
        for bot, counts in store.all_counts().items():
            found.played[bot], found.wins[bot] = counts.matches, counts.wins
        return found

    def keep(self, table: Table, ranks: Sequence[int], luck: list[list[float]]) -> None:
        """Add one of the latest matches that has been counted before."""
        if len(self.results) == self.results.maxlen:
            self.met.remove(self.results[0][0])
        self.results.append((table, tuple(ranks)))
        self.luck.append(luck)
        self.met.add(table)

    def add(self, table: Table, ranks: Sequence[int], luck: list[list[float]]) -> None:
        self.keep(table, ranks, luck)
        self.played.update(table)
        first = [bot for bot, rank in zip(table, ranks) if rank == 1]
        for bot in first:
            self.wins[bot] += 1 / len(first)

    def job(
        self, ranked: Sequence[BotNumber], shown: Sequence[BotNumber], milestones: Sequence[BotNumber] = ()
    ) -> RatingJob:
        """Return the data for a rating of these bots, and of those that they have met."""
        columns = list(zip(*self.results)) or [(), ()]
        seats, ranks = (np.array(each, dtype=np.intp).reshape(-1, SEATS) for each in columns)
        begin = _first_match(seats, len(shown) + MORE_BOTS)
        seats, ranks = seats[begin:], ranks[begin:]
        bots = np.unique(np.concatenate([seats.ravel(), np.array([*shown, *milestones], dtype=np.intp)]))
        luck = np.array(list(islice(self.luck, begin, None)), dtype=float).reshape(len(seats), SEATS, len(TABLE_MODELS))
        counts = {bot: (self.played[bot], self.wins[bot]) for bot in shown}
        results = Results(np.searchsorted(bots, seats), ranks)
        return RatingJob(results, luck, tuple(bots.tolist()), tuple(ranked), counts, tuple(milestones))


def _first_match(seats: Ints, bots: int) -> int:
    """Return the index of the first match from which on at most so many different bots play."""
    _, first = np.unique(seats[::-1].ravel(), return_index=True)  # places counted from the last match
    first.sort()
    return 0 if len(first) <= bots else len(seats) - int(first[bots]) // SEATS


class RatingJob(NamedTuple):
    """The data from which the standings are computed."""

    results: Results
    luck: Floats
    bots: tuple[BotNumber, ...]
    """All bots that are rated; the results name them by their places in this list."""
    ranked: tuple[BotNumber, ...]
    """Bots that have a rank."""
    counts: dict[BotNumber, tuple[int, float]]
    """Number of matches and wins of the bots that are shown."""
    milestones: tuple[BotNumber, ...]


class Standing(NamedTuple):
    """The standing of a bot on the ladder."""

    bot: BotNumber
    mu: float
    sigma: float
    rank: int
    """Rank among the ranked bots, from 1; 0 if the bot is not ranked."""
    low: int
    high: int
    """Upper end of the interval that contains the rank with a probability of 95 %."""
    matches: int
    wins: float
    beats: tuple[BotNumber, ...] = ()
    """Milestones that are weaker with a probability of 95 %."""


def rate_ladder(job: RatingJob) -> list[Standing]:
    """Return the standings of the bots that are shown, the best first."""
    fitted = fit(job.results, len(job.bots), luck=job.luck)
    at = {bot: place for place, bot in enumerate(job.bots)}
    order = sorted(job.ranked, key=lambda bot: -fitted.strengths[at[bot]])
    places = [at[bot] for bot in order]
    low, high = rank_intervals(fitted.strengths[places], fitted.covariance[np.ix_(places, places)])
    place = {bot: index for index, bot in enumerate(order)}
    rows = [
        Standing(
            bot,
            round(float(fitted.mu[at[bot]]), 3),
            round(float(fitted.sigma[at[bot]]), 3),
            *((place[bot] + 1, int(low[place[bot]]), int(high[place[bot]])) if bot in place else (0, 0, 0)),
            played,
            round(wins, 2),
            tuple(each for each in job.milestones if each != bot and is_stronger(fitted, at[bot], at[each])),
        )
        for bot, (played, wins) in job.counts.items()
    ]
    return sorted(rows, key=lambda row: (-row.mu, row.bot))


def rank_intervals(strengths: Floats, covariance: Floats) -> tuple[Floats, Floats]:
    """Return the lower and upper ends of the intervals of the ranks of bots, which are ordered from the best.

    Bots that have met the same opponents share a part of their uncertainty, which changes no rank between them. So the
    rankings are drawn from the joint distribution.
    """
    count = len(strengths)
    if not count:
        return np.zeros(0), np.zeros(0)
    values, vectors = np.linalg.eigh(covariance)
    normal = np.random.default_rng(0).standard_normal((DRAWS, count))
    drawn = strengths + np.einsum("dk,k,ik->di", normal, np.sqrt(np.maximum(values, 0.0)), vectors)
    ranks = (-drawn).argsort(axis=1).argsort(axis=1) + 1
    place = np.arange(1, count + 1)
    low = np.minimum(np.quantile(ranks, 0.025, axis=0, method="lower"), place)
    high = np.maximum(np.quantile(ranks, 0.975, axis=0, method="higher"), place)
    return low, high


def is_stronger(fitted: Fit, one: int, other: int) -> bool:
    """Return whether a bot is stronger than another one, by their places in the fit, with a probability of 95 %."""
    covariance = fitted.covariance
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    return bool(fitted.strengths[one] - fitted.strengths[other] > ONE_SIDED * sqrt(max(variance, 0.0)))


def contenders_of(
    numbers: Mapping[BotId | str, BotNumber],
    playing: Iterable[BotId | str],
    standings: Mapping[BotNumber, Standing],
) -> list[Contender]:
    """Return the bots and milestones that may play, with their standings."""
    found = []
    for bot in playing:
        each = Contender(numbers[bot], is_milestone=bot in MILESTONES)
        row = standings.get(each.bot)
        found.append(
            each
            if row is None
            else each._replace(mu=row.mu, sigma=row.sigma, matches=row.matches, width=row.high - row.low)
        )
    return found
