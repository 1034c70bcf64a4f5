"""The mark of a function: the total weight of the rules that it gets right.

Each case counts towards one rule, and the scheme gives each rule a weight. A rule's cases are split into those with a
positive and those with a negative expected answer (valid and invalid plays), which weigh the same, and each half is
split into equally weighted parts by what the cases test. A rule earns full credit if all its cases are right, none if a
share of `tolerance` or more is wrong, and partial credit in between. If a function has a single rule, its credit is the
share of right answers. Finally, the mark of the best constant answer is subtracted and the rest is scaled, so a
function that always returns the same value earns nothing.

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
"""Upper bound on the rounding error in a sum of weights."""
PICK_UP = "6.1"
"""Rule of the positions in which a function that chooses a play can always draw."""
OWN_RULE = "own"
"""Name under which the teacher's own cases count together, like a rule."""


def rule_of(case: Case) -> str:
    """Return the rule that a case counts towards."""
    return OWN_RULE if case.source == OWN else case.rule


def part_of(case: Case) -> tuple[bool, str]:
    """Return the part of the rule that a case belongs to: whether its expected answer is negative, and its topic."""
    return case.negative, _tested(case.boundary)


@cache
def _tested(boundary: str) -> str:
    """Return a boundary without its numbers and details."""
    return re.sub(r"\d+|[:,@].*", "", boundary)


def weights(cases: Sequence[Case], of_rule: Callable[[str], float], own_share: float = 0.0) -> list[float]:
    """Return the weight of each of a function's cases; the weights sum to 1, unless nothing counts.

    If there are cases of the teacher's own, their weights sum to `own_share`.
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
    """Return the mark for the right answers among the cases that were asked, and the credit for each rule, from 0 to 1.

    Rules none of whose cases were asked are left out of the mark.
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
    """Return the mark of the best constant answer; for a function that chooses a play, this is to draw."""
    answers: dict[str, set[int]] = defaultdict(set)
    for place, case in enumerate(cases):
        if not case.chooses:
            answers[repr(case.expected)].add(place)
        elif case.rule == PICK_UP:
            answers["draw"].add(place)
    every = range(len(cases))
    return max((mark(cases, weighed, right, every, tolerance)[0] for right in answers.values()), default=0.0)


def corrected(share: float, chance: float) -> float:
    """Return the mark, scaled from 0 at `chance` to 1; both arguments are sums of weights with rounding errors."""
    if share > 1 - ROUNDING:
        return 1.0
    if share < chance + ROUNDING:
        return 0.0
    return (share - chance) / (1 - chance)
