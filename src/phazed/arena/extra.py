"""Extra matches, after the rounds of the schedule: for bots that have missed some, or whose matches others have spoilt.

Two kinds of rounds make up for what a bot has lost through no fault of its own.

- *Catch-up*: for matches that were planned but not played because one of the four was disqualified or replaced, and for
  the rounds before a bot joined. All bots that are not out may be asked to fill the tables.
- *Replay*, if the organiser asks for it: for matches that another bot's error ended. Only bots that have made no error
  in the tournament sit at these tables, so that few of them are spoilt again. A bot that makes its first error there is
  not asked again, so there is an end to it.

A round is planned from what is stored and from the seed, like any other. At each table sit the four bots that miss the
most matches. When fewer than four miss any, those fill the table that have played the fewest extra matches. Each takes
the seat in which it has sat least.

>>> from random import Random
>>> one = plan("replay", {4: 2, 7: 1}, range(8), {}, Random(1))
>>> len(one.tables), [4 in table for table in one.tables], sum(7 in table for table in one.tables) >= 1
(2, [True, True], True)
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.rulesets import SEATS
from phazed.storage.results.rows import Round

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from random import Random
    from typing import TypeAlias

    from phazed.storage.results.rows import BotNumber, MatchNumber, Seat, Table

    SeatCounts: TypeAlias = Mapping[tuple[BotNumber, Seat], int]
    """How often each bot has sat in each seat."""

CATCH_UP, REPLAY = "catch-up", "replay"
EXTRA = (CATCH_UP, REPLAY)
"""The stages whose rounds are extra."""


class PlannedMatch(NamedTuple):
    """A match of a round, and what has become of it."""

    table: Table
    extra: bool
    cancelled: bool
    """Whether it will never be played, because one of its bots has been removed before."""
    spoilt: bool
    """Whether an error ended it."""


def planned_matches(
    rounds: Sequence[Round], offenders: Mapping[MatchNumber, Seat | None], removed: Collection[BotNumber]
) -> Iterator[PlannedMatch]:
    """All matches of these rounds; `offenders` are those of the matches played."""
    tables = ((table, each.stage in EXTRA) for each in rounds for table in each.tables)
    for match, (table, extra) in enumerate(tables):
        cancelled = match not in offenders and any(bot in removed for bot in table)
        yield PlannedMatch(table, extra, cancelled, offenders.get(match) is not None)


class Ledger:
    """How many matches each bot was to play, and how many it has."""

    def __init__(self, matches: Sequence[PlannedMatch], promised: int) -> None:
        """Count; every bot was to play at least the promised number of matches, and those of the schedule."""
        self._matches = matches
        self._promised = promised
        self._scheduled = Counter(bot for match in matches if not match.extra for bot in match.table)

    def round(self, stage: str, bots: Sequence[BotNumber], random: Random) -> Round | None:
        """An extra round for what these bots have missed; `None` if they have missed nothing."""
        counted = [each for each in self._matches if not each.cancelled and not (stage == REPLAY and each.spoilt)]
        played = Counter(bot for match in counted for bot in match.table)
        seats = Counter((bot, seat) for match in counted for seat, bot in enumerate(match.table))
        missing = {bot: max(self._promised, self._scheduled[bot]) - played[bot] for bot in bots}
        return plan(stage, missing, bots, seats, random)


def plan(
    stage: str, missing: Mapping[BotNumber, int], bots: Sequence[BotNumber], seats: SeatCounts, random: Random
) -> Round | None:
    """A round in which each of these bots plays at least as many matches as it misses; `None` if that is none.

    A negative number is that of extra matches which the bot has played already.
    """
    left = {bot: missing.get(bot, 0) for bot in bots}
    sat = Counter(seats)
    tables: list[Table] = []
    while len(left) >= SEATS and max(left.values()) > 0:
        order = random.sample(list(left), len(left))
        table = seated(sorted(order, key=lambda bot: -left[bot])[:SEATS], sat)
        tables.append(table)
        for seat, bot in enumerate(table):
            left[bot] -= 1
            sat[bot, seat] += 1
    return Round(stage, tuple(tables)) if tables else None


def seated(bots: Sequence[BotNumber], sat: SeatCounts) -> Table:
    """The bots by seat, each where it has sat least, as far as possible."""
    one, two, three, four = min(
        permutations(bots), key=lambda table: sum(sat.get((bot, seat), 0) for seat, bot in enumerate(table))
    )
    return one, two, three, four
