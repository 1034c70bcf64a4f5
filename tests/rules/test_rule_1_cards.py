"""Rule 1: cards."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from phazed import (
    phasedout_group_type,
    phazed_group_type,
    phazed_phase_type,
)
from phazed.rules.rulesets import RULESETS
from positions import GAMES, SCORE, WITH_ACCUMULATIONS, assert_allowed, assert_refused, cards, phase_play

FACES = ["".join(face) for face in product("234567890JQKA", "SHDC")]


@pytest.mark.parametrize("face", FACES)
def test_1_1_a_card_is_a_value_and_a_suit(face):
    assert all(face in rules.cards for rules in RULESETS.values())
    assert_allowed("phazed", (5, face), hand=f"2C {face}")


@pytest.mark.parametrize(
    "wrong", ["10S", "1S", "TS", "S2", "2c", "2", "", "2X", " 2S", "2S ", "2S2S", "XX", 2, None, 2.0, b"2S", ["2S"]]
)
def test_1_1_nothing_else_is_a_card(wrong):
    assert phazed_group_type([wrong, "2H", "2D"]) == []
    assert phasedout_group_type([wrong, "2H", "2D"]) is None
    assert phazed_phase_type([[wrong, "2H", "2D"], ["3S", "3H", "3D"]]) == []
    assert_refused("6.7", "phazed", (5, wrong), hand="2S 3S")


@pytest.mark.parametrize("game", GAMES)
def test_1_1_every_card_exists_twice(game):
    counts = Counter(RULESETS[game].deck)
    assert {face: counts[face] for face in FACES} == dict.fromkeys(FACES, 2)


@pytest.mark.parametrize(("game", "size"), [("phazed", 104), ("phazed_bonus", 108), ("phasedout", 104)])
def test_1_1_the_size_of_the_deck(game, size):
    assert len(RULESETS[game].deck) == size


def test_1_1_a_zero_is_a_ten():
    assert phazed_group_type(cards("9S 0S JS QS")) == [5]
    assert SCORE["phazed"](["0H"]) == 10


@pytest.mark.parametrize(
    ("suits", "one_colour"), [("SC", True), ("HD", True), ("SH", False), ("SD", False), ("CH", False), ("CD", False)]
)
def test_1_1_spades_and_clubs_are_black_hearts_and_diamonds_red(suits, one_colour):
    one, other = suits
    run = [f"2{one}", f"3{other}", f"4{one}", f"5{other}"]
    assert phazed_group_type(run) == ([5] if one_colour else [])
    assert phasedout_group_type(run) == (5 if one_colour else None)
    total = [f"K{one}", f"0{other}", f"8{one}", f"3{other}"]
    assert phazed_group_type(total) == ([6, 7] if one_colour else [6])


def test_1_2_the_bonus_game_has_four_jokers():
    assert RULESETS["phazed_bonus"].deck.count("ZZ") == 4


@pytest.mark.parametrize("game", ["phazed", "phasedout"])
def test_1_2_the_other_games_have_none(game):
    assert "ZZ" not in RULESETS[game].deck
    assert_refused("6.7", game, (5, "2C"), hand="2C ZZ")
    assert_refused("6.7", game, (1, "ZZ"), plays=())


@pytest.mark.parametrize("game", GAMES)
def test_1_3_an_ace_stands_for_any_value_in_a_set(game):
    assert_allowed(game, phase_play(game, 1, "2S 2H AC / KD AD KS"), hand="2S 2H AC KD AD KS 9C")


@pytest.mark.parametrize("ace", ["AS", "AH", "AD", "AC"])
def test_1_3_an_ace_is_not_tied_to_its_printed_suit_or_colour(ace):
    for group, number in (
        (["2C", "2C", "4C", "KC", "9C", ace, "JC"], 2),
        (["4H", "5S", "6C", "7C", "8H", ace, "0S", "JC"], 4),
        (["4H", "5D", ace, "7H"], 5),
    ):
        assert phazed_group_type(group) == [number]
        assert phasedout_group_type(group) == number


def test_1_3_several_aces_may_stand_for_different_cards():
    assert phazed_group_type(cards("4H 5S AC AC 8H AH AH JC")) == [4]
    assert phasedout_group_type(cards("4H 5S AC AC 8H AH AH JC")) == 4


@pytest.mark.parametrize("game", GAMES)
def test_1_3_an_ace_counts_at_most_as_often_as_held(game):
    laying = phase_play(game, 1, "2S 2H AC / KD AC KS")
    assert_allowed(game, laying, hand="2S 2H AC KD AC KS 9C")
    assert_refused("6.3", game, laying, hand="2S 2H AC KD AD KS 9C", names="AC")


def test_1_3_an_ace_counts_one_in_an_accumulation_and_is_not_wild():
    assert phazed_group_type(cards("KS 0D 0C AS")) == [6]
    assert phazed_group_type(cards("KS 0D 8C 2D AS")) == [6]
    assert phazed_group_type(cards("KS 0D 8C AS")) == []


def test_1_3_an_ace_has_its_printed_colour_in_an_accumulation():
    assert phazed_group_type(cards("KS 0C 0C AS")) == [6, 7]
    assert phazed_group_type(cards("KS 0C 0C AH")) == [6]


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_1_3_an_ace_of_the_wrong_colour_spoils_a_one_colour_accumulation(game):
    laying = phase_play(game, 6, "KS 0C 0C AH / KD 0H 8D 3H")
    assert_refused("3.2", game, laying, hand="KS 0C 0C AH KD 0H 8D 3H 9C", done={0: 5}, names="KS 0C AH")


@pytest.mark.parametrize(
    "group",
    ["2C AS AC", "2C AS AC AD", "2C AC AS AD AH AH AS", "4H AS AC AC AH AH AS AD", "4H AS AC AD", "AS AC AD", "AS"],
)
def test_1_4_one_natural_card_makes_neither_set_nor_run(group):
    assert phazed_group_type(cards(group)) == []
    assert phasedout_group_type(cards(group)) is None


@pytest.mark.parametrize(
    ("group", "number"),
    [
        ("2C 2S AC", 1),
        ("2C AH AC AS AD 9C AS", 2),
        ("2C AC 2D AD", 3),
        ("4H AS AC AC AH AH AS JC", 4),
        ("4H AS AC 7D", 5),
    ],
)
def test_1_4_two_natural_cards_are_enough(group, number):
    assert phazed_group_type(cards(group)) == [number]
    assert phasedout_group_type(cards(group)) == number


@pytest.mark.parametrize("game", GAMES)
def test_1_4_the_refusal_names_the_group_that_is_too_wild(game):
    laying = phase_play(game, 1, "2S 2H AC / KD AD AS")
    assert_refused("1.4", game, laying, hand="2S 2H AC KD AD AS 9C", names="KD AD AS")


@pytest.mark.parametrize(
    ("phase", "groups"),
    [(2, "2C AC AS AD AH AH AS"), (5, "4H AS AC AC AH AH AS AD"), (7, "4H AS AC AD / 2S 2D 2D 2H")],
)
def test_1_4_holds_for_suits_and_runs_too(phase, groups):
    hand = groups.replace("/", "")
    assert_refused(
        "1.4", "phazed", (3, (phase, [each.split() for each in groups.split("/")])), hand=hand, done={0: phase - 1}
    )


def test_1_4_an_accumulation_needs_no_natural_cards():
    assert phazed_group_type(["AS"] * 34) == [6, 7]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("value", "points"),
    [*((str(value), value) for value in range(2, 10)), ("0", 10), ("J", 11), ("Q", 12), ("K", 13), ("A", 25)],
)
def test_1_5_penalty_points(game, value, points):
    for suit in "SHDC":
        assert SCORE[game]([value + suit]) == points


def test_1_5_a_joker_costs_fifteen():
    assert SCORE["phazed_bonus"](["ZZ"]) == 15
    assert SCORE["phazed_bonus"](["ZZ", "AS", "ZZ", "2C"]) == 57


@pytest.mark.parametrize("game", GAMES)
def test_1_5_the_points_of_a_hand_add_up(game):
    assert SCORE[game](cards("3D JC AS")) == 39
    assert SCORE[game](["AS", "AS"]) == 50
    assert SCORE[game]([]) == 0
