"""The check of a bot as text.

Calls that are too long for a line are numbered and printed before the verdict without line breaks, so that they can be
pasted. The last line suggests the next step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.text import WIDTH, block, counted, printable, seconds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phazed.answers.check import Check, Evidence, Matchup, Output, Plays, Times

MAX_SHOWN = 5
"""Maximum number of a function's wrong answers that are printed; the JSON form has all of them."""
INDENT = 6


def check_text(check: Check, width: int = WIDTH) -> str:
    """Return the results of a check as text."""
    return _Text(check, width).text()


class _Text:
    """A builder for the text, which collects the calls to be printed before the verdict."""

    def __init__(self, check: Check, width: int) -> None:
        self.check = check
        self.width = width
        self.calls: list[str] = []

    def text(self) -> str:
        check = self.check
        parts = [f"phazed check: {printable(check.bot)}", *self._import()]
        if check.answers:
            parts += ["", "Answers", *self._answers()]
        for plays in check.plays:
            parts += ["", f"Playing {plays.game}", *self._plays(plays)]
        if check.printed:
            parts += ["", *_output(check.printed)]
        body = block(parts, self.width)
        if self.calls:
            numbered = (f"\n[{number}]\n{call}" for number, call in enumerate(self.calls, 1))
            body += "\n\nCalls to paste after importing the bot" + "".join(f"\n{each}" for each in numbered)
        end = ["", "", "Verdict", f"  {check.verdict}", f"  Next: {check.next}"]
        return body + block(end, self.width)

    def _call(self, call: str) -> str:
        """Return the call or, if it is too long, its beginning and a reference to the whole call."""
        if len(call) + INDENT <= self.width:
            return call
        return f"{call[: self.width - 2 * INDENT - 5]}... {self._number(call)}"

    def _number(self, call: str) -> str:
        """Return a reference to the call, which is then printed in full before the verdict."""
        if call not in self.calls:
            self.calls.append(call)
        return f"[{self.calls.index(call) + 1}]"

    def _import(self) -> Iterator[str]:
        check = self.check
        yield from (f"  {sentence}" for sentence in check.imported)
        if check.failure:
            yield from _indented(4, check.failure.meaning)
            yield from _quoted(check.failure.excerpt)
        if check.printed_at_import:
            yield from _output(check.printed_at_import)

    def _answers(self) -> Iterator[str]:
        widest = max(len(each.function) for each in self.check.answers)
        shown = {problem.traceback for plays in self.check.plays for problem in plays.problems}
        for each in self.check.answers:
            yield f"  {each.function:{widest}}  {each.summary}"
            wrong = (*each.examples_wrong, *each.made_distinct)
            for one in wrong[:MAX_SHOWN]:
                yield f"    {self._call(one.call)}"
                yield f"      {one.summary}"
                if not one.traceback or one.traceback not in shown:
                    yield from _indented(6, one.meaning)
                    yield from _quoted(one.excerpt)
                    shown.add(one.traceback)
            if len(wrong) > MAX_SHOWN:
                yield f"    and {len(wrong) - MAX_SHOWN} more; --json prints every wrong answer"

    def _plays(self, plays: Plays) -> Iterator[str]:
        yield f"  {plays.summary}"
        yield from _indented(2, plays.stopped)
        for problem in plays.problems:
            yield f"  {problem.summary}"
            yield from _indented(4, problem.meaning)
            yield f"    {self._call(problem.call)}"
            yield from _indented(6, problem.answer and f"answered {printable(problem.answer)}")
            yield from _quoted(problem.excerpt)
        if plays.changed.times:
            yield f"  It changed its arguments in {counted(plays.changed.times, 'call')}, such as"
            yield f"    {self._call(plays.changed.call)}"
            yield "    Copy a list before changing it: other referees may not pass copies."
        yield from _indented(2, plays.repeated.summary)
        if plays.repeated.call:
            yield f"    {self._call(plays.repeated.call)}"
            yield f"      answered {', then '.join(map(printable, plays.repeated.answers))}"
        if plays.calls:
            yield from self._times(plays.times)
        if plays.compared:
            yield from _matchups(plays.compared)
            yield from self._held(plays.held)

    def _times(self, times: Times) -> Iterator[str]:
        limits = self.check.limits
        usual = f"{seconds(times.mean)} on average, 95 % of plays less than {seconds(times.p95)}"
        yield f"  A play takes {usual}, and the slowest {seconds(times.max)} (limit {seconds(limits['play'])})."
        yield f"  All plays in a match together take at most {seconds(times.match)} (limit {seconds(limits['match'])})."
        if times.slow:
            slowest = (f"{seconds(each.seconds)} {self._number(each.call)}" for each in times.slow)
            yield f"  The slowest calls: {', '.join(slowest)}."

    def _held(self, held: Evidence) -> Iterator[str]:
        if held.times:
            yield f"  It ended {counted(held.times, 'turn')} without laying a phase that it held, such as"
            yield f"    {self._call(held.call)}"
            yield f"      when it could have played {held.detail}"


def _matchups(matchups: Sequence[Matchup]) -> Iterator[str]:
    yield ""
    yield "  against three   games     won  95 % interval  errors  points/hand: bot, opponents"
    for matchup in matchups:
        interval = f"{100 * matchup.low:.0f} to {100 * matchup.high:.0f} %"
        points = ", ".join(
            f"{side.points / side.hands:.0f}" if side.hands else "-" for side in (matchup.own, matchup.theirs)
        )
        share = _percent(matchup.won / matchup.games)
        yield f"  {matchup.opponent:14}  {matchup.games:5}  {share:>6}  {interval:>13}  {matchup.errors:6}  {points}"
    yield "  Each of four equally strong players wins 25 %. @expert searches less here than in other games."
    yield from _phases([matchup for matchup in matchups if matchup.own.hands])


def _phases(matchups: Sequence[Matchup]) -> Iterator[str]:
    yield ""
    yield "  Hands in which a phase was completed, out of those in which it was due: the bot, then its opponents"
    yield "  phase  " + "".join(f"  {'with ' + matchup.opponent:>20}" for matchup in matchups)
    for phase in range(1, len(matchups[0].own.phases) + 1):
        row = ""
        for matchup in matchups:
            due, completed = matchup.own.phases[phase - 1]
            own = f"{completed}/{due} {_percent(matchup.own.completes(phase)):>5}" if due else "never due"
            theirs = _percent(matchup.theirs.completes(phase)) if matchup.theirs.phases[phase - 1][0] else "-"
            row += f"  {own:>13} {theirs:>6}"
        yield f"  {phase:5}  {row}"


def _output(output: Output) -> Iterator[str]:
    yield f"  {output.summary}"
    yield from _quoted(output.excerpt)


def _quoted(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"    | {line}" for line in lines)


def _indented(columns: int, sentence: str) -> Iterator[str]:
    if sentence:
        yield f"{' ' * columns}{sentence}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
