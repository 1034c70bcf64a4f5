"""The mistakes in a function: one finding for each broken rule, with the smallest call that shows the mistake.

Wrong answers are merged if they err in the same direction, for example by refusing valid plays, and break the same
rule. If an invalid play is accepted, `explain` names the broken rule. If a valid play is refused, the rule is inferred
from all calls: the aspect chosen is the one whose calls fail most often while other calls do not, by Ochiai's
coefficient, as in spectrum-based fault localization (Abreu et al. 2007). The calls with this aspect are then removed,
and the remaining ones are explained in the same way. Exceptions, time-outs and values of another type break no rule and
are separate findings.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from phazed.answers.grade import Finding
from phazed.arena.check.examples import Question
from phazed.arena.check.questions import why
from phazed.course.grading.answers import EXCEPTION, LEAK, WRONG
from phazed.course.grading.aspects import Aspect, aspects, flaw_aspects, numbers
from phazed.course.grading.cases import our_answer
from phazed.game.rulebook import find, for_terminal
from phazed.rules.groups import THE_TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.course.grading.answers import Fault
    from phazed.course.grading.cases import Case

REFUSES, ACCEPTS, MISSES, ADDS, HIGH, LOW, FORM, ILLEGAL = (
    *("refuses", "accepts", "misses", "adds", "high", "low", "form", "illegal"),
)
BY_RULE = frozenset({REFUSES, ACCEPTS, MISSES, ADDS, HIGH, LOW, ILLEGAL})
"""Directions of errors that break a rule; each broken rule is a separate mistake."""


SPECIAL = "1.3"
"""Rule about aces, whose aspects are more specific than the rule about a wrong type."""


class _Mistake(NamedTuple):
    """Faults with the same cause."""

    direction: str
    rule: str
    """Broken rule; empty if no rule is broken."""
    aspects: tuple[str, ...]
    faults: list[Fault]


def find_mistakes(cases: Sequence[Case], weights: Sequence[float], faults: Sequence[Fault]) -> list[Finding]:
    """Return the mistakes in one function, the most costly first and those that cost nothing last."""
    groups: dict[tuple[str, str], list[Fault]] = defaultdict(list)
    found = []
    free: dict[tuple[str, str], list[Fault]] = defaultdict(list)
    for fault in faults:
        direction, shared = _direction(cases[fault.place], fault)
        if weights[fault.place]:
            groups[direction, shared].append(fault)
        else:
            free[direction, cases[fault.place].rule].append(fault)
    for (direction, rule), members in free.items():
        found.append(_Mistake(direction, rule, (), members))
    for (direction, shared), members in groups.items():
        if direction == ILLEGAL:
            found.append(_Mistake(direction, shared, (), members))
        elif direction in BY_RULE:
            found += _blamed(cases, weights, direction, members)
        else:
            found.append(_Mistake(direction, "", (), members))
    findings = [_finding(cases, weights, mistake) for mistake in found]
    lost: dict[str, float] = defaultdict(float)
    for each in findings:
        lost[each.rule or each.direction] += each.lost
    return sorted(findings, key=lambda each: (not each.lost, -lost[each.rule or each.direction], each.rule, -each.lost))


def _direction(case: Case, fault: Fault) -> tuple[str, str]:
    """Return the direction of the error, and the line of the exception or the rule that an illegal play breaks."""
    if fault.kind != WRONG:
        return fault.kind, fault.where if fault.kind == EXCEPTION else ""
    if case.chooses:
        return ILLEGAL, fault.rule
    value = read_value(fault.got)
    if type(case.expected) is bool:
        return (FORM if type(value) is not bool else ACCEPTS if value else REFUSES), ""
    if case.function.endswith("_score"):
        if type(value) is not int:
            return FORM, ""
        return (HIGH if value > case.expected else LOW), ""
    if case.function.startswith("phazed") and type(value) is not list:
        return FORM, ""
    if case.function.startswith("phasedout") and value is not None and type(value) is not int:
        return FORM, ""
    given, right = set(numbers(value)), set(numbers(case.expected))
    return (ADDS if given - right else MISSES if right - given else FORM), ""


def read_value(text: str) -> object:
    """Return the value that Python prints as this text, or the text itself if it cannot be parsed."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def _aspects(case: Case, direction: str, fault: Fault) -> tuple[Aspect, ...]:
    """Return the aspects that may explain the fault; for an added or missing type, those of that type."""
    if direction not in (ADDS, MISSES):
        return case.aspects
    given, right = set(numbers(read_value(fault.got))), set(numbers(case.expected))
    if direction == ADDS:
        flaws = flaw_aspects(case.function, case.arguments[0], _added(case, fault))
        return tuple(dict.fromkeys(flaws)) or case.aspects
    if given:
        missing = sorted(right - given)
        return (
            *aspects(case.function, case.arguments, missing),
            *(each for each in case.aspects if each.rule == "2.3"),
        )
    return tuple(each for each in case.aspects if each.rule != "2.3") or case.aspects


def _added(case: Case, fault: Fault) -> int:
    """Return the lowest number that is in the answer but not in the expected one."""
    return min(set(numbers(read_value(fault.got))) - set(numbers(case.expected)))


def _blamed(cases: Sequence[Case], weights: Sequence[float], direction: str, faults: list[Fault]) -> Iterator[_Mistake]:
    """Yield the broken rules that explain the faults, each with the faults that it explains."""
    halves = {cases[fault.place].negative for fault in faults}
    asked: dict[Aspect, float] = defaultdict(float)
    for place, case in enumerate(cases):
        if case.negative in halves and weights[place]:
            for aspect in case.aspects:
                asked[aspect] += 1
    by_rule: dict[str, tuple[list[str], list[Fault]]] = {}
    left = {fault.place: _aspects(cases[fault.place], direction, fault) for fault in faults}
    kept = {fault.place: fault for fault in faults}
    while left:
        failed: dict[Aspect, float] = defaultdict(float)
        for found in left.values():
            for aspect in found:
                failed[aspect] += 1
        blamed = max(
            failed, key=lambda each: (_score(each, failed[each], len(left), asked[each], direction), failed[each])
        )
        names, together = by_rule.setdefault(blamed.rule, ([], []))
        if blamed.what:
            names.append(blamed.what)
        for place in [place for place, found in left.items() if blamed in found]:
            together.append(kept[place])
            del left[place]
    for rule, (names, together) in by_rule.items():
        yield _Mistake(direction, rule, tuple(dict.fromkeys(names)), together)


def _score(aspect: Aspect, failed: float, faults: int, asked: float, direction: str) -> float:
    """Return a score for how well an aspect explains the faults.

    For an added type this is the number of faults with the aspect, slightly increased if the aspect is about aces;
    otherwise it is Ochiai's coefficient.
    """
    if direction == ADDS:
        return failed * (1.05 if aspect.rule == SPECIAL else 1.0)
    return round(failed / sqrt(faults * max(asked, failed)), 9)


def _finding(cases: Sequence[Case], weights: Sequence[float], mistake: _Mistake) -> Finding:
    direction, rule, names, faults = mistake
    of_rule = [fault for fault in faults if cases[fault.place].rule == rule] or faults
    smallest = min(
        of_rule, key=lambda fault: (not (fault.sequence or fault.traceback), len(cases[fault.place].call), fault.place)
    )
    case = cases[smallest.place]
    return Finding(
        case.function,
        rule,
        direction,
        names[:3],
        len(faults),
        max(len(faults), sum(1 for each in cases if rule in (each.rule, *(aspect.rule for aspect in each.aspects))))
        if rule and direction != ILLEGAL
        else len(cases),
        sum(weights[fault.place] for fault in faults),
        case.call,
        tuple(cases[place].call for place in smallest.sequence),
        "a legal play" if case.chooses else repr(case.expected),
        smallest.got,
        smallest.explanation if case.chooses or smallest.kind not in (WRONG, LEAK) else _why(case, smallest.got, rule),
        sentence(rule) if rule else "",
        smallest.where,
        smallest.traceback,
    )


def _why(case: Case, got: str, rule: str) -> str:
    """Return the reason why the answer is wrong, or nothing if the teacher's expected answer differs from Phazed's.

    A rule at the end of the reason is removed unless it is the finding's.
    """
    if our_answer(case.function, case.arguments) != case.expected:
        return ""
    try:
        text = why(case.function, Question(case.arguments, case.expected), read_value(got))
    except (TypeError, ValueError, LookupError):  # there are no reasons for a value that is not a group
        return ""
    return re.sub(r" \(rule ([\d.]+)\)$", lambda named: named[0] if named[1] == rule else "", text)


@cache
def sentence(rule: str) -> str:
    """Return the text of a rule on one line, without its example.

    >>> sentence("6.1")
    'A card is drawn at the start of the turn and only then.'
    """
    if rule == THE_TABLE:
        return "The table of groups: what each type is, how many cards it has, and whether their order matters."
    return re.sub(r"^[\d.]+ ", "", for_terminal(find(rule).partition("\n\n")[0], width=10_000))
