"""The mark of a function: the weights of the rules that it gets right.

Each case counts for one rule, and each rule has the weight of the scheme. The cases of a rule are divided by their
right answer (valid plays and invalid ones) and by what they test; all these parts weigh the same. A rule counts fully
if all its cases are right, nothing if a share `tolerance` of them is wrong, and in proportion between them; the only
rule of a function counts by the share of its right answers. The mark of the best constant answer is subtracted, and the
rest is scaled. So a function that always returns the same earns nothing.

>>> corrected(0.75, 0.5), corrected(0.4, 0.5), corrected(1.0, 1.0)
(0.5, 0.0, 1.0)
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from phazed.course.grading.cases import OWN

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from phazed.course.grading.cases import Case

ROUNDING = 1e-9
"""A number above the rounding error of a sum of weights."""
PICK_UP = "6.1"
"""Rule of positions in which a function that plays can always draw."""
OWN_RULE = "own"
"""The teacher's own cases, which count together like a rule."""


def rule_of(case: Case) -> str:
    """Return the rule for which a case counts."""
    return OWN_RULE if case.source == OWN else case.rule


def part_of(case: Case) -> tuple[bool, str]:
    """Return the part of its rule to which a case belongs: the kind of the right answer, and what is tested."""
    return case.negative, _tested(case.boundary)


@cache
def _tested(boundary: str) -> str:
    """Return a boundary without its numbers and details."""
    return re.sub(r"\d+|[:,@].*", "", boundary)


def weights(cases: Sequence[Case], of_rule: Callable[[str], float], own_share: float = 0.0) -> list[float]:
    """Return the weight of each case of a function; the sum is 1, unless nothing counts.

    The sum of the teacher's own cases, if there are any, is `own_share`.
    """
    rules: dict[str, dict[tuple[bool, str], list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, case in enumerate(cases):
        rules[rule_of(case)][part_of(case)].append(place)
    total = sum(of_rule(rule) for rule in rules if rule != OWN_RULE)
    found = [0.0] * len(cases)
    for rule, parts in rules.items():
        if rule == OWN_RULE:
            whole = own_share if total else 1.0
        else:
            whole = of_rule(rule) / total * (1 - own_share if OWN_RULE in rules else 1.0) if total else 0.0
        halves = len({negative for negative, _ in parts})
        sizes = {half: sum(1 for negative, _ in parts if negative is half) for half in (False, True)}
        for (half, _), places in parts.items():
            for place in places:
                found[place] = whole / halves / sizes[half] / len(places)
    return found


def mark(
    cases: Sequence[Case],
    weighed: Sequence[float],
    right: Collection[int],
    asked: Collection[int],
    tolerance: float,
) -> tuple[float, dict[str, float]]:
    """Return the mark for the right ones among the cases that were asked, and the credit of each rule, from 0 to 1.

    Rules without a case that was asked count neither way.
    """
    totals: dict[str, float] = defaultdict(float)
    counted: dict[str, float] = defaultdict(float)
    lost: dict[str, float] = defaultdict(float)
    for place, weight in enumerate(weighed):
        rule = rule_of(cases[place])
        totals[rule] += weight
        if place in asked:
            counted[rule] += weight
            if place not in right:
                lost[rule] += weight
    if sum(map(bool, totals.values())) == 1:
        tolerance = 1.0
    credit_of = {}
    for rule, total in totals.items():
        if total and counted[rule]:
            wrong = lost[rule] / counted[rule]
            credit_of[rule] = max(0.0, 1 - wrong / (1.0 if rule == OWN_RULE else tolerance))
    asked_for = sum(totals[rule] for rule in credit_of)
    return sum(credit_of[rule] * totals[rule] for rule in credit_of) / (asked_for or 1.0), credit_of


def best_constant(cases: Sequence[Case], weighed: Sequence[float], tolerance: float) -> float:
    """Return the mark of the best constant answer; for plays, this is the draw."""
    answers: dict[str, set[int]] = defaultdict(set)
    for place, case in enumerate(cases):
        if not case.chooses:
            answers[repr(case.expected)].add(place)
        elif case.rule == PICK_UP:
            answers["draw"].add(place)
    every = range(len(cases))
    return max((mark(cases, weighed, right, every, tolerance)[0] for right in answers.values()), default=0.0)


def corrected(share: float, chance: float) -> float:
    """Return the mark, 0 for chance and 1 for all; both are sums of weights with rounding errors."""
    if share > 1 - ROUNDING:
        return 1.0
    if share < chance + ROUNDING:
        return 0.0
    return (share - chance) / (1 - chance)
