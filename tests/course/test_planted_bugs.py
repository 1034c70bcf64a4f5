"""Bugs planted into a right solution: each is found, and its rule is named."""

from __future__ import annotations

import pytest
from planted_bugs import BUGS, SOLUTION

from phazed import coursework
from phazed.course.grading.cases import cases_for
from phazed.game.pasted import read_call
from phazed.rules.rulesets import RULESETS


@pytest.mark.parametrize("game", RULESETS)
def test_the_right_solution_gets_full_marks(graded, game):
    found = graded(SOLUTION, game=game)
    assert found.findings == ()
    assert found.points == found.total == 100
    assert all(each.mark == 1 and each.right == each.cases for each in found.functions)


@pytest.mark.long
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name.replace(" ", "-"))
def test_a_planted_bug_is_found_with_its_rule(graded, bug):
    found = graded(bug.source, bug.function, game=bug.game)
    assert bug.rule in [finding.rule for finding in found.findings[:2]]
    assert found.functions[0].mark < 1
    assert found.points < found.total
    finding = found.findings[0]
    function, arguments = read_call(finding.call)
    assert function == bug.function
    if function not in ("phazed_play", "phazed_bonus"):
        assert repr(getattr(coursework, function)(**arguments)) == finding.expected != finding.got


def test_one_bug_is_one_finding(graded):
    for name in ("aces are not wild in a set", "runs do not wrap", "only the first type", "any card joins a set"):
        (bug,) = [bug for bug in BUGS if bug.name == name]
        assert [each.rule for each in graded(bug.source, bug.function).findings] == [bug.rule]


def test_there_are_many_bugs_and_no_two_of_the_same_name():
    assert len({bug.name for bug in BUGS}) == len(BUGS) >= 30


CONSTANTS = {
    "group_type": ("[]", "[1]", "[6, 7]", "None", "3"),
    "phase_type": ("[]", "[3, 6]", "None", "1"),
    "is_valid_play": ("True", "False", "None"),
    "score": ("0", "25"),
    "play": ("(1, None)", "(5, '2S')", "None"),
}


@pytest.mark.parametrize("game", RULESETS)
def test_a_constant_answer_earns_nothing(graded, game):
    functions = cases_for(game, "0").functions
    for number in range(max(map(len, CONSTANTS.values()))):
        lines = []
        for function in functions:
            answers = CONSTANTS[function.removeprefix(f"{game}_") if function != "phazed_bonus" else "play"]
            lines.append(f"def {function}(*_):\n    return {answers[number % len(answers)]}\n")
        found = graded("".join(lines), game=game)
        assert [each.mark for each in found.functions] == [0.0] * len(functions)
        assert found.points == 0


def test_a_bug_that_two_functions_show_is_one_finding_of_each(graded):
    (bug,) = [bug for bug in BUGS if bug.name == "runs do not wrap"]
    found = graded(bug.source, "phazed_group_type", "phazed_phase_type")
    assert [(each.function, each.rule, each.direction) for each in found.findings] == [
        ("phazed_group_type", "2.1", "misses"),
        ("phazed_phase_type", "2.1", "misses"),
    ]
