"""The check of a bot, for its author: import, answers, games, a verdict, and the next step."""

from __future__ import annotations

from typing import NamedTuple

from phazed.answers.ranking import Limits  # noqa: TC001 (read by get_type_hints)
from phazed.text import as_sentence, counted, joined, printable, seconds

MEGABYTE = 1 << 20
TIMEOUT = "timeout"
MAX_LINES = 5
"""Maximum number of lines of an excerpt."""
MAX_LINE = 200
"""Maximum length of a line of an excerpt."""
MIN_SLOW = 0.01
"""Minimum CPU seconds of a play that is listed as slow."""
KINDS = {"illegal": "illegal play", "blocked": "illegal play", "malformed": "malformed answer"}
"""Names of kinds of errors, where they differ from the kind."""


class Problem(NamedTuple):
    """An error of the bot, and the number of similar ones."""

    kind: str
    reason: str
    times: int
    call: str
    answer: str
    traceback: str
    where: str = ""
    """Location in the bot's own files; empty if it is unknown."""
    explanation: str = ""
    """Meaning of the error in a tournament, where the reason does not state it."""

    @property
    def name(self) -> str:
        """Name of the kind of error."""
        return KINDS.get(self.kind, self.kind)

    @property
    def summary(self) -> str:
        """Sentence about the error."""
        where = f" in {self.where}" if self.where and self.kind != TIMEOUT else ""
        return f"{counted(self.times, self.name)}{where}: {printable(self.reason)}"

    @property
    def meaning(self) -> str:
        """Sentence that explains the error; may be empty."""
        return as_sentence(self.explanation)

    @property
    def excerpt(self) -> tuple[str, ...]:
        """Last lines of the traceback."""
        return traceback_excerpt(self.traceback)


class WrongAnswer(NamedTuple):
    """A wrong answer, and the number of similar ones."""

    call: str
    expected: str
    answered: str
    why: str
    """Rule that decides, or meaning of the error; may be empty."""
    traceback: str
    times: int

    @property
    def summary(self) -> str:
        """The right and the wrong answer."""
        more = f" ({self.times} such errors)" if self.times > 1 else ""
        return f"expected {self.expected}, answered {printable(self.answered)}{more}"

    @property
    def meaning(self) -> str:
        """Sentence that explains the right answer; may be empty."""
        return as_sentence(self.why)

    @property
    def excerpt(self) -> tuple[str, ...]:
        """Last lines of the traceback."""
        return traceback_excerpt(self.traceback)


class Answers(NamedTuple):
    """The answers of a function to the documents' examples and to questions from games."""

    function: str
    examples: int
    examples_wrong: tuple[WrongAnswer, ...]
    made: int
    made_wrong: tuple[WrongAnswer, ...]
    """All wrong answers to questions from games."""
    made_distinct: tuple[WrongAnswer, ...]
    """One of each set of similar wrong answers, with the shortest call; the most frequent first."""
    stopped: str
    """Reason why not all questions were asked; empty if all were."""

    @property
    def right(self) -> bool:
        """True if all answers are right."""
        return not (self.examples_wrong or self.made_distinct)

    @property
    def summary(self) -> str:
        """Counts of right answers."""
        found = [
            _right(self.examples, self.examples_wrong, "of the documents' examples"),
            _right(self.made, self.made_distinct, "calls from games"),
        ]
        return f"{', '.join(filter(None, found))}{self.stopped and f'; {self.stopped}'}"


class Evidence(NamedTuple):
    """The number of times that something happened, with a call as an example."""

    times: int
    call: str = ""
    detail: str = ""


class SlowPlay(NamedTuple):
    """A play, and its CPU seconds."""

    seconds: float
    call: str


class Times(NamedTuple):
    """CPU seconds of plays."""

    mean: float
    p95: float
    """95th percentile."""
    max: float
    match: float
    """Maximum for all plays of a match."""
    slowest: tuple[SlowPlay, ...]

    @property
    def slow(self) -> tuple[SlowPlay, ...]:
        """The slowest plays, without those that are fast."""
        return tuple(each for each in self.slowest if each.seconds >= MIN_SLOW)


class Repeated(NamedTuple):
    """The bot's answers to repeated calls."""

    positions: int
    elsewhere: int
    """Number of calls with another answer in a new process."""
    again: int
    """Number of calls with another answer in the same process."""
    call: str
    answers: tuple[str, ...]

    @property
    def summary(self) -> str:
        """Sentences about the result; empty if no call was repeated."""
        calls = f"the same {counted(self.positions, 'call')}"
        if self.elsewhere:
            differs = f"To {self.elsewhere} of {calls} it answered differently in another process"
            return f"{differs}: it draws at random. That is fine if intended."
        if self.again:
            differs = f"To {self.again} of {calls} it answered differently the second time"
            return (
                f"{differs}: it remembers something from call to call. That is fine if intended; if not, look at "
                "variables outside functions."
            )
        same = f"To {calls} it gave the same answers in another process, and the second time."
        return same if self.positions else ""


class Side(NamedTuple):
    """The bot, or its three opponents together, in the games of a matchup."""

    hands: int
    points: int
    phases: tuple[tuple[int, int], ...]
    """Number of hands in which each phase was due, and number of those in which it was completed."""
    plays: tuple[int, ...]
    """Number of plays of each kind."""

    def completes(self, phase: int) -> float:
        """Return the share of the hands with that phase due in which it was completed."""
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
    """Ends of the 95 % interval of the share of games won."""
    errors: int
    own: Side
    theirs: Side


class Plays(NamedTuple):
    """The bot's games of one ruleset."""

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
    """Reason why fewer games were played than planned; empty if all were."""

    @property
    def summary(self) -> str:
        """Counts of games, errors and calls."""
        errors = f"{self.errors} of which" if self.errors else "none of which"
        calls = f"{counted(self.calls, 'call')} of {self.function} answered"
        return f"{counted(self.games, 'game')}, {errors} ended with its error; {calls}."

    @property
    def compared(self) -> tuple[Matchup, ...]:
        """Matchups with games, if any game was completed without an error."""
        played = tuple(matchup for matchup in self.matchups if matchup.games)
        return () if all(matchup.errors == matchup.games for matchup in played) else played


class Output(NamedTuple):
    """Text that the bot printed."""

    when: str
    lines: int
    text: str
    """Beginning of the text."""

    @property
    def summary(self) -> str:
        """Sentence about the output."""
        return f"{self.when} it printed {counted(self.lines, 'line')}; remove that before a tournament:"

    @property
    def excerpt(self) -> tuple[str, ...]:
        """First lines of the text."""
        lines = self.text.splitlines()
        return (*map(_line, lines[:MAX_LINES]), *(["..."] if len(lines) > MAX_LINES else []))


class Check(NamedTuple):
    """The results of the check of a bot."""

    bot: str
    limits: Limits
    failure: Problem | None
    """Reason why it cannot be imported, if so."""
    started: float
    """CPU seconds of the import."""
    memory: int
    """Peak memory in bytes."""
    printed_at_import: Output | None
    printed: Output | None
    """Output after the import."""
    functions: tuple[str, ...]
    """Course functions that it defines."""
    wanted: tuple[str, ...]
    """Course functions that the check looked for."""
    missing: str
    """Function without which it cannot play the chosen game."""
    near_misses: tuple[tuple[str, str], ...]
    """Names in its file that are similar to those of course functions, and these."""
    misordered: tuple[str, ...]
    """Sentences about functions whose parameters are in the wrong order."""
    answers: tuple[Answers, ...]
    plays: tuple[Plays, ...]
    functions_only: bool = False
    """True if the check plays no games on request."""
    verdict: str = ""
    next: str = ""
    """The most useful thing to do next."""

    @property
    def passed(self) -> bool:
        """True if the bot was tried and made no error; its strength does not matter."""
        return (
            self.failure is None
            and bool(self.functions)
            and not self.missing
            and not self.misordered
            and all(each.right for each in self.answers)
            and all(each.games and not each.problems for each in self.plays)
        )

    @property
    def able(self) -> bool:
        """True if the bot plays without errors; its other functions may be wrong or missing.

        On a busy machine the time may be up before the first game is over, which is not the bot's fault.
        """
        calls = sum(each.calls for each in self.plays)
        return self.failure is None and calls > 0 and not any(each.problems for each in self.plays)

    @property
    def imported(self) -> tuple[str, ...]:
        """Sentences about the import and the functions."""
        if self.failure:
            return (f"It cannot be imported: {printable(self.failure.reason)}",)
        memory = f"{self.memory / MEGABYTE:.0f} MB of memory at most, of {self.limits['memory'] / MEGABYTE:.0f} MB"
        found = [f"Imported in {seconds(self.started)} of {seconds(self.limits['start'])}; {memory} allowed."]
        if self.functions:
            found.append(f"It defines {joined(self.functions)}.")
        else:
            found.append(f"It defines none of the course's functions: {joined(self.wanted, 'or')}.")
        if self.missing:
            found.append(f"It does not define {self.missing}, which a player of that game needs.")
        found += [f"It defines {name}: did you mean {meant}?" for name, meant in self.near_misses]
        return (*found, *self.misordered)


def traceback_excerpt(traceback: str) -> tuple[str, ...]:
    """Return the last lines of a traceback, without the frames of libraries, which do not help the bot's author."""
    lines: list[str] = []
    skipped = False
    for line in traceback.splitlines():
        if line.startswith('  File "'):
            skipped = line.startswith(('  File "/', '  File "<'))
        elif not line.startswith("    "):
            skipped = False
        if not skipped:
            lines.append(line)
    return (*(["..."] if len(lines) > MAX_LINES else []), *map(_line, lines[-MAX_LINES:]))


def _line(line: str) -> str:
    indent = " " * (len(line) - len(line.lstrip()))
    return f"{indent}{printable(line)}"[:MAX_LINE]


def _right(asked: int, wrong: tuple[WrongAnswer, ...], what: str) -> str:
    return f"{asked - sum(each.times for each in wrong)} of {asked} {what} right" if asked else ""
