"""Extra matches after the rounds of the schedule, for bots that have missed matches through no fault of their own.

- *Catch-up* rounds replace matches that were planned but not played because one of their bots was disqualified or
  replaced, and rounds that took place before a bot joined. Any bot that is not out may fill their tables.
- *Replay* rounds, which the organiser may request, replace matches that another bot's error ended. Only bots without an
  error in the tournament play in them, so few of these matches are spoilt again. A bot with a first error there
  drops out, so the rounds come to an end.

A round is planned from the stored results and the seed, like any other. Each table has the four bots that miss the most
matches. If fewer than four bots miss any, those with the fewest extra matches fill the table. Each bot takes the seat
in which it has sat least.

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
    """Number of matches of each bot in each seat."""

CATCH_UP, REPLAY = "catch-up", "replay"
EXTRA = (CATCH_UP, REPLAY)
"""Stages whose rounds are extra."""


class PlannedMatch(NamedTuple):
    """A match of a round and its state."""

    table: Table
    extra: bool
    cancelled: bool
    """Whether it will not be played because one of its bots was removed."""
    spoilt: bool
    """Whether an error ended it."""


def planned_matches(
    rounds: Sequence[Round], offenders: Mapping[MatchNumber, Seat | None], removed: Collection[BotNumber]
) -> Iterator[PlannedMatch]:
    """Yield all matches of the rounds; `offenders` are those of the matches played."""
    tables = ((table, each.stage in EXTRA) for each in rounds for table in each.tables)
    for match, (table, extra) in enumerate(tables):
        cancelled = match not in offenders and any(bot in removed for bot in table)
        yield PlannedMatch(table, extra, cancelled, offenders.get(match) is not None)


class Ledger:
    """The number of matches that each bot should play, and of those that it has played."""

    def __init__(self, matches: Sequence[PlannedMatch], promised: int) -> None:
        """Count the matches; each bot should play the promised number, or those of the schedule if these are more."""
        self._matches = matches
        self._promised = promised
        self._scheduled = Counter(bot for match in matches if not match.extra for bot in match.table)

    def round(self, stage: str, bots: Sequence[BotNumber], random: Random) -> Round | None:
        """Return an extra round for the matches that these bots have missed; `None` if they have missed none."""
        counted = [each for each in self._matches if not each.cancelled and not (stage == REPLAY and each.spoilt)]
        played = Counter(bot for match in counted for bot in match.table)
        seats = Counter((bot, seat) for match in counted for seat, bot in enumerate(match.table))
        missing = {bot: max(self._promised, self._scheduled[bot]) - played[bot] for bot in bots}
        return plan(stage, missing, bots, seats, random)


def plan(
    stage: str, missing: Mapping[BotNumber, int], bots: Sequence[BotNumber], seats: SeatCounts, random: Random
) -> Round | None:
    """Return a round in which each bot plays at least as many matches as it misses; `None` if no bot misses any.

    A negative number counts extra matches that the bot has already played.
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
    """Return the bots by seat, preferring seats in which they have sat least."""
    one, two, three, four = min(
        permutations(bots), key=lambda table: sum(sat.get((bot, seat), 0) for seat, bot in enumerate(table))
    )
    return one, two, three, four
