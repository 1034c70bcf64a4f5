"""The arguments of the course's functions: what is read, and what each wrong form is told."""

from __future__ import annotations

import pytest

from phazed.rules.course import (
    explain,
    read_cards,
    read_groups,
    read_history,
    read_play,
    read_player,
    read_statuses,
    read_table,
)
from phazed.rules.errors import InvalidNotation, shown
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS
from positions import position


class Unspeakable:
    """Has no repr, no hash and no equal."""

    __hash__ = None

    def __eq__(self, other):
        raise ArithmeticError

    def __repr__(self):
        raise ArithmeticError


class Word(str):
    """A string of somebody else's class."""

    __slots__ = ()


class Row(list):
    """A list of somebody else's class."""


def said_of(read, *arguments):
    with pytest.raises(InvalidNotation) as error:
        read(*arguments)
    return str(error.value)


# What is shown of a value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2S", "'2S'"),
        (None, "None"),
        ([1, ("2S",)], "[1, ('2S',)]"),
        ("x" * 78, f"'{'x' * 78}'"),
        ("x" * 79, f"'{'x' * 76}..."),
        (list(range(1000)), f"{str(list(range(1000)))[:77]}..."),
        (Unspeakable(), "<Unspeakable>"),
        ([Unspeakable()], "<list>"),
    ],
)
def test_a_value_is_shown_as_python_prints_it_within_reason(value, text):
    assert shown(value) == text
    assert len(shown(value)) <= 80


def test_a_list_that_is_too_deep_to_print_is_shown_as_far_as_anybody_reads():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert shown(deep) == "[[[[[[[...]]]]]]]"
    while deep:  # so that nothing has to take it apart at once
        deep = deep.pop()


# Plays


@pytest.mark.parametrize(
    ("rules", "given", "read"),
    [
        (PHAZED, (1, None), (1, None)),
        (PHAZED, (1, "XX"), (1, None)),
        (PHAZED, [1, "KS"], (1, None)),
        (BONUS, (1, "ZZ"), (1, None)),
        (PHAZED, [2, "KS"], (2, "KS")),
        (PHAZED, [5, Word("KS")], (5, "KS")),
        (BONUS, [6, 3], (6, 3)),
        (PHAZED, [6, 3], (6, 3)),  # which the rules refuse, not the form
        (PHAZED, Row([4, Row(["KS", Row([1, 0, 3])])]), (4, ("KS", (1, 0, 3)))),
        (PHAZED, [3, [1, [["2S"], ("3S", "4S")]]], (3, (1, (("2S",), ("3S", "4S"))))),
        (PHASEDOUT, [3, [["2S"], ("3S", "4S")]], (3, (("2S",), ("3S", "4S")))),
        (PHASEDOUT, (3, ()), (3, ())),
    ],
)
def test_a_play_is_read_into_tuples(rules, given, read):
    assert read_play(rules, given) == read


def test_a_play_that_is_read_holds_strings_of_our_own():
    for given in ((2, Word("KS")), (5, Word("KS"))):
        assert type(read_play(PHAZED, given)[1]) is str
    assert type(read_play(PHAZED, (4, (Word("KS"), (0, 0, 0))))[1][0]) is str
    assert type(read_play(PHASEDOUT, (3, [[Word("KS")]]))[1][0][0]) is str


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (None, "a play must be a list or tuple, not None"),
        ("draw", "a play must be a list or tuple, not 'draw'"),
        ({1: None, 2: None}, "a play must be a list or tuple, not {1: None, 2: None}"),
        ((), "a play must have 2 elements, not 0: ()"),
        ((1,), "a play must have 2 elements, not 1: (1,)"),
        ([5, "KS", None], "a play must have 2 elements, not 3: [5, 'KS', None]"),
        ((True, None), "a play's type must be a whole number from 1 to 5, not True"),
        ((1.0, None), "a play's type must be a whole number from 1 to 5, not 1.0"),
        ((0, None), "a play's type must be a whole number from 1 to 5, not 0"),
        ((7, None), "a play's type must be a whole number from 1 to 5, not 7"),
        (([], None), "a play's type must be a whole number from 1 to 5, not []"),
        ((1, "10S"), "'10S' is not a card of this game; a ten is written '0S'"),
        ((1, "ZZ"), "'ZZ' is not a card of this game"),
        ((1, False), "False is not a card of this game"),
        ((2, None), "None is not a card of this game"),
        ((2, "XX"), "'XX' is not a card of this game"),
        ((5, ["KS"]), "['KS'] is not a card of this game"),
        ((5, Unspeakable()), "<Unspeakable> is not a card of this game"),
        ((3, None), "a phase play's content must be a list or tuple, not None"),
        ((3, (1,)), "a phase play's content must have 2 elements, not 1: (1,)"),
        ((3, ("1", [])), "a phase must be a whole number, not '1'"),
        ((3, (True, [])), "a phase must be a whole number, not True"),
        ((3, (1, "2S")), "a phase must be a list or tuple, not '2S'"),
        ((3, (1, ["2S"])), "a group must be a list or tuple, not '2S'"),
        ((3, (1, [["2S", "20"]])), "'20' is not a card of this game"),
        ((4, None), "the content of a play to the table must be a list or tuple, not None"),
        ((4, ("KS",)), "the content of a play to the table must have 2 elements, not 1: ('KS',)"),
        ((4, ("KS", 1)), "a position on the table must be a list or tuple, not 1"),
        ((4, ("KS", (1, 0))), "a position on the table must have 3 elements, not 2: (1, 0)"),
        ((4, ("KS", (1, 0, "3"))), "a position on the table must consist of whole numbers, not (1, 0, '3')"),
        ((4, ("KS", (True, 0, 3))), "a position on the table must consist of whole numbers, not (True, 0, 3)"),
        ((4, ("10S", (1, 0, 3))), "'10S' is not a card of this game; a ten is written '0S'"),
        ((6, "1"), "a player must be a whole number from 0 to 3, not '1'"),
        ((6, True), "a player must be a whole number from 0 to 3, not True"),
    ],
)
def test_a_play_of_a_wrong_form_is_told_which_would_be_right(play, said):
    assert said_of(read_play, PHAZED, play) == said


def test_the_bonus_game_has_six_types_of_play():
    assert said_of(read_play, BONUS, (7, None)) == "a play's type must be a whole number from 1 to 6, not 7"


def test_where_no_phase_is_declared_a_number_is_no_group():
    assert said_of(read_play, PHASEDOUT, (3, (1, [["2S"]]))) == "a group must be a list or tuple, not 1"


# The rest of a position


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_is_read(seat):
    assert read_player(seat) == seat


@pytest.mark.parametrize("wrong", [-1, 4, True, 1.0, "1", None, Unspeakable()], ids=shown)
def test_what_is_no_seat_is_refused(wrong):
    assert said_of(read_player, wrong) == f"player_id must be a whole number from 0 to 3, not {shown(wrong)}"


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_cards_and_groups_are_read(rules):
    assert read_cards(rules, ["2S", Word("AH")], "hand") == ("2S", "AH")
    assert read_groups(rules, Row([[], ("2S",)])) == ((), ("2S",))


def test_what_are_no_cards_or_groups_is_refused():
    assert said_of(read_cards, PHAZED, "2S", "hand") == "hand must be a list or tuple, not '2S'"
    assert said_of(read_cards, PHAZED, ["2S", None], "hand") == "None is not a card of this game"
    assert said_of(read_cards, PHASEDOUT, ["ZZ"], "hand") == "'ZZ' is not a card of this game"
    assert said_of(read_groups, PHAZED, {}) == "a phase must be a list or tuple, not {}"
    assert said_of(read_groups, PHAZED, [{}]) == "a group must be a list or tuple, not {}"


NOTHING = (None, [])


def test_a_table_is_read():
    table = [(1, [["2S", "2S", "2C"], ["5S", "5S", "AS"]]), [None, ()], NOTHING, (2, [["2C"] * 7])]
    assert read_table(PHAZED, table) == (
        (1, (("2S", "2S", "2C"), ("5S", "5S", "AS"))),
        (None, ()),
        (None, ()),
        (2, (("2C",) * 7,)),
    )


@pytest.mark.parametrize(
    ("rules", "table", "said"),
    [
        (PHAZED, None, "table must be a list or tuple, not None"),
        (PHAZED, [NOTHING] * 3, "table must have 4 elements, not 3: [(None, []), (None, []), (None, [])]"),
        (PHAZED, [NOTHING] * 3 + [None], "an entry in the table must be a list or tuple, not None"),
        (PHAZED, [NOTHING] * 3 + [(None,)], "an entry in the table must have 2 elements, not 1: (None,)"),
        (PHAZED, [(0, [])] * 4, "the phase in a table entry must be None or 1 to 7, not 0"),
        (BONUS, [(8, [])] * 4, "the phase in a table entry must be None or 1 to 7, not 8"),
        (PHASEDOUT, [(6, [])] * 4, "the phase in a table entry must be None or 1 to 5, not 6"),
        (PHAZED, [("1", [])] * 4, "the phase in a table entry must be None or 1 to 7, not '1'"),
        (PHAZED, [(True, [])] * 4, "the phase in a table entry must be None or 1 to 7, not True"),
        (PHAZED, [(1, None)] * 4, "a phase must be a list or tuple, not None"),
        (PHAZED, [(1, [["2S", "2S", "2S"]])] * 4, "phase 1 must have 2 groups, not [['2S', '2S', '2S']]"),
        (PHAZED, [(1, [["2S"], ["1S"]])] * 4, "'1S' is not a card of this game"),
    ],
)
def test_what_is_no_table_is_refused(rules, table, said):
    assert said_of(read_table, rules, table) == said


def test_a_history_is_read_with_the_drawn_cards_hidden():
    history = [[0, [[1, None], (5, "JS")]], (1, [(1, "KS"), (3, (1, [["2S"], ["3S"]]))]), (2, [(1, "XX")])]
    assert read_history(PHAZED, history) == (
        (0, ((1, "XX"), (5, "JS"))),
        (1, ((1, "XX"), (3, (1, (("2S",), ("3S",)))))),
        (2, ((1, "XX"),)),
    )
    assert read_history(PHAZED, ()) == ()


@pytest.mark.parametrize(
    ("history", "said"),
    [
        (None, "turn_history must be a list or tuple, not None"),
        ([None], "a turn in turn_history must be a list or tuple, not None"),
        ([(0,)], "a turn in turn_history must have 2 elements, not 1: (0,)"),
        ([(0, None)], "the second part of a turn must be a list or tuple, not None"),
        ([(4, [])], "player_id must be a whole number from 0 to 3, not 4"),
        ([(0, [None])], "a play must be a list or tuple, not None"),
        ([(0, [(5, "JS")]), (1, [(8, 0)])], "a play's type must be a whole number from 1 to 5, not 8"),
    ],
)
def test_what_is_no_history_is_refused(history, said):
    assert said_of(read_history, PHAZED, history) == said


def test_statuses_are_read():
    assert read_statuses(PHAZED, [0, 7, 3, 1]) == (0, 7, 3, 1)
    assert read_statuses(PHASEDOUT, (5, 0, 0, 0)) == (5, 0, 0, 0)
    flags = [True, False] * 3 + [True]
    assert read_statuses(BONUS, [flags] * 4) == (tuple(flags),) * 4


@pytest.mark.parametrize(
    ("rules", "statuses", "said"),
    [
        (PHAZED, 0, "phase_status must be a list or tuple, not 0"),
        (PHAZED, [0] * 5, "phase_status must have 4 elements, not 5: [0, 0, 0, 0, 0]"),
        (PHAZED, [8] * 4, "a player's phase_status must be a whole number from 0 to 7, not 8"),
        (PHASEDOUT, [6] * 4, "a player's phase_status must be a whole number from 0 to 5, not 6"),
        (PHAZED, [0, 0, 0, -1], "a player's phase_status must be a whole number from 0 to 7, not -1"),
        (PHAZED, [0, 0, 0, True], "a player's phase_status must be a whole number from 0 to 7, not True"),
        (BONUS, [0] * 4, "a player's phase_status must be a list or tuple, not 0"),
        (BONUS, [[False] * 6] * 4, f"a player's phase_status must have 7 elements, not 6: {[False] * 6}"),
        (BONUS, [[0] * 7] * 4, f"a player's phase_status must consist of 7 booleans, not {[0] * 7}"),
    ],
)
def test_what_are_no_statuses_is_refused(rules, statuses, said):
    assert said_of(read_statuses, rules, statuses) == said


# What a validity function is told about its arguments


def wrong_call(**changes):
    names = ("player_id", "table", "turn_history", "phase_status", "hand", "discard")
    arguments = {"play": (5, "9S"), **dict(zip(names, position("phazed", hand="2C 9S")))}
    assert explain(PHAZED, **arguments) is None
    return explain(PHAZED, **arguments | changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"play": "5 9S"}, ""),
        ({"play": ("5", "9S")}, "a play's type must be a whole number from 1 to 5, not '5'"),
        ({"play": (5, "10S")}, "'10S' is not a card of this game; a ten is written '0S'"),
        ({"play": (8, "9S")}, ""),
        ({"player_id": "0"}, "player_id must be a whole number from 0 to 3, not '0'"),
        ({"player_id": 4}, "player_id must be a whole number from 0 to 3, not 4"),
        ({"table": "abcd"}, "table must be a list or tuple, not 'abcd'"),
        ({"table": [NOTHING] * 3}, "table must have 4 elements, not 3: [(None, []), (None, []), (None, [])]"),
        ({"turn_history": {}}, "turn_history must be a list or tuple, not {}"),
        ({"phase_status": [0] * 3}, "phase_status must have 4 elements, not 3: [0, 0, 0]"),
        ({"hand": "9S"}, "hand must be a list or tuple, not '9S'"),
        ({"hand": ["9S", "10S"]}, "'10S' is not a card of this game; a ten is written '0S'"),
        ({"turn_history": [(0, [(5, "KS")])]}, "a turn in turn_history must begin with a pick-up"),
        ({"play": (5, Unspeakable())}, "<Unspeakable> is not a card of this game"),
        ({"turn_history": Unspeakable()}, "turn_history must be a list or tuple, not <Unspeakable>"),
    ],
)
def test_a_call_of_a_wrong_form_is_refused_by_rule_6_7_and_told_why(changes, said):
    refusal = wrong_call(**changes)
    assert refusal.rule == "6.7"
    assert said in refusal.reason


def test_whatever_an_object_raises_is_an_answer_and_not_an_error():
    class Trap(list):
        def __iter__(self):
            raise ZeroDivisionError

        def __getitem__(self, index):
            raise ZeroDivisionError

    for changes in ({"play": Trap([5, "9S"])}, {"turn_history": Trap([1])}, {"hand": Trap(["9S"])}):
        refusal = wrong_call(**changes)
        assert refusal.rule == "6.7"
        assert refusal.reason == "the arguments do not have the form described by the course (ZeroDivisionError)"


def test_a_group_on_the_table_that_no_phase_made_is_refused():
    """Aces alone are no set, so nobody can say what would fit it."""
    laid = {0: (1, "2S 2S 2C / 5S 5S AS"), 1: (1, "AS AH AD / 5S 5S AS")}
    refusal = explain(PHAZED, (4, ("9S", (1, 0, 3))), *position("phazed", hand="2C 9S", laid=laid))
    assert str(refusal) == "a set or run must have a natural card: AS AH AD (rule 6.7)"


def test_an_entry_of_the_table_without_a_phase_has_no_groups():
    table = [(None, [["2S"]]), *[(None, [])] * 3]
    refusal = explain(PHAZED, (1, None), 0, table, [], [0] * 4, [], None)
    assert str(refusal) == "an empty entry in the table must be (None, []), not (None, [['2S']]) (rule 6.7)"


def test_arguments_that_change_while_they_are_read_are_not_valid():
    class Fickle(list):
        """Is no hand when it is looked at first."""

        looks = 0

        def __iter__(self):
            self.looks += 1
            return iter(["nonsense"] if self.looks <= 2 else ["2S"])

    hand = Fickle(["2S"])
    refusal = explain(PHAZED, (1, None), 0, [(None, [])] * 4, [], [0] * 4, hand, None)
    assert refusal.rule == "6.7"
