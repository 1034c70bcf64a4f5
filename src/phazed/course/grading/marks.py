"""The mark of a function: its weighted share of right answers, corrected for chance.

Cases with a negative right answer (`False`, `[]`, `None`) have together the same weight as all others. In both halves
every rule and answer has about the same weight, regardless of the number of its cases. The share of the best constant
answer is subtracted from the share of right answers, and the rest is scaled. So a function that always returns the same
earns nothing, and one without mistakes earns everything.

>>> corrected(0.75, 0.5), corrected(0.4, 0.5), corrected(1.0, 1.0)
(0.5, 0.0, 1.0)
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from phazed.course.grading.cases import OWN

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from phazed.course.grading.cases import Case

FULL = 8
"""Number of cases below which a rule weighs less."""
ROUNDING = 1e-9
"""A number above the rounding error of a sum of weights."""
PICK_UP = "6.1"
"""Rule of positions in which a function that plays can always draw."""


def weights(cases: Sequence[Case], own_share: float, ignored: Collection[str] = ()) -> list[float]:
    """Return the weight of each case of a function; the sum is 1, unless nothing counts.

    The sum of the teacher's own cases, if there are any, is `own_share`. Cases of ignored rules have no weight.
    """
    own = [place for place, case in enumerate(cases) if case.source == OWN]
    ours = [place for place, case in enumerate(cases) if case.source != OWN and case.rule not in ignored]
    found = [0.0] * len(cases)
    for place in own:
        found[place] = (own_share if ours else 1.0) / len(own)
    halves = [[place for place in ours if _half(cases[place]) is half] for half in (False, True)]
    whole = (1 - own_share if own else 1.0) / max(sum(map(bool, halves)), 1)
    for places in halves:
        strata: dict[object, list[int]] = defaultdict(list)
        for place in places:
            strata[_stratum(cases[place])].append(place)
        sizes = sum(min(len(each), FULL) for each in strata.values())
        for each in strata.values():
            for place in each:
                found[place] = whole * min(len(each), FULL) / sizes / len(each)
    return found


def _half(case: Case) -> bool:
    return case.rule == PICK_UP if case.chooses else case.negative


def _stratum(case: Case) -> object:
    """Return the key of cases with the same total weight: a rule and, where few are possible, an answer."""
    return (case.rule, "" if type(case.expected) is int else repr(case.expected))


def best_constant(cases: Iterable[Case], weighed: Iterable[float]) -> float:
    """Return the share of the best constant answer; for plays, this is the draw."""
    shares: dict[str, float] = defaultdict(float)
    for case, weight in zip(cases, weighed):
        if not case.chooses:
            shares[repr(case.expected)] += weight
        elif case.rule == PICK_UP:
            shares["draw"] += weight
    return max(shares.values(), default=0.0)


def corrected(share: float, chance: float) -> float:
    """Return the share of right answers, 0 for chance and 1 for all; both are sums of weights with rounding errors."""
    if share > 1 - ROUNDING:
        return 1.0
    if share < chance + ROUNDING:
        return 0.0
    return (share - chance) / (1 - chance)
