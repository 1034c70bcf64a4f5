"""The check of a bot for its author: import, answers, games, verdict and next step."""

from __future__ import annotations

from typing import NamedTuple

from phazed.answers.ranking import Limits  # noqa: TC001 (read by get_type_hints)
from phazed.text import as_sentence, counted, joined, printable, seconds

MEGABYTE = 1 << 20
TIMEOUT = "timeout"
MAX_LINES = 5
"""Maximum number of lines in an excerpt."""
MAX_LINE = 200
"""Maximum length of a line in an excerpt."""
MIN_SLOW = 0.01
"""Minimum CPU time of a play that is listed as slow, in seconds."""
KINDS = {"illegal": "illegal play", "blocked": "illegal play", "malformed": "malformed answer"}
"""Names of kinds of errors, if they differ from the kind itself."""


class Problem(NamedTuple):
    """The bot's error, and the number of similar ones."""

    kind: str
    reason: str
    times: int
    call: str
    answer: str
    traceback: str
    where: str = ""
    """Location in the bot's own files; empty if unknown."""
    explanation: str = ""
    """Meaning of the error in a tournament, if the reason does not make it clear."""

    @property
    def name(self) -> str:
        """Name of the kind of error."""
        return KINDS.get(self.kind, self.kind)

    @property
    def summary(self) -> str:
        """Description of the error."""
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
    """Rule that applies, or meaning of the error; may be empty."""
    traceback: str
    times: int

    @property
    def summary(self) -> str:
        """The expected answer and the wrong one."""
        more = f" ({self.times} such errors)" if self.times > 1 else ""
        return f"expected {self.expected}, answered {printable(self.answered)}{more}"

    @property
    def meaning(self) -> str:
        """Sentence that explains the expected answer; may be empty."""
        return as_sentence(self.why)

    @property
    def excerpt(self) -> tuple[str, ...]:
        """Last lines of the traceback."""
        return traceback_excerpt(self.traceback)


class Answers(NamedTuple):
    """A function's answers to the documents' examples and to questions from games."""

    function: str
    examples: int
    examples_wrong: tuple[WrongAnswer, ...]
    made: int
    made_wrong: tuple[WrongAnswer, ...]
    """All wrong answers to questions from games."""
    made_distinct: tuple[WrongAnswer, ...]
    """The wrong answer with the shortest call from each set of similar ones, most frequent first."""
    stopped: str
    """Reason why not all questions were asked; empty if all were asked."""

    @property
    def right(self) -> bool:
        """True if all answers are correct."""
        return not (self.examples_wrong or self.made_distinct)

    @property
    def summary(self) -> str:
        """Numbers of correct answers."""
        found = [
            _right(self.examples, self.examples_wrong, "of the documents' examples"),
            _right(self.made, self.made_distinct, "calls from games"),
        ]
        return f"{', '.join(filter(None, found))}{self.stopped and f'; {self.stopped}'}"


class Evidence(NamedTuple):
    """The number of times that something happened, with an example."""

    times: int
    call: str = ""
    detail: str = ""


class SlowPlay(NamedTuple):
    """A play and its CPU time in seconds."""

    seconds: float
    call: str


class Times(NamedTuple):
    """CPU times of plays, in seconds."""

    mean: float
    p95: float
    """95th percentile."""
    max: float
    match: float
    """Maximum total for all plays in a match."""
    slowest: tuple[SlowPlay, ...]

    @property
    def slow(self) -> tuple[SlowPlay, ...]:
        """The slowest plays that are not fast anyway."""
        return tuple(each for each in self.slowest if each.seconds >= MIN_SLOW)


class Repeated(NamedTuple):
    """The bot's answers to repeated calls."""

    positions: int
    elsewhere: int
    """Number of calls that were answered differently in a new process."""
    again: int
    """Number of calls that were answered differently in the same process."""
    call: str
    answers: tuple[str, ...]

    @property
    def summary(self) -> str:
        """Sentences about the result; empty if no call was repeated."""
        calls = f"the same {counted(self.positions, 'call')}"
        if self.elsewhere:
            differs = f"It answered {self.elsewhere} of {calls} differently in another process"
            return f"{differs}: its choices are random. That is fine if intended."
        if self.again:
            differs = f"It answered {self.again} of {calls} differently the second time"
            return (
                f"{differs}: it remembers something between calls. That is fine if intended; if not, look at "
                "variables outside functions."
            )
        same = f"It gave the same answers to {calls} in another process and when asked again."
        return same if self.positions else ""


class Side(NamedTuple):
    """Statistics of the bot, or of its three opponents together, in a matchup."""

    hands: int
    points: int
    phases: tuple[tuple[int, int], ...]
    """For each phase, the number of hands in which it was due and in which it was completed."""
    plays: tuple[int, ...]
    """Number of plays of each kind."""

    def completes(self, phase: int) -> float:
        """Return the share of hands in which the phase was completed, among those in which it was due."""
        due, completed = self.phases[phase - 1]
        return completed / due if due else 0.0


class Matchup(NamedTuple):
    """The bot's results against three copies of one built-in player."""

    opponent: str
    games: int
    won: float
    """Number of games won; a tie for first place counts as a fraction."""
    low: float
    high: float
    """Bounds of the 95 % confidence interval for the share of games won."""
    errors: int
    own: Side
    theirs: Side


class Plays(NamedTuple):
    """The bot's games with one ruleset."""

    game: str
    function: str
    games: int
    errors: int
    problems: tuple[Problem, ...]
    calls: int
    changed: Evidence
    """Calls in which the bot changed its arguments."""
    held: Evidence
    """Turns that the bot ended without laying a phase that it held. Accumulations do not count, since it may be right
    to hold them back."""
    repeated: Repeated
    times: Times
    matchups: tuple[Matchup, ...]
    stopped: str
    """Reason why fewer games were played than planned; empty if all were played."""

    @property
    def summary(self) -> str:
        """Numbers of games, errors and calls."""
        errors = f"{self.errors} of which" if self.errors else "none of which"
        calls = f"{counted(self.calls, 'call')} of {self.function} answered"
        return f"{counted(self.games, 'game')}, {errors} ended with an error; {calls}."

    @property
    def compared(self) -> tuple[Matchup, ...]:
        """Matchups with games; empty if no game was completed without an error."""
        played = tuple(matchup for matchup in self.matchups if matchup.games)
        return () if all(matchup.errors == matchup.games for matchup in played) else played


class Output(NamedTuple):
    """Text that the bot printed."""

    when: str
    lines: int
    text: str
    """The text, which may be cut."""

    @property
    def summary(self) -> str:
        """Description of the output."""
        return f"{self.when} it printed {counted(self.lines, 'line')}; remove that before a tournament:"

    @property
    def excerpt(self) -> tuple[str, ...]:
        """First lines of the text."""
        lines = self.text.splitlines()
        return (*map(_line, lines[:MAX_LINES]), *(["..."] if len(lines) > MAX_LINES else []))


class Check(NamedTuple):
    """The results of checking a bot."""

    bot: str
    limits: Limits
    failure: Problem | None
    """Error that prevented the import, if any."""
    started: float
    """CPU time of the import, in seconds."""
    memory: int
    """Peak memory in bytes."""
    printed_at_import: Output | None
    printed: Output | None
    """Output after the import."""
    functions: tuple[str, ...]
    """Course functions that the bot defines."""
    wanted: tuple[str, ...]
    """Course functions that the check looked for."""
    missing: str
    """Function that the bot lacks to play the chosen game; empty if it lacks none."""
    near_misses: tuple[tuple[str, str], ...]
    """Misspelt names in the bot's file, with the course functions that were probably meant."""
    misordered: tuple[str, ...]
    """Sentences about functions whose parameters are in the wrong order."""
    answers: tuple[Answers, ...]
    plays: tuple[Plays, ...]
    functions_only: bool = False
    """True if the user requested a check without games."""
    verdict: str = ""
    next: str = ""
    """The most useful thing to do next."""

    @property
    def passed(self) -> bool:
        """True if the bot's functions and games were checked without any error; its strength does not matter."""
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
        """True if the bot plays without errors, even if its other functions are wrong or missing.

        No game needs to be completed, since time may run out during the first game on a busy machine.
        """
        calls = sum(each.calls for each in self.plays)
        return self.failure is None and calls > 0 and not any(each.problems for each in self.plays)

    @property
    def imported(self) -> tuple[str, ...]:
        """Sentences about the import and the functions found."""
        if self.failure:
            return (f"It cannot be imported: {printable(self.failure.reason)}",)
        memory = f"peak memory {self.memory / MEGABYTE:.0f} MB (limit {self.limits['memory'] / MEGABYTE:.0f} MB)"
        found = [f"Imported in {seconds(self.started)} (limit {seconds(self.limits['start'])}); {memory}."]
        if self.functions:
            found.append(f"It defines {joined(self.functions)}.")
        else:
            found.append(f"It defines none of the course's functions: {joined(self.wanted, 'or')}.")
        if self.missing:
            found.append(f"It does not define {self.missing}, which is required to play that game.")
        found += [f"It defines {name}: did you mean {meant}?" for name, meant in self.near_misses]
        return (*found, *self.misordered)


def traceback_excerpt(traceback: str) -> tuple[str, ...]:
    """Return the last lines of a traceback, without frames in libraries, which do not help the bot's author."""
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
    return f"{asked - sum(each.times for each in wrong)} of {asked} {what} correct" if asked else ""
