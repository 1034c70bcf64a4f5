"""The final of a class: a staged tournament of the versions that were active at the deadline.

The seed of the final is a secret of the class, created in advance, and its hash is published, so nobody can choose or
know the deals beforehand, and everybody can verify this afterwards. The final is an ordinary tournament
(`arena.tournament`) in its own folder; if the server is killed, it resumes the final after a restart. When the final is
over, its report is written. The report changes later only if the teacher disqualifies a bot or reverses a
disqualification, or if a student is deleted. A final can be played again for a reason that the new report states.
"""

from __future__ import annotations

import shutil
import time
from contextlib import closing
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, cast

from phazed.arena.entrants import LoadedEntrants, load_entrant
from phazed.arena.report.publish import FOLDERS, PAGES, publish
from phazed.arena.settings import Settings, seed_hash
from phazed.arena.tournament import TIME, Changes, Tournament
from phazed.course.folder import ClassFolder
from phazed.course.ladder import MILESTONES
from phazed.storage.course.database import ClassError
from phazed.storage.results.store import NAME, Store
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from phazed.answers.ranking import Ranking
    from phazed.course.engine import Engine
    from phazed.storage.course.submissions import Submission

NO_CHANGES = Changes()
ERRORS = 10
"""Number of errors after which a bot is excluded from the final."""


def seed_of(folder: ClassFolder, name: str) -> str:
    """Return the seed of the final with this folder name."""
    return folder.secret(name)


def next_hash(folder: ClassFolder) -> str:
    """Return the SHA-256 hash of the next final's seed."""
    return seed_hash(seed_of(folder, _name(len(finals(folder)) + 1)))


def _name(number: int) -> str:
    return "final" if number == 1 else f"final-{number}"


def finalists(folder: ClassFolder) -> dict[str, Submission]:
    """Return the submissions in the final, by public name: each student's version that was active at the deadline."""
    found: dict[str, Submission] = {}
    entered = {each.person: each for each in folder.submissions.current() if each.entered}
    for person in folder.people.all():
        if person.id in entered:
            name = person.shown if person.shown not in found else f"{person.shown} ({person.id})"
            found[name] = entered[person.id]
    return found


class Final(NamedTuple):
    """A final that the teacher has started."""

    name: str
    """Name of the final's folder."""
    game: str
    matches: int
    """Number of matches per finalist."""
    bots: Mapping[str, int]
    """Submission ids of the finalists, by public name."""
    why: str
    """Reason why the final is played again; empty for the first final."""


def finals(folder: ClassFolder) -> list[Final]:
    """Return the finals that have been started, latest last."""
    return [Final(*each) for each in folder.database.setting("finals", [])]


def begin(folder: ClassFolder, why: str = "") -> Final:
    """Close submissions and start a final; every final after the first needs a reason."""
    before, why = finals(folder), why.strip()
    if before and not why:
        raise ClassError("the final has been played: to play it again, give a reason, which the report shows")
    if before and not is_over(folder.path / before[-1].name):
        raise ClassError("the final is being played: wait for its end")
    with folder.database.transaction():  # an error changes nothing, not even the deadline
        settings, now = folder.settings, time.time()
        if settings.deadline is None or settings.deadline > now:
            folder.change_settings({"deadline": now})
        waiting = sum(not each.late for each in folder.submissions.waiting())
        if waiting:
            raise ClassError(f"{counted(waiting, 'submission')} in time will soon be checked: wait for that")
        if any(each.extension is not None and each.extension > now for each in folder.people.all()):
            raise ClassError("a student has an extension that has not ended: wait for its end, or change it")
        bots = {name: each.id for name, each in finalists(folder).items()}
        if not bots:
            raise ClassError("nobody has handed in a bot that can play, so there is no final")
        final = Final(_name(len(before) + 1), settings.game, settings.final_matches, bots, why)
        folder.database.set_setting("finals", [*before, final])
        folder.database.add_event(f"The final is played again: {why}" if before else "The final begins")
    return final


def is_over(path: Path) -> bool:
    """Return whether a final is over and its report has been written."""
    if not (path / NAME).exists():
        return False
    with closing(Store.existing(path)) as store:
        return bool(store.settings.get("over")) and (path / "index.html").exists()


def disqualified(folder: ClassFolder, final: Final) -> dict[str, str]:
    """Return the reasons for disqualifications in a final, by name of the bot; deleted students' bots are left out."""
    found = {name: folder.submissions.get(number) for name, number in final.bots.items()}
    return {name: each.disqualified for name, each in found.items() if each is not None and each.disqualified}


class FinalRunner:
    """A thread that plays the final."""

    def __init__(self, path: Path, executor: Executor, jobs: int, engine: Engine, *, trusted: bool = False) -> None:
        self._path = path
        self._executor = executor
        self._jobs = jobs
        self._engine = engine
        self._trusted = trusted
        self._thread: Thread | None = None
        self.failure: BaseException | None = None
        """Exception that stopped the latest final early."""

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def resume(self) -> None:
        """Start a thread that plays the latest final or, if it is over, applies changed disqualifications.

        Do nothing if the thread is already running.
        """
        if not self.running:
            self._thread = Thread(target=self._run, name="phazed-final", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Wait until the thread has finished."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        self.failure = None
        self._engine.paused.set()
        try:
            with closing(ClassFolder(self._path)) as folder:
                for final in finals(folder)[-1:]:
                    self._play(folder, final)
        except BaseException as error:  # shown on the teacher's page
            self.failure = error
        finally:
            self._engine.paused.clear()
            self._engine.wake()

    def _play(self, folder: ClassFolder, final: Final) -> None:
        path, out = folder.path / final.name, disqualified(folder, final)
        if is_over(path):
            judge_again(path, out)
            return
        if not (path / NAME).exists():
            self._create(folder, final, out)
        bots = self._entrants(folder, final, but=_absent(path))
        new = _not_applied(path, out)
        reasons = [why if len(new) == 1 else f"{name}: {why}" for name, why in new.items()]
        tournament = self._open(folder, final, bots, Changes(disqualify=tuple(new), why="; ".join(reasons)))
        with closing(tournament.store):
            tournament.run(self._executor, max_pending=2 * self._jobs, isolation="full")
            publish(tournament.store, planned=tournament.planned)
        folder.database.add_event(f"The final is over: {counted(tournament.played, 'match', 'matches')}")

    def _create(self, folder: ClassFolder, final: Final, out: Mapping[str, str]) -> None:
        bots = self._entrants(folder, final, but=out)
        bots.problems.update({name: f"disqualified: {why}" for name, why in out.items()})
        with closing(self._open(folder, final, bots).store) as store:
            if final.why:
                store.add_event(time.strftime(TIME), f"Played again: {final.why}")

    def _open(
        self, folder: ClassFolder, final: Final, bots: LoadedEntrants, changes: Changes = NO_CHANGES
    ) -> Tournament:
        settings = Settings(
            *(final.game, seed_of(folder, final.name), "staged", final.matches, folder.limits), errors=ERRORS
        )
        return Tournament.open(folder.path / final.name, bots, settings, trusted=self._trusted, changes=changes)

    @staticmethod
    def _entrants(folder: ClassFolder, final: Final, but: Collection[str] = ()) -> LoadedEntrants:
        found = {name: folder.submissions.get(number) for name, number in final.bots.items() if name not in but}
        bots = [
            folder.submissions.entrant(each)._replace(name=name) for name, each in found.items() if each is not None
        ]
        return LoadedEntrants((*map(load_entrant, MILESTONES), *bots), {})


def judge_again(path: Path, out: Mapping[str, str]) -> None:
    """Apply or reverse disqualifications in a final that is over, and rewrite its report if anything changed."""
    with closing(Store.existing(path)) as store, store.writing():
        changed = False
        for number, bot in enumerate(store.bots):
            if bot.removed is None and bot.name in out:
                store.remove_bot(
                    number, f"disqualified after {counted(store.played, 'match', 'matches')}: {out[bot.name]}"
                )
                store.add_event(time.strftime(TIME), f"{bot.name} was disqualified: {out[bot.name]}")
                changed = True
            elif bot.removed is not None and bot.name not in out:
                store.restore_bot(number)
                store.add_event(time.strftime(TIME), f"{bot.name} is no longer disqualified")
                changed = True
        if changed:
            publish(store, planned=store.settings.get("planned"))


def numbers_of(folder: ClassFolder, final: Final) -> dict[str, str]:
    """Return the student number for the name of each bot in a final; empty for deleted students."""
    found = {}
    for name, number in final.bots.items():
        submission = folder.submissions.get(number)
        person = None if submission is None else folder.people.get(submission.person)
        found[name] = (person.number or "") if person is not None else ""
    return found


def among_students(ranking: Ranking) -> Ranking:
    """Return the ranking without the built-in players, with the students behind them moved up."""
    bots = [each for each in ranking["bots"] if not each["built_in"]]
    ranks = sorted(each["rank"] for each in bots if each["rank"] is not None)

    def place(rank: int | None) -> int | None:
        return None if rank is None else 1 + sum(each < rank for each in ranks)

    rows = [
        {**each, "rank": place(each["rank"]), "low": place(each["low"]), "high": max_place(each["high"], ranks)}
        for each in bots
    ]
    return cast("Ranking", {**ranking, "bots": rows})


def max_place(high: int | None, ranks: Sequence[int]) -> int | None:
    """Return the upper bound of a bot's rank, counted among the bots with these ranks only."""
    return None if high is None else max(1, sum(each <= high for each in ranks))


def is_running(folder: ClassFolder) -> bool:
    """Return whether the latest final has been started and is not over."""
    return any(not is_over(folder.path / each.name) for each in finals(folder)[-1:])


def erase(folder: ClassFolder, submissions: Collection[int], name: str) -> None:
    """Replace the names of a student's bots in all finals, and rewrite the reports; ranks and points stay the same."""
    decided = finals(folder)
    for place, final in enumerate(decided):
        olds = [old for old, number in final.bots.items() if number in submissions and old != name]
        path = folder.path / final.name
        for old in olds:
            if (path / NAME).exists():
                with closing(Store.existing(path)) as store, store.writing():
                    for match in store.rename_bot(old, name):
                        for files in FOLDERS:
                            for each in (path / files).glob(f"{match}.*"):
                                each.unlink()
                    shutil.rmtree(path / PAGES, ignore_errors=True)
                    store.add_event(
                        time.strftime(TIME), f"The name of {name} was deleted"
                    )  # an event must not show the old name
                    publish(store, planned=store.settings.get("planned"))
                    store.database.shrink()
        bots = {name if number in submissions else old: number for old, number in final.bots.items()}
        decided[place] = final._replace(bots=bots)
    folder.database.set_setting("finals", decided)


def _absent(path: Path) -> Collection[str]:
    """Return the bots that were disqualified before the final began."""
    with closing(Store.existing(path)) as store:
        return store.absent


def _not_applied(path: Path, out: Mapping[str, str]) -> dict[str, str]:
    """Return the disqualifications that have not been applied to the tournament yet."""
    with closing(Store.existing(path)) as store:
        playing = {bot.name for bot in store.bots if bot.removed is None}
    return {name: why for name, why in out.items() if name in playing}
