"""Every example of the documents that the game comes from, word for word.

Each call is made as it is written there, with lists only, with tuples only, and with the two swapped; the answer is
compared with its type. What a document says in prose ("is a valid run", "it would not be possible") is a case as well.
"""

from __future__ import annotations

import pytest

from phazed import (
    phasedout_group_type,
    phasedout_is_valid_play,
    phasedout_phase_type,
    phasedout_play,
    phasedout_score,
    phazed_bonus_is_valid_play,
    phazed_bonus_score,
    phazed_group_type,
    phazed_is_valid_play,
    phazed_phase_type,
    phazed_play,
    phazed_score,
)
from phazed.rules.groups import Run
from positions import IS_VALID, listed, position, swapped, tupled

FORMS = {"as written": lambda value: value, "lists": listed, "tuples": tupled, "swapped": swapped}


@pytest.fixture(params=FORMS.values(), ids=FORMS.keys())
def form(request):
    return request.param


def same(answer, expected):
    """Equal, and of the same types all the way down."""
    return answer == expected and repr(answer) == repr(expected)


# Seeds 000 and 001, question 1: the calls

GROUP_CALLS = [
    (["2C", "2S", "2H"], [1]),
    (["2C", "2C", "4C", "KC", "9C", "AH", "JC"], [2]),
    (["4H", "4S", "AC", "4C"], [3]),
    (["4H", "5S", "AC", "7C", "8H", "AH", "0S", "JC"], [4]),
    (["4H", "5D", "AC", "7H"], [5]),
    (["KS", "0D", "8C", "3S"], [6]),
    (["KS", "0C", "8C", "3S"], [6, 7]),
    (["2C", "2C", "4C", "KC", "9C", "AS", "3C"], [2, 6, 7]),
    (["4H", "5D", "7C", "AC"], []),
]
GROUPS_IN_PROSE = [
    (["2S", "2S", "2H"], [1]),  # "is a set of 3 cards"
    (["2C", "7C", "7C", "8C", "JC", "QC", "KC"], [2]),  # "is a set of 7 Clubs"
    (["2S", "3C", "4C", "5S"], [5]),  # "is a run of 4 black cards"
    (["2C", "2S", "AC"], [1]),  # "is a valid set of three cards of the same value (3x Twos)"
    (["2C", "AS", "AC"], []),  # "is not, as it is made up of only one natural card"
    (["2C", "2C", "AH"], [1]),  # "is a valid set of three cards of the same value"
    (["4H", "5S", "AC", "8H", "7C", "AH", "0S", "JC"], []),  # "is not a valid run of eight, as it is not in sequence"
    (["4H", "5D", "7H", "AC"], []),  # "is not a valid run of four cards of the same colour"
    (["2S", "3D", "4C", "5D", "6C", "7D", "8H"], []),  # a run of 7, which is not one of the types
    (["KH", "2S", "3D", "4C", "5D"], []),  # a run of 5
    (["KC", "2S", "3C", "4C", "5S"], []),  # a run of 5 of one colour
    (["2S", "3D", "4C", "AD", "6C", "7D", "8H"], []),  # a run of 7
]


@pytest.mark.parametrize(("group", "types"), GROUP_CALLS + GROUPS_IN_PROSE)
def test_phazed_group_type(form, group, types):
    assert same(phazed_group_type(form(group)), types)


@pytest.mark.parametrize(
    ("cards", "one_colour"),
    [
        (("2S", "3D", "4C", "5D", "6C", "7D", "8H"), False),  # "is a run of 7 cards"
        (("KH", "2S", "3D", "4C", "5D"), False),  # "is a valid run of 5 cards"
        (("2S", "3C", "4C", "5S"), True),
        (("KC", "2S", "3C", "4C", "5S"), True),  # "is a valid run of the same colour, of length 5 cards"
        (("2S", "3D", "4C", "AD", "6C", "7D", "8H"), False),  # "the run of seven cards"
    ],
)
def test_runs_of_other_lengths(cards, one_colour):
    assert Run(0, "a run", len(cards), one_colour=one_colour).flaw(cards) is None
    assert Run(0, "a run", len(cards), one_colour=one_colour).flaw(tuple(reversed(cards))) is not None


# Seeds 000 and 001, question 2

PHASE_CALLS = [
    ([["2C", "2S", "2H"], ["7H", "7C", "AH"]], [1]),
    ([["2C", "2C", "4C", "KC", "9C", "AH", "JC"]], [2]),
    ([["2C", "KH", "QS", "7H"], ["3H", "7S", "0D", "KD", "AD"]], [3]),
    ([["4H", "4S", "AC", "4C"], ["7H", "7C", "AH", "AC"]], [4]),
    ([["4H", "5S", "AC", "7C", "8H", "AH", "0S", "JC"]], [5]),
    ([["2C", "KC", "QS", "7C"], ["3H", "7H", "0D", "KD", "AD"]], [3, 6]),
    ([["4H", "5D", "AC", "7H"], ["7H", "7C", "AH", "AS"]], [7]),
    ([["4H", "5D", "7C", "AC"], ["AC", "AS", "AS"]], []),
]
PHASES_IN_PROSE = [
    ([["2S", "2S", "2H"], ["7H", "7S", "7D"]], [1]),
    ([["2C", "7C", "7C", "8C", "JC", "QC", "KC"]], [2]),
    ([["KS", "0D", "8C", "3S"], ["9D", "9S", "9S", "6C", "AH"]], [3]),
    ([["2S", "2S", "2H", "2D"], ["7H", "7S", "7D", "7D"]], [4]),
    ([["2S", "3D", "4C", "5D", "6C", "7D", "8H", "9S"]], [5]),
    ([["KS", "0C", "8C", "3S"], ["9C", "9S", "9S", "6C", "AS"]], [3, 6]),
    ([["KC", "2S", "3C", "4C"], ["7C", "7S", "7D", "7D"]], [7]),
    ([["2S", "2S", "2C"], ["AS", "5S", "5S"]], [1]),  # the phase of question 3's plays
    ([["4H", "5S", "AC", "8H", "7C", "AH", "0S", "JC"]], []),  # "the run is not in sequence"
    ([["7H", "7C", "AH", "AS"], ["4H", "5D", "AC", "7H"]], []),  # "the run must come before the set of four"
]


@pytest.mark.parametrize(("phase", "types"), PHASE_CALLS + PHASES_IN_PROSE)
def test_phazed_phase_type(form, phase, types):
    assert same(phazed_phase_type(form(phase)), types)


# Seeds 000 and 001, question 3

NOTHING_LAID = [(None, []), (None, []), (None, []), (None, [])]
VALIDITY_CALLS = [
    (
        (
            (3, (1, [["2S", "2S", "2C"], ["AS", "5S", "5S"]])),
            0,
            [(None, []), (None, []), (None, []), (None, [])],
            [(0, [(2, "JS")])],
            [0, 0, 0, 0],
            ["AS", "2S", "2S", "2C", "5S", "5S", "7S", "8S", "9S", "0S", "JS"],
            None,
        ),
        True,
    ),
    (
        (
            (4, ("KC", (1, 0, 0))),
            1,
            [(None, []), (2, [["2S", "2S", "AS", "5S", "5S", "7S", "JS"]]), (None, []), (None, [])],
            [
                (0, [(2, "JS"), (5, "JS")]),
                (1, [(1, "XX"), (3, (2, [["2S", "2S", "AS", "5S", "5S", "7S", "JS"]]))]),
            ],
            [0, 2, 0, 0],
            ["5D", "0S", "JS", "KC"],
            "JS",
        ),
        False,
    ),
    (
        (
            (5, "JS"),
            1,
            [(None, []), (1, [["2S", "2S", "2C"], ["AS", "5S", "5S"]]), (None, []), (None, [])],
            [
                (0, [(2, "JS"), (5, "JS")]),
                (1, [(1, "XX"), (3, (1, [["2S", "2S", "2C"], ["AS", "5S", "5S"]]))]),
            ],
            [0, 1, 0, 0],
            ["AD", "8S", "9S", "0S", "JS"],
            "JS",
        ),
        True,
    ),
]


@pytest.mark.parametrize(("arguments", "valid"), VALIDITY_CALLS)
def test_phazed_is_valid_play(form, arguments, valid):
    assert same(phazed_is_valid_play(*[form(each) for each in arguments]), valid)


@pytest.mark.parametrize(("arguments", "valid"), VALIDITY_CALLS)
def test_the_same_plays_in_the_bonus_game(form, arguments, valid):
    """There every player's status is seven booleans; all else is the same."""
    play, player_id, table, history, statuses, hand, discard = arguments
    booleans = [tuple(phase <= done for phase in range(1, 8)) for done in statuses]
    call = (play, player_id, table, history, booleans, hand, discard)
    assert same(phazed_bonus_is_valid_play(*[form(each) for each in call]), valid)


# The plays, the table and the history that questions 3 and 5 and seed 002 give as examples of the form

A_TABLE = [(None, []), (1, [["2S", "2S", "2C"], ["AS", "5S", "5S", "5D"]]), (None, []), (None, [])]
A_HISTORY = [
    (0, [(2, "JS"), (5, "JS")]),
    (1, [(2, "JS"), (3, (1, [["2S", "2S", "2C"], ["AS", "5S", "5S"]]))]),
]
ELEVEN = ["AS", "2S", "2S", "2C", "5S", "5S", "7S", "8S", "9S", "0S", "JS"]


@pytest.mark.parametrize(
    "arguments",
    [
        ((1, "JS"), 1, NOTHING_LAID, A_HISTORY[:1], [0, 0, 0, 0], ELEVEN[1:], "JS"),
        ((1, None), 1, NOTHING_LAID, A_HISTORY[:1], [0, 0, 0, 0], ELEVEN[1:], "JS"),
        ((2, "2C"), 0, NOTHING_LAID, [], [0, 0, 0, 0], ELEVEN[1:], "2C"),
        ((2, "JS"), 0, NOTHING_LAID, [], [0, 0, 0, 0], ELEVEN[1:], "JS"),
        ((5, "JS"), 0, NOTHING_LAID, [(0, [(2, "JS")])], [0, 0, 0, 0], ELEVEN, None),  # "a change of heart"
        ((2, "JS"), 1, NOTHING_LAID, A_HISTORY[:1], [0, 0, 0, 0], ELEVEN[:-1], "JS"),
        (A_HISTORY[1][1][1], 1, NOTHING_LAID, [A_HISTORY[0], (1, [(2, "JS")])], [0, 0, 0, 0], ELEVEN, None),
        ((4, ("AD", (1, 0, 3))), 1, A_TABLE, A_HISTORY, [0, 1, 0, 0], ["AD", "8S", "JS"], None),
        ((5, "JS"), 1, A_TABLE, A_HISTORY, [0, 1, 0, 0], ["8S", "JS"], None),
    ],
)
def test_the_examples_of_plays_are_valid_where_they_belong(form, arguments):
    assert same(phazed_is_valid_play(*[form(each) for each in arguments]), True)


# Seed 000, "Playing Cards on Groups", "Special Cards" and question 3's remarks on accumulations


@pytest.mark.parametrize(
    ("card", "target", "phase", "group", "fits"),
    [
        ("2C", 3, 1, "2S 2S 2H", True),
        ("9D", 7, 5, "2S 3D 4C 5D 6C 7D 8H", True),
        ("4C", 7, 2, "2C 7C 7C 8C JC QC KC", True),
        ("6S", 4, 7, "2S 3C 4C 5S", True),
        ("9S", 4, 3, "KS 0D 8C 3S", True),
        ("QH", 5, 3, "KS 0D 8C 3S 9S", True),
        # "it would not be possible to play '5D' on" it "and reclassify 'AD' as a nine"
        *(("5D", index, 5, "2S 3D 4C AD 6C 7D 8H", False) for index in range(8)),
        # "if the original value is 43, only cards of value 1-12 can be added"
        *((f"{value}H", 5, 3, "KS 0D 8C 3S 9S", True) for value in "A234567890JQ"),
        ("KH", 5, 3, "KS 0D 8C 3S 9S", False),
    ],
)
@pytest.mark.parametrize("game", ["phazed", "phazed_bonus"])
def test_cards_on_groups(game, form, card, target, phase, group, fits):
    second = {1: " / 7H 7S 7D", 3: " / 9D 9S 9S 6C AH", 7: " / 7C 7S 7D 7D"}.get(phase, "")
    arguments = position(game, hand=f"{card} 6D", laid={0: (phase, group + second)})
    play = (4, (card, (0, 0, target)))
    assert same(IS_VALID[game](*[form(each) for each in (play, *arguments)]), fits)


# Seeds 000 and 001, question 4

SCORE_CALLS = [
    (["9D", "9S", "9D", "0D", "0S", "0D"], 57),
    (["2D", "9S", "AD", "0D"], 46),
    ([], 0),
    (["3D", "JC", "AS"], 39),  # "their score would be 3+11+25 = 39"
]


@pytest.mark.parametrize("score", [phazed_score, phazed_bonus_score, phasedout_score])
@pytest.mark.parametrize(("hand", "points"), SCORE_CALLS)
def test_score(form, score, hand, points):
    assert same(score(form(hand)), points)


# Seeds 000, 001 and 002, question 5


def test_phazed_play(form):
    arguments = (
        1,
        [
            (None, []),
            (5, [["2C", "3H", "4D", "AD", "6S", "7C", "8S", "9H", "0S", "JS"]]),
            (None, []),
            (None, []),
        ],
        [
            (0, [(2, "JS"), (5, "JS")]),
            (
                1,
                [
                    (2, "JS"),
                    (3, (5, [["2C", "3H", "4D", "AD", "6S", "7C", "8S", "9H"]])),
                    (4, ("0S", (1, 0, 8))),
                    (4, ("JS", (1, 0, 9))),
                ],
            ),
        ],
        [0, 5, 0, 0],
        ["5D"],
        None,
    )
    assert same(phazed_play(*[form(each) for each in arguments]), (5, "5D"))


# Seed 003, parts 1 and 2


@pytest.mark.parametrize(
    ("group", "number"),
    [
        (["2C", "2S", "2H"], 1),
        (["2C", "2C", "4C", "KC", "9C", "AH", "JC"], 2),
        (["4H", "4S", "AC", "4C"], 3),
        (["4H", "5S", "AC", "7C", "8H", "AH", "0S", "JC"], 4),
        (["4H", "5S", "AC", "8H", "7C", "AH", "0S", "JC"], None),  # "is not a valid run of eight"
        (["4H", "5D", "AC", "7H"], 5),
        (["4H", "5D", "7H", "AC"], None),  # "is not a valid run of four cards of the same colour"
        (["4H", "5D", "7C", "AC"], None),
    ],
)
def test_phasedout_group_type(form, group, number):
    assert same(phasedout_group_type(form(group)), number)


@pytest.mark.parametrize(
    ("phase", "number"),
    [
        ([["2C", "2S", "2H"], ["7H", "7C", "AH"]], 1),
        ([["2C", "2C", "4C", "KC", "9C", "AH", "JC"]], 2),
        ([["4H", "4S", "AC", "4C"], ["7H", "7C", "AH", "AC"]], 3),
        ([["4H", "5S", "AC", "7C", "8H", "AH", "0S", "JC"]], 4),
        ([["4H", "5S", "AC", "8H", "7C", "AH", "0S", "JC"]], None),  # "the run is not in sequence"
        ([["4H", "5D", "AC", "7H"], ["7H", "7C", "AH", "AS"]], 5),
        ([["7H", "7C", "AH", "AS"], ["4H", "5D", "AC", "7H"]], None),  # "the run must come before the set of four"
        ([["4H", "5D", "7C", "AC"], ["AC", "AS", "AS"]], None),
        ([["2S", "2S", "2C"], ["AS", "5S", "5S"]], 1),  # the phase of part 3's plays
    ],
)
def test_phasedout_phase_type(form, phase, number):
    assert same(phasedout_phase_type(form(phase)), number)


# Seed 003, part 3: the examples of plays, with its table, history and status

OUT_HISTORY = [(0, [(2, "JS"), (5, "JS")]), (1, [(2, "JS"), (3, [["2S", "2S", "2C"], ["AS", "5S", "5S"]])])]


@pytest.mark.parametrize(
    "arguments",
    [
        ((1, "JS"), 1, NOTHING_LAID, OUT_HISTORY[:1], [0, 4, 0, 0], ELEVEN[1:], "JS"),
        ((1, None), 1, NOTHING_LAID, OUT_HISTORY[:1], [0, 0, 0, 0], ELEVEN[1:], "JS"),
        ((2, "2C"), 0, NOTHING_LAID, [], [0, 0, 0, 0], ELEVEN[1:], "2C"),
        ((2, "JS"), 0, NOTHING_LAID, [], [0, 0, 0, 0], ELEVEN[1:], "JS"),
        ((5, "JS"), 0, NOTHING_LAID, [(0, [(2, "JS")])], [0, 0, 0, 0], ELEVEN, None),  # "a change of heart"
        ((2, "JS"), 1, NOTHING_LAID, OUT_HISTORY[:1], [0, 0, 0, 0], ELEVEN[:-1], "JS"),
        (
            (3, [["2S", "2S", "2C"], ["AS", "5S", "5S"]]),
            1,
            NOTHING_LAID,
            [OUT_HISTORY[0], (1, [(2, "JS")])],
            [0, 0, 0, 0],
            ELEVEN,
            None,
        ),
        ((4, ("AD", (1, 0, 3))), 1, A_TABLE, OUT_HISTORY, [0, 1, 0, 0], ["AD", "8S", "JS"], None),
        ((5, "JS"), 1, A_TABLE, OUT_HISTORY, [0, 1, 0, 0], ["8S", "JS"], None),
    ],
)
def test_the_examples_of_plays_of_phased_out_are_valid_where_they_belong(form, arguments):
    assert same(phasedout_is_valid_play(*[form(each) for each in arguments]), True)


def test_phasedout_play_draws_with_none(form):
    """Part 5: "the play content is set to None (i.e. (1, None))"."""
    hand = ["2S", "3S", "4H", "5H", "6D", "7D", "8C", "9C", "0S", "QS"]
    arguments = (0, NOTHING_LAID, [], [0, 0, 0, 0], hand, None)
    assert same(phasedout_play(*[form(each) for each in arguments]), (1, None))
