"""The background work of a class: checks of submissions, matches on the ladder, and analyses.

One thread plans and stores; worker processes or a cluster do the work. Checks come first, then requested analyses, then
matches. All work is planned from stored data, and each result is stored in one transaction, so a killed process loses
only the current computations, which are then repeated.
"""

from __future__ import annotations

import time
import zlib
from collections import Counter, deque
from concurrent.futures import CancelledError
from contextlib import closing, suppress
from queue import Empty, SimpleQueue
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.entrants import load_entrant
from phazed.arena.jobs import MatchJob
from phazed.arena.luck import TABLE_MODELS
from phazed.arena.match import play
from phazed.arena.seeds import match_seeds
from phazed.course.analyses import (
    ANALYSES,
    BASIS,
    GRADE,
    SimilarJob,
    adjusted_results,
    compare_submissions,
    grade_basis,
)
from phazed.course.checking import CheckJob, check_submission, checking_seconds
from phazed.course.folder import ClassFolder
from phazed.course.ladder import MILESTONES, Matches, contenders_of, next_tables, rate_ladder
from phazed.game.records import dumps
from phazed.game.starter import starter
from phazed.rules.errors import PhazedError, in_words
from phazed.rules.rulesets import SEATS
from phazed.storage.course.database import ClassError
from phazed.storage.course.ladder import LadderStore
from phazed.storage.course.submissions import BotId, Rated
from phazed.storage.database import Unavailable
from phazed.storage.tables import Store as Tables
from phazed.text import counted
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future
    from pathlib import Path

    from phazed.course.ladder import RatingJob, Standing
    from phazed.storage.course.submissions import Submission
    from phazed.storage.entrant import Entrant
    from phazed.storage.results.rows import BotNumber, MatchReport, Table

BATCH = 8
"""Number of tables planned at a time."""
RATED_EVERY = 3.0
"""Minimum number of seconds between two ratings; the interval is also at least ten times as long as a rating takes."""
NOTED_EVERY, NOTED_SHARE = 10, 0.05
"""Minimum number of matches between two entries in a submission's history, absolute and as a share of its matches."""
SPACE_EVERY = 60.0
"""Number of seconds between two checks of the folder's size."""
IDLE_SECONDS = 1.0
"""Maximum time for which the thread sleeps, in seconds."""


class Scoreboard(NamedTuple):
    """The latest ranking of the ladder."""

    standings: tuple[Standing, ...] = ()
    """Standings, including the milestones, best first."""
    bots: dict[BotNumber, BotId | str] = {}  # noqa: RUF012 - it is replaced, never changed
    """Submission or name of the milestone for each bot number in the standings."""
    played: int = 0
    """Number of matches played when the ranking was computed."""


class Work(NamedTuple):
    """A running computation, with functions that handle its result."""

    kind: str
    key: object
    store: Callable[[Any], None]
    lose: Callable[[Exception], None] = lambda error: None
    """Function called if the computation failed, for example because every process that attempted it died."""


class Engine:
    """The thread that does the background work of a class."""

    def __init__(self, path: Path, executor: Executor, jobs: int, *, trusted: bool = False) -> None:
        self._path = path
        self._executor = executor
        self._jobs = jobs
        self._trusted = trusted
        self._done: SimpleQueue[Future[Any] | None] = SimpleQueue()
        self._running: dict[Future[Any], Work] = {}
        self._asked: dict[tuple[int, str], None] = {}
        """Requested analyses, oldest first."""
        self._unstored: deque[tuple[Callable[[Any], None], Any]] = deque()
        """Results that could not be stored yet."""
        self._compare = Event()
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="phazed-class", daemon=True)
        self.scoreboard = Scoreboard()
        """Latest scoreboard; always replaced as a whole, so any thread may read it."""
        self.failure: BaseException | None = None
        """Exception that stopped the thread."""
        self.problem = ""
        """Description of the latest failed computation."""
        self.paused = Event()
        """Set during a final; no ladder matches are started while it is set."""
        self.space = 0
        """Size of the folder in bytes when it was last measured."""

    def start(self) -> None:
        """Start the engine thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread; running computations are abandoned."""
        self._stopping.set()
        self._done.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def wake(self) -> None:
        """Look for new work now, for example after an upload or a change of settings."""
        self._done.put(None)

    def ask(self, submission: int, kind: str) -> None:
        """Request an analysis of a submission."""
        self._asked[submission, kind] = None
        self.wake()

    def ask_similar(self) -> None:
        """Request a comparison of the submissions of all students."""
        self._compare.set()
        self.wake()

    @property
    def is_comparing(self) -> bool:
        """Whether a comparison of submissions is running or has been requested."""
        return self._compare.is_set() or any(work.kind == "similar" for work in list(self._running.values()))

    def is_asked(self, submission: int, kind: str) -> bool:
        """Return whether this analysis is waiting or running."""
        running = any(work.key == (submission, kind) for work in list(self._running.values()))
        return running or (submission, kind) in self._asked

    def queue(self) -> dict[str, int]:
        """Return the number of running computations by kind, and the number of requested analyses."""
        running = Counter(work.kind for work in list(self._running.values()))
        return {**running, "requested analyses": len(self._asked)}

    def _run(self) -> None:
        try:
            with (
                closing(ClassFolder(self._path)) as folder,
                closing(ladder_store(folder)) as store,
                closing(_Session(self, folder, store)) as session,
            ):
                session.work()
        except BaseException as error:  # shown on the teacher's page
            self.failure = error

    # Used by the session, in the engine thread

    @property
    def stopping(self) -> bool:
        return self._stopping.is_set()

    def free_slots(self) -> int:
        """Return the number of tasks that may be submitted now."""
        return self._jobs - len(self._running)

    def submit(self, work: Work, task: Callable[[Any], Any], job: Any) -> None:
        """Submit a task to a worker."""
        future = self._executor.submit(task, job)
        self._running[future] = work
        future.add_done_callback(self._done.put)

    def running(self, kind: str) -> set[object]:
        """Return the keys of the running computations of a kind."""
        return {work.key for work in self._running.values() if work.kind == kind}

    def next_asked(self) -> tuple[int, str] | None:
        first = next(iter(self._asked), None)
        self._asked.pop(first or (0, ""), None)
        return first

    def next_comparison(self) -> bool:
        """Return whether a comparison was requested, and clear the request."""
        asked = self._compare.is_set()
        self._compare.clear()
        return asked

    def wait(self) -> None:
        """Wait until a computation is done or the thread is woken, and store any result."""
        while self._unstored and _is_kept(*self._unstored[0]):
            self._unstored.popleft()
        try:
            future = self._done.get(timeout=IDLE_SECONDS)
        except Empty:
            return
        work = self._running.pop(future, None) if future is not None else None
        if future is None or work is None:
            return
        try:
            result, keep = future.result(), work.store
        except CancelledError:
            return  # the executor is shutting down
        except Exception as error:  # one failed computation must not stop all others
            result, keep = error, work.lose
            self.problem = f"{work.kind} {work.key}: {in_words(error)}"
        if not _is_kept(keep, result):
            self._unstored.append((keep, result))

    @property
    def trusted(self) -> bool:
        return self._trusted


def _is_kept(keep: Callable[[Any], None], result: Any) -> bool:
    """Store a result and return whether that succeeded; the disk may be temporarily full."""
    try:
        keep(result)
    except Unavailable:
        return False
    return True


class _Session:
    """The engine thread's state and open files."""

    def __init__(self, engine: Engine, folder: ClassFolder, store: LadderStore) -> None:
        self._engine = engine
        self._folder = folder
        self._store = store
        self._numbers: dict[BotId | str, BotNumber] = {
            BotId.parse(name) or name: number for name, number in store.numbers().items()
        }
        self._unplayed = deque(store.planned())
        self._matches = Matches.stored(store)
        self._played = store.played
        self._milestones = {name: load_entrant(name) for name in MILESTONES}
        self._current: list[Submission] = []
        self._noted: dict[BotNumber, int] = {}
        self._rated_at = -1e9
        self._rating_seconds = 0.0
        self._rated: object = None
        self._space_checked = -1e9
        self._unreviewable: set[object] = set()
        """People's games whose review has failed."""
        self._tables = Tables(folder.tables_file, shared=True) if folder.tables_file.exists() else None

    def close(self) -> None:
        """Close the files that this session has opened."""
        if self._tables is not None:
            self._tables.close()

    def work(self) -> None:
        while not self._engine.stopping:
            with suppress(Unavailable):  # try again in a moment
                self._enter_bots()
                self._free_space()
                self._note_results()
                while self._engine.free_slots() > 0 and self._begin_something():
                    pass
            self._engine.wait()

    def _begin_something(self) -> bool:
        """Start the most urgent work and return whether there was any."""
        return (
            self._begin_rating()  # a rating is quick and should not wait for many checks
            or self._begin_check()
            or self._begin_analysis()
            or self._begin_results()
            or self._begin_comparison()
            or self._begin_match()
        )

    # Checks

    def _begin_check(self) -> bool:
        submissions, settings = self._folder.submissions, self._folder.settings
        checking = self._engine.running("check")
        queue = [each for each in submissions.waiting() if each.id not in checking]
        if not queue:
            return False
        waiting = queue[0]
        entrant = self._files_of(waiting)
        if entrant is None:
            submissions.set_checked(waiting.id, None, able=False)
            return True
        job = CheckJob(
            waiting.id,
            entrant,
            settings.game,
            self._folder.limits,
            trusted=self._engine.trusted,
            seconds=checking_seconds(len(queue)),
        )
        work = Work(
            "check",
            waiting.id,
            lambda checked: submissions.set_checked(checked.submission, checked.check, able=checked.able),
            lambda error: submissions.set_checked(waiting.id, None, able=False),
        )
        self._engine.submit(work, check_submission, job)
        return True

    # Analyses

    def _begin_analysis(self) -> bool:
        asked = self._engine.next_asked()
        if asked is None:
            return False
        number, kind = asked
        submissions = self._folder.submissions
        submission = submissions.get(number)
        if submission is None:
            return True
        analysis = ANALYSES[kind]
        try:
            job = analysis.prepare(self._folder, self._store, submission, self._numbers.get(submission.id))
        except PhazedError as error:
            submissions.set_analysis(number, kind, {"error": str(error), BASIS: self._basis(kind)})
            return True
        work = Work(
            "analysis",
            asked,
            lambda found: submissions.set_analysis(number, kind, found),
            lambda error: submissions.set_analysis(number, kind, {"error": in_words(error), BASIS: self._basis(kind)}),
        )
        self._engine.submit(work, analysis.run, job)
        return True

    def _basis(self, kind: str) -> str:
        """Return the basis of a failed analysis, so that it is not attempted again until the basis has changed."""
        try:
            return grade_basis(self._folder) if kind == GRADE else ""
        except PhazedError:
            return ""

    def _note_results(self) -> None:
        """Store people's results at one table whose game is over; the game is then due for a review."""
        if self._tables is None:
            if not self._folder.tables_file.exists():
                return
            self._tables = Tables(self._folder.tables_file, shared=True)
        rounds = self._folder.rounds
        games = rounds.open_games()
        states = self._tables.over(games) if games else {}
        for game in games:
            if game not in states:
                rounds.set_results(game, (), None)
            elif states[game]:
                rounds.set_results(game, self._tables.came(game), self._tables.ranks(game))
                return  # games at other tables follow in a moment

    def _begin_results(self) -> bool:
        """Start the review of a game between people, which yields their luck-adjusted results."""
        rounds, busy = self._folder.rounds, self._engine.running("results")
        game = next((each for each in rounds.unreviewed_games() if each not in busy | self._unreviewable), None)
        if game is None or busy or self._tables is None:  # one review at a time is enough
            return False
        try:
            record = dumps(self._tables.load(game).game.record(["A", "B", "C", "D"]))
        except PhazedError:  # the game has been deleted or is damaged
            self._unreviewable.add(game)
            return True
        work = Work(
            "results",
            game,
            lambda adjusted: rounds.set_adjusted(game, adjusted),
            lambda error: self._unreviewable.add(game),
        )
        self._engine.submit(work, adjusted_results, zlib.compress(record.encode("utf-8", "backslashreplace")))
        return True

    def _begin_comparison(self) -> bool:
        if not self._engine.next_comparison():
            return False
        folder, sources = self._folder, {}
        for person in folder.people.all():
            for latest in folder.submissions.of(person.id)[:1]:
                files = folder.submissions.entrant(latest).files
                python = {path: data.decode("utf-8", "replace") for path, data in files if path.endswith(".py")}
                sources[f"{person.name} ({person.number})"] = python
        job = SimilarJob(sources, starter(folder.settings.game, "my_bot.py"))

        def store(found: tuple[int, str]) -> None:
            pairs, page = found
            write(folder.similar_file, page.encode("utf-8", "backslashreplace"))
            folder.database.set_setting("similar", {"time": time.time(), "pairs": pairs, "submissions": len(sources)})

        self._engine.submit(Work("similar", "class", store), compare_submissions, job)
        return True

    # The ladder

    def _playing(self) -> list[BotId | str]:
        """Return the bots that take part in the ladder."""
        return [*MILESTONES, *(each.id for each in self._current if each.plays)]

    def _enter_bots(self) -> None:
        """Add submissions that have passed their check; pause those with too many errors, and resume the others."""
        submissions, limit = self._folder.submissions, self._folder.settings.errors
        self._current = submissions.current()
        for each in self._current:
            if each.plays and each.id not in self._numbers and self._files_of(each) is not None:
                self._numbers[each.id] = self._store.add_bot(each.id.name)
        entered = {self._numbers[each.id]: each for each in self._current if each.id in self._numbers}
        changed = False
        for number, counts in self._store.counts(entered).items():
            each, errors = entered[number], counts.errors - counts.forgiven
            if (errors >= limit) == (each.resting is None):
                why = f"{counted(errors, 'error')} on the ladder: hand in a new version" if errors >= limit else None
                submissions.rest(each.id, why)
                changed = True
        if changed:
            self._current = submissions.current()

    def _free_space(self) -> None:
        """Delete records of old matches if the folder is too large."""
        now = time.monotonic()
        if now < self._space_checked + SPACE_EVERY:
            return
        self._space_checked = now
        used = used_space(self._folder.path)
        limit = self._folder.settings.space << 20
        records = self._store.record_bytes
        if used > limit and self._store.thin(max(records - (used - limit) - limit // 20, 0)):
            used = used_space(self._folder.path)
        self._engine.space = used

    def _begin_match(self) -> bool:
        if self._engine.paused.is_set() or not self._folder.settings.ladder:
            return False
        if not self._unplayed and not self._plan():
            return False
        match, table = self._unplayed.popleft()
        playing = {self._numbers[bot]: bot for bot in self._playing() if bot in self._numbers}
        entrants = [self._entrant(playing[bot]) if bot in playing else None for bot in table]
        if None in entrants:
            self._store.cancel(match)
            return True  # a bot has been replaced or deleted since the table was planned
        seeds = match_seeds(self._folder.secret("ladder"), str(match))
        job = MatchJob(
            match,
            self._folder.settings.game,
            seeds.deals,
            tuple(each for each in entrants if each is not None),
            self._folder.limits,
            trusted=self._engine.trusted,
            bot_seed=seeds.bots,
            models=TABLE_MODELS,
        )
        work = Work("match", match, lambda report: self._add(table, report), lambda error: self._store.cancel(match))
        self._engine.submit(work, play, job)
        return True

    def _add(self, table: Table, report: MatchReport) -> None:
        self._store.add_match(table, report)
        offender = None if report.error is None else report.error.seat
        unranked = [SEATS if seat == offender else 0 for seat in range(SEATS)]
        self._matches.add(table, report.ranks or unranked, report.worth)
        self._played += 1

    def _plan(self) -> bool:
        """Plan the next tables and return whether there are any."""
        playing = [bot for bot in self._playing() if bot in self._numbers]
        standings = {row.bot: row for row in self._engine.scoreboard.standings}
        contenders = contenders_of(self._numbers, playing, standings)
        random = Random(f"{self._folder.secret('ladder')}/tables/{self._played}")
        tables = next_tables(contenders, self._matches.met.copy(), BATCH, random)
        self._unplayed += self._store.plan(tables)
        return bool(tables)

    def _entrant(self, bot: BotId | str) -> Entrant | None:
        """Return a bot with its files, or `None` if the bot has been deleted."""
        if isinstance(bot, str):
            return self._milestones[bot]
        submission = self._folder.submissions.get(bot)
        return None if submission is None else self._files_of(submission)

    def _files_of(self, submission: Submission) -> Entrant | None:
        """Return a submission's bot with its files, or `None` if the files have been deleted."""
        try:
            return self._folder.submissions.entrant(submission)
        except ClassError:
            return None

    # Ratings

    def _begin_rating(self) -> bool:
        due = self._rated_at + max(RATED_EVERY, 10 * self._rating_seconds)
        active = [each for each in self._current if each.id in self._numbers]
        played = self._played
        state = (played, [(each.id, each.plays, each.entered) for each in active])
        if state == self._rated or time.monotonic() < due or self._engine.running("rating"):
            return False
        milestones = [self._numbers[name] for name in MILESTONES]
        shown = [*milestones, *(self._numbers[each.id] for each in active)]
        ranked = [self._numbers[each.id] for each in active if each.plays and each.entered]

        def store(found: tuple[list[Standing], float]) -> None:
            standings, self._rating_seconds = found
            self._rated, self._rated_at = state, time.monotonic()
            names: dict[BotNumber, BotId | str] = dict(zip(milestones, MILESTONES))
            bots = names | {self._numbers[each.id]: each.id for each in active}
            self._engine.scoreboard = Scoreboard(tuple(standings), bots, played)
            self._note(standings, bots)

        self._engine.submit(Work("rating", "ladder", store), _rate, self._matches.job(ranked, shown, milestones))
        return True

    def _note(self, standings: list[Standing], bots: dict[BotNumber, BotId | str]) -> None:
        """Add history entries for submissions that have played enough matches since their last entry.

        The interval between entries grows with the number of matches played, so histories remain short.
        """
        now, rows = time.time(), []
        for row in standings:
            bot = bots[row.bot]
            if not isinstance(bot, BotId) or not row.rank or not row.matches:
                continue
            before = self._noted.get(row.bot)
            if before is None:
                before = self._noted[row.bot] = self._folder.submissions.last_rated(bot)
            if not before or row.matches - before >= max(NOTED_EVERY, NOTED_SHARE * row.matches):
                self._noted[row.bot] = row.matches
                rows.append((bot, Rated(now, row.matches, row.mu, row.sigma, row.rank, row.low, row.high)))
        if rows:
            self._folder.submissions.add_ratings(rows)


def _rate(job: RatingJob) -> tuple[list[Standing], float]:
    """Return the standings and the CPU time spent on computing them, in seconds."""
    begun = time.process_time()
    return rate_ladder(job), time.process_time() - begun


def forgive(folder: ClassFolder, submission: Submission) -> None:
    """Let a paused submission play again; its errors so far no longer count."""
    if folder.ladder_file.exists():
        with closing(LadderStore(folder.ladder_file)) as store:
            number = store.number_of(submission.id.name)
            if number is not None:
                store.forgive(number)
    folder.submissions.rest(submission.id, None)


def used_space(path: Path) -> int:
    """Return the size of all files in a folder, in bytes."""
    sizes = []
    for each in path.rglob("*"):
        with suppress(OSError):  # the file may just have been deleted
            sizes.append(each.lstat().st_size)
    return sum(sizes)


def ladder_store(folder: ClassFolder) -> LadderStore:
    """Open the store of the ladder, and add the milestones to it if they are missing."""
    store = LadderStore(folder.ladder_file)
    if not store.numbers().keys() >= set(MILESTONES):
        with store.database.transaction():  # another thread may be opening the new file at the same time
            known = store.numbers()
            for name in MILESTONES:
                if name not in known:
                    store.add_bot(name)
    return store
