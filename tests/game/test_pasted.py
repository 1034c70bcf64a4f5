"""Calls that a student pastes: what is read of them, that nothing is run, and what is answered."""

from __future__ import annotations

import json

import pytest

import phazed
from phazed.game.pasted import PARAMETERS, explained, game_and_question, read_call
from phazed.rules.errors import InvalidNotation
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED
from positions import GAMES, position

FUNCTIONS = {
    "phazed_group_type": (PHAZED, "group_type"),
    "phazed_phase_type": (PHAZED, "phase_type"),
    "phazed_is_valid_play": (PHAZED, "is_valid_play"),
    "phazed_score": (PHAZED, "score"),
    "phazed_play": (PHAZED, "play"),
    "phazed_bonus": (BONUS, "play"),
    "phazed_bonus_is_valid_play": (BONUS, "is_valid_play"),
    "phazed_bonus_score": (BONUS, "score"),
    "phasedout_group_type": (PHASEDOUT, "group_type"),
    "phasedout_phase_type": (PHASEDOUT, "phase_type"),
    "phasedout_is_valid_play": (PHASEDOUT, "is_valid_play"),
    "phasedout_score": (PHASEDOUT, "score"),
    "phasedout_play": (PHASEDOUT, "play"),
}
VALID = {
    "phazed": "phazed_is_valid_play",
    "phazed_bonus": "phazed_bonus_is_valid_play",
    "phasedout": "phasedout_is_valid_play",
}


def call(game, play, **given):
    """The text of a call as an error report shows it."""
    return f"{VALID[game]}({', '.join(map(repr, (play, *position(game, **given))))})"


def answered(text):
    """Whether the answer is a positive one, and the answer with its reasons, in lines."""
    found = explained(*read_call(text))
    return found.positive, found.as_text(1000).splitlines()


def complaint(text):
    with pytest.raises(InvalidNotation) as error:
        answered(text)
    return str(error.value)


# Names


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_of_the_course_is_known(name):
    assert game_and_question(name) == FUNCTIONS[name]


def test_every_function_that_we_offer_can_be_pasted():
    offered = {name for name in phazed.__all__ if name.startswith(("phazed_", "phasedout_"))}
    assert offered == set(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_functions_parameters_are_those_of_the_function(name):
    code = getattr(phazed, name).__code__
    assert PARAMETERS[FUNCTIONS[name][1]] == code.co_varnames[: code.co_argcount]


@pytest.mark.parametrize(
    "name", ["", "phazed", "phazed_", "phasedout", "bridge_score", "Phazed_score", "score", "explain"]
)
def test_other_functions_are_not(name):
    with pytest.raises(InvalidNotation, match=f"^{name} is not a function of the course"):
        game_and_question(name)


# Reading


@pytest.mark.parametrize(
    "text",
    [
        "phazed_score(['3D', 'JC', 'AS'])",
        "  phazed_score ( [ '3D' , \"JC\" , 'AS' , ] )  \n",
        ">>> phazed_score(['3D', 'JC', 'AS'])",
        ">>>print(phazed_score(['3D', 'JC', 'AS']))",
        "the call: phazed_score(['3D', 'JC', 'AS'])",
        "print(phazed_score(hand=['3D', 'JC', 'AS']), end='')",
        "phazed_score(\n    hand=[\n        '3D', 'JC',  # two cards\n        'AS',\n    ]\n)",
    ],
)
def test_a_call_is_read_as_it_is_pasted(text):
    assert read_call(text) == ("phazed_score", {"hand": ["3D", "JC", "AS"]})


def test_arguments_may_be_named_and_come_in_any_order():
    text = "phazed_play(2, hand=[], discard=None, table=[], phase_status=(0, -1), turn_history=[])"
    name, arguments = read_call(text)
    assert name == "phazed_play"
    assert arguments == {
        "player_id": 2,
        "table": [],
        "turn_history": [],
        "phase_status": (0, -1),
        "hand": [],
        "discard": None,
    }
    assert list(arguments) == list(PARAMETERS["play"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is not a Python call"),
        (">>>", "this is not a Python call"),
        ("phazed_score(['3D'", "this is not a Python call ("),
        ("phazed_score(['3D']); exit()", "this is not a Python call ("),
        ("x = phazed_score(['3D'])", "this is not a Python call"),
        ("phazed_score('\0')", "this is not a Python call"),
        ("(" * 1000, "this is not a Python call ("),
        (f"phazed_score({'-' * 100_000}1)", "this is not a Python call"),
        ("phazed_score", "paste one whole call, such as phazed_is_valid_play("),
        ("['3D']", "paste one whole call"),
        ("print()", "print is not a function of the course"),
        ("print(1)", "paste one whole call"),
        ("print(phazed_score(['3D']), 2)", "print is not a function of the course"),
        ("phazed.phazed_score(['3D'])", "paste one whole call"),
        ("phazed_score(['3D'])()", "paste one whole call"),
        ("exit()", "exit is not a function of the course, such as phazed_is_valid_play"),
        ("phazed_score()", "phazed_score takes hand; the call gives nothing"),
        ("phazed_score(['3D'], 2)", "phazed_score takes 1 arguments, not 2"),
        ("phazed_score(cards=['3D'])", "phazed_score takes hand; the call gives cards"),
        ("phazed_score(['3D'], cards=2)", "phazed_score takes hand; the call gives hand, cards"),
        ("phazed_score(**{'hand': []})", "phazed_score takes hand; the call gives **"),
        ("phazed_score(*[[]])", "the argument hand of phazed_score must be a literal, without names or sums"),
        ("phazed_score(hand)", "the argument hand of phazed_score must be a literal, without names or sums"),
        ("phazed_score(['3D'] * 2)", "the argument hand of phazed_score must be a literal"),
        ("phazed_score(hand=list('3D'))", "the argument hand of phazed_score must be a literal"),
        ("phazed_score({[]: 1})", "the argument hand of phazed_score must be a literal"),
        ("phazed_play(0, [], [], [], [])", "; the call gives player_id, table, turn_history, phase_status, hand"),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_no_whole_call_is_told_what_would_be(text, said):
    assert said in complaint(text)


@pytest.mark.parametrize(
    "text",
    [
        "phazed_score(open({0!r}, 'w'))",
        "phazed_score([open({0!r}, 'w')])",
        "phazed_score(hand=(lambda: open({0!r}, 'w'))())",
        "open({0!r}, 'w')",
        "print(open({0!r}, 'w'))",
        "phazed_score(f'{{open({0!r}, \"w\")}}')",
    ],
)
def test_nothing_of_a_call_is_run(text, tmp_path):
    target = tmp_path / "made"
    assert complaint(text.format(str(target)))
    assert not target.exists()


# Validity


@pytest.mark.parametrize("game", GAMES)
def test_a_valid_play_is_true(game):
    assert answered(call(game, (5, "2C"), hand="2C 9S")) == (True, ["True: the play is valid"])


@pytest.mark.parametrize("game", GAMES)
def test_an_invalid_play_is_false_with_the_reason_and_the_rules_text(game):
    positive, lines = answered(call(game, (5, "KS"), hand="2C 9S"))
    assert positive is False
    assert lines[:2] == ["False: KS is not in the hand: 2C 9S (rule 6.5)", ""]
    assert lines[2].startswith("6.5 The discard comes after the pick-up")


def test_a_play_of_a_wrong_form_is_invalid_by_rule_6_7():
    positive, lines = answered(call("phazed", (5, "10S"), hand="2C 9S"))
    assert not positive
    assert lines[0] == "False: '10S' is not a card of this game; a ten is written '0S' (rule 6.7)"
    assert lines[2].startswith("6.7 ")


# Types


def test_a_groups_types_are_explained_one_by_one():
    positive, lines = answered("phazed_group_type(['2C', '2C', '4C', 'KC', '9C', 'AS', '3C'])")
    assert positive
    assert lines[0] == "[2, 6, 7]"
    assert [line.split(": ")[1].split(",")[0] for line in lines[1:]] == ["no", "yes", "no", "no", "no", "yes", "yes"]
    assert lines[1].endswith(
        "no, it has 7 cards, but a set of three of one value needs 3: 2C 2C 4C KC 9C AS 3C (rule 2)"
    )
    assert (
        lines[2]
        == "type 2, a set of seven of one suit: yes, 7 cards of suit C: 2C 2C 4C KC 9C 3C, and aces are wild: AS"
    )
    assert lines[7].endswith("yes, 2 + 2 + 4 + 13 + 9 + 1 + 3 = 34, all black")


@pytest.mark.parametrize(
    ("text", "answer", "positive"),
    [
        ("phazed_group_type(['2S', '3S'])", "[]", False),
        ("phazed_group_type(())", "[]", False),
        ("phasedout_group_type(['2S', '2S', 'AH'])", "1", True),
        ("phasedout_group_type(['2S', '3S'])", "None", False),
        ("phasedout_group_type(['KS', '0D', '8C', '3S'])", "None", False),
        ("phazed_phase_type([['2C', 'KC', 'QS', '7C'], ['3H', '7H', '0D', 'KD', 'AD']])", "[3, 6]", True),
        ("phazed_phase_type([])", "[]", False),
        ("phasedout_phase_type([['2C', '2C', '2S'], ['3H', '3H', 'AD']])", "1", True),
        ("phasedout_phase_type([['2C', '2C', '2S'], ['3H', '3H', '4D']])", "None", False),
    ],
)
def test_the_answer_is_in_the_functions_own_form(text, answer, positive):
    assert (answered(text)[0], answered(text)[1][0]) == (positive, answer)
    assert eval(text, vars(phazed).copy()) == eval(answer)


def test_a_phases_types_are_explained_one_by_one():
    _, lines = answered("phasedout_phase_type([['2C', '2C', '2S'], ['3H', '3H', '4D']])")
    assert lines[1:] == [
        "phase 1, a set of three of one value and a set of three of one value: "
        "no, group 2 of phase 1 mixes values: 3H 3H 4D (rule 3.2)",
        "phase 2, a set of seven of one suit: no, phase 2 must consist of one group, not 2 (rule 3.2)",
        "phase 3, a set of four of one value and a set of four of one value: "
        "no, group 1 of phase 3 has 3 cards, but a set of four of one value needs 4: 2C 2C 2S (rule 3.2)",
        "phase 4, a run of eight: no, phase 4 must consist of one group, not 2 (rule 3.2)",
        "phase 5, a run of four of one colour and a set of four of one value: "
        "no, group 1 of phase 5 has 3 cards, but a run of four of one colour needs 4: 2C 2C 2S (rule 3.2)",
    ]
    assert len(answered("phazed_phase_type([['2C', '2C', '2S'], ['3H', '3H', 'AD']])")[1]) == 8


# Points


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("phazed_score(['3D', 'JC', 'AS'])", ["39", "3D 3 + JC 11 + AS 25"]),
        ("phazed_score([])", ["0", "no cards"]),
        (
            "phazed_score(['2C', '10S'])",
            ["2", "2C 2", "'10S' is not a card of this game; a ten is written '0S' and counts 0"],
        ),
        ("phasedout_score(['ZZ'])", ["0", "'ZZ' is not a card of this game and counts 0"]),
        ("phazed_score(39)", ["0", "the hand must be a list or tuple, not 39"]),
        ("phazed_bonus_score(('ZZ',))", ["15", "ZZ 15"]),
        ("phasedout_score(['0H'])", ["10", "0H 10"]),
    ],
)
def test_the_points_of_a_hand_are_added_up_in_sight(text, lines):
    assert answered(text) == (True, lines)


@pytest.mark.parametrize(
    ("text", "answer", "why"),
    [
        ("phazed_group_type('2S')", "[]", "the group must be a list or tuple, not '2S' (rule 2.5)"),
        ("phazed_group_type(['2S', 'ZZ'])", "[]", "'ZZ' is not a card of this game (rule 2.5)"),
        ("phasedout_group_type(None)", "None", "the group must be a list or tuple, not None (rule 2.5)"),
        ("phazed_phase_type([['2S'], 3])", "[]", "a group must be a list or tuple, not 3 (rule 2.5)"),
        ("phasedout_phase_type(7)", "None", "a phase must be a list or tuple, not 7 (rule 2.5)"),
    ],
)
def test_an_argument_of_a_wrong_form_is_answered_as_the_function_does(text, answer, why):
    assert answered(text) == (False, [answer, why])
    assert eval(text, vars(phazed).copy()) == eval(answer)


def test_an_explanation_can_be_written_as_json():
    found = explained(*read_call(call("phazed", (5, "KS"), hand="2C 9S")))
    assert json.loads(json.dumps(found.as_data())) == {
        "function": "phazed_is_valid_play",
        "answer": False,
        "positive": False,
        "reasons": ["KS is not in the hand: 2C 9S (rule 6.5)"],
        "rule": "6.5",
    }


@pytest.mark.parametrize("name", ["phazed_play", "phazed_bonus", "phasedout_play"])
def test_a_choice_is_not_explained(name):
    said = complaint(f"{name}(0, [], [], [], [], None)")
    assert said == f"{name} chooses a play: phazed advise suggests one, with reasons"


def test_an_argument_that_is_given_twice_is_noticed():
    with pytest.raises(InvalidNotation, match="phazed_score takes hand only once"):
        read_call("phazed_score(['3D'], hand=['4D'])")
