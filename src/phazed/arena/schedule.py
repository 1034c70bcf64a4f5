"""Who meets whom: a tournament in rounds, in which everybody plays equally often and sits equally often in each seat.

In a round every bot that takes part plays four matches, one in each seat: n bots make n tables. The next round is
planned when all results of the former ones are known, and from nothing but these and the seed, so that the number of
matches that are played at a time changes nothing.

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

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Table = tuple[int, int, int, int]
    """The numbers of four bots, by seat."""

DRAWS = 50
"""Of so many patterns of a round, the one in which opponents vary best is taken."""
SWAPS, MOST_SWAPS = 8, 2000
"""How often it is tried to bring those together who have met less: times the number of bots, and at the most."""
MEMORY = 8
"""Of so many former rounds it is counted who has met whom: enough to vary opponents, and quickly done."""
WARM_UP = 2
"""Rounds at random before there is a rating worth sorting by."""
BLOCK = (8, 11)
"""How many neighbours in the rating make tables among themselves; the last block takes the rest, 15 at the most."""
SHARES = (1, 4, 16)
"""Which part of the bots takes part in each stage: all, a quarter, a sixteenth."""
FEWEST_FINALISTS = 8
"""A stage of fewer bots would only repeat a few tables."""


class BadSchedule(PhazedError):
    """A tournament that cannot be planned: why, and what would do."""


class Round(NamedTuple):
    """Matches that are planned together."""

    stage: str
    """`all`, `better quarter` or `final`."""
    tables: tuple[Table, ...]

    @property
    def bots(self) -> list[int]:
        """Those who take part, ascending."""
        return sorted(table[0] for table in self.tables)


class _Moment(NamedTuple):
    """What a round is planned from."""

    number: int
    bots: Sequence[int]
    order: Callable[[], Sequence[int]]
    history: Sequence[Round]


class Schedule:
    """Plans rounds; what kinds of it differ in is who plays among whom."""

    def __init__(self, matches: int) -> None:
        """For so many matches of each bot, or a few more: they are played by fours."""
        if matches < 1:
            raise BadSchedule(f"{matches} matches are too few: every bot plays at least {SEATS}, one in each seat")
        self.rounds = -(-matches // SEATS)

    def round(
        self,
        number: int,
        bots: Sequence[int],
        order: Callable[[], Sequence[int]],
        seed: object,
        history: Sequence[Round],
    ) -> Round | None:
        """The round of that number, from 0; `None` when the tournament is over.

        `bots` are those that are still in, ascending; `order` gives the same bots, the best so far first, and is
        called only where it matters; `history` are all rounds so far.
        """
        if number >= self.rounds:
            return None
        random = Random(f"{seed}/schedule/{number}")
        stage, groups = self._groups(_Moment(number, bots, order, history), random)
        if any(len(group) < SEATS for group in groups):
            return None
        meetings = _Meetings(bots, history[-MEMORY:])
        return Round(stage, tuple(table for group in groups for table in _tables(group, meetings, random)))

    def total(self, bots: int) -> int:
        """How many matches will be played if none of so many bots drops out."""
        return self.rounds * bots if bots >= SEATS else 0

    def _groups(self, now: _Moment, random: Random) -> tuple[str, list[Sequence[int]]]:
        """The stage's name, and who plays among whom."""
        raise NotImplementedError


class RandomSchedule(Schedule):
    """Everybody against everybody, as chance has it."""

    def _groups(self, now: _Moment, random: Random) -> tuple[str, list[Sequence[int]]]:
        return "all", [now.bots]


class SwissSchedule(Schedule):
    """After the first rounds, neighbours in the rating among themselves: close matches tell more than clear ones."""

    def _groups(self, now: _Moment, random: Random) -> tuple[str, list[Sequence[int]]]:
        if now.number < WARM_UP:
            return "all", [now.bots]
        ranked = now.order()
        blocks: list[Sequence[int]] = []
        first, (least, most) = 0, BLOCK
        while (left := len(ranked) - first) >= 2 * least:
            # Boundaries change from round to round, so that nobody is cut off from the next better for ever.
            size = random.randint(least, min(most, left - least))
            blocks.append(ranked[first : first + size])
            first += size
        return "all", [*blocks, ranked[first:]]


class Stage(NamedTuple):
    """A part of a staged tournament."""

    name: str
    bots: int
    rounds: int


class StagedSchedule(Schedule):
    """Everybody, then the better quarter, then the finalists, who have played all their matches at the end.

    >>> for stage in StagedSchedule(matches=500).stages(432):
    ...     print(stage)
    Stage(name='all', bots=432, rounds=25)
    Stage(name='better quarter', bots=108, rounds=50)
    Stage(name='final', bots=27, rounds=50)
    >>> RandomSchedule(matches=500).total(432) / StagedSchedule(matches=500).total(432)
    3.076923076923077
    """

    def stages(self, bots: int) -> list[Stage]:
        """What so many bots will play. A stage with more than half of the former one's bots is left out.

        A fifth of the rounds goes to everybody and two fifths to the quarter: with at least 20 matches a finalist and
        stages of full size, this is less than a third of what everybody against everybody would take.
        """
        sizes = [bots]
        for share in SHARES[1:]:
            size = max(-(-bots // share), FEWEST_FINALISTS)
            if 2 * size <= sizes[-1]:
                sizes.append(size)
        if len(sizes) == 1:
            return [Stage("all", bots, self.rounds)]
        everybody = max(self.rounds // 5, 1)
        if len(sizes) == 2:
            return [Stage("all", bots, everybody), Stage("final", sizes[1], self.rounds - everybody)]
        quarter = 2 * self.rounds // 5
        return [
            Stage("all", bots, everybody),
            Stage("better quarter", sizes[1], quarter),
            Stage("final", sizes[2], self.rounds - everybody - quarter),
        ]

    def total(self, bots: int) -> int:
        return sum(stage.bots * stage.rounds for stage in self.stages(bots)) if bots >= SEATS else 0

    def _groups(self, now: _Moment, random: Random) -> tuple[str, list[Sequence[int]]]:
        if not now.history:
            return "all", [now.bots]
        first, last = now.history[0], now.history[-1]
        stage = self._stage(now.number, len(first.tables))
        members = set(last.bots).intersection(now.bots)
        if stage.name != last.stage:  # who is in a stage is decided at its beginning, and then stays in it
            members = set([bot for bot in now.order() if bot in members][: stage.bots])
        return stage.name, [sorted(members)]

    def _stage(self, number: int, bots: int) -> Stage:
        """The one that a round belongs to."""
        stages = self.stages(bots)
        ends = [sum(stage.rounds for stage in stages[: place + 1]) for place in range(len(stages))]
        return next(stage for stage, end in zip(stages, ends) if number < end)


SCHEDULES: dict[str, type[Schedule]] = {"random": RandomSchedule, "swiss": SwissSchedule, "staged": StagedSchedule}
"""By the name that a user knows them by."""


class _Meetings:
    """How well any two bots know each other, by where the second would sit."""

    def __init__(self, bots: Sequence[int], history: Sequence[Round]) -> None:
        """Of two at a table each knows the other, and twice as well in the place that the other sat in."""
        self._places = {bot: place for place, bot in enumerate(bots)}
        self._counts = [[[0] * len(bots) for _ in range(SEATS)] for _ in bots]
        for _, tables in history:
            for table in tables:
                self._add([self._places.get(bot) for bot in table])

    def _add(self, table: Sequence[int | None]) -> None:
        for seat, bot in enumerate(table):
            if bot is None:  # it has dropped out
                continue
            _, next_one, opposite, before = counts = self._counts[bot]
            for steps in range(1, SEATS):
                other = table[seat + steps - SEATS]
                if other is not None:
                    next_one[other] += 1
                    opposite[other] += 1
                    before[other] += 1
                    counts[steps][other] += 1

    def part(self, circle: list[int], pattern: Sequence[int], random: Random) -> None:
        """Let bots change places as long as this brings together those who know each other less."""
        size = len(circle)
        places = [self._places[bot] for bot in circle]
        # Of each place in the circle: how many seats on which other place comes to sit.
        near: list[list[tuple[int, int]]] = [[] for _ in circle]
        # Of two places at such a distance: how many seats they are apart at the tables where they meet.
        apart: list[list[int]] = [[] for _ in circle]
        for seat, steps in product(range(SEATS), range(1, SEATS)):
            distance = (pattern[seat + steps - SEATS] - pattern[seat]) % size
            apart[distance].append(steps)
            for place in range(size):
                near[place].append((steps, (place + distance) % size))
        for _ in range(min(SWAPS * size, MOST_SWAPS)):
            here, there = random.sample(range(size), 2)
            one, other = self._counts[places[here]], self._counts[places[there]]
            gain = sum([one[steps][places[place]] - other[steps][places[place]] for steps, place in near[here]])
            gain -= sum([one[steps][places[place]] - other[steps][places[place]] for steps, place in near[there]])
            # Where the two are at a table together they will be so afterwards, the other way round.
            gain -= 2 * sum([other[steps][places[here]] for steps in apart[there - here]])
            if gain > 0:
                places[here], places[there] = places[there], places[here]
                circle[here], circle[there] = circle[there], circle[here]


def _tables(bots: Sequence[int], meetings: _Meetings, random: Random) -> list[Table]:
    """Tables for a round among these bots, each of whom sits once in each seat.

    The bots stand in a circle. A pattern of four places of it makes the first table, and the same pattern moved on by
    one place makes the next, all the way round.
    """
    circle = list(bots)
    random.shuffle(circle)
    size = len(circle)
    pattern = _pattern(size, random)
    meetings.part(circle, pattern, random)
    # The circle twice in a row, so that a table may reach beyond its end.
    seats = [(circle + circle)[place : place + size] for place in pattern]
    return list(zip(seats[0], seats[1], seats[2], seats[3]))


def _pattern(size: int, random: Random) -> list[int]:
    """Four places of a circle whose distances vary well, by seat.

    Two bots meet as often as their distance occurs in the pattern, and sit next to each other as often as it occurs
    between neighbouring seats.
    """
    return min((random.sample(range(size), SEATS) for _ in range(DRAWS)), key=lambda pattern: _sameness(pattern, size))


def _sameness(pattern: Sequence[int], size: int) -> tuple[int, int]:
    """How unevenly a pattern brings bots together: at a table, and side by side."""
    met = Counter([(one - other) % size for one in pattern for other in pattern if one != other])
    beside = Counter([(pattern[seat] - pattern[seat - 1]) % size for seat in range(SEATS)])
    return sum(count**2 for count in met.values()), sum(count**2 for count in beside.values())
