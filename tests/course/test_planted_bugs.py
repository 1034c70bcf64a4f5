"""Bugs planted into right solutions: each is found, and its rule is named; what mutants of our own rules survive."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import pytest
from in_process import namespace_of, quick_grade
from mutation import mutants
from planted_bugs import BUGS, CLASSES, MORE_BUGS, ONE_BY_ONE, OTHER_BUGS, SOLUTION

import phazed
from phazed import coursework
from phazed.course.grading.cases import cases_for
from phazed.game.pasted import game_and_question, read_call
from phazed.rules.rulesets import PHAZED, PLAY_FUNCTIONS, RULESETS

EVERY = (*BUGS, *MORE_BUGS, *OTHER_BUGS)
MALFORMED = {"2.5", "6.7"}


@lru_cache(maxsize=1000)
def found_in(bug, seed):
    """The findings of the function that shows a bug."""
    return quick_grade(namespace_of(bug.source), bug.game, seed, functions=(bug.function,)).findings


@pytest.mark.parametrize("game", RULESETS)
def test_the_right_solution_gets_full_marks(graded, game):
    found = graded(SOLUTION, game=game)
    assert found.findings == ()
    assert found.points == found.total == 100
    assert all(each.mark == 1 and each.right == each.cases for each in found.functions)


@pytest.mark.parametrize("source", [ONE_BY_ONE, CLASSES], ids=["one by one", "classes"])
def test_right_solutions_of_other_styles_get_full_marks(source):
    found = quick_grade(namespace_of(source), seed="x")
    assert found.counted == ()
    assert {each.mark for each in found.functions if each.right} == {1}


@pytest.mark.parametrize("bug", EVERY, ids=lambda bug: bug.name.replace(" ", "-"))
def test_a_planted_bug_is_found_with_its_rule(bug):
    findings = found_in(bug, "0")
    assert {finding.rule for finding in findings[:2]} & {*bug.rules, ""}
    assert (findings[0].lost > 0) is MALFORMED.isdisjoint(bug.rules)
    function, arguments = read_call(findings[0].call)
    assert function == bug.function
    if function not in PLAY_FUNCTIONS:
        assert repr(getattr(coursework, function)(**arguments)) == findings[0].expected != findings[0].got


def shares(bugs, seed):
    """The shares of bugs that are found, whose rule comes first, and whose rule is the first or second."""
    counts = [0, 0, 0]
    for bug in bugs:
        rules = [finding.rule for finding in found_in(bug, seed)]
        counts[0] += bool(rules)
        counts[1] += bool({*bug.rules} & {*rules[:1]})
        counts[2] += bool({*bug.rules} & {*rules[:2]})
    return [count / len(bugs) for count in counts]


def test_the_right_rule_is_named_first():
    found, first, second = shares([bug for bug in EVERY if MALFORMED.isdisjoint(bug.rules)], "0")
    assert found == 1
    assert first > 0.95
    assert second > 0.98


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(8))
def test_bugs_are_found_with_every_seed(seed):
    found, first, second = shares([bug for bug in EVERY if MALFORMED.isdisjoint(bug.rules)], f"seed {seed}")
    assert found > 0.99
    assert first > 0.93
    assert second > 0.97


def test_one_bug_is_one_finding(graded):
    for name in ("aces are not wild in a set", "only the first type", "any card joins a set"):
        (bug,) = [bug for bug in BUGS if bug.name == name]
        assert [each.rule for each in graded(bug.source, bug.function).findings] == [*bug.rules]


def test_there_are_many_bugs_and_no_two_of_the_same_name():
    assert len({(bug.solution, bug.name) for bug in EVERY}) == len(EVERY) >= 200


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
    (bug,) = [bug for bug in BUGS if bug.name == "aces are not wild in a set"]
    found = graded(bug.source, "phazed_group_type", "phazed_phase_type")
    assert [(each.function, each.rule, each.direction) for each in found.findings] == [
        ("phazed_group_type", "1.3", "misses"),
        ("phazed_phase_type", "1.3", "misses"),
    ]


# Mutants of the rules themselves: what survives is listed, with the reason why no call can show it


RULES = Path(phazed.__file__).parent / "rules"


def functions_with(module, source):
    """The course's functions with another source of a module of the rules."""
    names = [name for name in sys.modules if name.startswith("phazed.rules") or name == "phazed.coursework"]
    kept = {name: sys.modules.pop(name) for name in names}
    package = sys.modules["phazed"]
    attributes = {name: getattr(package, name) for name in ("rules", "coursework")}
    try:
        mutant = type(sys)(f"phazed.rules.{module}")
        mutant.__file__ = str(RULES / f"{module}.py")
        parent = import_module("phazed.rules")
        sys.modules[mutant.__name__] = mutant
        setattr(parent, module, mutant)
        exec(compile(source, mutant.__file__, "exec"), mutant.__dict__)
        course = import_module("phazed.coursework")
        return {name: getattr(course, name) for name in dir(course) if name.startswith(("phazed_", "phasedout_"))}
    finally:
        for name in [name for name in sys.modules if name.startswith("phazed.rules") or name == "phazed.coursework"]:
            del sys.modules[name]
        sys.modules.update(kept)
        for name, value in attributes.items():
            setattr(package, name, value)


def survives(functions):
    """Whether no case of any game shows a difference."""
    for game in RULESETS:
        wanted = tuple(name for name in cases_for(game, "0").functions if name not in PLAY_FUNCTIONS)
        if quick_grade(functions, game, "0", functions=wanted).findings:
            return False
    return True


def test_a_mutant_of_the_rules_is_found():
    source = (RULES / "groups.py").read_text(encoding="utf-8")
    assert survives(functions_with("groups", source))
    assert not survives(functions_with("groups", source.replace("MIN_NATURALS = 2", "MIN_NATURALS = 3")))
    assert PHAZED is RULESETS["phazed"]
    assert game_and_question("phazed_score")[0] is PHAZED


EQUIVALENT = {"cards": 0.4, "groups": 0.15, "rulesets": 0.62, "legality": 0.33}
"""Shares of mutants that no call can show: reasons and names of refusals, what `course` checks anyway, and for
`rulesets` what only games need, such as decks and titles."""


@pytest.mark.thorough
@pytest.mark.parametrize("module", EQUIVALENT)
def test_few_mutants_of_the_rules_survive(module):
    source = (RULES / f"{module}.py").read_text(encoding="utf-8")
    total, alive = 0, []
    for mutant in mutants(source):
        try:
            functions = functions_with(module, mutant.source)
        except Exception:  # it cannot even be imported
            continue
        total += 1
        if survives(functions):
            alive.append(f"line {mutant.line}: {mutant.change}")
    print(f"{module}: {len(alive)} of {total} mutants survive", *alive, sep="\n")
    assert len(alive) <= EQUIVALENT[module] * total
