"""A tournament, from a folder of bots to a ranking: planned in rounds, played by any executor, stored match by match.

What is stored decides what comes next, and nothing else does: not how many matches are played at a time, nor how often
it was interrupted. A round is planned when the one before is over; whoever has made too many errors by then is out.
"""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phazed.arena.executors.pool import play_all
from phazed.arena.jobs import Order
from phazed.arena.match import play
from phazed.arena.ratings import Results, fit
from phazed.arena.results.store import NAME, Store, StoreError, text
from phazed.arena.schedule import SCHEDULES
from phazed.rules.rulesets import SEATS
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from pathlib import Path
    from typing import Any

    from phazed.arena.entrants import Field

    Told = Callable[["Tournament"], None]
    """Hears of every match that has been stored."""


class Settings(NamedTuple):
    """What decides the results of a tournament, beside the bots."""

    game: str = "phazed"
    seed: str = "1"
    """A bot that could guess it would know all cards: for strangers' bots choose a long one."""
    schedule: str = "random"
    matches: int = 100
    """Of each bot; of a finalist in stages."""
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    errors: int = 10
    """After so many a bot is out."""

    def as_data(self) -> dict[str, Any]:
        """For the store; there and back, through JSON, tuples become lists."""
        return {**self._asdict(), "limits": self.limits._asdict(), "packages": list(self.packages)}


class Tournament:
    """A tournament in its folder, begun or not."""

    def __init__(self, store: Store, field: Field, settings: Settings, *, trusted: bool = False) -> None:
        self.store = store
        self.entrants = field.entrants
        self.settings = settings
        self.trusted = trusted
        self.schedule = SCHEDULES[settings.schedule](settings.matches)
        self.played = store.played
        self.over = False
        self.lost = 0
        """How many matches could not be played, because the processes that tried them died."""
        self._strengths: Any = None

    @classmethod
    def open(cls, folder: Path, field: Field, settings: Settings, *, trusted: bool = False) -> Tournament:
        """Go on with the tournament in the folder, or begin one there."""
        if len(field.entrants) < SEATS:
            names = [printable(each.name) for each in field.entrants]
            some = f"here {'are' if len(names) > 1 else 'is'} only {', '.join(names)}" if names else "here is nobody"
            raise StoreError(
                f"a tournament needs at least four bots, and {some}: add built-in players, such as --with @greedy"
            )
        if not (folder / NAME).exists():
            store = Store.create(folder, settings.as_data(), field.entrants, field.problems)
        else:
            store = Store.existing(folder)
            try:
                _check_same(store, field, settings)
            except StoreError:
                store.close()
                raise
        return cls(store, field, settings, trusted=trusted)

    @property
    def planned(self) -> int:
        """How many matches there will be, if nobody drops out; once it is over, how many there were or should be."""
        return self.played + self.lost if self.over else max(self.schedule.total(len(self.entrants)), self.played)

    def run(
        self,
        executor: Executor,
        *,
        ahead: int | Callable[[], int],
        told: Told = lambda tournament: None,
        isolation: str = "",
    ) -> None:
        """Play what is left to be played, so many matches at a time; whoever is told hears of each."""
        with self.store.writing():  # whoever is refused here has changed nothing
            begun = time.monotonic()
            self.played = self.store.played
            self._note_beginning(isolation)
            try:
                self._play(executor, ahead, told)
            finally:
                taken = time.monotonic() - begun
                self.store.change("seconds", round(self.store.settings.get("seconds", 0.0) + taken, 1))

    def _note_beginning(self, isolation: str) -> None:
        """Note down when and how; what was noted by an earlier run stays."""
        if "started" not in self.store.settings:
            self.store.change("started", time.strftime("%Y-%m-%d %H:%M"))
        self.store.change("isolation", isolation)
        self.store.change("matches", self.settings.matches)
        self.store.change("planned", self.planned)

    def _play(self, executor: Executor, ahead: int | Callable[[], int], told: Told) -> None:
        rounds = self.store.rounds
        for number in range(len(rounds)):
            self._play_round(number, executor, ahead, told)
        while True:
            planned = self.schedule.round(len(rounds), self.still_in(), self.best_first, self.settings.seed, rounds)
            if planned is None:
                self.over = True
                self.store.change("planned", self.planned)
                return
            self.store.plan(planned)
            rounds.append(planned)
            self._play_round(len(rounds) - 1, executor, ahead, told)

    def _play_round(self, number: int, executor: Executor, ahead: int | Callable[[], int], told: Told) -> None:
        unplayed = dict(self.store.unplayed(number))
        orders = (self._order(match, table) for match, table in unplayed.items())
        for report in play_all(executor, play, orders, ahead=ahead, died=lambda order, error: None):
            if report is None:
                self.lost += 1
                continue
            self.store.add(number, unplayed[report.match], report)
            self.played += 1
            told(self)

    def _order(self, match: int, table: Sequence[int]) -> Order:
        return Order(
            match=match,
            game=self.settings.game,
            seed=f"{self.settings.seed}/{match}",
            entrants=tuple(self.entrants[bot] for bot in table),
            limits=self.settings.limits,
            packages=self.settings.packages,
            trusted=self.trusted,
        )

    def still_in(self) -> list[int]:
        """Those who have not made too many errors, by number."""
        errors = self.store.errors_by_bot()
        return [bot for bot in range(len(self.entrants)) if errors.get(bot, 0) < self.settings.errors]

    def strengths(self) -> Any:
        """How strong everybody is by what has been played, on the familiar scale."""
        fitted = fit(results(self.store), len(self.entrants), start=self._strengths)
        self._strengths = fitted.strengths
        return fitted.mu

    def best_first(self) -> list[int]:
        """Those who are still in, the best first; from what is stored alone, so that it is the same after a pause."""
        ranks = fit(results(self.store), len(self.entrants)).ranks
        return sorted(self.still_in(), key=lambda bot: int(ranks[bot]))


def seed_so_far(folder: Path) -> str | None:
    """The seed of the tournament in the folder, if there is one."""
    if not (folder / NAME).exists():
        return None
    with closing(Store.existing(folder)) as store:
        return str(store.settings["seed"])


def results(store: Store) -> Results:
    """All matches as the rating wants them."""
    rows = np.array(store.base.execute("SELECT bot, rank FROM seats ORDER BY match, seat").fetchall(), dtype=float)
    rows = rows.reshape(-1, SEATS, 2)
    seats, ranks = rows[:, :, 0].astype(int), np.nan_to_num(rows[:, :, 1]).astype(int)
    faults = store.base.execute("SELECT offender FROM matches ORDER BY number").fetchall()
    for match, (offender,) in enumerate(faults):
        if offender is not None:
            ranks[match, offender] = SEATS
    return Results(seats, ranks)


GROWS = ("random", "swiss")
"""Schedules to which matches can be added later."""


def _check_same(store: Store, field: Field, settings: Settings) -> None:
    """Refuse to go on with another tournament's results; only more matches may be asked for."""
    found, wanted = _plain(store.settings), _plain(settings.as_data())
    if settings.schedule in GROWS and found["matches"] <= settings.matches:
        wanted["matches"] = found["matches"]
    other = [name for name, value in wanted.items() if found[name] != value]
    if other:
        were, are = (" and ".join(_named(name, each[name]) for name in other) for each in (found, wanted))
        raise StoreError(
            f"{store.folder}: these results were played with {were}, not with {are}; "
            "go on with the former, or name another folder"
        )
    bots_then = [(name, digest) for name, _, digest in store.bots]
    bots_now = [(text(each.name), each.digest) for each in field.entrants]
    if bots_then != bots_now:
        raise StoreError(
            f"{store.folder}: these results are of other bots: {_changes(dict(bots_then), dict(bots_now))}; "
            "name another folder for a new tournament"
        )


def _plain(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings with each limit as one of them."""
    limits = {f"{name} limit": value for name, value in settings["limits"].items()}
    return {name: value for name, value in settings.items() if name != "limits"} | limits


def _named(name: str, value: Any) -> str:
    if name == "packages":
        return f"the packages {', '.join(value)}" if value else "no packages"
    if name == "memory limit":
        return f"{name} {value / MEGABYTE:g} MB"
    return f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"


def _changes(were: dict[str, str], are: dict[str, str]) -> str:
    """In what the bots of a tournament differ from what they were."""
    changed = [name for name in {**were, **are} if were.get(name) != are.get(name)]
    said = [
        f"{printable(name)} {'is new' if name not in were else 'is gone' if name not in are else 'has changed'}"
        for name in changed[:5]
    ]
    if len(changed) > len(said):
        said.append(f"and {len(changed) - len(said)} more")
    return ", ".join(said) or "they come in another order"
