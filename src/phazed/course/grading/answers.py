"""The answers that a submission's functions give to all cases in the sandbox, and the faults among these answers.

The answers are plain data that depend only on the submission and the cases, not on the grading scheme. They can be
stored, so that a grading is resumed, or repeated with another scheme, without running the submission again.
"""

from __future__ import annotations

import marshal
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed import coursework
from phazed.answers.check import TIMEOUT
from phazed.arena.check.bot_session import BotSession
from phazed.arena.check.explanations import error_location, misordered
from phazed.arena.check.problems import problem
from phazed.arena.check.questions import same_answer
from phazed.arena.check.session import near_misses
from phazed.arena.seeds import match_seeds
from phazed.course.grading.marks import part_of, rule_of
from phazed.course.similarity.shipped import shipped_remark
from phazed.game.pasted import game_and_question
from phazed.game.referee import Offence
from phazed.sandbox.limits import Limits
from phazed.sandbox.wire import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.arena.check.bot_session import Answer
    from phazed.course.grading.cases import Case, Cases
    from phazed.storage.entrant import Entrant

LIMITS = Limits(start=2.0, play=1.0, match=20.0, idle=3.0)
"""Limits for each function: `play` is the time allowed for one call, and `match` the time for all its calls."""
PATIENCE = 3.0
"""Multiple of the call limit at which a call is killed; a right answer after the limit counts, but as a time-out."""
MAX_HANGING = 3
"""Number of crashes and time-outs after which further calls are killed at the limit itself."""
MAX_FAILURES = 8
"""Number of calls after which a function is not called again if each of them has crashed or timed out."""
MAX_SECONDS = 60.0
"""Wall-clock seconds after which a function is not called with further cases."""
MAX_REPEATED = 200
"""Maximum number of new processes in which a function's calls are repeated."""
MAX_SIMILAR = 5
"""Approximate number of further similar faults whose calls are repeated if the smallest is right in a new process."""
MAX_TRACEBACK = 2000
WRONG, EXCEPTION, LEAK = "wrong", "exception", "leak"


class Fault(NamedTuple):
    """A case that was answered wrongly, late, or not at all."""

    place: int
    """Index of the case among all cases of its function."""
    kind: str
    """Kind of fault: wrong, exception, leak, timeout, crash, malformed or limit."""
    got: str
    """The answer as Python prints it, or the reason why there is no answer."""
    rule: str = ""
    """Rule that the play breaks; empty unless the function chooses plays."""
    where: str = ""
    """Line of the submission at which an exception was raised or time ran out."""
    explanation: str = ""
    traceback: str = ""
    """Traceback; only the first fault at each line has one."""
    sequence: tuple[int, ...] = ()
    """For a leak, the shortest sequence of earlier calls after which the answer is wrong."""
    right: bool = False
    """Whether the answer is right but late."""


class FunctionAnswers(NamedTuple):
    """A function's answers to its cases."""

    function: str
    asked: int
    """Number of cases the function was called with, in the order given by `in_turn`."""
    faults: tuple[Fault, ...]
    seconds: float
    """Total CPU time of all calls, in seconds."""
    slowest: float
    """CPU time of the slowest call, in seconds."""
    changed: int
    """Number of calls that changed their arguments."""
    stopped: str
    """Reason why cases were left out; empty if none were."""


def in_turn(cases: Sequence[Case]) -> list[int]:
    """Return the indices of the cases in calling order: one per rule, then per part of a rule, then the rest."""
    counts: Counter[object] = Counter()
    parts: Counter[object] = Counter()
    ranks: dict[object, int] = {}
    keys = []
    for place, case in enumerate(cases):
        rule, part = rule_of(case), part_of(case)
        if (rule, part) not in ranks:
            ranks[rule, part] = parts[rule, part[0]]
            parts[rule, part[0]] += 1
        keys.append((counts[rule, part], ranks[rule, part], place))
        counts[rule, part] += 1
    return [place for *_, place in sorted(keys)]


class Answers(NamedTuple):
    """A submission's answers to the cases."""

    functions: tuple[FunctionAnswers, ...]
    failure: Fault | None
    """Reason why the submission cannot be imported."""
    notes: tuple[str, ...]
    """Remarks about the submission, such as names that resemble those of the course's functions."""


def ask_submission(
    bot: Entrant,
    cases: Cases,
    *,
    limits: Limits = LIMITS,
    packages: tuple[str, ...] = (),
    trusted: bool = False,
) -> Answers:
    """Call the submission's functions with all cases, and return their answers."""
    session = BotSession(bot, cases.functions, limits, packages, match_seeds("0", "grading").bots, trusted=trusted)
    try:
        try:
            defined = session.restart("import").functions
        except Offence as offence:
            found = problem(offence, "", session.context)
            fault = Fault(0, found.kind, found.reason, "", found.where, found.explanation, _cut(found.traceback))
            return Answers((), fault, ())
        asked = []
        for name in defined:
            session.stop()  # each function gets its own process
            session.limits = limits
            asked.append(_Asker(session, name, cases.of(name)).ask())
        almost = (f"{name} looks like {meant}" for name, meant in near_misses(bot, defined, cases.functions))
        return Answers(tuple(asked), None, (*almost, *misordered(bot, defined), *_remarks(bot)))
    finally:
        session.stop()


def _remarks(bot: Entrant) -> Iterator[str]:
    """Yield a remark if the submission contains much of Phazed's own code."""
    sources = {path: data.decode("utf-8", "replace") for path, data in bot.files if path.endswith(".py")}
    if remark := shipped_remark(sources):
        yield remark


class _Asker:
    """Calls one function with its cases, in its own process."""

    def __init__(self, session: BotSession, function: str, cases: list[Case]) -> None:
        self._session = session
        self._function = function
        self._cases = cases
        self._limits = session.limits
        self._places: set[str] = set()
        """Locations of exceptions whose traceback has been kept."""
        self._begun = monotonic()
        self._repeated = 0

    def ask(self) -> FunctionAnswers:
        order = in_turn(self._cases)
        faults: list[Fault] = []
        seconds = slowest = 0.0
        asked = changed = failures = 0
        since: dict[int, int] = {}
        """For each case, the number of calls made before its process started."""
        first, stopped = 0, ""
        self._be_patient(patient=True)
        for asked, place in enumerate(order, 1):
            answer = self._call(place)
            since[place] = first
            changed += answer.changed
            fault = self._fault(place, answer)
            if answer.offence is not None and answer.offence.kind != EXCEPTION:  # the process has exited
                first = asked
                failures += 1
                seconds += self._session.limits.play if answer.offence.kind == TIMEOUT else 0.0
                self._be_patient(patient=failures < MAX_HANGING)
            seconds += answer.seconds
            slowest = max(slowest, answer.seconds)
            if fault is not None:
                faults.append(fault)
            stopped = self._reason_to_stop(failures, asked, seconds) if asked < len(order) else ""
            if stopped:
                break
        faults = self._without_leaks(order, since, faults)
        return FunctionAnswers(self._function, asked, tuple(faults), seconds, slowest, changed, stopped)

    def _be_patient(self, *, patient: bool) -> None:
        limit = self._limits.play * (PATIENCE if patient else 1.0)
        self._session.limits = self._limits._replace(play=limit, match=self._limits.match + limit)

    def _reason_to_stop(self, failures: int, asked: int, seconds: float) -> str:
        if failures >= MAX_FAILURES and failures == asked:
            return "it fails in every call"
        if seconds > self._limits.match or monotonic() - self._begun > MAX_SECONDS:
            return "it is too slow"
        return ""

    def _call(self, place: int) -> Answer:
        arguments = marshal.dumps(self._cases[place].arguments, PLAIN)
        return self._session.call(self._function, arguments, self._function)

    # Calls that depend on earlier ones

    def _without_leaks(self, order: list[int], since: dict[int, int], faults: list[Fault]) -> list[Fault]:
        """Return the faults, with those that do not recur in a new process marked as leaks of state.

        In each group of similar faults, the smallest call is repeated in a new process. The others are repeated only if
        that call is right there.
        """
        groups: dict[tuple[str, str, bool, str], list[Fault]] = {}
        for fault in sorted(faults, key=lambda fault: (len(self._cases[fault.place].call), fault.place)):
            if fault.kind in (WRONG, EXCEPTION):
                case = self._cases[fault.place]
                groups.setdefault((fault.kind, case.rule, case.negative, fault.where), []).append(fault)
        leaking = [members for members in groups.values() if not self._repeats(members[0])]
        found = {fault.place: fault for fault in faults}
        for members in leaking:
            others = members[1 :: max(len(members) // MAX_SIMILAR, 1)]
            repeated = [fault.place for fault in others if self._repeats(fault)]
            for fault in members:
                if not repeated or fault is members[0] or (fault.place not in repeated and not self._repeats(fault)):
                    found[fault.place] = fault._replace(kind=LEAK, traceback="", where="")
        if leaking:
            shown = min((members[0] for members in leaking), key=lambda fault: len(self._cases[fault.place].call))
            found[shown.place] = self._with_sequence(order, since, shown)
        return [found[fault.place] for fault in faults]

    def _repeats(self, fault: Fault) -> bool:
        """Return whether the fault recurs in a new process; assume that it does if there is no time to check."""
        return self._is_spent or self._after((), fault.place) is not None

    @property
    def _is_spent(self) -> bool:
        """Whether no time is left for further processes."""
        return self._repeated >= MAX_REPEATED or monotonic() - self._begun > 2 * MAX_SECONDS

    def _after(self, earlier: Sequence[int], place: int) -> Fault | None:
        """Make the earlier calls in a new process, then the call in question, and return its fault, if any."""
        self._repeated += 1
        self._session.stop()
        for each in earlier:
            self._call(each)
        return self._fault(place, self._call(place))

    def _with_sequence(self, order: list[int], since: dict[int, int], fault: Fault) -> Fault:
        """Return the leak with the shortest sequence of earlier calls found to cause it."""
        at = order.index(fault.place)
        whole = order[since[fault.place] : at]
        size, found = 1, None
        while size < len(whole) and not self._is_spent and found is None:
            found = self._after(whole[-size:], fault.place)
            size *= 1 if found else 2
        earlier = whole[-size:]
        step = max(len(earlier) // 2, 1)
        while step and len(earlier) > 1 and not self._is_spent:  # remove halves, then quarters, down to single calls
            for begin in range(0, len(earlier), step):
                fewer = earlier[:begin] + earlier[begin + step :]
                if fewer and (fault_then := self._after(fewer, fault.place)):
                    earlier, found = fewer, fault_then
                    break
            else:
                step //= 2
        shown = found or fault
        return shown._replace(kind=LEAK, traceback="", where="", sequence=tuple(earlier))

    def _fault(self, place: int, answer: Answer) -> Fault | None:
        """Return the fault in the answer, or `None` if the answer is right."""
        case = self._cases[place]
        if answer.offence is not None:
            return self._failure(place, answer.offence)
        text = answer.text(is_play=case.chooses)
        if case.chooses:
            refusal = _refusal(case, answer.value)
            if refusal:
                return Fault(place, WRONG, text, refusal.rule, explanation=refusal.reason)
        elif not same_answer(answer.value, case.expected):
            return Fault(place, WRONG, text)
        if answer.seconds > self._limits.play:
            return Fault(place, TIMEOUT, f"{text}, after {answer.seconds:.1f} s", right=True)
        return None

    def _failure(self, place: int, offence: Offence) -> Fault:
        found = problem(offence, self._function, self._session.context)
        first = found.where not in self._places
        self._places.add(found.where)
        reason = _time_out(offence.reason, self._session.limits) if found.kind == TIMEOUT else found.reason
        trace = _cut(found.traceback) if first else ""
        return Fault(place, found.kind, reason, "", error_location(found.traceback), found.explanation, trace)


def _time_out(reason: str, limits: Limits) -> str:
    """Return the limit that was exceeded, in terms of calls; the sandbox's message speaks of plays and matches."""
    if "without computing" in reason:
        return f"it waited for more than {limits.idle:g} s without computing"
    if "its plays" in reason:
        return f"all calls together take more than {limits.match:g} s"
    return f"more than {limits.play:g} s"


def _refusal(case: Case, play: Any) -> Any:
    """Return the reason why the chosen play is illegal, if it is."""
    return coursework.explain(play, *case.arguments, game=game_and_question(case.function)[0].name)


def _cut(text: str) -> str:
    """Return the end of a traceback, its most useful part."""
    return text if len(text) <= MAX_TRACEBACK else f"...{text[-MAX_TRACEBACK:]}"
