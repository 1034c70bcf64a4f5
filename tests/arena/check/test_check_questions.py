"""The questions of a check: examples, questions made from games, and wrong answers."""

from __future__ import annotations

from itertools import islice

import pytest
from check_results import CITIZEN, called

from phazed import coursework
from phazed.arena.check import games, questions
from phazed.arena.check.coaching import next_step
from phazed.arena.check.examples import EXAMPLES, FUNCTIONS
from phazed.arena.check.questions import made
from phazed.rules.rulesets import PHASEDOUT, PHAZED
from phazed.terminal.check import check_text


def test_a_slow_function_is_asked_no_more(checked, monkeypatch):
    monkeypatch.setattr(questions, "MAX_SECONDS", 0.0)
    monkeypatch.setattr(games, "MAX_REPEAT_SECONDS", 0.0)
    found = checked(CITIZEN + "\ndef phasedout_score(hand):\n    return 0")
    score = next(each for each in found.answers if each.function == "phasedout_score")
    assert (score.examples, score.stopped) == (1, "no more questions were asked because it is too slow")
    assert found.plays[0].repeated.positions == 1
    assert "It gave the same answers to the same 1 call" in check_text(found, 200)


def test_a_score_that_forgets_the_aces_is_wrong(checked):
    source = """
def phazed_score(hand):
    return sum("..234567890JQK".find(card[0]) for card in hand if card[0] != "A")
"""
    found = checked(source)
    assert not found.passed
    (answers,) = found.answers
    assert [wrong.expected for wrong in answers.examples_wrong] == ["46", "39"]
    (wrong,) = answers.made_distinct
    assert 1 < wrong.times == len(answers.made_wrong) < answers.made == 40
    assert all(each.why.count(" + ") or each.expected == "25" for each in answers.made_wrong)
    assert called(source, wrong.call) == int(wrong.answered) != int(wrong.expected)
    assert found.plays == ()
    assert found.verdict == "phazed_score gives wrong answers. It defines no function that plays."
    assert (
        next_step(found)
        == "Correct phazed_score: see its first wrong answer above; phazed explain CALL gives the reason."
    )
    assert f"({wrong.times} such errors)" in check_text(found, 80)


def test_an_answer_of_another_type_is_wrong(checked):
    found = checked("def phazed_score(hand):\n    return 57.0 if len(hand) == 6 else True if not hand else 0")
    wrong = found.answers[0].examples_wrong
    assert [(each.expected, each.answered) for each in wrong[:1]] == [("57", "57.0")]
    assert ("0", "True") in [(each.expected, each.answered) for each in wrong]


def test_the_traceback_of_a_function_that_raises_is_printed_once(checked):
    found = checked("def phazed_phase_type(phase):\n    return [phase[1]] and [1]")
    (answers,) = found.answers
    assert answers.examples == len(EXAMPLES["phazed_phase_type"])
    assert "IndexError" in answers.examples_wrong[0].answered
    assert check_text(found, 80).count('File "bot.py", line 2') == 1


def test_a_function_that_ends_its_process_is_reported(checked):
    found = checked("import os\ndef phazed_score(hand):\n    os._exit(3)")
    (answers,) = found.answers
    assert [each.answered for each in answers.examples_wrong] == ["crash: its process exited with code 3"] * 3
    assert answers.examples == 3


def test_wrong_answers_are_reported_with_their_rule(checked):
    source = """
def phazed_group_type(group):
    return [1, 2, 3, 4, 5, 6, 7]
def phazed_phase_type(phase):
    return [1]
def phasedout_group_type(group):
    return 5
def phasedout_phase_type(phase):
    return 99
def phasedout_is_valid_play(*arguments):
    return True
"""
    found = checked(source)
    wrong = {each.function: [*each.examples_wrong, *each.made_wrong] for each in found.answers}
    assert wrong["phazed_group_type"][0].why.startswith("not 2: the group ")
    assert wrong["phazed_phase_type"][0].why == "not 1: phase 1 must consist of two groups, not 1 (rule 3.2)"
    assert wrong["phasedout_group_type"][0].why.startswith("not 5: the group ")
    assert wrong["phasedout_phase_type"][0].why.startswith("it is 1: group 1: 3 cards of value 2: 2C 2S 2H; group 2: ")
    assert all("(rule " in each.why for each in wrong["phasedout_is_valid_play"])
    assert found.verdict.startswith(
        "phazed_group_type, phazed_phase_type, phasedout_group_type, phasedout_phase_type and"
    )
    assert "    and " in check_text(found, 80)


def test_a_missed_type_is_explained(checked):
    source = """
def phazed_group_type(group):
    return [] if len(group) in (3, 4, 8) else [2]
def phasedout_group_type(group):
    return None
def phazed_phase_type(phase):
    return "none"
"""
    found = checked(source)
    reasons = {each.function: {one.call: one.why for one in each.examples_wrong} for each in found.answers}
    groups = reasons["phazed_group_type"]
    assert groups["phazed_group_type(['2C', '2S', '2H'])"] == "it is 1: 3 cards of value 2: 2C 2S 2H"
    assert groups["phazed_group_type(['KS', '0D', '8C', '3S'])"] == "it is 6: 13 + 10 + 8 + 3 = 34"
    assert groups["phazed_group_type(['2C', '2C', '4C', 'KC', '9C', 'AS', '3C'])"].startswith("it is 6: 2 + 2 + 4 + 13")
    assert "it is 5: its values ascend by one, all red: 4H 5D AC=6 7H" in groups.values()
    assert "it is 2: 7 cards of suit C: 2C 2C 4C KC 9C JC, and aces are wild: AH" in (
        reasons["phasedout_group_type"].values()
    )
    assert "it is 5: its values ascend by one: 4H 5S AC=6 7C 8H AH=9 0S JC" in reasons["phazed_phase_type"].values()
    assert reasons["phazed_phase_type"]["phazed_phase_type([['4H', '5D', '7C', 'AC'], ['AC', 'AS', 'AS']])"] == ""


def test_the_functions_can_be_checked_without_games(checked):
    score = "def phasedout_score(hand):\n    return 0"
    found = checked(CITIZEN, functions_only=True)
    assert found.passed
    assert found.plays == ()
    assert found.verdict == "All its answers are correct. No games were played."
    assert next_step(found) == "Check how it plays: run the same check without --functions."
    found = checked(CITIZEN + score, functions_only=True)
    assert found.verdict == "phasedout_score gives wrong answers."
    assert next_step(found).startswith("Correct phasedout_score")
    assert next_step(checked("def phazed_score(hand):\n    return 0", functions_only=True)).startswith("Correct ")


def test_right_answers_pass(checked):
    """Those that the documents describe, copied into a bot that knows the rules; here, the simplest."""
    found = checked(
        "POINTS = dict(zip('234567890JQKAZ', [*range(2, 14), 25, 15]))\n"
        + "".join(
            f"def {game}_score(hand):\n    return sum(POINTS[card[0]] for card in hand)\n"
            for game in ("phazed", "phazed_bonus", "phasedout")
        )
    )
    assert found.passed
    assert [each.right for each in found.answers] == [True] * 3
    assert found.verdict == "All its answers are correct, but it defines no function that plays."
    assert next_step(found).startswith("Write phazed_play next")
    assert "40 of 40 calls from games correct" in check_text(found, 200)


def test_the_functions_are_those_of_the_course():
    public = {name for name in vars(coursework) if name.startswith(("phazed_", "phasedout_"))}
    assert public == set(FUNCTIONS)


@pytest.mark.parametrize("function", EXAMPLES)
def test_our_functions_answer_the_documents_examples_right(function):
    for arguments, expected in EXAMPLES[function]:
        assert repr(getattr(coursework, function)(*arguments)) == repr(expected)


@pytest.mark.parametrize("function", [name for name in FUNCTIONS if questions.has_one_answer(name)])
def test_questions_made_from_games_are_varied_and_well_formed(function, monkeypatch):
    for rules in (PHAZED, PHASEDOUT):
        monkeypatch.setattr(rules, "max_hands", 10)
    asked = list(islice(made(function, "1"), 300))
    assert asked == list(islice(made(function, "1"), 300))
    expected = [repr(question.expected) for question in asked]
    assert max(map(expected.count, set(expected))) < 250
    if function.endswith("_is_valid_play"):
        assert {question.arguments[0][0] for question in asked} >= {1, 2, 3, 4, 5}
        reasons = [questions.why(function, question, True) for question in asked if not question.expected]
        assert len({reason.rpartition("(")[2] for reason in reasons}) > 5
        assert not [reason for reason in reasons if "(rule 6.7)" in reason]
