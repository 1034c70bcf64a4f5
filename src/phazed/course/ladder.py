"""The ladder: the choice of the next tables, and the ranking computed from the latest matches.

Matches on the ladder are played continuously; `storage.course.ladder` stores them in bounded space. Each submission is
a separate bot, so a new version starts without the results of the previous one. Built-in players take part as
milestones.

The next tables are chosen where the ratings are least certain. Bots with few matches come first, then the bots whose
rank is least certain. Opponents are drawn at random. Opponents with a similar rating that the bot has rarely met are
more likely, since matches between equals are the most informative.
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
"""Number of matches below which a bot is chosen before all bots with more matches."""
NEAR = 2.5
"""Rating difference, in points, up to which an opponent remains likely."""
ANYBODY = 0.1
"""Share of opponents drawn regardless of rating; without them, separate groups of bots could not be compared."""
MILESTONE_WEIGHT = 0.5
"""Probability of drawing a milestone as an opponent, relative to any other bot."""
MORE_BOTS = 300
"""Number of bots that are rated in addition to those shown: the most recently replaced ones."""
ONE_SIDED = 1.645
"""One-sided 95 % quantile of the standard normal distribution."""
DRAWS = 400
"""Number of random rankings from which the intervals of ranks are computed."""


class Contender(NamedTuple):
    """A bot that takes part in the ladder."""

    bot: BotNumber
    mu: float = MEAN
    sigma: float = DEVIATION
    matches: int = 0
    width: int = 0
    """Width of the interval for the bot's rank."""
    is_milestone: bool = False


class Met(NamedTuple):
    """How often any two bots have met, and how often each bot has played in each seat, in the latest matches."""

    pairs: Counter[tuple[BotNumber, BotNumber]]
    seats: Counter[tuple[BotNumber, int]]

    def copy(self) -> Met:
        """Return a copy to which planned tables can be added."""
        return Met(self.pairs.copy(), self.seats.copy())

    def add(self, table: Table) -> None:
        for seat, bot in enumerate(table):
            self.seats[bot, seat] += 1
            for other in table:
                self.pairs[bot, other] += 1

    def remove(self, table: Table) -> None:
        """Remove a table that was added, and drop counts that become zero."""
        for seat, bot in enumerate(table):
            _decrease(self.seats, (bot, seat))
            for other in table:
                _decrease(self.pairs, (bot, other))


def _decrease(counts: Counter[tuple[int, int]], key: tuple[int, int]) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


def next_tables(contenders: Sequence[Contender], met: Met, count: int, random: Random) -> list[Table]:
    """Return the next tables, or none unless there are four contenders and at least one is not a milestone."""
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
    gain = each.sigma / (each.matches + 1)  # roughly how much one more match reduces the deviation
    return min(each.matches, NEWCOMER), -each.width * gain, -gain, random.random()


def _opponents(first: Contender, others: Sequence[Contender], met: Met, random: Random) -> list[BotNumber]:
    """Return three opponents, drawn at random according to their weights."""
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
    """The latest matches, on which the ratings are based, and counts of all matches."""

    results: deque[tuple[Table, tuple[int, ...]]]
    """Bots and ranks of each match, as in `ratings.Results`."""
    luck: deque[list[list[float]]]
    met: Met
    played: Counter[BotNumber]
    wins: defaultdict[BotNumber, float]
    """Number of matches won; a shared first place counts as a fraction."""

    @classmethod
    def none(cls, latest: int = RATED) -> Matches:
        """Return an empty collection that keeps at most this many of the latest matches."""
        return cls(deque(maxlen=latest), deque(maxlen=latest), Met(Counter(), Counter()), Counter(), defaultdict(float))

    @classmethod
    def stored(cls, store: LadderStore) -> Matches:
        """Return the stored matches of a ladder."""
        found = cls.none()
        for table, ranks, luck in store.latest():
            found.keep(table, ranks, luck)
        for bot, counts in store.all_counts().items():
            found.played[bot], found.wins[bot] = counts.matches, counts.wins
        return found

    def keep(self, table: Table, ranks: Sequence[int], luck: list[list[float]]) -> None:
        """Add a match to the latest matches without counting it."""
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
        """Return the data for rating the shown bots, together with the bots in the latest matches."""
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
    """Return the smallest index such that at most `bots` different bots play in the matches from there on."""
    _, first = np.unique(seats[::-1].ravel(), return_index=True)  # positions counted from the last match
    first.sort()
    return 0 if len(first) <= bots else len(seats) - int(first[bots]) // SEATS


class RatingJob(NamedTuple):
    """The data from which the standings are computed."""

    results: Results
    luck: Floats
    bots: tuple[BotNumber, ...]
    """All rated bots; the results refer to them by their index in this tuple."""
    ranked: tuple[BotNumber, ...]
    """Bots that have a rank."""
    counts: dict[BotNumber, tuple[int, float]]
    """Number of matches and of wins for each bot that is shown."""
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
    """Upper bound of the interval that contains the rank with a probability of 95 %; `low` is the lower bound."""
    matches: int
    wins: float
    beats: tuple[BotNumber, ...] = ()
    """Milestones that are weaker than the bot with a probability of at least 95 %."""


def rate_ladder(job: RatingJob) -> list[Standing]:
    """Return the standings of the bots that are shown, best first."""
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
    """Return the lower and upper bounds of the intervals for the ranks of bots, which must be ordered best first.

    Bots that have met the same opponents share part of their uncertainty. The shared part does not affect their order,
    so rankings are drawn from the joint distribution.
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
    """Return whether a bot is stronger than another with a probability of more than 95 %, given their indices."""
    covariance = fitted.covariance
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    return bool(fitted.strengths[one] - fitted.strengths[other] > ONE_SIDED * sqrt(max(variance, 0.0)))


def contenders_of(
    numbers: Mapping[BotId | str, BotNumber],
    playing: Iterable[BotId | str],
    standings: Mapping[BotNumber, Standing],
) -> list[Contender]:
    """Return the contender for each bot and milestone in `playing`, with its standing if it has one."""
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
