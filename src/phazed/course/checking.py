"""The check of a submission, in a worker process: what `phazed check` finds, in seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.check.session import check
from phazed.arena.check.text import as_data, as_text
from phazed.sandbox.limits import Limits

if TYPE_CHECKING:
    from phazed.arena.check.findings import CheckResult
    from phazed.arena.entrants import Entrant

SECONDS = 6.0
"""Wall-clock seconds for the games of a check."""
MIN_SECONDS = 1.5
UNHURRIED = 4
"""Submissions that may wait before checks become shorter, so that everybody has an answer soon before a deadline."""
MAX_TEXT = 20_000
"""Characters of the text, which quotes what the bot printed."""


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
    """How long a check lets the bot play, if this many submissions wait.

    >>> checking_seconds(1), checking_seconds(8), checking_seconds(300)
    (6.0, 3.0, 1.5)
    """
    return max(MIN_SECONDS, SECONDS * UNHURRIED / max(waiting, UNHURRIED))


class Checked(NamedTuple):
    """What was found."""

    submission: int
    able: bool
    """Whether it can take part in the ladder."""
    found: dict[str, Any]
    """What its author sees, as JSON data."""


def check_submission(job: CheckJob) -> Checked:
    """Check a submission."""
    result = check(
        job.entrant._replace(name="your bot"),
        job.game,
        limits=job.limits,
        packages=job.packages,
        trusted=job.trusted,
        seconds=job.seconds,
    )
    data = as_data(result)
    found = {
        "able": is_able(result),
        "passed": result.passed,
        "verdict": data["verdict"],
        "next": data["next"],
        "text": as_text(result)[:MAX_TEXT],
    }
    return Checked(job.submission, is_able(result), found)


def is_able(result: CheckResult) -> bool:
    """Whether the bot plays without errors; its other functions may be wrong or missing.

    On a busy machine the time may be up before the first game is over, which is not the bot's fault.
    """
    calls = sum(each.calls for each in result.plays)
    return result.failure is None and calls > 0 and not any(each.problems for each in result.plays)
