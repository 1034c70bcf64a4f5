"""A match between bots in their sandboxes and built-in players in this process."""

from __future__ import annotations

import time
import zlib
from collections import Counter
from typing import TYPE_CHECKING, Any

from phazed.arena.seeds import derive
from phazed.bots import make
from phazed.coach.control import DealControl
from phazed.game.games import Dealt, HandEnded, shuffles
from phazed.game.records import dumps, record_of
from phazed.game.referee import Offence, Unplayable, referee
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import ruleset
from phazed.sandbox.wire import Wire
from phazed.sandbox.workspace import workspace
from phazed.storage.results.rows import MatchReport, SeatReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    from phazed.arena.jobs import MatchJob
    from phazed.game.games import Event, Standing
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
    from phazed.sandbox.bot_process import BotProcess
    from phazed.storage.entrant import Entrant
    from phazed.storage.results.rows import PhaseCounts, Seat

    MatchPlayer: TypeAlias = "BuiltInPlayer | SandboxedPlayer"
    """A player that reports its resource usage."""


class BuiltInPlayer:
    """A built-in player with a timer."""

    def __init__(self, name: str, rules: Ruleset, seed: str, bots: Sequence[SandboxedPlayer] = ()) -> None:
        """Create the player; `bots` are the sandboxed players, which must not compute during this player's turn."""
        self._bot = make(name, rules, seed)
        self._bots = bots
        self._plays = 0
        self._cpu = self._slowest = self._waited = 0.0

    def choose(self, view: View) -> Play:
        for bot in self._bots:
            bot.stop_if_busy()
        begun, begun_cpu = time.monotonic(), time.thread_time()
        play = self._bot.choose(view)
        taken = time.thread_time() - begun_cpu
        self._waited += time.monotonic() - begun
        self._plays += 1
        self._cpu += taken
        self._slowest = max(self._slowest, taken)
        return play

    def report(self, phases: PhaseCounts = ()) -> SeatReport:
        return SeatReport(self._plays, self._cpu, self._slowest, 0, "", phases, self._waited)

    def close(self) -> None:
        """Do nothing; there is no process to stop."""


class SandboxedPlayer:
    """A sandboxed bot, started in its first turn so that a failed start is reported with the call."""

    def __init__(self, bot: Entrant, job: MatchJob, seat: Seat, wire: Wire) -> None:
        self.bot = bot
        self._wire = wire
        self._job = job
        self._seed = derive(job.bot_seed.encode(), f"seat/{seat}")  # not `job.seed`: a bot can read its own seed
        self._function = ruleset(job.game).play_function
        self.process: BotProcess | None = None
        """The bot's process, from its first turn on."""

    def choose(self, view: View) -> Any:
        """Return the bot's answer, which may be any value."""
        if self.process is None:
            self.process = self._start()
        return self.process.call(self._function, self._wire.encode(view))

    def _start(self) -> BotProcess:
        job = self._job
        try:
            self.process = process = workspace(job.packages).start(
                self.bot, [self._function], job.limits, self._seed, trusted=job.trusted
            )
        except OSError as error:
            raise Unplayable(f"{self.bot.name} cannot be started: {error.strerror}") from None
        except PhazedError as error:
            raise Unplayable(str(error)) from None
        process.begin()
        if self._function not in process.functions:
            raise Offence("start", f"it does not define {self._function}, which is required to play {job.game}")
        return process

    def report(self, phases: PhaseCounts = ()) -> SeatReport:
        process = self.process
        if process is None:
            return SeatReport(0, 0.0, 0.0, 0, "", phases)
        return SeatReport(
            plays=process.calls,
            cpu=process.cpu,
            slowest=process.slowest,
            memory=process.memory,
            printed=process.printed,
            phases=phases,
            waited=process.waited,
        )

    def stop_if_busy(self) -> None:
        """Suspend the bot's process until its next call if it is computing."""
        if self.process:
            self.process.stop_if_busy()

    def close(self) -> None:
        """Kill the bot's process; `report` still works afterwards."""
        if self.process:
            self.process.close()

    def __del__(self) -> None:
        if self.process:
            self.process.free()


def make_players(job: MatchJob) -> list[MatchPlayer]:
    """Return the players of the match, by seat."""
    rules, wire = ruleset(job.game), Wire()
    bots = {seat: SandboxedPlayer(each, job, seat, wire) for seat, each in enumerate(job.entrants) if not each.built_in}
    return [
        bots[seat] if seat in bots else BuiltInPlayer(each.name, rules, f"{job.seed}/{seat}", [*bots.values()])
        for seat, each in enumerate(job.entrants)
    ]


def play(job: MatchJob) -> MatchReport:
    """Play the match and return its report."""
    rules = ruleset(job.game)
    begun = time.monotonic()
    players = make_players(job)
    tally = Tally(rules)
    control = DealControl(rules, job.models, job.seed) if job.models else None
    try:
        events = referee(rules, players, shuffles(rules, job.seed))
        if control:
            events = control.watch(events)
        names = [each.name for each in job.entrants]
        record = record_of(rules, tally.count(events), seed=job.seed, names=names)
    finally:
        for player in players:
            player.close()
    outcome = record.outcome
    return MatchReport(
        match=job.match,
        ranks=outcome.ranks,
        error=outcome.error,
        scores=outcome.scores,
        completed=tuple(len(rules.completed(status)) for status in outcome.status),
        hands=outcome.hands,
        endings=dict(tally.endings),
        seats=tuple(player.report(tally.phases(seat)) for seat, player in enumerate(players)),
        seconds=time.monotonic() - begun,
        record=zlib.compress(dumps(record).encode("utf-8", "backslashreplace")),
        luck=tuple(map(tuple, control.luck)) if control else (),
    )


class Tally:
    """Counts of how the hands ended and of the phases that each seat completed."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.endings: Counter[str] = Counter()
        self._due: Counter[tuple[Seat, int]] = Counter()
        self._completed: Counter[tuple[Seat, int]] = Counter()

    def count(self, events: Iterable[Event]) -> Iterator[Event]:
        """Count the events and yield them unchanged."""
        for event in events:
            if isinstance(event, Dealt):
                before = event.standing
            elif isinstance(event, HandEnded):
                self.endings[str(event.state.ending)] += 1
                self._count_phases(before, event.standing)
            yield event

    def _count_phases(self, before: Standing, after: Standing) -> None:
        for seat, (due, left) in enumerate(zip(map(self.rules.due, before.status), map(self.rules.due, after.status))):
            for phase in due:
                self._due[seat, phase] += 1
                self._completed[seat, phase] += phase not in left

    def phases(self, seat: Seat) -> PhaseCounts:
        """Return how often each phase was due for the seat and how often the seat completed it."""
        numbers = range(1, len(self.rules.phases) + 1)
        return tuple((self._due[seat, phase], self._completed[seat, phase]) for phase in numbers)
