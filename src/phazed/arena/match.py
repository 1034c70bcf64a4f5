"""One match, from its order to its report: bots in their cells, built-in players here, and the referee between them."""

from __future__ import annotations

import time
import zlib
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from phazed.arena.jobs import Report, SeatReport
from phazed.bots import make
from phazed.game.games import Dealt, HandEnded, shuffles
from phazed.game.records import dumps, record_of
from phazed.game.referee import COURSE_NAMES, Offence, Unplayable, referee
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import ruleset
from phazed.sandbox.wire import Wire
from phazed.sandbox.workspace import house

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from phazed.arena.entrants import Entrant
    from phazed.arena.jobs import Order
    from phazed.game.games import Event, Standing
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
    from phazed.sandbox.server import Cell

    Phases = tuple[tuple[int, int], ...]
    Seated: TypeAlias = "BuiltIn | Guest"
    """A player of a match, who can say afterwards what it used."""


class BuiltIn:
    """A built-in player, timed."""

    def __init__(self, name: str, rules: Ruleset, seed: str) -> None:
        self._bot = make(name, rules, seed)
        self._plays = 0
        self._cpu = self._slowest = 0.0

    def choose(self, view: View) -> Play:
        begun = time.thread_time()
        play = self._bot.choose(view)
        taken = time.thread_time() - begun
        self._plays += 1
        self._cpu += taken
        self._slowest = max(self._slowest, taken)
        return play

    def told(self, phases: Phases = ()) -> SeatReport:
        """What it has used."""
        return SeatReport(self._plays, self._cpu, self._slowest, 0, "", phases)

    def leave(self) -> None:
        """Nothing is left behind."""


class Guest:
    """A bot in its cell, which is started when it is first asked: so an error on the way has its call, too."""

    def __init__(self, bot: Entrant, order: Order, seat: int, wire: Wire) -> None:
        self.bot = bot
        self._wire = wire
        self._order = order
        # the bot can find out what it was told, and from the match's seed it could work out all cards
        self._seed = sha256(f"{order.seed}/bot/{seat}".encode()).hexdigest()
        self._function = COURSE_NAMES[order.game]
        self._cell: Cell | None = None

    def choose(self, view: View) -> Any:
        """The bot's answer, whatever it is."""
        if self._cell is None:
            self._cell = self._started()
        return self._cell.call(self._function, self._wire.encode(view))

    def _started(self) -> Cell:
        order = self._order
        try:
            rooms = house(order.packages)
            self._cell = cell = rooms.start(self.bot, [self._function], order.limits, self._seed, trusted=order.trusted)
        except OSError as error:
            raise Unplayable(f"{self.bot.name} cannot be started: {error.strerror}") from None
        except PhazedError as error:
            raise Unplayable(str(error)) from None
        cell.begin()
        if self._function not in cell.functions:
            raise Offence("start", f"it does not define {self._function}, which a player of {order.game} needs")
        return cell

    def told(self, phases: Phases = ()) -> SeatReport:
        """What it has used and printed; nothing, if it was never asked."""
        cell = self._cell
        if cell is None:
            return SeatReport(0, 0.0, 0.0, 0, "", phases)
        return SeatReport(cell.calls, cell.cpu, cell.slowest, cell.memory, cell.printed, phases)

    def leave(self) -> None:
        """End the bot's process; what it used and printed can still be asked for."""
        if self._cell:
            self._cell.close()

    def __del__(self) -> None:
        if self._cell:
            self._cell.free()


def seated(order: Order) -> list[Seated]:
    """The players of the match, by seat."""
    rules, wire = ruleset(order.game), Wire()
    return [
        BuiltIn(each.name, rules, f"{order.seed}/{seat}") if each.built_in else Guest(each, order, seat, wire)
        for seat, each in enumerate(order.entrants)
    ]


def play(order: Order) -> Report:
    """Play the match."""
    rules = ruleset(order.game)
    begun = time.monotonic()
    players = seated(order)
    tally = Tally(rules)
    try:
        events = referee(rules, players, shuffles(rules, order.seed))
        names = [each.name for each in order.entrants]
        record = record_of(rules, tally.counted(events), seed=order.seed, names=names)
    finally:
        for player in players:
            player.leave()
    outcome = record.outcome
    return Report(
        match=order.match,
        ranks=outcome.ranks,
        error=outcome.error,
        scores=outcome.scores,
        completed=tuple(len(rules.completed(status)) for status in outcome.status),
        hands=outcome.hands,
        endings=dict(tally.endings),
        seats=tuple(player.told(tally.phases(seat)) for seat, player in enumerate(players)),
        seconds=time.monotonic() - begun,
        record=zlib.compress(dumps(record).encode("utf-8", "backslashreplace")),
    )


class Tally:
    """Counts how hands end, and who completes which phase."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.endings: Counter[str] = Counter()
        self._due: Counter[tuple[int, int]] = Counter()
        self._completed: Counter[tuple[int, int]] = Counter()

    def counted(self, events: Iterable[Event]) -> Iterator[Event]:
        """The same events."""
        for event in events:
            if isinstance(event, Dealt):
                before = event.standing
            elif isinstance(event, HandEnded):
                self.endings[str(event.state.ending)] += 1
                self._count(before, event.standing)
            yield event

    def _count(self, before: Standing, after: Standing) -> None:
        for seat, (due, left) in enumerate(zip(map(self.rules.due, before.status), map(self.rules.due, after.status))):
            for phase in due:
                self._due[seat, phase] += 1
                self._completed[seat, phase] += phase not in left

    def phases(self, seat: int) -> Phases:
        """For every phase, how often it was due at that seat, and how often it was completed."""
        numbers = range(1, len(self.rules.phases) + 1)
        return tuple((self._due[seat, phase], self._completed[seat, phase]) for phase in numbers)
