"""A bot's errors with their locations and explanations; similar ones are merged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phazed.answers.check import TIMEOUT, Problem
from phazed.arena.check.explanations import IMPORT_FAILED, error_location, explanation

if TYPE_CHECKING:
    from phazed.arena.check.explanations import Context, Error
    from phazed.game.games import PlayerError

_DETAILS = re.compile(r"""(?:\b(?:[2-90JQKA][SHDC]|ZZ)\b[ ,]*)+|'[^']*'|"[^"]*"|(?<!rule )\b\d+\b(?!\.\d)""")
"""Cards, quoted strings and numbers in a message, except rule numbers."""


class Problems:
    """A function's errors, with similar ones merged."""

    def __init__(self, function: str, context: Context) -> None:
        self._function = function
        self._context = context
        self._found: dict[tuple[str, str], Problem] = {}

    def add(self, error: PlayerError) -> None:
        """Add an error; among similar errors, the one with the shortest call is kept."""
        key = similarity(error)
        before = self._found.get(key)
        times = before.times + 1 if before else 1
        if before is None or len(error.call) < len(before.call):
            before = problem(error, self._function, self._context, error.call)
        self._found[key] = before._replace(times=times)

    @property
    def timeouts(self) -> int:
        return sum(problem.times for problem in self._found.values() if problem.kind == TIMEOUT)

    @property
    def found(self) -> tuple[Problem, ...]:
        """The errors, most frequent first."""
        return tuple(sorted(self._found.values(), key=lambda problem: -problem.times))


def problem(error: Error, function: str, context: Context, call: str = "") -> Problem:
    """Return the error as a `Problem`, with its location and explanation."""
    return Problem(
        error.kind,
        error.reason.removeprefix(IMPORT_FAILED),
        1,
        call,
        error.answer,
        error.traceback,
        error_location(error.traceback),
        explanation(error, function, context),
    )


def similarity(error: Error) -> tuple[str, str]:
    """Return a key shared by similar errors: the kind, and the line in the bot or the message without details.

    All timeouts share one key, since it is random which line is running when time runs out and which limit is exceeded.
    """
    if error.kind == TIMEOUT:
        return error.kind, ""
    return error.kind, error_location(error.traceback) or _DETAILS.sub("#", error.reason)
