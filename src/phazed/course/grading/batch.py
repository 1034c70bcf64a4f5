"""The answers of many submissions, collected by worker processes and stored in a folder.

Each submission has one file there, named by a hash of the submission's files, the cases and the limits. A submission is
therefore not run again after an interruption, with another scheme, or for a second student with the same files.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from phazed.arena.executors.pool import play_all
from phazed.course.grading.answers import LIMITS, Answers, Fault, ask_submission
from phazed.course.grading.cases import cases_for
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Executor
    from pathlib import Path

    from phazed.arena.executors.pool import WorkerDied
    from phazed.course.grading.cases import Case, Cases
    from phazed.sandbox.limits import Limits
    from phazed.storage.entrant import Entrant

VERSION = "2"
"""Version of the answers' format and of the procedure that collects them."""


class Asking(NamedTuple):
    """The game, cases and limits with which submissions are run."""

    game: str
    seed: str
    own: tuple[Case, ...] = ()
    limits: Limits = LIMITS
    packages: tuple[str, ...] = ()
    trusted: bool = False

    @property
    def cases(self) -> Cases:
        """All cases, including the teacher's own."""
        return cases_for(self.game, self.seed).with_own(self.own)


class Job(NamedTuple):
    """A submission to run."""

    bot: Entrant
    asking: Asking


def answer(job: Job) -> tuple[Entrant, Answers]:
    """Run one submission in a worker process, and return it with its answers."""
    asking = job.asking
    return job.bot, ask_submission(
        job.bot, asking.cases, limits=asking.limits, packages=asking.packages, trusted=asking.trusted
    )


class KeptAnswers:
    """A folder of stored answers."""

    def __init__(self, folder: Path, asking: Asking) -> None:
        self._folder = folder
        parts = (VERSION, asking.cases.digest, repr(tuple(asking.limits)), repr(asking.packages))
        self._asking = sha256("\n".join(parts).encode()).hexdigest()

    def _path(self, bot: Entrant) -> Path:
        return self._folder / f"{sha256(f'{self._asking}{bot.digest}'.encode()).hexdigest()[:40]}.json"

    def load(self, bot: Entrant) -> Answers | None:
        """Return the stored answers of a submission, or `None` if there are none."""
        try:
            return msgspec.json.decode(self._path(bot).read_bytes(), type=Answers)
        except (FileNotFoundError, ValueError):  # an invalid file is replaced
            return None

    def save(self, bot: Entrant, answers: Answers) -> None:
        """Store the answers of a submission."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write(self._path(bot), msgspec.json.encode(answers))


def ask_all(
    bots: Iterable[Entrant],
    asking: Asking,
    kept: KeptAnswers,
    executor: Executor,
    *,
    max_pending: int,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> dict[str, Answers]:
    """Return the answers of all submissions by content hash, running only those without stored answers."""
    distinct = {bot.digest: bot for bot in bots}
    found = {digest: answers for digest, bot in distinct.items() if (answers := kept.load(bot)) is not None}
    jobs = [Job(bot, asking) for digest, bot in distinct.items() if digest not in found]
    on_progress(len(found), len(distinct))
    for bot, answers in play_all(executor, answer, jobs, max_pending=max_pending, on_worker_died=_lost):
        if answers.failure is None or answers.failure.kind != LOST:
            kept.save(bot, answers)
        found[bot.digest] = answers
        on_progress(len(found), len(distinct))
    return found


LOST = "lost"
"""Kind of failure of a submission whose worker processes died; it is run again the next time."""


def _lost(job: Job, error: WorkerDied) -> tuple[Entrant, Answers]:
    return job.bot, Answers((), Fault(0, LOST, str(error)), ())
