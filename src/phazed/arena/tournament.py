"""A tournament, which is planned in rounds, played by any executor, and stored match by match.

What is played next depends only on the stored results, not on the number of matches played in parallel or on
interruptions. A round is planned when the previous one is complete; a bot that has made too many errors by then is out.
The scheduled rounds are followed by extra rounds for bots that have missed matches: see `extra`.
"""

from __future__ import annotations

import time
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

from phazed.arena.changes import Changes, apply, lineup
from phazed.arena.entrants import LoadedEntrants
from phazed.arena.executors.pool import play_all
from phazed.arena.extra import CATCH_UP, EXTRA, REPLAY, Ledger, planned_matches
from phazed.arena.jobs import MatchJob
from phazed.arena.luck import TABLE_MODELS
from phazed.arena.match import play
from phazed.arena.ratings import fit, stored_results
from phazed.arena.schedule import SCHEDULES
from phazed.arena.seeds import match_seeds
from phazed.arena.settings import EXTENDABLE, Settings, check_settings
from phazed.rules.rulesets import SEATS
from phazed.storage.database import StoreError
from phazed.storage.results.schema import prepare
from phazed.storage.results.store import NAME, Store
from phazed.text import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from pathlib import Path
    from typing import TypeAlias

    from phazed.arena.ratings import Fit, Floats
    from phazed.storage.entrant import Entrant
    from phazed.storage.results.rows import BotNumber, MatchNumber, Round, Table

    MaxPending: TypeAlias = int | Callable[[], int]
    """Maximum number of matches submitted to the executor at a time."""
    OnProgress: TypeAlias = Callable[["Tournament"], None]
    """Function called after each stored match."""
    Ask: TypeAlias = Callable[[Sequence[Entrant]], dict[str, str]]
    """Function that asks bots for a play before their first match and returns the problems of those that fail, keyed by
    name."""


__all__ = ["Changes", "Settings", "Tournament", "built_in_so_far", "seed_so_far"]

NO_CHANGES = Changes()
TIME = "%Y-%m-%d %H:%M"
"""Format of stored and displayed times."""


class Tournament:
    """A tournament and its results folder."""

    def __init__(
        self,
        store: Store,
        entrants: Sequence[Entrant],
        settings: Settings,
        *,
        trusted: bool = False,
        replay_spoilt: bool = False,
    ) -> None:
        self.store = store
        self.entrants = entrants
        """Entrants by number; bots that no longer play have no files."""
        self.settings = settings
        self.trusted = trusted
        self.replay_spoilt = replay_spoilt
        self.schedule = SCHEDULES[settings.schedule](settings.matches)
        self.removed = frozenset(number for number, bot in enumerate(store.bots) if bot.removed is not None)
        """Bots that were disqualified or replaced."""
        self.played = store.played
        self.over = False
        self.lost = 0
        """Number of matches that could not be played because their worker processes died."""
        self._tables = self._extra_tables = 0
        """Number of matches planned in all rounds and in extra rounds, without cancelled matches."""
        self._strengths: Floats | None = None
        self._begun = self._seconds_before = 0.0

    @classmethod
    def open(
        cls,
        folder: Path,
        bots: LoadedEntrants,
        settings: Settings,
        *,
        trusted: bool = False,
        replay_spoilt: bool = False,
        changes: Changes = NO_CHANGES,
        ask: Ask = lambda entrants: {},
    ) -> Tournament:
        """Continue the tournament in the folder, or create a new one.

        Every bot that joins is asked for a play. In a new tournament, bots that fail are set aside; later, a failure
        raises `StoreError`.
        """
        if not (folder / NAME).exists():
            if any(changes):
                raise StoreError(f"{folder}: there is no tournament in this folder that could be changed")
            _check_enough(bots)
            prepare(folder)
            bots = _set_aside(bots, ask)
            digests = {each.name: each.digest for each in bots.failed}
            store = Store.create(folder, settings.as_data(), bots.entrants, bots.problems, digests)
            begun = True
        else:
            store = Store.existing(folder)
            begun = False
        try:
            if begun:
                store.add_event(time.strftime(TIME), _beginning(bots))
                entrants = list(bots.entrants)
            else:
                entrants = _continued(store, bots, settings, changes, ask)
            return cls(store, entrants, settings, trusted=trusted, replay_spoilt=replay_spoilt)
        except BaseException:
            store.close()
            raise

    @property
    def planned(self) -> int:
        """Number of matches if no bot drops out; once the tournament is over, the number played or lost."""
        if self.over:
            return self.played + self.lost
        scheduled = self.schedule.total(len(self.entrants) - len(self.removed))
        return max(scheduled + self._extra_tables, self._tables, self.played)

    def run(
        self,
        executor: Executor,
        *,
        max_pending: MaxPending,
        on_progress: OnProgress = lambda tournament: None,
        isolation: str = "",
    ) -> None:
        """Play all matches that have not been played yet."""
        with self.store.writing():  # raises an error, before anything is changed, if another process is writing
            self._begun = time.monotonic()
            self._seconds_before = self.store.settings.get("seconds", 0.0)
            self.played = self.store.played
            rounds = self.store.rounds
            self._count_tables(rounds)
            self._store_start(isolation)
            try:
                self._play(rounds, executor, max_pending, on_progress)
            finally:
                self.store.set_setting("seconds", round(self._seconds(), 1))

    def _seconds(self) -> float:
        """Return the duration of the tournament over all runs."""
        return self._seconds_before + time.monotonic() - self._begun

    def _store_start(self, isolation: str) -> None:
        """Store the start time, unless there was an earlier run, and the settings of this run."""
        stored = self.store.settings
        if "started" not in stored:
            self.store.set_setting("started", time.strftime(TIME))
        if stored["matches"] != self.settings.matches:
            more = f"{self.settings.matches} matches per bot instead of {stored['matches']}"
            self.store.add_event(time.strftime(TIME), more)
        self.store.set_setting("isolation", isolation)
        self.store.set_setting("matches", self.settings.matches)
        self.store.set_setting("planned", self.planned)

    def _play(self, rounds: list[Round], executor: Executor, max_pending: MaxPending, on_progress: OnProgress) -> None:
        for number in range(len(rounds)):
            self._play_round(number, executor, max_pending, on_progress)
        while True:
            planned = self._next_round(rounds)
            if planned is None:
                self._end()
                return
            self.store.add_round(planned)
            rounds.append(planned)
            self._count_tables(rounds)
            self._play_round(len(rounds) - 1, executor, max_pending, on_progress)

    def _next_round(self, rounds: Sequence[Round]) -> Round | None:
        """Return the next scheduled or extra round, or `None` if the tournament is over."""
        self._store_out()
        regular = [each for each in rounds if each.stage not in EXTRA]
        active, seed = self.active(), self.settings.seed
        planned = self.schedule.round(len(regular), active, self.ranked, seed, regular)
        if planned is not None:
            return planned
        promised = SEATS * self.schedule.rounds if self.settings.schedule in EXTENDABLE else 0
        ledger = Ledger(list(planned_matches(rounds, self.store.offenders(), self.removed)), promised)
        random = Random(f"{seed}/extra/{len(rounds)}")
        extra = ledger.round(CATCH_UP, active, random)
        if extra is None and self.replay_spoilt:
            errors = self.store.errors_by_bot()
            extra = ledger.round(REPLAY, [bot for bot in active if bot not in errors], random)
        return extra

    def _store_out(self) -> None:
        """Store which bots went out in the last round because of too many errors."""
        known = self.store.settings.get("out", [])
        errors = self.store.errors_by_bot()
        for bot in range(len(self.entrants)):
            if errors.get(bot, 0) >= self.settings.errors and bot not in known and bot not in self.removed:
                what = f"{self.store.bots[bot].name} is out after {counted(errors[bot], 'error')}"
                self.store.add_event(time.strftime(TIME), what)
                known.append(bot)
        self.store.set_setting("out", known)

    def _end(self) -> None:
        self.over = True
        self.store.set_setting("planned", self.planned)
        if not self.lost and not self.store.settings.get("over"):
            self.store.set_setting("over", True)
            self.store.add_event(time.strftime(TIME), "All matches were played")

    def _count_tables(self, rounds: Sequence[Round]) -> None:
        matches = planned_matches(rounds, self.store.offenders(), self.removed)
        extra = [each.extra for each in matches if not each.cancelled]
        self._tables, self._extra_tables = len(extra), sum(extra)

    def _play_round(self, number: int, executor: Executor, max_pending: MaxPending, on_progress: OnProgress) -> None:
        unplayed = {
            match: table for match, table in self.store.unplayed(number) if self.removed.isdisjoint(table)
        }  # the others are cancelled
        jobs = (self._job(match, table) for match, table in unplayed.items())
        for report in play_all(executor, play, jobs, max_pending=max_pending, on_worker_died=lambda job, error: None):
            if report is None:
                self.lost += 1
                continue
            self.store.add_match(number, unplayed[report.match], report, seconds=self._seconds())
            self.played += 1
            on_progress(self)

    def _job(self, match: MatchNumber, table: Table) -> MatchJob:
        seeds = match_seeds(self.settings.seed, str(match))
        return MatchJob(
            match=match,
            game=self.settings.game,
            seed=seeds.deals,
            entrants=tuple(self.entrants[bot] for bot in table),
            limits=self.settings.limits,
            packages=self.settings.packages,
            trusted=self.trusted,
            bot_seed=seeds.bots,
            models=TABLE_MODELS,
        )

    def active(self) -> list[BotNumber]:
        """Return the numbers of the bots that are not out."""
        errors = self.store.errors_by_bot()
        bots = (bot for bot in range(len(self.entrants)) if bot not in self.removed)
        return [bot for bot in bots if errors.get(bot, 0) < self.settings.errors]

    def strengths(self) -> Floats:
        """Return each bot's strength on the TrueSkill scale, based on the matches played so far."""
        fitted = self._fit(self._strengths)
        self._strengths = fitted.strengths
        return fitted.mu

    def ranked(self) -> list[BotNumber]:
        """Return the bots that are not out from best to worst, based only on stored results."""
        ranks = self._fit().ranks
        return sorted(self.active(), key=lambda bot: int(ranks[bot]))

    def _fit(self, start: Floats | None = None) -> Fit:
        results, luck = stored_results(self.store)
        return fit(results, len(self.entrants), luck=luck, start=start)


def seed_so_far(folder: Path) -> str | None:
    """Return the seed of the tournament in the folder, or `None` if there is none."""
    if not (folder / NAME).exists():
        return None
    with closing(Store.existing(folder)) as store:
        return str(store.settings["seed"])


def built_in_so_far(folder: Path) -> tuple[str, ...]:
    """Return the built-in players in the folder's tournament."""
    if not (folder / NAME).exists():
        return ()
    with closing(Store.existing(folder)) as store:
        return tuple(bot.name for bot in store.bots if bot.built_in and bot.removed is None)


def _set_aside(bots: LoadedEntrants, ask: Ask) -> LoadedEntrants:
    """Ask all bots for a play and set aside those that fail."""
    problems = ask(bots.entrants)
    kept = LoadedEntrants(
        tuple(each for each in bots.entrants if each.name not in problems),
        {**bots.problems, **problems},
        tuple(each for each in bots.entrants if each.name in problems),
    )
    _check_enough(kept)
    return kept


def _check_enough(bots: LoadedEntrants) -> None:
    if len(bots.entrants) < SEATS:
        names = [printable(each.name) for each in bots.entrants]
        found = f"there {'are' if len(names) > 1 else 'is'} only {', '.join(names)}" if names else "there are none"
        failed = f", since {counted(len(bots.failed), 'bot')} cannot take part" if bots.failed else ""
        raise StoreError(
            f"a tournament needs at least four bots, but {found}{failed}: add built-in players, such as --with @greedy"
        )


def _beginning(bots: LoadedEntrants) -> str:
    """Return the text of the event for the start of the tournament."""
    aside = f"; {counted(len(bots.problems), 'bot')} set aside" if bots.problems else ""
    return f"The tournament started with {counted(len(bots.entrants), 'bot')}{aside}"


def _continued(store: Store, bots: LoadedEntrants, settings: Settings, changes: Changes, ask: Ask) -> list[Entrant]:
    """Apply the changes to a tournament in progress and return its bots, by number."""
    check_settings(store, settings)
    found = lineup(store, bots, changes)
    joining = [each.entrant for each in found.newcomers]
    if joining and settings.schedule not in EXTENDABLE:
        raise StoreError(f"{store.folder}: no bot can join a {settings.schedule} tournament that has started")
    if joining and store.settings.get("over"):
        raise StoreError(
            f"{store.folder}: this tournament is over and its seed is published, so a new bot could know all cards; "
            "choose another folder to start a new tournament"
        )
    for name, problem in ask(joining).items():
        raise StoreError(f"{store.folder}: {printable(name)} cannot join: {printable(problem)}; nothing was changed")
    return apply(store, found, changes, time.strftime(TIME))
