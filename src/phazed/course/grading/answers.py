"""The answers of a submission to all cases, which its functions give in the sandbox, and their faults.

The answers depend only on the submission and the cases, not on the scheme of the marks, and they are plain data. So
they are kept, and a grading that is interrupted or repeated with another scheme asks nothing again.
"""

from __future__ import annotations

import marshal
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
from phazed.game.pasted import game_and_question
from phazed.game.referee import Offence
from phazed.sandbox.limits import Limits
from phazed.sandbox.wire import PLAIN

if TYPE_CHECKING:
    from phazed.arena.check.bot_session import Answer
    from phazed.course.grading.cases import Case, Cases
    from phazed.storage.entrant import Entrant

LIMITS = Limits(start=2.0, play=1.0, match=20.0, idle=3.0)
"""Limits of each function: one process answers all its cases, so `match` is the time for all of them."""
MAX_FAILURES = 3
"""Number of crashes and timeouts after which a function is not asked further cases."""
MAX_SECONDS = 60.0
"""Wall-clock seconds after which a function is not asked further cases."""
MAX_TRACEBACK = 2000
WRONG, EXCEPTION = "wrong", "exception"


class Fault(NamedTuple):
    """A case without a right answer."""

    place: int
    """Index of the case among all cases of its function."""
    kind: str
    """Kind of the fault: wrong, exception, timeout, crash, malformed or limit."""
    got: str
    """The answer as Python prints it, or the reason why there is none."""
    rule: str = ""
    """Rule that a play breaks."""
    where: str = ""
    """Line of the submission at which an exception was raised or the time was up."""
    explanation: str = ""
    traceback: str = ""
    """Traceback of the first fault at each line."""


class FunctionAnswers(NamedTuple):
    """The answers of a function to its cases."""

    function: str
    asked: int
    """Number of cases that it was asked, from the first one on; 0 if the submission does not define it."""
    faults: tuple[Fault, ...]
    seconds: float
    """CPU seconds of all calls."""
    slowest: float
    """CPU seconds of the longest call."""
    changed: int
    """Number of calls in which it changed its arguments."""
    stopped: str
    """Reason why it was not asked all cases; empty if it was."""


class Answers(NamedTuple):
    """The answers of a submission to the cases."""

    functions: tuple[FunctionAnswers, ...]
    failure: Fault | None
    """Reason why it cannot be imported."""
    notes: tuple[str, ...]
    """Remarks about the submission, such as names that are similar to those of functions."""


def ask_submission(
    bot: Entrant,
    cases: Cases,
    *,
    limits: Limits = LIMITS,
    packages: tuple[str, ...] = (),
    trusted: bool = False,
) -> Answers:
    """Ask the functions of the submission all cases."""
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
            asked.append(_Asker(session, name).ask(cases.of(name)))
            session.stop()  # the next function has its own process
        almost = (f"{name} looks like {meant}" for name, meant in near_misses(bot, defined, cases.functions))
        return Answers(tuple(asked), None, (*almost, *misordered(bot, defined)))
    finally:
        session.stop()


class _Asker:
    """A function that is asked its cases, in its own process."""

    def __init__(self, session: BotSession, function: str) -> None:
        self._session = session
        self._function = function
        self._places: set[str] = set()
        """Locations of exceptions whose traceback is kept."""

    def ask(self, cases: list[Case]) -> FunctionAnswers:
        faults: list[Fault] = []
        seconds = slowest = 0.0
        asked = changed = failures = 0
        stopped, begun = "", monotonic()
        for place, case in enumerate(cases):
            answer = self._session.call(self._function, marshal.dumps(case.arguments, PLAIN), self._function)
            asked += 1
            changed += answer.changed
            seconds += answer.seconds
            slowest = max(slowest, answer.seconds)
            fault = self._fault(place, case, answer)
            if fault is not None:
                faults.append(fault)
                failures += fault.kind not in (WRONG, EXCEPTION)
            if failures >= MAX_FAILURES or monotonic() - begun > MAX_SECONDS:
                why = "it fails too often" if failures >= MAX_FAILURES else "it is too slow"
                stopped = why if asked < len(cases) else ""
                break
        return FunctionAnswers(self._function, asked, tuple(faults), seconds, slowest, changed, stopped)

    def _fault(self, place: int, case: Case, answer: Answer) -> Fault | None:
        """Return the fault of the answer; `None` if it is right."""
        if answer.offence is not None:
            return self._failure(place, answer.offence)
        text = answer.text(is_play=case.chooses)
        if case.chooses:
            refusal = _refusal(case, answer.value)
            return refusal and Fault(place, WRONG, text, refusal.rule, explanation=refusal.reason)
        return None if same_answer(answer.value, case.expected) else Fault(place, WRONG, text)

    def _failure(self, place: int, offence: Offence) -> Fault:
        found = problem(offence, self._function, self._session.context)
        first = found.where not in self._places
        self._places.add(found.where)
        reason = _time_out(offence.reason, self._session.limits) if found.kind == TIMEOUT else found.reason
        trace = _cut(found.traceback) if first else ""
        return Fault(place, found.kind, reason, "", error_location(found.traceback), found.explanation, trace)


def _time_out(reason: str, limits: Limits) -> str:
    """Return the limit that was exceeded; the sandbox's message is about plays and matches."""
    if "without computing" in reason:
        return f"it waited for more than {limits.idle:g} s without computing"
    if "its plays" in reason:
        return f"all calls together take more than {limits.match:g} s"
    return f"more than {limits.play:g} s"


def _refusal(case: Case, play: Any) -> Any:
    """Return the reason why a chosen play is illegal."""
    return coursework.explain(play, *case.arguments, game=game_and_question(case.function)[0].name)


def _cut(text: str) -> str:
    """Return the end of a traceback, which is the most useful part."""
    return text if len(text) <= MAX_TRACEBACK else f"...{text[-MAX_TRACEBACK:]}"
