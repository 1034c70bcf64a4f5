"""Marks rank programs as a teacher would: the more essential rules they miss, the fewer points."""

from __future__ import annotations

import pytest
from in_process import namespace_of, quick_grade
from planted_bugs import MORE_BUGS, ONE_BY_ONE

BUGS = {bug.name: bug for bug in MORE_BUGS}
ESSENTIAL = (
    "the groups are not looked at",
    "the phase need not be due",
    "the cards of a phase are not held",
    "cards are added without a phase",
    "the card added is not held",
    "any card joins a run",
    "a set takes any card",
    "an accumulation takes every card",
    "a discard with an open accumulation",
    "a discard need not be held",
    "any discard is taken",
    "a draw at any time",
)
"""Checks of phazed_is_valid_play that the assignment asks for, each left out."""
MINOR = (
    "the stage 68 is missing",
    "the stage 84 is missing",
    "the stage 87 is missing",
    "the last stage is missing",
    "colour runs end at eight cards",
    "runs grow to eleven",
    "an outer ace of a run has no value",
    "a set takes the value of its first card",
)
"""Single boundaries of such checks."""
GUARDS = {
    "no cards": ("    if not group:\n        return []\n", ""),
    "malformed plays": (
        "    except (TypeError, ValueError, IndexError, KeyError, AttributeError):\n",
        "    except OSError:\n",
    ),
}
"""Guards against arguments that are no cards and no plays, about which the assignment says nothing."""


OVERLAPPING = ("a discard with an open accumulation", "the card added is not held")
"""Bugs in lines that another one changes as well."""


def with_bugs(*names):
    """The right solution with several bugs."""
    source = ONE_BY_ONE
    for name in names:
        assert source.count(f"\n{BUGS[name].before}") == 1, name
        source = source.replace(f"\n{BUGS[name].before}", f"\n{BUGS[name].after}")
    return source


def points(source):
    return quick_grade(namespace_of(source)).points


@pytest.fixture(scope="module")
def one_missed():
    """The points of programs that miss one check or one boundary."""
    return {name: points(with_bugs(name)) for name in (*ESSENTIAL, *MINOR)}


@pytest.mark.parametrize("name", GUARDS)
def test_malformed_arguments_cost_nothing(name):
    assert GUARDS[name][0] in ONE_BY_ONE
    assert points(ONE_BY_ONE.replace(*GUARDS[name])) == 100


def test_a_boundary_costs_less_than_a_check(one_missed):
    minor, essential = ([one_missed[name] for name in names] for names in (MINOR, ESSENTIAL))
    assert all(97 <= each < 100 for each in minor)
    assert all(each < 99 for each in essential)
    assert sum(minor) / len(minor) > sum(essential) / len(essential) + 0.5


def test_the_more_checks_are_missing_the_fewer_points():
    chosen = [name for name in ESSENTIAL if name not in OVERLAPPING]
    ranked = [points(with_bugs(*chosen[:count])) for count in range(len(chosen) + 1)]
    assert ranked[0] == 100
    assert ranked == sorted(ranked, reverse=True)
    assert len(set(ranked)) == len(ranked)
    assert ranked[3] <= 95
    assert ranked[-1] <= 80


def test_a_program_without_the_checks_that_matter_gets_much_less_than_one_without_guards():
    missing = (
        *("two phases in a hand", "copies are not counted", "cards are added without a phase"),
        *("an accumulation takes every card", "any discard is taken", "the last card need not complete"),
    )
    assert points(with_bugs(*missing)) <= 92


def test_groups_matter_more_than_the_points_of_a_hand():
    aces = points(with_bugs("aces are not wild in sets of a value"))
    wrapping = points(with_bugs("a two does not follow a king"))
    queens = points(with_bugs("a queen costs ten"))
    assert aces < wrapping < queens < 100
    without = points(ONE_BY_ONE.replace("def phazed_is_valid_play", "def is_valid_play"))
    assert without <= 60
