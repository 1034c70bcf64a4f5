"""Rule 2: groups."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phazed import phasedout_group_type, phasedout_phase_type, phazed_group_type, phazed_phase_type
from phazed.rules.rulesets import RULESETS
from positions import GAMES, WITH_ACCUMULATIONS, assert_allowed, assert_refused, cards, phase_play, tupled

VALUES = "234567890JQK"
CHECKED = settings(deadline=None, derandomize=True, max_examples=300, suppress_health_check=[HealthCheck.too_slow])


# the table of group types

BOTH_GAMES = [
    ("2C 2S 2H", 1),
    ("2C 2C AS", 1),
    ("KD KD KD", 1),  # no deck has it, and still it is one
    ("2C 2C 4C KC 9C AH JC", 2),
    ("2C 7C 7C 8C JC QC KC", 2),
    ("4H 4S AC 4C", 3),
    ("QH AS AC QC", 3),
    ("4H 5S AC 7C 8H AH 0S JC", 4),
    ("2S 3D 4C 5D 6C 7D 8H 9S", 4),
    ("6S 7D 8D 9C 0S JH QD KS", 4),
    ("4H 5D AC 7H", 5),
    ("0S JC QS KC", 5),
]


@pytest.mark.parametrize(("group", "number"), BOTH_GAMES)
def test_2_what_makes_a_group_in_both_games(group, number):
    assert phazed_group_type(cards(group)) == [number]
    assert phasedout_group_type(cards(group)) == number


@pytest.mark.parametrize(
    "group",
    [
        "2C 2S",  # one short
        "2C 2S 2H 2D 2D",  # one too many
        "2C 2S 3H",
        "2C 2S 3H AS",
        "2C 2C 4C KC 9C AH",
        "2C 2C 4C KC 9C AH JC QC",
        "2C 2C 4C KC 9C AH JS",
        "4H 5S 6C 7C 8H 9H 0S",
        "4H 5S 6C 7C 8H 9H 0S JC QC",
        "4H 5D 6H",
        "4H 5D 6H 7H 8D",
        "4H 5D 6H 7S",
        "4H 5D 6H 8H",
        "4H 5H 5H 6H",
    ],
)
def test_2_what_makes_none(group):
    assert phazed_group_type(cards(group)) == []
    assert phasedout_group_type(cards(group)) is None


@pytest.mark.parametrize("group", ["KS 0D 8C 3S", "9D 9S 9S 6C AH", "2C KH QS 7H", "7H 9S 9S 9D"])
def test_2_an_accumulation_adds_up_to_34(group):
    assert phazed_group_type(cards(group)) == [6]
    assert phasedout_group_type(cards(group)) is None


@pytest.mark.parametrize(
    ("group", "total"), [("KS 0D 8C 2S", 33), ("KS 0D 8C 4S", 35), ("KS 0D 8C 3S AS", 35), ("KS JD QC 3S 9D 7C", 55)]
)
def test_2_no_other_total_is_an_accumulation(group, total):
    assert phazed_group_type(cards(group)) == []
    hand = f"{group} KS KH 8H 2C"
    assert_refused("3.2", "phazed", (3, (3, [cards(group), cards("KS KH 8H")])), hand=hand, done={0: 2}, names=group)


@pytest.mark.parametrize("group", ["JD KS 0S", "QD KS 9S", "KD KS 8S", "0D KS JS", "9D KS QS", "AD KS 0S 0C"])
def test_2_court_cards_count_eleven_twelve_and_thirteen_in_an_accumulation(group):
    assert phazed_group_type(cards(group)) == [6]


@pytest.mark.parametrize("group", ["2C 2S AH", "4H 4S AC 4C", "2C 2C 4C AC 9C KC JC", "KS 0D 8C 3S", "KS 0C 8C 3S"])
def test_2_the_order_of_a_set_or_accumulation_does_not_matter(group):
    expected = phazed_group_type(cards(group))
    assert expected
    for order in set(list(permutations(cards(group)))[:720]):
        assert phazed_group_type(list(order)) == expected


def test_2_the_order_of_a_run_matters():
    runs = [order for order in permutations(cards("4H 5D 6H 7D")) if phazed_group_type(order)]
    assert runs == [("4H", "5D", "6H", "7D")]
    assert phazed_group_type(cards("4H 5S AC 8H 7C AH 0S JC")) == []
    assert phasedout_group_type(cards("4H 5S AC 8H 7C AH 0S JC")) is None


def test_2_a_run_does_not_descend():
    assert phazed_group_type(cards("7H 6D 5H 4D")) == []
    assert phasedout_group_type(cards("7H 6D 5H 4D")) is None


# 2.1


def test_2_1_a_run_may_turn_the_corner_from_king_to_two():
    assert phazed_group_type(cards("KC 2S 3C 4C")) == [5]
    assert phazed_group_type(cards("9S 0D JC QD KH 2D 3H 4S")) == [4]


def test_2_1_a_run_may_not_turn_the_corner_in_phasedout():
    assert phasedout_group_type(cards("KC 2S 3C 4C")) is None
    assert phasedout_group_type(cards("9S 0D JC QD KH 2D 3H 4S")) is None


@pytest.mark.parametrize("start", range(12))
def test_2_1_a_run_may_start_anywhere_and_ends_at_the_king_in_phasedout(start):
    colour_run = [(VALUES * 2)[start + step] + "SC"[step % 2] for step in range(4)]
    long_run = [(VALUES * 2)[start + step] + "SHDC"[step % 4] for step in range(8)]
    assert 5 in phazed_group_type(colour_run)
    assert 4 in phazed_group_type(long_run)
    assert phasedout_group_type(colour_run) == (5 if start + 4 <= 12 else None)
    assert phasedout_group_type(long_run) == (4 if start + 8 <= 12 else None)


@pytest.mark.parametrize(
    "group",
    [
        "AS 2C 3S 4C",  # the ace is a king
        "JC QS KS AS",  # the ace is a two
        "KC AS 3C 4C",
        "QS AS AC 3C",
        "AD 2C 3D 4S 5H 6C 7D 8S",
        "7D 8S 9H 0C JD QS KH AS",
    ],
)
def test_2_1_an_ace_may_stand_for_the_value_round_the_corner_but_not_in_phasedout(group):
    assert phazed_group_type(cards(group)) in ([4], [5])
    assert phasedout_group_type(cards(group)) is None


@pytest.mark.parametrize("group", ["AS AS 4S 5C", "AS 3C 4S 5C", "0C JS AS KC", "0C JS AS AC"])
def test_2_1_a_wild_may_stand_for_two_or_king_in_phasedout(group):
    assert phazed_group_type(cards(group)) == [5]
    assert phasedout_group_type(cards(group)) == 5


@pytest.mark.parametrize("group", ["AS AS 3S 4C", "JS QS AS AC"])
def test_2_1_a_wild_may_not_stand_for_one_or_fourteen_in_phasedout(group):
    assert phazed_group_type(cards(group)) == [5]
    assert phasedout_group_type(cards(group)) is None


@pytest.mark.parametrize("group", ["2S 3S 4S 4S", "2S 2S 3S 4S", "2S 4S 6S 8S", "2S 3C 5S 6C", "2S AS 3S 4C"])
def test_2_1_a_run_ascends_by_exactly_one(group):
    assert phazed_group_type(cards(group)) == []
    assert phasedout_group_type(cards(group)) is None


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_2_1_the_refusal_names_the_card_out_of_sequence(game):
    laying = phase_play(game, 5, "4H 5S AC 8H 7C AH 0S JC")
    assert_refused("2.1", game, laying, hand="4H 5S AC 7C 8H AH 0S JC KD", done={0: 4}, names="8H 4H 5S AC 7C AH 0S JC")


def test_2_1_phasedout_refuses_a_run_that_goes_beyond_the_king():
    hand = "7D 8S 9H 0C JD QS KH AS 2D"
    assert_refused("2.1", "phasedout", (3, [cards("7D 8S 9H 0C JD QS KH AS")]), hand=hand, done={0: 3}, names="KH AS")
    assert_refused("2.1", "phasedout", (3, [cards("7D 8S 9H 0C JD QS KH 2D")]), hand=hand, done={0: 3}, names="KH 2D")
    assert_allowed("phazed", (3, (5, [cards("7D 8S 9H 0C JD QS KH 2D")])), hand=hand, done={0: 4})


# 2.2


def test_2_2_the_value_of_a_wild_follows_from_its_position():
    assert phazed_group_type(cards("4H AC 6H 7D")) == [5]
    assert phazed_group_type(cards("4H AC 7D 8H")) == []
    assert phazed_group_type(cards("4H AC AC 7D")) == [5]
    assert phazed_group_type(cards("AC AC 4H 5D")) == [5]


@pytest.mark.parametrize("game", GAMES)
def test_2_2_wilds_have_no_colour_in_a_colour_run(game):
    last = 5 if game == "phasedout" else 7
    laying = phase_play(game, last, "4H AC AS 7D / 9S 9H 9D AH")
    assert_allowed(game, laying, hand="4H AC AS 7D 9S 9H 9D AH 2C", done={0: last - 1})


@pytest.mark.parametrize("game", GAMES)
def test_2_2_the_naturals_fix_the_colour_of_a_colour_run(game):
    last = 5 if game == "phasedout" else 7
    laying = phase_play(game, last, "4H AC AS 7C / 9S 9H 9D AH")
    assert_refused("2.2", game, laying, hand="4H AC AS 7C 9S 9H 9D AH 2C", done={0: last - 1}, names="4H AC AS 7C")


# 2.3


@pytest.mark.parametrize(
    ("group", "numbers"),
    [
        ("2C 2C 4C KC 9C AS 3C", [2, 6, 7]),
        ("2C 2C 4C KC 9C AH 3C", [2, 6]),
        ("KS 0C 8C 3S", [6, 7]),
        ("JS JH JC AS", [3, 6]),
        ("JS JC JC AS", [3, 6, 7]),
        ("7H 8D 9H 0D", [5, 6, 7]),
        ("2S 3D 4C AD 6S AH 8D 9C", [4, 6]),
        ("2S 3S 4C AS 6S AC 8C 9C", [4, 6, 7]),
    ],
)
def test_2_3_the_answer_lists_all_types_that_the_whole_group_satisfies(group, numbers):
    assert phazed_group_type(cards(group)) == numbers


def test_2_3_a_part_of_the_group_does_not_count():
    assert phazed_group_type(cards("2C 2C AH")) == [1]
    assert phazed_group_type(cards("2C 2C 4C KC 9C AH JC")) == [2]


def _worth(card):
    return 1 if card[0] == "A" else VALUES.index(card[0]) + 2


def _types(group, *, wraps):
    """The types by the words of rules 1 and 2, without regard to speed."""
    naturals = [card for card in group if card[0] != "A"]
    colours = [card[1] in "HD" for card in group]
    natural_colours = {card[1] in "HD" for card in naturals}
    enough = len(naturals) >= 2
    sequences = [[(VALUES * 2)[start + step] for step in range(len(group))] for start in range(12)]
    if not wraps:
        sequences = [each for each in sequences if each == sorted(each, key=VALUES.index)]
    run = len(group) <= 12 and any(
        all(card[0] in ("A", value) for card, value in zip(group, sequence)) for sequence in sequences
    )
    total = sum(map(_worth, group))
    found = {
        1: enough and len(group) == 3 and len({card[0] for card in naturals}) == 1,
        2: enough and len(group) == 7 and len({card[1] for card in naturals}) == 1,
        3: enough and len(group) == 4 and len({card[0] for card in naturals}) == 1,
        4: enough and len(group) == 8 and run,
        5: enough and len(group) == 4 and run and len(natural_colours) == 1,
        6: total == 34,
        7: total == 34 and len(set(colours)) == 1,
    }
    return [number for number, holds in found.items() if holds]


FACES = st.builds(str.__add__, st.sampled_from(VALUES + "AAAA"), st.sampled_from("SHDC"))


@st.composite
def near_groups(draw):
    """Cards that are nearly, or exactly, a group."""
    size = draw(st.sampled_from([3, 4, 7, 8]))
    start = draw(st.integers(0, 11))
    step = draw(st.sampled_from([0, 1]))
    suits = draw(st.sampled_from(["C", "SC", "HD", "SHDC"]))
    group = [(VALUES * 2)[start + step * place] + draw(st.sampled_from(suits)) for place in range(size)]
    for place in draw(st.lists(st.integers(0, size - 1), max_size=3)):
        group[place] = draw(FACES)
    return group


@st.composite
def near_totals(draw):
    """Cards of which the last one, if there is such a card, completes 34."""
    group = draw(st.lists(FACES, min_size=2, max_size=9))
    missing = 34 - sum(map(_worth, group))
    return [*group, f"A{VALUES}"[missing - 1] + draw(st.sampled_from("SHDC"))] if 1 <= missing <= 13 else group


@CHECKED
@given(near_groups() | near_totals() | st.lists(FACES, max_size=9))
def test_2_3_the_types_are_those_of_the_definition(group):
    assert phazed_group_type(group) == _types(group, wraps=True)


@CHECKED
@given(near_groups() | st.lists(FACES, max_size=9))
def test_2_4_phasedout_gives_the_one_type_of_the_definition_or_none(group):
    found = [number for number in _types(group, wraps=False) if number <= 5]
    assert len(found) <= 1  # no group of phasedout satisfies two types
    assert phasedout_group_type(group) == (found[0] if found else None)


# 2.4


@pytest.mark.parametrize("group", ["KS 0D 8C 3S", "KS 0C 8C 3S"])
def test_2_4_phasedout_knows_no_accumulations(group):
    assert phasedout_group_type(cards(group)) is None


@pytest.mark.parametrize(
    ("group", "number"), [("2C 2C 4C KC 9C AS 3C", 2), ("JS JC JC AS", 3), ("7H 8D 9H 0D", 5), ("2C 2S 2H", 1)]
)
def test_2_4_phasedout_answers_with_one_number(group, number):
    assert phasedout_group_type(cards(group)) == number
    assert type(phasedout_group_type(cards(group))) is int


# 2.5

NO_GROUPS = [
    [],
    (),
    "",
    "2C2S2H",
    "2C",
    None,
    2,
    {"2C", "2S", "2H"},
    {"2C": 1, "2S": 2, "2H": 3},
    range(3),
    ["2C", "2S", None],
    ["2C", "2S", ["2H"]],
    ["2C", "2S", "10H"],
    ["2C", "2S", "XX"],
    [["2C", "2S", "2H"]],
    ["ZZ", "2S", "2H"],
    ["2C", "2S", "2H", "ZZ"],
    ["KS", "0D", "8C", "3S", "ZZ"],
    ["ZZ"] * 3,
]


@pytest.mark.parametrize("group", NO_GROUPS, ids=repr)
def test_2_5_no_type_for_what_is_no_group(group):
    assert phazed_group_type(group) == []
    assert phasedout_group_type(group) is None


def test_2_5_an_iterator_over_cards_is_no_group():
    assert phazed_group_type(iter(["2C", "2S", "2H"])) == []
    assert phasedout_group_type(iter(["2C", "2S", "2H"])) is None


@pytest.mark.parametrize("group", NO_GROUPS, ids=repr)
def test_2_5_no_phase_is_made_with_it(group):
    for beside in (["7H", "7C", "AH"], ["7H", "7C", "AH", "AS"], ["KS", "0D", "8C", "3S"]):
        assert phazed_phase_type([group, beside]) == phazed_phase_type([beside, group]) == []
        assert phasedout_phase_type([group, beside]) is phasedout_phase_type([beside, group]) is None
    assert phazed_phase_type([group]) == []
    assert phasedout_phase_type([group]) is None


def test_2_5_a_tuple_of_cards_is_a_group():
    assert phazed_group_type(("2C", "2S", "2H")) == [1]
    assert phasedout_group_type(("2C", "2S", "2H")) == 1


@pytest.mark.parametrize(
    "group",
    ["2C 2S ZZ", "2C 2C 4C KC 9C ZZ JC", "4H 4S ZZ 4C", "4H 5S ZZ 7C 8H AH 0S JC", "4H 5D ZZ 7H", "KS 0D 8C 3S ZZ"],
)
def test_2_5_a_joker_belongs_to_no_group_of_the_bonus_game(group):
    assert list(RULESETS["phazed_bonus"].group_types(tupled(cards(group)))) == []


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        (1, "2C 2S ZZ / 3S 3D 3H"),
        (2, "2C 2C 4C KC 9C ZZ JC"),
        (3, "KS 0D 8C 3S / KS KH 8D ZZ"),
        (4, "4H 4S ZZ 4C / 3S 3D 3H 3S"),
        (5, "4H 5S ZZ 7C 8H AH 0S JC"),
        (6, "KS 0C 8C 3S / KS KC 8S ZZ"),
        (7, "4H 5D ZZ 7H / 3S 3D 3H 3S"),
    ],
)
def test_2_5_no_phase_of_the_bonus_game_holds_a_joker(phase, text):
    hand = text.replace("/", "")
    assert_refused("2.5", "phazed_bonus", phase_play("phazed_bonus", phase, text), hand=hand, names="ZZ")
