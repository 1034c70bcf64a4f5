"""Marks, schemes, and a teacher's own cases."""

from __future__ import annotations

import pytest

from phazed.course.grading.cases import OWN, cases_for
from phazed.course.grading.marks import best_constant, weights
from phazed.course.grading.own_cases import BadCases, disputed, read_own_cases
from phazed.course.grading.scheme import BadScheme, read_scheme, shipped_scheme
from phazed.rules.rulesets import RULESETS

SCHEME = "[weights]\nphazed_score = 1\n"


@pytest.mark.parametrize("game", RULESETS)
def test_the_weights_of_a_function_add_up_to_1_and_the_best_constant_gets_half_at_most(game):
    for function in cases_for(game, "0").functions:
        cases = cases_for(game, "0").of(function)
        weighed = weights(cases, 0.5)
        assert sum(weighed) == pytest.approx(1)
        assert min(weighed) > 0
        assert best_constant(cases, weighed) == pytest.approx(0.5) or function.endswith("_score")


def test_ignored_rules_weigh_nothing():
    cases = cases_for("phazed", "0").of("phazed_group_type")
    weighed = weights(cases, 0.5, {"2.5"})
    assert {case.rule for case, weight in zip(cases, weighed) if not weight} == {"2.5"}
    assert sum(weighed) == pytest.approx(1)
    assert weights([], 0.5) == []


def test_own_cases_weigh_what_the_scheme_says():
    own = read_own_cases("phazed_score(['3D']) == 3\nphazed_score(['JC']) == 11", "cases.txt", "phazed")
    cases = [*cases_for("phazed", "0").of("phazed_score"), *own]
    assert sum(weights(cases, 0.3)[-2:]) == pytest.approx(0.3)
    assert weights(own, 0.3) == [0.5, 0.5]


def test_an_ignored_rule_costs_nothing_and_is_no_finding(graded):
    source = "def phazed_group_type(group):\n    return [1] if len(group) == 3 else []"
    every = graded(source, "phazed_group_type")
    scheme = read_scheme('ignore = ["2.5"]\n[weights]\nphazed_group_type = 1', "x.toml")
    fewer = graded(source, "phazed_group_type", scheme=scheme)
    assert "2.5" in {finding.rule for finding in every.findings}
    assert "2.5" not in {finding.rule for finding in fewer.findings}
    assert "2.5" not in {share.rule for share in fewer.functions[0].rules}


def test_a_function_all_of_whose_rules_are_ignored_loses_nothing(graded):
    scheme = read_scheme(f'ignore = ["1.5"]\n{SCHEME}', "x.toml")
    found = graded("def phazed_score(hand):\n    return 0", "phazed_score", scheme=scheme)
    assert (found.functions[0].mark, found.functions[0].cases, found.findings) == (1.0, 0, ())


def test_the_weights_of_a_scheme_decide_the_points(graded):
    source = "def phazed_score(hand):\n    points = dict(zip('234567890JQKA', [*range(2, 14), 25]))\n"
    source += "    return sum(points[card[0]] for card in hand)"
    scheme = "total = 40\nround = 5\n[weights]\nphazed_score = 1\nphazed_group_type = 3\nphasedout_score = 100\n"
    found = graded(source, scheme=read_scheme(scheme, "x.toml"))
    assert (found.points, found.total) == (10, 40)
    assert {each.function: each.weight for each in found.functions if each.weight} == {
        "phazed_score": 0.25,
        "phazed_group_type": 0.75,
    }


def test_caps_limit_the_mark_of_a_function_that_fails(graded):
    source = "def phazed_score(hand):\n    points = dict(zip('234567890JQKA', [*range(2, 14), 25]))\n"
    source += "    hand[0]\n    return sum(points[card[0]] for card in hand)"
    found = graded(source, "phazed_score", scheme=read_scheme(f"[caps]\nexception = 0.25\n{SCHEME}", "x.toml"))
    assert found.functions[0].mark == 0.25
    assert found.functions[0].note == "at most 25%, because it raised an exception"
    assert graded(source, "phazed_score", scheme=read_scheme(SCHEME, "x.toml")).functions[0].mark > 0.9


def test_the_shipped_scheme_counts_every_function_of_every_game():
    scheme = shipped_scheme()
    for game in RULESETS:
        assert sum(scheme.weight(each, game) for each in cases_for(game, "0").functions) == pytest.approx(1)
        assert all(scheme.weight(each, game) for each in cases_for(game, "0").functions)
    assert read_scheme(SCHEME, "x.toml").weight("phasedout_score", "phasedout") == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("total", "x.toml: this is not TOML: "),
        ("", "x.toml: [weights] names no function with a weight above 0, such as phazed_score = 10"),
        (
            "totl = 3",
            "x.toml: there is no setting totl; a scheme has total, round, own_cases, ignore, caps and weights",
        ),
        ("weights = 3", "x.toml: weights is a table: a line [weights], and its settings below"),
        ("[weights]\nscore = 3", "x.toml: there is no score in [weights]; choose of phazed_group_type, "),
        ("[weights]\nphazed_score = -1", "x.toml: phazed_score in [weights] is a number from 0 on, not -1"),
        ("[weights]\nphazed_score = true", "x.toml: phazed_score in [weights] is a number from 0 on, not True"),
        ("[weights]\nphazed_score = nan", "x.toml: phazed_score in [weights] is a number from 0 on, not nan"),
        (f"total = 0\n{SCHEME}", "x.toml: total must be above 0"),
        (f"round = 0\n{SCHEME}", "x.toml: round must be above 0"),
        (f"own_cases = 2\n{SCHEME}", "x.toml: own_cases is a number from 0 to 1, not 2"),
        (f"[caps]\ntimeout = 3\n{SCHEME}", "x.toml: timeout in [caps] is a number from 0 to 1, not 3"),
        (f"ignore = '2.5'\n{SCHEME}", 'x.toml: ignore is a list of rules such as ["2.5", "6.7"], not \'2.5\''),
        (f"ignore = ['9.9']\n{SCHEME}", "x.toml: ignore: there is no rule 9.9: the rules are 1.1 to 7.4"),
    ],
)
def test_a_bad_scheme_gets_a_message(text, message):
    with pytest.raises(BadScheme) as raised:
        read_scheme(text, "x.toml")
    assert str(raised.value).startswith(message)


def test_own_cases_are_read_with_comments_and_empty_lines():
    text = "# the first task\n\n  phazed_score(['3D']) == 3\nphazed_group_type(group=['2C', '2S', 'AC']) == [1]\n"
    first, second = read_own_cases(text, "cases.txt", "phazed")
    assert (first.call, first.expected, first.rules, first.source) == ("phazed_score(['3D'])", 3, ("1.5",), OWN)
    assert (second.arguments, second.expected) == ((["2C", "2S", "AC"],), [1])
    (older,) = read_own_cases("phasedout_group_type(['2C']) == None", "cases.txt", "phasedout")
    assert older.expected is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("phazed_score(['3D'] == 3", "this is not Python ("),
        ("phazed_score(['3D'])", "write a call, == and the right answer, such as phazed_score(['3D']) == 3"),
        ("phazed_score(['3D']) > 3", "write a call, == and the right answer, such as "),
        ("phazed_scores(['3D']) == 3", "phazed_scores is not a function of the course, "),
        ("phazed_score(hand) == 3", "the argument hand of phazed_score must be a literal, without names or sums"),
        (
            "phazed_score(['3D']) == three",
            "the right answer of phazed_score must be written out, without names or sums",
        ),
        ("phazed_score(['3D']) == 3.0", "the answer of phazed_score is a whole number, not 3.0"),
        ("phazed_group_type(['3D']) == 3", "the answer of phazed_group_type is a list of numbers, not 3"),
        ("phasedout_score(['3D']) == 3", "phasedout_score is a function of phasedout, and --game is phazed"),
        ("phazed_play(0, [], [], [], [], None) == 1", "phazed_play has more than one right answer; "),
        ("", "there are no cases in it; write one on a line, such as phazed_score(['3D']) == 3"),
    ],
)
def test_a_bad_line_of_own_cases_gets_a_message_with_its_number(line, message):
    with pytest.raises(BadCases) as raised:
        read_own_cases(f"\n{line}", "cases.txt", "phazed")
    where = "cases.txt, line 2: " if line else "cases.txt: "
    assert str(raised.value).startswith(where + message)


def test_a_single_type_is_a_number_or_none():
    with pytest.raises(BadCases, match="the answer of phasedout_group_type is a number or None, not \\[1\\]"):
        read_own_cases("phasedout_group_type(['2C']) == [1]", "cases.txt", "phasedout")


def test_a_teachers_answer_counts_even_where_ours_is_another(graded):
    own = read_own_cases("phazed_score(['3D']) == 4\nphazed_group_type(['AS']) == [5]", "cases.txt", "phazed")
    assert disputed(own) == own
    source = "def phazed_score(hand):\n    points = dict(zip('234567890JQKA', [*range(2, 14), 25]))\n"
    source += "    return {} if hand == ['3D'] else sum(points[card[0]] for card in hand)"
    assert graded(source.format(4), "phazed_score", own=own).functions[0].mark == 1
    wrong = graded(source.format(3), "phazed_score", own=own)
    assert wrong.functions[0].mark < 0.5
    assert [(each.call, each.expected, each.got, each.why) for each in wrong.findings] == [
        ("phazed_score(['3D'])", "4", "3", "")
    ]
    found = graded("def phazed_group_type(group):\n    return []", "phazed_group_type", own=own)
    assert ("phazed_group_type(['AS'])", "") in {(each.call, each.why) for each in found.findings}
