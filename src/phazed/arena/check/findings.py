"""What the check of a bot has found, as plain data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from phazed.arena.jobs import PhaseCounts
    from phazed.sandbox.limits import Limits


class Problem(NamedTuple):
    """An error of the bot, and how many similar ones there were."""

    kind: str
    reason: str
    times: int
    call: str
    answer: str
    traceback: str
    where: str = ""
    """The place in the bot's own files at which it happened, if known."""
    explanation: str = ""
    """What the error means in a tournament, where its reason does not say it."""


class WrongAnswer(NamedTuple):
    """A wrong answer, and how many similar ones there were."""

    call: str
    expected: str
    answered: str
    why: str
    """The rule, or what the error means in a tournament; empty if there is no more to say."""
    traceback: str
    times: int


class Answers(NamedTuple):
    """How a function answered the documents' examples, and the questions made from games."""

    function: str
    examples: int
    examples_wrong: tuple[WrongAnswer, ...]
    made: int
    made_wrong: tuple[WrongAnswer, ...]
    """All of them."""
    made_distinct: tuple[WrongAnswer, ...]
    """Of similar ones, the one with the shortest call; the most frequent first."""
    stopped: str
    """Why not all questions were asked; empty if all were."""

    @property
    def right(self) -> bool:
        return not (self.examples_wrong or self.made_wrong)


class Evidence(NamedTuple):
    """How often something happened, and a call in which it did."""

    times: int
    call: str = ""
    detail: str = ""


class SlowPlay(NamedTuple):
    """A play, and the CPU seconds that it took."""

    seconds: float
    call: str


class Times(NamedTuple):
    """CPU seconds of plays."""

    mean: float
    p95: float
    """The 95th percentile."""
    max: float
    match: float
    """All plays of a match together, at most."""
    slowest: tuple[SlowPlay, ...]


class Repeated(NamedTuple):
    """Whether the bot gives the same answer to the same call."""

    positions: int
    elsewhere: int
    """How many calls were answered differently in another new process."""
    again: int
    """How many calls were answered differently the second time in the same process."""
    call: str
    answers: tuple[str, ...]


class Side(NamedTuple):
    """What the bot, or its three opponents together, did in the games of a matchup."""

    hands: int
    points: int
    phases: PhaseCounts
    plays: tuple[int, ...]
    """How many plays of each kind."""

    def completes(self, phase: int) -> float:
        """The share of the hands with that phase due in which it was completed."""
        due, completed = self.phases[phase - 1]
        return completed / due if due else 0.0


class Matchup(NamedTuple):
    """The bot's results against three of one built-in player."""

    opponent: str
    games: int
    won: float
    """First places; a shared one counts as a fraction."""
    low: float
    high: float
    """Ends of the 95 % interval of the share won."""
    errors: int
    own: Side
    theirs: Side


class Plays(NamedTuple):
    """How the bot plays one kind of game."""

    game: str
    function: str
    games: int
    errors: int
    problems: tuple[Problem, ...]
    calls: int
    changed: Evidence
    """Calls in which it changed its arguments."""
    held: Evidence
    """Turns that it ended with a phase in hand that it could have laid. Accumulations do not count: it may be right to
    hold them back."""
    repeated: Repeated
    times: Times
    matchups: tuple[Matchup, ...]
    stopped: str
    """Why fewer games were played than planned; empty if all were."""


class CheckResult(NamedTuple):
    """Everything that was found."""

    bot: str
    limits: Limits
    failure: Problem | None
    """Why it cannot be imported, if so."""
    started: float
    """CPU seconds of the import."""
    memory: int
    """Peak memory in bytes."""
    printed_at_import: str
    printed: str
    """What it printed first after its import."""
    printed_lines: int
    """How many lines it printed in all."""
    functions: tuple[str, ...]
    """The course functions that it defines."""
    wanted: tuple[str, ...]
    """The course functions that were looked for."""
    missing: str
    """The function without which it cannot play the chosen game."""
    near_misses: tuple[tuple[str, str], ...]
    """Names in its file that are similar to those of course functions, and these."""
    misordered: tuple[str, ...]
    """Sentences about functions whose parameters are in the wrong order."""
    answers: tuple[Answers, ...]
    plays: tuple[Plays, ...]
    functions_only: bool = False
    """Whether the check was to play no games."""

    @property
    def passed(self) -> bool:
        """Whether the bot was tried and made no error; how well it plays does not matter."""
        return (
            self.failure is None
            and bool(self.functions)
            and not self.missing
            and not self.misordered
            and all(each.right for each in self.answers)
            and all(each.games and not each.problems for each in self.plays)
        )


_FRAME = re.compile(r'File "([^"]*)", line (\d+)(?:, in (\S+))?')


def own_frames(traceback: str) -> list[str]:
    """The places in the bot's own files that a traceback names, the innermost last.

    Files of a bot are named relative to its folder, those of libraries absolutely.

    >>> own_frames('  File "bot.py", line 3, in play\\n  File "/usr/lib/python3/random.py", line 9, in choice\\n')
    ['line 3 of bot.py, in play()']
    """
    return [
        f"line {line} of {file}" + (f", in {name}()" if name and not name.startswith("<") else "")
        for file, line, name in _FRAME.findall(traceback)
        if not file.startswith(("/", "<")) and ":" not in file
    ]


def error_location(traceback: str) -> str:
    """The place in the bot's own files where an exception was raised; empty if it was elsewhere."""
    return "".join(own_frames(traceback)[-1:])
