"""The check of a submission in a worker process: `phazed check`, limited to a few seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from phazed.answers.check import Check, Output, Problem, WrongAnswer
from phazed.answers.form import from_store, to_store
from phazed.arena.check.session import check
from phazed.sandbox.limits import Limits

if TYPE_CHECKING:
    from phazed.storage.course.submissions import Submissions
    from phazed.storage.entrant import Entrant

E = TypeVar("E", Problem, WrongAnswer)

SECONDS = 6.0
"""Wall-clock time for the games of a check, in seconds."""
MIN_SECONDS = 1.5
MAX_FULL = 4
"""Maximum number of waiting submissions for which a check gets its full time; with more, checks become shorter."""
MAX_WRONG = 5
"""Maximum number of wrong answers stored per function."""
MAX_PROBLEMS = 20
"""Maximum number of errors in games stored per ruleset."""


class CheckJob(NamedTuple):
    """A submission to be checked."""

    submission: int
    entrant: Entrant
    game: str
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    trusted: bool = False
    seconds: float = SECONDS


def checking_seconds(waiting: int) -> float:
    """Return the time for a check's games, in seconds, when this many submissions are waiting.

    >>> checking_seconds(1), checking_seconds(8), checking_seconds(300)
    (6.0, 3.0, 1.5)
    """
    return max(MIN_SECONDS, SECONDS * MAX_FULL / max(waiting, MAX_FULL))


class Checked(NamedTuple):
    """A checked submission."""

    submission: int
    able: bool
    """Whether the submission can take part in the ladder."""
    check: dict[str, Any]
    """Check in the form in which it is stored."""


def check_submission(job: CheckJob) -> Checked:
    """Check a submission."""
    found = check(
        job.entrant._replace(name="your bot"),
        job.game,
        limits=job.limits,
        packages=job.packages,
        trusted=job.trusted,
        seconds=job.seconds,
        on_page=True,
    )
    return Checked(job.submission, found.able, to_store(shortened(found)))


def shortened(found: Check) -> Check:
    """Return the check without the parts that are not shown to the author."""
    return found._replace(
        printed=found.printed and _short(found.printed),
        printed_at_import=found.printed_at_import and _short(found.printed_at_import),
        failure=found.failure and _with_excerpt(found.failure),
        answers=tuple(
            each._replace(
                examples_wrong=tuple(map(_with_excerpt, each.examples_wrong[:MAX_WRONG])),
                made_wrong=(),
                made_distinct=tuple(map(_with_excerpt, each.made_distinct[:MAX_WRONG])),
            )
            for each in found.answers
        ),
        plays=tuple(
            each._replace(problems=tuple(map(_with_excerpt, each.problems[:MAX_PROBLEMS]))) for each in found.plays
        ),
    )


def check_of(submissions: Submissions, number: int) -> Check | None:
    """Return the check of a submission, or `None` if there is none or it was stored by another version of Phazed."""
    return from_store(Check, submissions.found(number))


def _short(output: Output) -> Output:
    return output._replace(text="\n".join(output.excerpt))


def _with_excerpt(error: E) -> E:
    return error._replace(traceback="\n".join(error.excerpt))
