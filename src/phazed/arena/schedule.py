"""Tournament schedules: rounds in which every bot plays equally often, and equally often in each seat.

In a round, every participating bot plays four matches, one in each seat, so n bots play at n tables. A round is planned
when all results of the previous rounds are known, and depends only on them and the seed, so the number of matches
played in parallel does not matter.

>>> bots = range(5)
>>> one = RandomSchedule(matches=8).round(0, bots, lambda: bots, "seed", [])
>>> one.stage, len(one.tables), [sorted(seat) == list(bots) for seat in zip(*one.tables)]
('all', 5, [True, True, True, True])
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import SEATS
from phazed.storage.results.rows import Round

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phazed.storage.results.rows import Table

DRAWS = 50
"""Number of random patterns drawn for a round; the one with the most varied opponents is used."""
SWAPS, MAX_SWAPS = 8, 2000
"""Number of swaps tried per bot to bring together bots that have met less often, and maximum number of swaps."""
MEMORY = 8
"""Number of previous rounds whose meetings count: enough to vary the opponents, and fast to compute."""
WARM_UP = 2
"""Number of random rounds before ratings are used."""
BLOCK = (8, 11)
"""Minimum and maximum size of a block of neighbours in the ranking that play each other. The last block takes all
remaining bots, at most 15."""
SHARES = (1, 4, 16)
"""Divisors that give the number of bots in each stage: all, a quarter and a sixteenth."""
MIN_FINALISTS = 8
"""Minimum number of bots in a stage; with fewer, the same tables would be repeated."""


class BadSchedule(PhazedError):
    """An error in the parameters of a schedule."""


class _RoundContext(NamedTuple):
    """The data for planning a round: the arguments of `Schedule.round`."""

    number: int
    bots: Sequence[int]
    order: Callable[[], Sequence[int]]
    history: Sequence[Round]


class Schedule:
    """A plan for the rounds of a tournament; subclasses decide which bots play each other."""

    def __init__(self, matches: int) -> None:
        """Plan the given number of matches per bot, rounded up to a multiple of four."""
        if matches < 1:
            raise BadSchedule(f"{matches} matches are too few: every bot must play at least {SEATS}, one in each seat")
        self.rounds = -(-matches // SEATS)

    def round(
        self,
        number: int,
        bots: Sequence[int],
        order: Callable[[], Sequence[int]],
        seed: object,
        history: Sequence[Round],
    ) -> Round | None:
        """Return the round with the given number, counted from 0, or `None` if the tournament is over.

        `bots` are the numbers of the bots that are not out, in ascending order. `order` returns the same bots from best
        to worst and is called only if needed. `history` contains all previous rounds.
        """
        if number >= self.rounds:
            return None
        random = Random(f"{seed}/schedule/{number}")
        stage, groups = self._groups(_RoundContext(number, bots, order, history), random)
        if any(len(group) < SEATS for group in groups):
            return None
        meetings = _Meetings(bots, history[-MEMORY:])
        return Round(stage, tuple(table for group in groups for table in _tables(group, meetings, random)))

    def total(self, bots: int) -> int:
        """Return the number of matches for this number of bots if none drops out."""
        return self.rounds * bots if bots >= SEATS else 0

    def _groups(self, context: _RoundContext, random: Random) -> tuple[str, list[Sequence[int]]]:
        """Return the stage's name and the groups of bots that play each other."""
        raise NotImplementedError


class RandomSchedule(Schedule):
    """A schedule with random opponents among all bots."""

    def _groups(self, context: _RoundContext, random: Random) -> tuple[str, list[Sequence[int]]]:
        return "all", [context.bots]


class SwissSchedule(Schedule):
    """A schedule in which neighbours in the ranking play each other, since close matches are more informative."""

    def _groups(self, context: _RoundContext, random: Random) -> tuple[str, list[Sequence[int]]]:
        if context.number < WARM_UP:
            return "all", [context.bots]
        ranked = context.order()
        blocks: list[Sequence[int]] = []
        first, (smallest, largest) = 0, BLOCK
        while (left := len(ranked) - first) >= 2 * smallest:
            # Boundaries vary between rounds, so that no two neighbours in the ranking are always separated.
            size = random.randint(smallest, min(largest, left - smallest))
            blocks.append(ranked[first : first + size])
            first += size
        return "all", [*blocks, ranked[first:]]


class Stage(NamedTuple):
    """A stage of a staged tournament."""

    name: str
    bots: int
    rounds: int


class StagedSchedule(Schedule):
    """A schedule with stages for all bots, the better quarter and the finalists, who play the full number of matches.

    >>> for stage in StagedSchedule(matches=500).stages(432):
    ...     print(stage)
    Stage(name='all', bots=432, rounds=25)
    Stage(name='better quarter', bots=108, rounds=50)
    Stage(name='final', bots=27, rounds=50)
    >>> RandomSchedule(matches=500).total(432) / StagedSchedule(matches=500).total(432)
    3.076923076923077
    """

    def stages(self, bots: int) -> list[Stage]:
        """Return the stages for this number of bots; each has at most half as many bots as the previous one.

        A fifth of the rounds is for all bots and two fifths are for the better quarter. With at least 20 matches per
        finalist and stages of full size, this takes less than a third of the matches of a random schedule.
        """
        sizes = [bots]
        for share in SHARES[1:]:
            size = max(-(-bots // share), MIN_FINALISTS)
            if 2 * size <= sizes[-1]:
                sizes.append(size)
        if len(sizes) == 1:
            return [Stage("all", bots, self.rounds)]
        first = max(self.rounds // 5, 1)
        if len(sizes) == 2:
            return [Stage("all", bots, first), Stage("final", sizes[1], self.rounds - first)]
        second = 2 * self.rounds // 5
        return [
            Stage("all", bots, first),
            Stage("better quarter", sizes[1], second),
            Stage("final", sizes[2], self.rounds - first - second),
        ]

    def total(self, bots: int) -> int:
        return sum(stage.bots * stage.rounds for stage in self.stages(bots)) if bots >= SEATS else 0

    def _groups(self, context: _RoundContext, random: Random) -> tuple[str, list[Sequence[int]]]:
        if not context.history:
            return "all", [context.bots]
        first, last = context.history[0], context.history[-1]
        stage = self._stage(context.number, len(first.tables))
        members = set(last.bots).intersection(context.bots)
        if stage.name != last.stage:  # the bots for a stage are chosen when it starts
            members = set([bot for bot in context.order() if bot in members][: stage.bots])
        return stage.name, [sorted(members)]

    def _stage(self, number: int, bots: int) -> Stage:
        """Return the stage of a round."""
        stages = self.stages(bots)
        ends = [sum(stage.rounds for stage in stages[: place + 1]) for place in range(len(stages))]
        return next(stage for stage, end in zip(stages, ends) if number < end)


SCHEDULES: dict[str, type[Schedule]] = {"random": RandomSchedule, "swiss": SwissSchedule, "staged": StagedSchedule}
"""Schedules by name, as used in the command-line option."""


class _Meetings:
    """Weighted numbers of meetings between any two bots, by how many seats apart they would now sit."""

    def __init__(self, bots: Sequence[int], history: Sequence[Round]) -> None:
        """Count the meetings; a meeting at the same distance counts twice."""
        self._places = {bot: place for place, bot in enumerate(bots)}
        self._counts = [[[0] * len(bots) for _ in range(SEATS)] for _ in bots]
        for _, tables in history:
            for table in tables:
                self._add([self._places.get(bot) for bot in table])

    def _add(self, table: Sequence[int | None]) -> None:
        for seat, bot in enumerate(table):
            if bot is None:  # it is out
                continue
            _, next_one, opposite, before = counts = self._counts[bot]
            for steps in range(1, SEATS):
                other = table[seat + steps - SEATS]
                if other is not None:
                    next_one[other] += 1
                    opposite[other] += 1
                    before[other] += 1
                    counts[steps][other] += 1

    def vary_opponents(self, circle: list[int], pattern: Sequence[int], random: Random) -> None:
        """Swap random bots in the circle if this brings together bots that have met less often."""
        size = len(circle)
        places = [self._places[bot] for bot in circle]
        # For each position in the circle: the positions that it meets, with their distances in seats.
        near: list[list[tuple[int, int]]] = [[] for _ in circle]
        # For each distance in the circle: the distances in seats at the tables where two such positions meet.
        apart: list[list[int]] = [[] for _ in circle]
        for seat, steps in product(range(SEATS), range(1, SEATS)):
            distance = (pattern[seat + steps - SEATS] - pattern[seat]) % size
            apart[distance].append(steps)
            for place in range(size):
                near[place].append((steps, (place + distance) % size))
        for _ in range(min(SWAPS * size, MAX_SWAPS)):
            here, there = random.sample(range(size), 2)
            one, other = self._counts[places[here]], self._counts[places[there]]
            gain = sum([one[steps][places[place]] - other[steps][places[place]] for steps, place in near[here]])
            gain -= sum([one[steps][places[place]] - other[steps][places[place]] for steps, place in near[there]])
            # Tables with both bots keep both, with their seats swapped.
            gain -= 2 * sum([other[steps][places[here]] for steps in apart[there - here]])
            if gain > 0:
                places[here], places[there] = places[there], places[here]
                circle[here], circle[there] = circle[there], circle[here]


def _tables(bots: Sequence[int], meetings: _Meetings, random: Random) -> list[Table]:
    """Return the tables for a round in which each bot sits once in each seat.

    The bots form a circle. A pattern of four positions gives the first table; rotating the pattern by one position at a
    time gives the other tables.
    """
    circle = list(bots)
    random.shuffle(circle)
    size = len(circle)
    pattern = _pattern(size, random)
    meetings.vary_opponents(circle, pattern, random)
    # The circle is repeated so that a pattern can wrap around.
    seats = [(circle + circle)[place : place + size] for place in pattern]
    return list(zip(seats[0], seats[1], seats[2], seats[3]))


def _pattern(size: int, random: Random) -> list[int]:
    """Return four positions in a circle, by seat, whose distances are as varied as possible.

    Two bots meet as often as their distance in the circle occurs in the pattern, and sit next to each other as often as
    it occurs between neighbouring seats.
    """
    return min(
        (random.sample(range(size), SEATS) for _ in range(DRAWS)), key=lambda pattern: _unevenness(pattern, size)
    )


def _unevenness(pattern: Sequence[int], size: int) -> tuple[int, int]:
    """Return how unevenly a pattern distributes meetings at a table, and meetings in neighbouring seats."""
    met = Counter([(one - other) % size for one in pattern for other in pattern if one != other])
    beside = Counter([(pattern[seat] - pattern[seat - 1]) % size for seat in range(SEATS)])
    return sum(count**2 for count in met.values()), sum(count**2 for count in beside.values())
