"""The mistakes of a function: one finding each, with its rule, the smallest call that shows it, and its frequency.

Wrong answers are merged if they err in the same direction, for example by refusing valid plays, and break the same
rule. A call usually tests several rules. The broken rule is inferred from all calls: its calls fail most often while
others do not, by Ochiai's coefficient, as in spectrum-based fault localization (Abreu et al. 2007). Then its calls are
removed, and the others are explained in the same way.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from math import sqrt
from typing import TYPE_CHECKING

from phazed.answers.grade import Finding
from phazed.arena.check.examples import Question
from phazed.arena.check.questions import why
from phazed.course.grading.answers import EXCEPTION, WRONG
from phazed.course.grading.cases import our_answer
from phazed.course.grading.labels import numbers
from phazed.game.rulebook import find, for_terminal
from phazed.rules.groups import THE_TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.course.grading.answers import Fault
    from phazed.course.grading.cases import Case

BY_RULE = frozenset({"refuses", "accepts", "misses", "adds", "confuses", "high", "low"})
"""Directions in which a function errs by breaking a rule; each broken rule is a separate mistake."""


def find_mistakes(cases: Sequence[Case], weights: Sequence[float], faults: Sequence[Fault]) -> list[Finding]:
    """Return the mistakes of one function, the most costly first; faults of cases without weight do not count."""
    groups: dict[tuple[str, str], list[Fault]] = defaultdict(list)
    for fault in faults:
        if weights[fault.place]:
            groups[_direction(cases[fault.place], fault)].append(fault)
    found = [
        _finding(cases, weights, direction, rule, together)
        for (direction, shared), members in groups.items()
        for rule, together in _mistakes(cases, direction, shared, members)
    ]
    return sorted(found, key=lambda finding: (-finding.lost, finding.rule))


def _direction(case: Case, fault: Fault) -> tuple[str, str]:
    """Return the direction in which the answer errs, and what similar answers share: a line, or the rule of a play."""
    if fault.kind != WRONG:
        return fault.kind, fault.where if fault.kind == EXCEPTION else ""
    if case.chooses:
        return "illegal", fault.rule
    value = read_value(fault.got)
    if type(case.expected) is bool:
        return ("form" if type(value) is not bool else "accepts" if value else "refuses"), ""
    if case.function.endswith("_score"):
        if type(value) is not int:
            return "form", ""
        return ("high" if value > case.expected else "low"), ""
    if case.function.startswith("phazed") and type(value) is not list:
        return "form", ""
    given, right = set(numbers(value)), set(numbers(case.expected))
    if given > right:
        return "adds", ""
    return ("misses" if given < right else "form" if given == right else "confuses"), ""


def _mistakes(
    cases: Sequence[Case], direction: str, shared: str, faults: list[Fault]
) -> Iterator[tuple[str, list[Fault]]]:
    """Yield the rules broken by answers that err in one direction, each with its faults."""
    if direction == "illegal":
        yield shared, faults
    elif direction in BY_RULE:
        yield from _blamed(cases, faults)
    else:
        yield next(_blamed(cases, faults))[0], faults


def read_value(text: str) -> object:
    """Return the value that Python prints as this text, or the text itself if it cannot be read."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def _blamed(cases: Sequence[Case], faults: list[Fault]) -> Iterator[tuple[str, list[Fault]]]:
    """Yield the rules that explain the faults, each with its own."""
    halves = {cases[fault.place].negative for fault in faults}
    asked: dict[str, int] = defaultdict(int)
    for case in cases:
        if case.negative in halves:
            for rule in case.rules:
                asked[rule] += 1
    left = faults
    while left:
        failed: dict[str, int] = defaultdict(int)
        for fault in left:
            for rule in cases[fault.place].rules:
                failed[rule] += 1
        blamed = max(failed, key=lambda rule: (failed[rule] / sqrt(len(left) * asked[rule]), failed[rule]))
        yield blamed, [fault for fault in left if blamed in cases[fault.place].rules]
        left = [fault for fault in left if blamed not in cases[fault.place].rules]


def _finding(
    cases: Sequence[Case], weights: Sequence[float], direction: str, rule: str, faults: list[Fault]
) -> Finding:
    smallest = min(faults, key=lambda fault: (len(cases[fault.place].call), fault.place))
    case = cases[smallest.place]
    return Finding(
        case.function,
        rule,
        direction,
        len(faults),
        sum(rule in each.rules for each in cases) if direction != "illegal" else len(cases),
        sum(weights[fault.place] for fault in faults),
        case.call,
        "a legal play" if case.chooses else repr(case.expected),
        smallest.got,
        smallest.explanation if case.chooses or smallest.kind != WRONG else _why(case, smallest.got),
        sentence(rule),
        smallest.where,
        next((fault.traceback for fault in faults if fault.traceback), ""),
    )


def _why(case: Case, got: str) -> str:
    """Return the reason why the answer is wrong, unless the teacher's right answer differs from ours."""
    if our_answer(case.function, case.arguments) != case.expected:
        return ""
    try:
        return why(case.function, Question(case.arguments, case.expected), read_value(got))
    except (TypeError, ValueError, LookupError):  # what is not a group has no reasons
        return ""


def sentence(rule: str) -> str:
    """Return the text of a rule on one line, without its example.

    >>> sentence("6.1")
    'A card is drawn at the start of the turn and only then.'
    """
    if rule == THE_TABLE:
        return "The table of groups: what each type is, how many cards it has, and whether their order matters."
    return re.sub(r"^[\d.]+ ", "", for_terminal(find(rule).partition("\n\n")[0], width=10_000))
