"""Submissions that fail: exceptions, time-outs, hostile ones, odd answers; and what is said about them."""

from __future__ import annotations

import pytest
from submissions import submission

from phazed.answers.form import to_json
from phazed.course.grading import answers
from phazed.course.grading.answers import LIMITS, ask_submission
from phazed.course.grading.batch import Asking, KeptAnswers
from phazed.course.grading.cases import cases_for
from phazed.coursework import phazed_group_type
from phazed.game.pasted import read_call
from phazed.sandbox.limits import Limits
from phazed.terminal.grade import grade_text

QUICK = LIMITS._replace(play=0.1, match=5.0, idle=0.3)
HANGING = QUICK._replace(idle=60.0)
"""For functions that compute but never sleep: on a busy machine they may wait."""


def test_an_exception_is_one_finding_with_its_line(graded):
    found = graded("def phazed_score(hand):\n    return sum(int(card[0]) for card in hand)", "phazed_score")
    by_kind = {finding.direction: finding for finding in found.findings}
    assert list(by_kind) == ["exception", "low"]
    assert by_kind["exception"].rule == ""
    assert by_kind["exception"].call.startswith("phazed_score(['")
    assert by_kind["exception"].where.startswith("line 2 of bot.py")
    assert by_kind["exception"].got.startswith("ValueError: invalid literal")
    assert "Traceback" in by_kind["exception"].traceback
    assert by_kind["low"].call.startswith("phazed_score(['0")
    assert by_kind["low"].expected == "10"


def test_a_function_that_hangs_is_not_asked_all_cases(graded):
    found = graded("def phazed_score(hand):\n    while True:\n        pass", "phazed_score", limits=HANGING)
    (function,) = found.functions
    assert function.mark == 0
    assert function.note == "8 of 80 cases were asked, because it fails in every call"
    (finding,) = found.findings
    assert (finding.direction, finding.rule, finding.times) == ("timeout", "", answers.MAX_FAILURES)


RIGHT = "    return sum(dict(zip('234567890JQKA', [*range(2, 14), 25]))[card[0]] for card in hand)\n"


def test_a_function_that_sometimes_hangs_is_asked_on(graded):
    source = f"def phazed_score(hand):\n    while hand == ['AS', 'AS']:\n        pass\n{RIGHT}"
    (function,) = graded(source, "phazed_score", limits=HANGING).functions
    assert function.right == function.cases - 1
    assert function.mark > 0.5


def test_a_right_answer_that_comes_late_counts_up_to_the_cap(graded):
    slow = "    begun = process_time()\n    while hand[:1] == ['AS'] and process_time() < begun + 0.15:\n        pass\n"
    source = f"from time import process_time\ndef phazed_score(hand):\n{slow}{RIGHT}"
    found = graded(source, "phazed_score", limits=HANGING._replace(match=60.0))
    (function,) = found.functions
    assert function.mark == 0.7
    assert function.note == "at most 70%, because it ran out of time"
    (finding,) = found.findings
    assert (finding.direction, finding.title) == ("timeout", "takes too long")


def test_a_right_function_that_is_always_late_is_marked_by_what_it_was_asked(graded):
    slow = "    begun = process_time()\n    while process_time() < begun + 0.15:\n        pass\n"
    source = f"from time import process_time\ndef phazed_score(hand):\n{slow}{RIGHT}"
    (function,) = graded(source, "phazed_score", limits=HANGING._replace(match=1.0)).functions
    assert function.mark == 0.7
    assert 0 < function.cases < 80
    assert "because it is too slow" in function.note


LEAKS = {
    "a global total": f"TOTAL = [0]\ndef phazed_score(hand):\n    TOTAL[0] += 1\n{RIGHT.rstrip()} + TOTAL[0] - 1\n",
    "a default argument": "def phazed_score(hand, seen=[]):\n    seen += hand\n    hand = seen\n" + RIGHT,
    "a cache": f"CACHE = {{}}\ndef phazed_score(hand):\n    return CACHE.setdefault(len(hand), score(hand))\n"
    f"def score(hand):\n{RIGHT}",
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_of_state_is_shown_by_the_shortest_sequence_of_calls(graded, name):
    found = graded(LEAKS[name], "phazed_score")
    (finding,) = found.findings
    assert (finding.direction, finding.rule) == ("leak", "")
    assert len(finding.earlier) == 1
    alone, together = ({"hand": None}, {"hand": None})
    exec(LEAKS[name], alone)
    exec(LEAKS[name], together)
    for call in finding.earlier:
        eval(call, together)
    assert repr(eval(finding.call, alone)) == finding.expected
    assert repr(eval(finding.call, together)) == finding.got != finding.expected
    text = grade_text(found)
    assert f"{finding.earlier[0]}\n{finding.call}" in text
    assert "The last call alone is answered rightly" in " ".join(text.split())


def test_a_tuple_for_a_list_and_a_number_for_a_boolean_are_mistakes_of_their_own_kind(graded):
    for function, source in {
        "phazed_group_type": "def phazed_group_type(group):\n    return ()",
        "phazed_is_valid_play": "def phazed_is_valid_play(*_):\n    return 1",
        "phazed_score": "def phazed_score(hand):\n    return True",
    }.items():
        found = graded(source, function)
        assert {(each.direction, each.rule) for each in found.counted} == {("form", "")}
        assert "answers with another type of value" in found.remarks


@pytest.mark.parametrize(
    ("body", "limits", "reason"),
    [
        ("import time; time.sleep(9)", QUICK, "it waited for more than 0.3 s without computing"),
    ],
)
def test_a_time_out_says_what_took_too_long(graded, body, limits, reason):
    found = graded(f"def phazed_score(hand):\n    {body}", "phazed_score", limits=limits)
    assert reason in {finding.got for finding in found.findings}


def test_a_function_that_is_slow_is_asked_no_more(graded, monkeypatch):
    monkeypatch.setattr(answers, "MAX_SECONDS", 0.0)
    found = graded("def phazed_score(hand):\n    return 2", "phazed_score")
    assert found.functions[0].note == "1 of 80 cases were asked, because it is too slow"


@pytest.mark.parametrize(
    ("body", "direction"),
    [
        ("import os; os._exit(3)", "crash"),
        ("import time; time.sleep(9)", "timeout"),
        ("return object()", "malformed"),
        ("return 'x' * 1000000", "malformed"),
        ("raise SystemExit", "exception"),
        ("open('/etc/passwd')", "exception"),
        ("import socket; socket.socket()", "exception"),
    ],
)
def test_a_hostile_function_harms_its_own_grade_only(graded, body, direction):
    source = f"def phazed_group_type(group):\n    {body}\n"
    source += "def phazed_score(hand):\n    return -1"
    limits = QUICK if direction == "timeout" else HANGING
    found = graded(source, "phazed_group_type", "phazed_score", limits=limits)
    assert {each.direction for each in found.findings if each.function == "phazed_group_type"} == {direction}
    assert {each.direction for each in found.findings if each.function == "phazed_score"} == {"low"}


def test_a_submission_that_cannot_be_imported_gets_nothing_and_a_reason(graded):
    found = graded("import numpy_of_my_own\ndef phazed_score(hand):\n    return 0")
    assert found.points == 0
    assert found.failure.got.startswith("ModuleNotFoundError")
    assert found.failure.where == "line 1 of bot.py"
    assert "there is no numpy_of_my_own.py in the submission" in found.failure.explanation
    assert "It could not be graded: ModuleNotFoundError" in grade_text(found)
    assert {each.note for each in found.functions} == {"it was not asked"}
    assert to_json(found)["failure"]["where"] == "line 1 of bot.py"


def test_names_that_are_almost_right_are_noted(graded):
    found = graded("def phazed_scores(hand):\n    return 0\ndef phazed_play(hand, player_id, *others):\n    return 1")
    assert found.notes == ("phazed_scores looks like phazed_score",)
    notes = {each.function: each.note for each in found.functions}
    assert notes["phazed_score"] == "the submission does not define it"


def test_a_function_that_changes_its_arguments_is_noted(graded):
    found = graded("def phazed_score(hand):\n    hand.clear()\n    return 0", "phazed_score")
    assert found.functions[0].changed > 50
    assert "changes its arguments" in " ".join(grade_text(found).split())


@pytest.mark.parametrize(
    ("function", "answer", "directions"),
    [
        ("phazed_score", "5.0", {"form"}),
        ("phazed_score", "'x' * 999", {"form"}),
        ("phazed_score", "10 ** 6", {"high"}),
        ("phazed_group_type", "None", {"form"}),
        ("phazed_group_type", "[1, 2, 3, 4, 5, 6, 7]", {"adds"}),
        ("phazed_group_type", "[7, 6]", {"adds", "misses", "form"}),
        ("phazed_is_valid_play", "1", {"form"}),
        ("phazed_is_valid_play", "True", {"accepts"}),
        ("phazed_play", "(5, 'XX')", {"illegal"}),
        ("phazed_play", "'" + "x" * 999 + "'", {"illegal"}),
    ],
)
def test_wrong_answers_err_in_a_direction(graded, function, answer, directions):
    found = graded(f"def {function}(*_):\n    return {answer}", function)
    assert {each.direction for each in found.findings} == directions
    assert found.functions[0].mark == 0


def test_an_answer_of_another_type_is_one_mistake_for_a_number_or_none(graded):
    found = graded("def phasedout_group_type(group):\n    return 'no'", "phasedout_group_type", game="phasedout")
    assert {each.direction for each in found.findings} == {"form"}


def test_the_report_names_the_smallest_call_the_reason_and_the_rule(graded):
    source = "def phazed_group_type(group):\n    aces = sum(card[0] == 'A' for card in group)\n"
    source += "    return [1] if len(group) == 3 and aces == 2 else []"
    (first, *_) = [each for each in graded(source, "phazed_group_type").findings if each.direction == "adds"]
    _, arguments = read_call(first.call)
    assert phazed_group_type(**arguments) == []
    assert (first.expected, first.got) == ("[]", "[1]")
    assert first.why == f"not 1: the group needs at least two natural cards: {' '.join(arguments['group'])} (rule 1.4)"
    assert first.sentence.startswith("A natural card is one that is neither an ace nor a joker.")
    assert 0 < first.times <= first.of


def test_answers_are_equal_the_second_time_and_are_kept(tmp_path):
    cases = cases_for("phasedout", "0")
    source = "import random\ndef phasedout_score(hand):\n    return random.randrange(30)"
    bot, kept = submission(source), KeptAnswers(tmp_path, Asking("phasedout", "0"))
    first, second = (ask_submission(bot, cases) for _ in range(2))
    assert [each.faults for each in first.functions] == [each.faults for each in second.functions]
    kept.save(bot, first)
    assert kept.load(bot) == first
    next(tmp_path.iterdir()).write_text("[]")
    assert kept.load(bot) is None


def test_a_long_traceback_is_cut(graded):
    source = f"def phazed_score(hand):\n    raise ValueError('{'x' * 5000}')"
    (finding,) = graded(source, "phazed_score").findings
    assert len(finding.traceback) <= answers.MAX_TRACEBACK + 3


def test_the_limits_are_stricter_than_those_of_a_match():
    assert LIMITS.play <= Limits().play
    assert LIMITS.match <= Limits().match
