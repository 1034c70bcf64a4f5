"""The result of a check as it is printed: text for a terminal, or data for JSON.

Calls that are too long for a line are collected before the verdict, each with a number, unbroken, so that they can be
pasted. The last line is the next thing to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.arena.check.coaching import ERROR_NAMES, next_step, verdict
from phazed.arena.check.problems import TIMEOUT
from phazed.sandbox.limits import MEGABYTE
from phazed.text import WIDTH, block, counted, joined, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phazed.arena.check.findings import CheckResult, Matchup, Plays, Problem, Repeated, Times, WrongAnswer

MAX_SHOWN = 5
"""How many wrong answers of a function, lines of output and lines of a traceback are printed; the data has all."""
MAX_LINE = 200
"""How much of a line that the bot wrote is printed."""
INDENT = 6
MIN_SLOW = 0.01
"""Plays that took fewer seconds are not worth a look."""


def as_data(result: CheckResult) -> dict[str, Any]:
    """The result for JSON."""
    data: dict[str, Any] = _with_dicts(result)
    return {"passed": result.passed, "verdict": verdict(result), "next": next_step(result), **data}


def _with_dicts(value: Any) -> Any:
    """The value with named tuples as dictionaries."""
    if hasattr(value, "_asdict"):
        return {name: _with_dicts(each) for name, each in value._asdict().items()}
    return [_with_dicts(each) for each in value] if isinstance(value, tuple) else value


def as_text(result: CheckResult, width: int = WIDTH) -> str:
    """The result for a terminal."""
    return _Text(result, width).text()


def _seconds(seconds: float) -> str:
    """
    >>> _seconds(0.00042), _seconds(0.25), _seconds(3.0)
    ('0.42 ms', '250 ms', '3 s')
    """
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms" if seconds < 0.5 else f"{seconds:.2f} s"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


class _Text:
    """Builds the text."""

    def __init__(self, result: CheckResult, width: int) -> None:
        self.result = result
        self.width = width
        self.calls: list[str] = []
        """The calls that are printed before the verdict."""

    def text(self) -> str:
        result = self.result
        parts = [f"phazed check: {printable(result.bot)}", *self._import()]
        if result.answers:
            parts += ["", "Answers", *self._answers()]
        for plays in result.plays:
            parts += ["", f"Playing {plays.game}", *self._plays(plays)]
        if result.printed:
            parts += ["", *_printed(result.printed, result.printed_lines, "While it was asked")]
        body = block(parts, self.width)
        if self.calls:
            numbered = (f"\n[{number}]\n{call}" for number, call in enumerate(self.calls, 1))
            body += "\n\nThe calls, to paste after importing the bot" + "".join(f"\n{each}" for each in numbered)
        end = ["", "", "Verdict", f"  {verdict(result)}", f"  Next: {next_step(result)}"]
        return body + block(end, self.width)

    def _call(self, call: str) -> str:
        """The call, or its beginning and a reference to the whole."""
        if len(call) + INDENT <= self.width:
            return call
        return f"{call[: self.width - 2 * INDENT - 5]}... {self._number(call)}"

    def _number(self, call: str) -> str:
        """The reference to a call that is printed whole."""
        if call not in self.calls:
            self.calls.append(call)
        return f"[{self.calls.index(call) + 1}]"

    def _import(self) -> Iterator[str]:
        result = self.result
        limits = result.limits
        if result.failure:
            yield f"  It cannot be imported: {printable(result.failure.reason)}"
            if result.failure.explanation:
                yield f"    {_sentence(result.failure.explanation)}"
            yield from _quoted_traceback(result.failure.traceback)
        else:
            memory = f"{result.memory / MEGABYTE:.0f} MB of memory at most, of {limits.memory / MEGABYTE:.0f} MB"
            yield f"  Imported in {_seconds(result.started)} of {_seconds(limits.start)}; {memory} allowed."
            if result.functions:
                yield f"  It defines {joined(list(result.functions))}."
            else:
                yield f"  It defines none of the course's functions: {joined(list(result.wanted), 'or')}."
            if result.missing:
                yield f"  It does not define {result.missing}, which a player of that game needs."
            for name, meant in result.near_misses:
                yield f"  It defines {name}: did you mean {meant}?"
            yield from (f"  {sentence}" for sentence in result.misordered)
        at_import = result.printed_at_import
        if at_import:
            yield from _printed(at_import, len(at_import.splitlines()), "When it was imported")

    def _answers(self) -> Iterator[str]:
        widest = max(len(each.function) for each in self.result.answers)
        for each in self.result.answers:
            counts = [_right(each.examples, each.examples_wrong, "of the documents' examples")]
            counts.append(_right(each.made, each.made_wrong, "calls from games"))
            found = ", ".join(filter(None, counts))
            yield f"  {each.function:{widest}}  {found}{each.stopped and f'; {each.stopped}'}"
            wrong = (*each.examples_wrong, *each.made_distinct)
            shown = {problem.traceback for plays in self.result.plays for problem in plays.problems}
            for one in wrong[:MAX_SHOWN]:
                yield f"    {self._call(one.call)}"
                more = f" ({one.times} such errors)" if one.times > 1 else ""
                yield f"      expected {one.expected}, answered {printable(one.answered)}{more}"
                if one.traceback and one.traceback in shown:
                    continue  # it stands above, or below with the games
                if one.why:
                    yield f"      {_sentence(one.why)}"
                yield from _quoted_traceback(one.traceback)
                shown.add(one.traceback)
            if len(wrong) > MAX_SHOWN:
                yield f"    and {len(wrong) - MAX_SHOWN} more; --json prints every wrong answer"

    def _plays(self, plays: Plays) -> Iterator[str]:
        errors = f"{plays.errors} of which" if plays.errors else "none of which"
        calls = f"{counted(plays.calls, 'call')} of {plays.function} answered"
        yield f"  {counted(plays.games, 'game')}, {errors} ended with its error; {calls}."
        if plays.stopped:
            yield f"  {plays.stopped}"
        for problem in plays.problems:
            yield from self._problem(problem)
        if plays.changed.times:
            yield f"  It changed its arguments in {counted(plays.changed.times, 'call')}, such as"
            yield f"    {self._call(plays.changed.call)}"
            yield "    Copy a list before changing it: here it is a copy, but elsewhere it may not be."
        yield from self._repeated(plays.repeated)
        if plays.calls:
            yield from self._times(plays.times)
        yield from self._matchups(plays)

    def _problem(self, problem: Problem) -> Iterator[str]:
        what = counted(problem.times, ERROR_NAMES.get(problem.kind, problem.kind))
        where = f" in {problem.where}" if problem.where and problem.kind != TIMEOUT else ""
        yield f"  {what}{where}: {printable(problem.reason)}"
        if problem.explanation:
            yield f"    {_sentence(problem.explanation)}"
        yield f"    {self._call(problem.call)}"
        if problem.answer:
            yield f"      answered {printable(problem.answer)}"
        yield from _quoted_traceback(problem.traceback)

    def _repeated(self, repeated: Repeated) -> Iterator[str]:
        asked = f"the same {counted(repeated.positions, 'call')}"
        if repeated.elsewhere:
            differs = f"To {repeated.elsewhere} of {asked} it answered differently in another process"
            yield f"  {differs}: it draws at random. That is fine if intended."
        elif repeated.again:
            differs = f"To {repeated.again} of {asked} it answered differently the second time"
            advice = "That is fine if intended; if not, look at variables outside functions."
            yield f"  {differs}: it remembers something from call to call. {advice}"
        elif repeated.positions:
            yield f"  To {asked} it gave the same answers in another process, and the second time."
        if repeated.call:
            answers = ", then ".join(printable(each) for each in repeated.answers)
            yield f"    {self._call(repeated.call)}"
            yield f"      answered {answers}"

    def _times(self, times: Times) -> Iterator[str]:
        limits = self.result.limits
        usual = f"{_seconds(times.mean)} on average, 95 % take less than {_seconds(times.p95)}"
        yield f"  A play takes {usual}, the slowest takes {_seconds(times.max)}; {_seconds(limits.play)} are allowed."
        yield f"  All plays of a match take at most {_seconds(times.match)}; {_seconds(limits.match)} are allowed."
        slow = [each for each in times.slowest if each.seconds >= MIN_SLOW]
        if slow:
            slowest = (f"{_seconds(each.seconds)} {self._number(each.call)}" for each in slow)
            yield f"  The slowest calls: {', '.join(slowest)}."

    def _matchups(self, plays: Plays) -> Iterator[str]:
        matchups = [matchup for matchup in plays.matchups if matchup.games]
        if all(matchup.errors == matchup.games for matchup in matchups):
            return
        yield ""
        yield "  against three   games     won  95 % interval  errors  points/hand: it, they"
        for matchup in matchups:
            between = f"{100 * matchup.low:.0f} to {100 * matchup.high:.0f} %"
            points = ", ".join(
                f"{side.points / side.hands:.0f}" if side.hands else "-" for side in (matchup.own, matchup.theirs)
            )
            share = _percent(matchup.won / matchup.games)
            yield f"  {matchup.opponent:14}  {matchup.games:5}  {share:>6}  {between:>13}  {matchup.errors:6}  {points}"
        yield "  One of four equal players wins 25 %. @expert thinks less here than elsewhere."
        yield from self._phases(matchups)
        if plays.held.times:
            turns = counted(plays.held.times, "turn")
            yield f"  It ended {turns} with a phase in hand that it did not lay, such as"
            yield f"    {self._call(plays.held.call)}"
            yield f"      where it could have played {plays.held.detail}"

    def _phases(self, matchups: Iterable[Matchup]) -> Iterator[str]:
        """For every phase, in how many of the hands with it due it was completed, by the bot and by its opponents."""
        matchups = [matchup for matchup in matchups if matchup.own.hands]
        yield ""
        yield "  Phases completed, of the hands in which they were due: it, then its opponents"
        yield "  phase  " + "".join(f"  {'with ' + matchup.opponent:>20}" for matchup in matchups)
        for phase in range(1, len(matchups[0].own.phases) + 1):
            row = ""
            for matchup in matchups:
                due, completed = matchup.own.phases[phase - 1]
                own = f"{completed}/{due} {_percent(matchup.own.completes(phase)):>5}" if due else "never due"
                theirs = _percent(matchup.theirs.completes(phase)) if matchup.theirs.phases[phase - 1][0] else "-"
                row += f"  {own:>13} {theirs:>6}"
            yield f"  {phase:5}  {row}"


def _printed(text: str, lines: int, when: str) -> Iterator[str]:
    yield f"  {when} it printed {counted(lines, 'line')}; remove that before a tournament:"
    yield from _quoted(text, more=lines > MAX_SHOWN)


def _right(asked: int, wrong: tuple[WrongAnswer, ...], what: str) -> str:
    return f"{asked - sum(each.times for each in wrong)} of {asked} {what} right" if asked else ""


def _sentence(text: str) -> str:
    """The text, printable, as a sentence of its own."""
    text = printable(text)
    begins_with_a_name = not text.partition(" ")[0].isalpha()
    return f"{text if begins_with_a_name else text[:1].upper() + text[1:]}."


def _quoted_traceback(traceback: str) -> Iterator[str]:
    """The last lines of a traceback, without the frames of libraries, which say nothing to the bot's author."""
    lines: list[str] = []
    skipped = False
    for line in traceback.splitlines():
        if line.startswith('  File "'):
            skipped = line.startswith(('  File "/', '  File "<'))
        elif not line.startswith("    "):
            skipped = False
        if not skipped:
            lines.append(line)
    return _quoted("\n".join(lines), last=True)


def _quoted(text: str, *, last: bool = False, more: bool = False) -> Iterator[str]:
    """The first or last lines of what the bot wrote."""
    lines = text.splitlines()
    if last and len(lines) > MAX_SHOWN:
        yield "    | ..."
    for line in lines[-MAX_SHOWN:] if last else lines[:MAX_SHOWN]:
        indent = " " * (len(line) - len(line.lstrip()))
        yield f"    | {indent}{printable(line)}"[:MAX_LINE]
    if more:
        yield "    | ..."
