"""The cases of a grading: every rule that a function can show, right answers, balance, and seeds."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from phazed import coursework
from phazed.course.grading.cases import FROM_GAMES, FROM_RULES, NEAR_MISS, cases_for, functions_of
from phazed.course.grading.findings import sentence
from phazed.course.grading.labels import labels
from phazed.course.grading.rule_examples import examples
from phazed.game.pasted import game_and_question, read_call
from phazed.rules.rulesets import RULESETS

PHAZED_RULES = {
    "phazed_group_type": "1.1 1.3 1.4 2 2.1 2.2 2.3 2.5",
    "phazed_phase_type": "1.3 1.4 2.1 2.2 2.5 3.1 3.2",
    "phazed_score": "1.5",
    "phazed_is_valid_play": "1.3 1.4 2.1 2.2 3.1 3.2 3.3 4.2 4.5 "
    "5.1 5.2 5.3 5.4 5.5 5.6 5.7 6.1 6.2 6.3 6.4 6.5 6.7 6.8",
    "phazed_bonus_is_valid_play": "4.5 6.1 6.5 6.6",
    "phasedout_group_type": "2.1 2.4 2.5",
    "phazed_play": "6.1 6.4 6.5",
}


@pytest.mark.parametrize("function", PHAZED_RULES)
def test_every_rule_that_a_function_can_show_has_cases(function):
    cases = cases_for(game_and_question(function)[0].name, "0").of(function)
    assert set(PHAZED_RULES[function].split()) <= {case.rule for case in cases}


@pytest.mark.parametrize("game", RULESETS)
def test_the_expected_answers_are_those_of_our_functions(game):
    for case in cases_for(game, "0").cases:
        name, arguments = read_call(case.call)
        assert name == case.function
        if not case.chooses:
            assert getattr(coursework, name)(**arguments) == case.expected
        assert all(sentence(rule) for rule in case.rules)


@pytest.mark.parametrize("game", RULESETS)
def test_an_invalid_example_is_refused_by_the_rule_that_it_is_an_example_of(game):
    function = next(name for name in functions_of(game) if name.endswith("is_valid_play"))
    for rule, arguments in examples(function):
        refusal = coursework.explain(*arguments, game=game)
        if refusal is not None and (rule, refusal.rule) != ("3.2", "2.1"):  # a set where a run belongs
            assert (rule, arguments) == (refusal.rule, arguments)


@pytest.mark.parametrize("game", RULESETS)
def test_no_case_is_there_twice_and_all_three_kinds_are_there(game):
    cases = cases_for(game, "0")
    assert len({case.call for case in cases.cases}) == len(cases.cases)
    for function in cases.functions:
        sources = {case.source for case in cases.of(function)}
        if function.endswith("_is_valid_play"):
            assert sources == {FROM_RULES, FROM_GAMES, NEAR_MISS}
        assert FROM_GAMES in sources


@pytest.mark.parametrize("game", RULESETS)
def test_valid_and_invalid_plays_are_about_equally_many(game):
    for function in cases_for(game, "0").functions:
        if not function.endswith(("_score", "_play", "_bonus")):
            cases = cases_for(game, "0").of(function)
            assert 0.25 < sum(case.negative for case in cases) / len(cases) < 0.75


def test_another_seed_gives_other_cases():
    assert cases_for("phasedout", "1").digest != cases_for("phasedout", "0").digest


def test_the_cases_do_not_depend_on_the_order_of_sets():
    program = "from phazed.course.grading import cases_for; print(cases_for('phasedout', '0').digest)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [cases_for("phasedout", "0").digest]


@pytest.mark.parametrize(
    ("function", "arguments", "expected", "shown"),
    [
        ("phazed_group_type", (["2C", "2C", "4C", "KC", "9C", "AS", "3C"],), [2, 6, 7], "2.3"),
        ("phazed_group_type", (["4H", "4S", "AC", "AD"],), [3], "1.4"),
        ("phazed_group_type", ("2C",), [], "2.5"),
        ("phazed_phase_type", ([["7S", "7H", "7D"], ["7C", "7H", "AH"]],), [1], "3.1"),
        ("phazed_phase_type", (None,), [], "2.5"),
        ("phasedout_group_type", (["2C", "2S", "3H"],), None, "2"),
    ],
)
def test_the_most_specific_rule_comes_first(function, arguments, expected, shown):
    assert labels(function, arguments, expected)[0] == shown
