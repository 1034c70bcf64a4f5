"""Asks many submissions, in worker processes, and keeps what they answered.

Answers are kept in a folder, a file for each submission, named by a hash of all that they depend on: its files, the
cases and the limits. So nothing is asked twice: not after an interruption, not with another scheme, and not of two
students who have handed in the same files.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from phazed.arena.executors.pool import play_all
from phazed.course.grading.answers import LIMITS, Answers, Fault, ask_submission, decode, encode
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

VERSION = "1"
"""Of the answers' format and of how submissions are asked."""


class Asking(NamedTuple):
    """How submissions are asked: the game, the seed of the cases, the teacher's own ones, and what is allowed."""

    game: str
    seed: str
    own: tuple[Case, ...] = ()
    limits: Limits = LIMITS
    packages: tuple[str, ...] = ()
    trusted: bool = False

    @property
    def cases(self) -> Cases:
        """All cases."""
        return cases_for(self.game, self.seed).with_own(self.own)


class Job(NamedTuple):
    """One submission to be asked."""

    bot: Entrant
    asking: Asking


def answer(job: Job) -> tuple[Entrant, Answers]:
    """Ask one submission; in a worker process."""
    asking = job.asking
    return job.bot, ask_submission(
        job.bot, asking.cases, limits=asking.limits, packages=asking.packages, trusted=asking.trusted
    )


class KeptAnswers:
    """A folder of answers."""

    def __init__(self, folder: Path, asking: Asking) -> None:
        self._folder = folder
        parts = (VERSION, asking.cases.digest, repr(tuple(asking.limits)), repr(asking.packages))
        self._asking = sha256("\n".join(parts).encode()).hexdigest()

    def _path(self, bot: Entrant) -> Path:
        return self._folder / f"{sha256(f'{self._asking}{bot.digest}'.encode()).hexdigest()[:40]}.json"

    def load(self, bot: Entrant) -> Answers | None:
        """What the submission answered, if that is known."""
        try:
            return decode(self._path(bot).read_bytes())
        except (FileNotFoundError, ValueError):  # a file that somebody has changed is made again
            return None

    def save(self, bot: Entrant, answers: Answers) -> None:
        """Keep what the submission answered."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write(self._path(bot), encode(answers))


def ask_all(
    bots: Iterable[Entrant],
    asking: Asking,
    kept: KeptAnswers,
    executor: Executor,
    *,
    max_pending: int,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> dict[str, Answers]:
    """The answers of all submissions by content hash; only those that are not kept are asked."""
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
"""The kind of failure of a submission whose worker processes died; it is asked again the next time."""


def _lost(job: Job, error: WorkerDied) -> tuple[Entrant, Answers]:
    return job.bot, Answers((), Fault(0, LOST, str(error)), ())
