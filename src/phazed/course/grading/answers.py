"""Asks the functions of a submission all cases, in the sandbox, and notes what was not answered rightly.

The answers depend on the submission and the cases alone, not on the scheme by which they are marked, and they are plain
data: so they can be kept, and a grading that is interrupted or marked by another scheme asks nothing again.
"""

from __future__ import annotations

import marshal
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

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
"""Of each function: a process of its own answers its cases, so `match` is the time for all of them."""
MAX_FAILURES = 3
"""A function that has exceeded its time or ended its process this often is asked no more."""
MAX_SECONDS = 60.0
"""Nor is one that has taken this long by wall clock."""
MAX_TRACEBACK = 2000
WRONG, EXCEPTION = "wrong", "exception"


class Fault(NamedTuple):
    """A case that was not answered rightly."""

    place: int
    """Of the case among all cases of its function."""
    kind: str
    """Wrong, or how the call failed: exception, timeout, crash, malformed, limit."""
    got: str
    """The answer as Python prints it, or why there is none."""
    rule: str = ""
    """The rule that a play breaks."""
    where: str = ""
    """The line of the submission at which an exception was raised or its time was up."""
    explanation: str = ""
    traceback: str = ""
    """Of the first fault at each line."""


class FunctionAnswers(NamedTuple):
    """How a function answered its cases."""

    function: str
    asked: int
    """How many cases it was asked, from the first on; 0 if the submission does not define it."""
    faults: tuple[Fault, ...]
    seconds: float
    """CPU seconds of all calls."""
    slowest: float
    """CPU seconds of the longest call."""
    changed: int
    """In how many calls it changed its arguments."""
    stopped: str
    """Why it was not asked all cases; empty if it was."""


class Answers(NamedTuple):
    """How a submission answered the cases."""

    functions: tuple[FunctionAnswers, ...]
    failure: Fault | None
    """Why it cannot be imported, if so."""
    notes: tuple[str, ...]
    """What is odd about it as a whole, such as names that are almost those of functions."""


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
            session.stop()  # the next function has a process of its own
        almost = (f"{name} looks like {meant}" for name, meant in near_misses(bot, defined, cases.functions))
        return Answers(tuple(asked), None, (*almost, *misordered(bot, defined)))
    finally:
        session.stop()


class _Asker:
    """Asks one function, in a process of its own."""

    def __init__(self, session: BotSession, function: str) -> None:
        self._session = session
        self._function = function
        self._places: set[str] = set()
        """Where exceptions were raised whose traceback is kept."""

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
        """What is wrong with the answer; `None` if it is right."""
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
    """What took too long; the sandbox speaks of plays and matches."""
    if "without computing" in reason:
        return f"it waited for more than {limits.idle:g} s without computing"
    if "its plays" in reason:
        return f"all calls together take more than {limits.match:g} s"
    return f"more than {limits.play:g} s"


def _refusal(case: Case, play: Any) -> Any:
    """Why a play that was chosen is not legal."""
    return coursework.explain(play, *case.arguments, game=game_and_question(case.function)[0].name)


def _cut(text: str) -> str:
    """The end of a traceback, which says most."""
    return text if len(text) <= MAX_TRACEBACK else f"...{text[-MAX_TRACEBACK:]}"


def encode(answers: Answers) -> bytes:
    """The answers as JSON."""
    return msgspec.json.encode(answers)


def decode(data: bytes) -> Answers:
    """The answers that `encode` has written; `ValueError` for anything else."""
    return msgspec.json.decode(data, type=Answers)
