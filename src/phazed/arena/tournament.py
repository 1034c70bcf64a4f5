"""A tournament, from a folder of bots to a ranking: planned in rounds, played by any executor, stored match by match.

Only what is stored decides what comes next, not how many matches are played at a time, nor how often the tournament was
interrupted. A round is planned when the previous one is complete; a bot with too many errors by then is out.
"""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from phazed.arena.executors.pool import play_all
from phazed.arena.jobs import MatchJob
from phazed.arena.match import play
from phazed.arena.ratings import fit
from phazed.arena.results.store import NAME, Store, StoreError, storable
from phazed.arena.schedule import SCHEDULES
from phazed.arena.seeds import match_seeds
from phazed.rules.rulesets import SEATS
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from pathlib import Path
    from typing import Any, TypeAlias

    from phazed.arena.entrants import LoadedEntrants
    from phazed.arena.jobs import BotNumber, MatchNumber
    from phazed.arena.ratings import Floats
    from phazed.arena.schedule import Table

    MaxPending: TypeAlias = int | Callable[[], int]
    """How many matches are submitted to the executor at a time."""
    OnProgress: TypeAlias = Callable[["Tournament"], None]
    """Called after every match that has been stored."""


class Settings(NamedTuple):
    """What decides the results of a tournament, together with the bots."""

    game: str = "phazed"
    seed: str = "1"
    """Who guesses it knows all cards, and `seeds` only makes guessing slow: use a long one for untrusted bots."""
    schedule: str = "random"
    matches: int = 100
    """Of each bot; in a staged tournament, of each finalist."""
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    errors: int = 10
    """The number of errors after which a bot is out."""

    def as_data(self) -> dict[str, Any]:
        """The settings as JSON data, which has no tuples."""
        return {**self._asdict(), "limits": self.limits._asdict(), "packages": list(self.packages)}


class Tournament:
    """A tournament and its results folder."""

    def __init__(self, store: Store, bots: LoadedEntrants, settings: Settings, *, trusted: bool = False) -> None:
        self.store = store
        self.entrants = bots.entrants
        self.settings = settings
        self.trusted = trusted
        self.schedule = SCHEDULES[settings.schedule](settings.matches)
        self.played = store.played
        self.over = False
        self.lost = 0
        """Matches that could not be played because the processes that tried them died."""
        self._strengths: Floats | None = None

    @classmethod
    def open(cls, folder: Path, bots: LoadedEntrants, settings: Settings, *, trusted: bool = False) -> Tournament:
        """Continue the tournament in the folder, or begin one there."""
        if len(bots.entrants) < SEATS:
            names = [printable(each.name) for each in bots.entrants]
            found = f"there {'are' if len(names) > 1 else 'is'} only {', '.join(names)}" if names else "there are none"
            raise StoreError(
                f"a tournament needs at least four bots, and {found}: add built-in players, such as --with @greedy"
            )
        if not (folder / NAME).exists():
            store = Store.create(folder, settings.as_data(), bots.entrants, bots.problems)
        else:
            store = Store.existing(folder)
            try:
                _check_same(store, bots, settings)
            except StoreError:
                store.close()
                raise
        return cls(store, bots, settings, trusted=trusted)

    @property
    def planned(self) -> int:
        """Number of matches if no bot drops out; once the tournament is over, of those played and those lost."""
        return self.played + self.lost if self.over else max(self.schedule.total(len(self.entrants)), self.played)

    def run(
        self,
        executor: Executor,
        *,
        max_pending: MaxPending,
        on_progress: OnProgress = lambda tournament: None,
        isolation: str = "",
    ) -> None:
        """Play the matches that have not been played."""
        with self.store.writing():  # an error here, when another process writes, changes nothing
            begun = time.monotonic()
            self.played = self.store.played
            self._store_start(isolation)
            try:
                self._play(executor, max_pending, on_progress)
            finally:
                taken = time.monotonic() - begun
                self.store.set_setting("seconds", round(self.store.settings.get("seconds", 0.0) + taken, 1))

    def _store_start(self, isolation: str) -> None:
        """Store when and how the tournament began; an earlier run's start stays."""
        if "started" not in self.store.settings:
            self.store.set_setting("started", time.strftime("%Y-%m-%d %H:%M"))
        self.store.set_setting("isolation", isolation)
        self.store.set_setting("matches", self.settings.matches)
        self.store.set_setting("planned", self.planned)

    def _play(self, executor: Executor, max_pending: MaxPending, on_progress: OnProgress) -> None:
        rounds = self.store.rounds
        for number in range(len(rounds)):
            self._play_round(number, executor, max_pending, on_progress)
        while True:
            planned = self.schedule.round(len(rounds), self.active(), self.ranked, self.settings.seed, rounds)
            if planned is None:
                self.over = True
                self.store.set_setting("planned", self.planned)
                return
            self.store.add_round(planned)
            rounds.append(planned)
            self._play_round(len(rounds) - 1, executor, max_pending, on_progress)

    def _play_round(self, number: int, executor: Executor, max_pending: MaxPending, on_progress: OnProgress) -> None:
        unplayed = dict(self.store.unplayed(number))
        jobs = (self._job(match, table) for match, table in unplayed.items())
        for report in play_all(executor, play, jobs, max_pending=max_pending, on_worker_died=lambda job, error: None):
            if report is None:
                self.lost += 1
                continue
            self.store.add_match(number, unplayed[report.match], report)
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
        )

    def active(self) -> list[BotNumber]:
        """The bots that are not out, by number."""
        errors = self.store.errors_by_bot()
        return [bot for bot in range(len(self.entrants)) if errors.get(bot, 0) < self.settings.errors]

    def strengths(self) -> Floats:
        """The strength of every bot on the TrueSkill scale, from the matches played so far."""
        fitted = fit(self.store.results(), len(self.entrants), start=self._strengths)
        self._strengths = fitted.strengths
        return fitted.mu

    def ranked(self) -> list[BotNumber]:
        """The bots that are not out, the best first; from stored results only, so an interruption changes nothing."""
        ranks = fit(self.store.results(), len(self.entrants)).ranks
        return sorted(self.active(), key=lambda bot: int(ranks[bot]))


def seed_so_far(folder: Path) -> str | None:
    """The seed of the tournament in the folder, if there is one."""
    if not (folder / NAME).exists():
        return None
    with closing(Store.existing(folder)) as store:
        return str(store.settings["seed"])


EXTENDABLE = ("random", "swiss")
"""Schedules to which matches can be added later."""


def _check_same(store: Store, bots: LoadedEntrants, settings: Settings) -> None:
    """Raise `StoreError` if the stored results are of other bots or settings; more matches are allowed."""
    stored, wanted = _flat(store.settings), _flat(settings.as_data())
    if settings.schedule in EXTENDABLE and stored["matches"] <= settings.matches:
        wanted["matches"] = stored["matches"]
    differing = [name for name, value in wanted.items() if stored[name] != value]
    if differing:
        old, new = (" and ".join(_setting_text(name, each[name]) for name in differing) for each in (stored, wanted))
        raise StoreError(
            f"{store.folder}: these results were played with {old}, not with {new}; "
            "use the old settings, or name another folder"
        )
    stored_bots = [(name, digest) for name, _, digest in store.bots]
    current_bots = [(storable(each.name), each.digest) for each in bots.entrants]
    if stored_bots != current_bots:
        raise StoreError(
            f"{store.folder}: these results are of other bots: {_changes(dict(stored_bots), dict(current_bots))}; "
            "name another folder for a new tournament"
        )


def _flat(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings, with each limit as a setting of its own."""
    limits = {f"{name} limit": value for name, value in settings["limits"].items()}
    return {name: value for name, value in settings.items() if name != "limits"} | limits


def _setting_text(name: str, value: Any) -> str:
    if name == "packages":
        return f"the packages {', '.join(value)}" if value else "no packages"
    if name == "memory limit":
        return f"{name} {value / MEGABYTE:g} MB"
    return f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"


def _changes(old: dict[str, str], new: dict[str, str]) -> str:
    """How the bots differ from those of the stored results."""
    changed = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    parts = [
        f"{printable(name)} {'is new' if name not in old else 'is gone' if name not in new else 'has changed'}"
        for name in changed[:5]
    ]
    if len(changed) > len(parts):
        parts.append(f"and {len(changed) - len(parts)} more")
    return ", ".join(parts) or "their order is different"
