"""What the check of a bot has found: as data, and in words for whoever wrote the bot.

Calls that are too long for a line are collected at the end, each with a number, unbroken, so that they can be pasted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.rules.plays import DRAW, LAY_OFF, TAKE
from phazed.rules.rulesets import SEATS
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.text import WIDTH, block, counted, joined, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_SHOWN = 5
"""So many wrong answers of a function, lines of output and lines of a traceback are shown; the data has more."""
LONGEST_LINE = 200
"""Of a line that the bot wrote, so much is shown."""
INDENT = 6
EQUAL = 1 / SEATS
"""What one of four equal players wins."""
ERRORS = 1.96
"""A share lies within so many standard errors of its estimate, 95 times of 100."""
FEW_HANDS = 8
"""A phase that was due in fewer hands says nothing."""
HALF = 0.5
KINDS = {"illegal": "illegal play", "blocked": "illegal play", "malformed": "malformed answer"}
"""What kinds of errors are called, where it is not by their own names."""
WORTH_A_CALL = 0.01
"""Calls that took fewer seconds need not be looked at."""
RARELY = 0.25
"""Somebody does a thing rarely who does it less than that, compared with the house."""


class Problem(NamedTuple):
    """An error of the bot's, and how often there was one of its kind."""

    kind: str
    reason: str
    times: int
    call: str
    answer: str
    traceback: str


class Wrong(NamedTuple):
    """A wrong answer, and how many there were like it."""

    call: str
    expected: str
    answered: str
    why: str
    traceback: str
    times: int


class Answers(NamedTuple):
    """How a function of the course answered: to the documents' examples, and to calls made from games."""

    function: str
    examples: int
    examples_wrong: tuple[Wrong, ...]
    made: int
    made_wrong: tuple[Wrong, ...]
    """Of those alike the one with the shortest call."""
    stopped: str
    """Why no more were asked, if so."""

    @property
    def right(self) -> bool:
        return not (self.examples_wrong or self.made_wrong)


class Evidence(NamedTuple):
    """Something that happened so often, and a call with which it did."""

    times: int
    call: str = ""
    detail: str = ""


class Slow(NamedTuple):
    """A play and the seconds that it took."""

    seconds: float
    call: str


class Times(NamedTuple):
    """Seconds of processor."""

    mean: float
    most_often_below: float
    """95 of 100 plays took less."""
    most: float
    match: float
    """All plays of a match, at the most."""
    slowest: tuple[Slow, ...]


class Repeated(NamedTuple):
    """Whether the bot answers the same to the same call."""

    positions: int
    elsewhere: int
    """How many were answered differently in another process, where nothing was asked before."""
    again: int
    """How many were answered differently when asked again."""
    call: str
    answers: tuple[str, ...]


class Side(NamedTuple):
    """What the bot, or its three opponents together, did at a table."""

    hands: int
    points: int
    phases: tuple[tuple[int, int], ...]
    """For every phase, in how many hands it was due and in how many of these it was completed."""
    plays: tuple[int, ...]
    """How many plays of each kind."""

    def completes(self, phase: int) -> float:
        """The share of the hands with that phase due in which it was completed."""
        due, completed = self.phases[phase - 1]
        return completed / due if due else 0.0


class Fare(NamedTuple):
    """How the bot fared against three of one player of the house."""

    opponent: str
    games: int
    won: float
    """First places; a shared one counts in part."""
    low: float
    high: float
    """The interval of the share won, for 95 %."""
    errors: int
    own: Side
    theirs: Side

    @property
    def words(self) -> str:
        """What the interval says."""
        if self.low > EQUAL:
            return "stronger"
        return "weaker" if self.high < EQUAL else "not clearly stronger or weaker"


class Plays(NamedTuple):
    """How the bot plays one game."""

    game: str
    function: str
    games: int
    errors: int
    problems: tuple[Problem, ...]
    calls: int
    changed: Evidence
    """Calls in which it changed its arguments."""
    held: Evidence
    """Turns that it ended with a phase in its hand which it could have laid, accumulations aside: those may be worth
    holding back."""
    repeated: Repeated
    times: Times
    fares: tuple[Fare, ...]
    stopped: str
    """Why fewer games were played than planned, if so."""


class Checked(NamedTuple):
    """All that was found."""

    bot: str
    limits: Limits
    failure: Problem | None
    """Why it cannot be imported, if so."""
    started: float
    memory: int
    printed_at_import: str
    printed: str
    """What it printed first, after its import."""
    printed_lines: int
    """How many lines it printed in all."""
    functions: tuple[str, ...]
    """Which of the course's functions it defines."""
    wanted: tuple[str, ...]
    """Which it was looked through for."""
    missing: str
    """The function without which it cannot play the chosen game."""
    meant: tuple[tuple[str, str], ...]
    """Names in its file that are nearly those of the course."""
    answers: tuple[Answers, ...]
    plays: tuple[Plays, ...]

    @property
    def passed(self) -> bool:
        """Whether it was tried and has no error: how well it plays does not matter."""
        return (
            self.failure is None
            and bool(self.functions)
            and not self.missing
            and all(each.right for each in self.answers)
            and all(each.games and not each.problems for each in self.plays)
        )

    @property
    def verdict(self) -> str:
        """One or two sentences."""
        if self.failure:
            return "It cannot be imported, so nothing else could be tried."
        if not self.functions:
            return "It defines none of the course's functions, so there was nothing to try."
        wrong = [each.function for each in self.answers if not each.right]
        parts = [f"{joined(wrong)} {_verb(wrong, 'gives', 'give')} wrong answers." if wrong else ""]
        parts += [_verdict(each) for each in self.plays]
        if not self.plays:
            rest = "All its answers are right" if not wrong else ""
            parts.append(f"{rest}{', but it' if rest else 'It'} defines no function that plays.")
        return " ".join(filter(None, parts))

    @property
    def step(self) -> str:
        """The most useful thing to do next."""
        return next(_steps(self))

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        data: dict[str, Any] = _plain(self)
        return {"passed": self.passed, "verdict": self.verdict, "next": self.step, **data}

    def as_text(self, width: int = WIDTH) -> str:
        """For a terminal."""
        return _Text(self, width).text()


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share, for 95 %.

    >>> [round(end, 2) for end in interval(6, 24)]
    [0.12, 0.45]
    """
    if not games:
        return 0.0, 1.0
    share, squared = won / games, ERRORS**2 / games
    middle = (share + squared / 2) / (1 + squared)
    half = (share * (1 - share) * squared + squared**2 / 4) ** HALF / (1 + squared)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _plain(value: Any) -> Any:
    """Objects in place of tuples with names."""
    if hasattr(value, "_asdict"):
        return {name: _plain(each) for name, each in value._asdict().items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _verdict(plays: Plays) -> str:
    if plays.errors:
        ended = f"{plays.errors} of its {counted(plays.games, 'game')} of {plays.game} ended with its error"
        return f"It is not ready for a tournament: {ended}."
    if not plays.games:
        return f"No game of {plays.game} came to its end in time, so nothing is known of how well it plays."
    by_words: dict[str, list[str]] = {}
    for fare in plays.fares:
        if fare.games:
            by_words.setdefault(fare.words, []).append(fare.opponent)
    found = "; ".join(f"{words} than {joined(names, 'and')}" for words, names in by_words.items())
    return f"It played {counted(plays.games, 'game')} of {plays.game} without an error: {found}."


def _steps(checked: Checked) -> Iterator[str]:
    """What to do, the most useful first; there is always one."""
    if checked.failure:
        yield f"Make it import first: {printable(checked.failure.reason)}."
    if not checked.functions or checked.missing:
        yield _rename(checked)
    for plays in checked.plays:
        for problem in plays.problems[:1]:
            what = KINDS.get(problem.kind, problem.kind)
            yield f"Fix the {what} of {plays.function} first: {printable(problem.reason)}."
    for answers in checked.answers:
        if not answers.right:
            yield f"Correct {answers.function}: see its first wrong answer above."
    for plays in checked.plays:
        if not plays.games:
            yield f"Make {plays.function} faster: not one game came to its end. If it sleeps or waits, take that out."
        yield from _hints(plays)
    if not checked.plays:
        yield "Write phazed_play next: a bot that draws a card and throws the last one of its hand is a beginning."
    yield (
        "Try a change and measure it: phazed compare OLD NEW says which is stronger; phazed advise says what the "
        "expert would play in a position, and why."
    )


def _rename(checked: Checked) -> str:
    for name, meant in checked.meant:
        if not checked.missing or meant == checked.missing:
            return f"Rename {name} to {meant}."
    return f"Define {checked.missing or 'phazed_play'}: that is the function which is called when it is the bot's turn."


def _hints(plays: Plays) -> Iterator[str]:
    """Why it may lose, by what it does compared with the house."""
    if plays.held.times >= MOST_SHOWN:
        yield f"Have it lay its phase when it holds one: it ended {plays.held.times} turns without."
    fare = next(fare for fare in plays.fares if fare.opponent == "@greedy")
    own, theirs = fare.own, fare.theirs
    for phase, (due, completed) in enumerate(own.phases, 1):
        if due >= FEW_HANDS and not completed and theirs.completes(phase) > RARELY:
            they = f"@greedy lays it in {100 * theirs.completes(phase):.0f} %"
            yield f"It never lays phase {phase}, which was due in {due} hands; {they} of such hands. Begin there."
    if own.hands >= FEW_HANDS:
        if own.plays[LAY_OFF - 1] / own.hands < RARELY * theirs.plays[LAY_OFF - 1] / theirs.hands:
            yield "Have it play cards to the groups on the table once its phase is laid: it hardly ever does."
        if _takes(own) < RARELY * _takes(theirs):
            yield "Have it take the discard when that helps its phase: it hardly ever does."
    for phase, (due, _) in enumerate(own.phases, 1):
        if due >= FEW_HANDS and own.completes(phase) < HALF * theirs.completes(phase):
            rates = f"{100 * own.completes(phase):.0f} % of the hands, @greedy in {100 * theirs.completes(phase):.0f} %"
            yield f"Work on phase {phase}: it completes it in {rates}."


def _takes(side: Side) -> float:
    """The share of its pick-ups that are discards."""
    return side.plays[TAKE - 1] / max(side.plays[TAKE - 1] + side.plays[DRAW - 1], 1)


def _verb(names: list[str], one: str, many: str) -> str:
    return one if len(names) == 1 else many


def _seconds(seconds: float) -> str:
    """
    >>> _seconds(0.00042), _seconds(0.25), _seconds(3.0)
    ('0.42 ms', '250 ms', '3 s')
    """
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms" if seconds < HALF else f"{seconds:.2f} s"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


class _Text:
    """Puts the text together."""

    def __init__(self, checked: Checked, width: int) -> None:
        self.checked = checked
        self.width = width
        self.calls: list[str] = []
        """Those that go to the end."""

    def text(self) -> str:
        checked = self.checked
        parts = [f"phazed check: {printable(checked.bot)}", *self._import()]
        if checked.answers:
            parts += ["", "Answers", *self._answers()]
        for plays in checked.plays:
            parts += ["", f"Playing {plays.game}", *self._plays(plays)]
        if checked.printed:
            parts += ["", *_printed(checked.printed, checked.printed_lines, "While it was asked")]
        parts += ["", "Verdict", f"  {checked.verdict}", f"  Next: {checked.step}"]
        body = block(parts, self.width)
        if self.calls:
            numbered = (f"\n[{number}]\n{call}" for number, call in enumerate(self.calls, 1))
            body += "\n\nThe calls, to be pasted after an import of the bot" + "".join(f"\n{each}" for each in numbered)
        return body

    def _call(self, call: str) -> str:
        """The call, or its beginning and where the whole is found."""
        if len(call) + INDENT <= self.width:
            return call
        return f"{call[: self.width - 2 * INDENT - 5]}... {self._number(call)}"

    def _number(self, call: str) -> str:
        """Where the call is found."""
        if call not in self.calls:
            self.calls.append(call)
        return f"[{self.calls.index(call) + 1}]"

    def _import(self) -> Iterator[str]:
        checked = self.checked
        limits = checked.limits
        if checked.failure:
            yield f"  It cannot be imported: {printable(checked.failure.reason)}"
            yield from _quoted(checked.failure.traceback, last=True)
        else:
            memory = f"{checked.memory / MEGABYTE:.0f} MB of memory at the most, of {limits.memory / MEGABYTE:.0f} MB"
            yield f"  Imported in {_seconds(checked.started)} of {_seconds(limits.start)}; {memory} allowed."
            if checked.functions:
                yield f"  It defines {joined(list(checked.functions))}."
            else:
                yield f"  It defines none of the course's functions: {joined(list(checked.wanted), 'or')}."
            if checked.missing:
                yield f"  It does not define {checked.missing}, which a player of that game needs."
            for name, meant in checked.meant:
                yield f"  It defines {name}: did you mean {meant}?"
        at_import = checked.printed_at_import
        if at_import:
            yield from _printed(at_import, len(at_import.splitlines()), "When it was imported")

    def _answers(self) -> Iterator[str]:
        widest = max(len(each.function) for each in self.checked.answers)
        for each in self.checked.answers:
            counts = [_right(each.examples, each.examples_wrong, "of the documents' examples")]
            counts.append(_right(each.made, each.made_wrong, "calls from games"))
            found = ", ".join(filter(None, counts))
            yield f"  {each.function:{widest}}  {found}{each.stopped and f'; {each.stopped}'}"
            wrong = (*each.examples_wrong, *each.made_wrong)
            shown: set[str] = set()
            for one in wrong[:MOST_SHOWN]:
                yield f"    {self._call(one.call)}"
                more = f" ({one.times} such errors)" if one.times > 1 else ""
                yield f"      expected {one.expected}, answered {printable(one.answered)}{more}"
                if one.why:
                    yield f"      {one.why}"
                if one.traceback not in shown:
                    yield from _quoted(one.traceback, last=True)
                shown.add(one.traceback)
            if len(wrong) > MOST_SHOWN:
                yield f"    and {len(wrong) - MOST_SHOWN} more"

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
            yield "    Copy a list before you change it: here it is a copy already, elsewhere it may not be."
        yield from self._repeated(plays.repeated)
        if plays.calls:
            yield from self._times(plays.times)
        yield from self._fares(plays)

    def _problem(self, problem: Problem) -> Iterator[str]:
        yield f"  {counted(problem.times, KINDS.get(problem.kind, problem.kind))}: {printable(problem.reason)}"
        yield f"    {self._call(problem.call)}"
        if problem.answer:
            yield f"      answered {printable(problem.answer)}"
        yield from _quoted(problem.traceback, last=True)

    def _repeated(self, repeated: Repeated) -> Iterator[str]:
        asked = f"the same {counted(repeated.positions, 'call')}"
        if repeated.elsewhere:
            differs = f"To {repeated.elsewhere} of {asked} it answered differently in another process"
            yield f"  {differs}: it draws at random. That is fine if it is meant."
        elif repeated.again:
            differs = f"To {repeated.again} of {asked} it answered differently the second time"
            meant = "That is fine if it is meant; if not, look at variables outside of functions."
            yield f"  {differs}: it remembers something from call to call. {meant}"
        elif repeated.positions:
            yield f"  To {asked} it answered the same, in another process and the second time."
        if repeated.call:
            answers = ", then ".join(printable(each) for each in repeated.answers)
            yield f"    {self._call(repeated.call)}"
            yield f"      answered {answers}"

    def _times(self, times: Times) -> Iterator[str]:
        limits = self.checked.limits
        usual = f"{_seconds(times.mean)} on average, 95 of 100 under {_seconds(times.most_often_below)}"
        yield f"  A play takes {usual}, {_seconds(times.most)} at the most; {_seconds(limits.play)} are allowed."
        yield f"  All plays of a match take {_seconds(times.match)} at the most; {_seconds(limits.match)} are allowed."
        slow = [each for each in times.slowest if each.seconds >= WORTH_A_CALL]
        if slow:
            slowest = (f"{_seconds(each.seconds)} {self._number(each.call)}" for each in slow)
            yield f"  The slowest calls: {', '.join(slowest)}."

    def _fares(self, plays: Plays) -> Iterator[str]:
        fares = [fare for fare in plays.fares if fare.games]
        if not fares:
            return
        yield ""
        yield "  against three   games     won  95 % interval  errors  points a hand: it, they"
        for fare in fares:
            between = f"{100 * fare.low:.0f} to {100 * fare.high:.0f} %"
            points = ", ".join(
                f"{side.points / side.hands:.0f}" if side.hands else "-" for side in (fare.own, fare.theirs)
            )
            share = _percent(fare.won / fare.games)
            yield f"  {fare.opponent:14}  {fare.games:5}  {share:>6}  {between:>13}  {fare.errors:6}  {points}"
        yield "  One of four equal players wins 25 %. @expert thinks less here than it does elsewhere."
        yield ""
        yield from self._phases(fares)
        if plays.held.times:
            turns = counted(plays.held.times, "turn")
            yield f"  It ended {turns} with a phase in its hand that it did not lay, such as"
            yield f"    {self._call(plays.held.call)}"
            yield f"      where it could have played {plays.held.detail}"

    def _phases(self, fares: Iterable[Fare]) -> Iterator[str]:
        """For every phase, of the hands with it due, those in which it was completed; beside it the others' share."""
        fares = [fare for fare in fares if fare.own.hands]
        if not fares:
            return
        yield "  Phases completed, of the hands in which they were due: it, and in % they"
        yield "  phase  " + "".join(f"  {'with ' + fare.opponent:>20}" for fare in fares)
        for phase in range(1, len(fares[0].own.phases) + 1):
            cells = ""
            for fare in fares:
                due, completed = fare.own.phases[phase - 1]
                own = f"{completed}/{due} {_percent(fare.own.completes(phase)):>5}" if due else "never due"
                theirs = _percent(fare.theirs.completes(phase)) if fare.theirs.phases[phase - 1][0] else "-"
                cells += f"  {own:>13} {theirs:>6}"
            yield f"  {phase:5}  {cells}"


def _printed(text: str, lines: int, when: str) -> Iterator[str]:
    yield f"  {when} it printed {counted(lines, 'line')}; take that out before a tournament:"
    yield from _quoted(text, more=lines > MOST_SHOWN)


def _right(asked: int, wrong: tuple[Wrong, ...], what: str) -> str:
    return f"{asked - sum(each.times for each in wrong)} of {asked} {what} right" if asked else ""


def _quoted(text: str, *, last: bool = False, more: bool = False) -> Iterator[str]:
    """The first or the last lines of what a stranger's program wrote."""
    lines = text.splitlines()
    if last and len(lines) > MOST_SHOWN:
        yield "    | ..."
    for line in lines[-MOST_SHOWN:] if last else lines[:MOST_SHOWN]:
        indent = " " * (len(line) - len(line.lstrip()))
        yield f"    | {indent}{printable(line)}"[:LONGEST_LINE]
    if more:
        yield "    | ..."
