"""Extra matches after the scheduled rounds, for bots that missed matches through no fault of their own.

- *Catch-up* rounds make up for matches that were cancelled because one of their bots was disqualified or replaced, and
  for rounds that were played before a bot joined. Any bot that is not out may fill the tables.
- *Replay* rounds, which the organiser may request, make up for matches that were ended by another bot's error. They are
  only for bots without an error in the tournament, so few matches are spoilt again. A bot that makes its first error
  there drops out, so the number of these rounds is limited.

Like any other round, an extra round depends only on the stored results and the seed. Each table gets the four bots with
the most missing matches. If fewer than four bots miss any, the table is filled with those that have played the fewest
extra matches. Seats are assigned so that each bot tends to sit where it has sat least often.

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
"""Names of the stages that consist of extra rounds."""


class PlannedMatch(NamedTuple):
    """A match of a round and its state."""

    table: Table
    extra: bool
    cancelled: bool
    """Whether the match will not be played because one of its bots was removed."""
    spoilt: bool
    """Whether the match was ended by an error."""


def planned_matches(
    rounds: Sequence[Round], offenders: Mapping[MatchNumber, Seat | None], removed: Collection[BotNumber]
) -> Iterator[PlannedMatch]:
    """Yield all matches of the rounds; `offenders` maps each match played to its offender's seat, if any."""
    tables = ((table, each.stage in EXTRA) for each in rounds for table in each.tables)
    for match, (table, extra) in enumerate(tables):
        cancelled = match not in offenders and any(bot in removed for bot in table)
        yield PlannedMatch(table, extra, cancelled, offenders.get(match) is not None)


class Ledger:
    """The number of matches that each bot should play and has played."""

    def __init__(self, matches: Sequence[PlannedMatch], promised: int) -> None:
        """Count the matches; each bot should play the promised or the scheduled number, whichever is greater."""
        self._matches = matches
        self._promised = promised
        self._scheduled = Counter(bot for match in matches if not match.extra for bot in match.table)

    def round(self, stage: str, bots: Sequence[BotNumber], random: Random) -> Round | None:
        """Return an extra round for the matches that these bots missed, or `None` if they missed none."""
        counted = [each for each in self._matches if not each.cancelled and not (stage == REPLAY and each.spoilt)]
        played = Counter(bot for match in counted for bot in match.table)
        seats = Counter((bot, seat) for match in counted for seat, bot in enumerate(match.table))
        missing = {bot: max(self._promised, self._scheduled[bot]) - played[bot] for bot in bots}
        return plan(stage, missing, bots, seats, random)


def plan(
    stage: str, missing: Mapping[BotNumber, int], bots: Sequence[BotNumber], seats: SeatCounts, random: Random
) -> Round | None:
    """Return a round in which each bot plays at least its missing matches, or `None` if no bot has any.

    A negative number of missing matches means that the bot has already played extra matches.
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
    """Return the bots by seat, preferring seats in which they have sat least often."""
    one, two, three, four = min(
        permutations(bots), key=lambda table: sum(sat.get((bot, seat), 0) for seat, bot in enumerate(table))
    )
    return one, two, three, four
