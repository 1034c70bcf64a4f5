"""Rule 6: whether a play is valid."""

from __future__ import annotations

import math

import pytest

from phazed import explain
from phazed.game.view import view
from positions import (
    DRAW,
    DRAWN,
    FIXED_ORDER,
    GAMES,
    IS_VALID,
    after,
    assert_allowed,
    assert_refused,
    cards,
    groups,
    hand_state,
    phase_play,
    position,
    status,
    swapped,
    why,
)

TWOS_AND_SEVENS = "2S 2H 2D / 7H 7C AH"
PHASE_HAND = "2S 2H 2D 7H 7C AH 9S KC"
LAID = {0: (1, TWOS_AND_SEVENS)}
OTHERS_TURN = [(1, [DRAWN, (5, "JS")])]


# 6.1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("content", [None, "XX", "2C", "AS", "0H"])
def test_6_1_any_card_and_none_are_accepted_as_what_is_drawn(game, content):
    assert_allowed(game, (1, content), plays=(), hand=PHASE_HAND)
    assert_allowed(game, (1, content), plays=(), hand=PHASE_HAND, history=OTHERS_TURN)


def test_6_1_a_joker_may_be_drawn_in_the_bonus_game():
    assert_allowed("phazed_bonus", (1, "ZZ"), plays=())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("content", ["", "10S", "xx", 1, 0, False, ["2C"], (), "2C3C", b"XX"])
def test_6_1_what_is_no_card_cannot_be_drawn(game, content):
    assert_refused("6.7", game, (1, content), plays=())


@pytest.mark.parametrize("game", GAMES)
def test_6_1_a_draw_is_the_first_play_of_the_turn(game):
    laid = phase_play(game, 1, TWOS_AND_SEVENS)
    for plays in ((DRAWN,), ((2, "JS"),), (DRAWN, laid), (DRAWN, (4, ("2C", (0, 0, 3))))):
        assert_refused("6.1", game, DRAW, plays=plays, hand=PHASE_HAND)
        assert_refused("6.1", game, DRAW, plays=plays, hand=PHASE_HAND, history=OTHERS_TURN)


@pytest.mark.parametrize("game", FIXED_ORDER)
def test_6_1_nobody_comes_on_twice_in_a_row_in_a_fixed_game(game):
    assert_refused("6.1", game, DRAW, plays=[DRAWN, (5, "2C")])


@pytest.mark.parametrize("last", [(5, "2C"), (6, 1)])
def test_6_1_in_the_bonus_game_skips_may_bring_the_same_player_on_again(last):
    assert_allowed("phazed_bonus", DRAW, plays=[DRAWN, last])
    assert_allowed("phazed_bonus", (2, "JS"), plays=[DRAWN, last])
    assert_refused("6.1", "phazed_bonus", DRAW, plays=[DRAWN], history=[(0, [DRAWN, last])])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("other", range(4))
def test_6_1_whose_turn_it_is_beyond_that_is_not_checked(game, seat, other):
    if seat != other:
        assert_allowed(game, DRAW, seat=seat, plays=(), history=[(other, [DRAWN, (5, "JS")])])
        assert_allowed(
            game, DRAW, seat=seat, plays=(), history=[(seat, [DRAWN, (5, "JS")]), (other, [DRAWN, (5, "JS")])]
        )


@pytest.mark.parametrize("game", GAMES)
def test_6_1_whether_the_turn_before_was_closed_is_not_checked(game):
    assert_allowed(game, DRAW, plays=(), history=[(3, [DRAWN])])
    assert_allowed(game, (2, "JS"), plays=(), history=[(3, [DRAWN])])


# 6.2


@pytest.mark.parametrize("game", GAMES)
def test_6_2_the_card_taken_is_the_top_discard(game):
    assert_allowed(game, (2, "JS"), plays=(), discard="JS")
    assert_refused("6.2", game, (2, "JC"), plays=(), discard="JS", names="JS JC")


@pytest.mark.parametrize("game", GAMES)
def test_6_2_nothing_can_be_taken_from_an_empty_pile(game):
    assert_refused("6.2", game, (2, "JS"), plays=(), discard=None, names="JS")
    assert_refused("6.7", game, (2, None), plays=(), discard=None)


@pytest.mark.parametrize("game", GAMES)
def test_6_2_what_is_hidden_or_no_card_cannot_be_taken(game):
    assert_refused("6.7", game, (2, "XX"), plays=(), discard="XX")
    assert_refused("6.7", game, (2, None), plays=(), discard="JS")
    assert_refused("6.7", game, (2, "10S"), plays=(), discard="10S")


@pytest.mark.parametrize("game", GAMES)
def test_6_2_a_card_is_taken_as_the_first_play_of_the_turn(game):
    for plays in ([DRAWN], [(2, "JS")], [DRAWN, phase_play(game, 1, TWOS_AND_SEVENS)]):
        assert_refused("6.2", game, (2, "JS"), plays=plays, discard="JS")
    if game != "phazed_bonus":
        assert_refused("6.2", game, (2, "JS"), plays=[DRAWN, (5, "JS")], discard="JS")


def test_6_2_a_joker_cannot_be_taken():
    assert_refused("4.5", "phazed_bonus", (2, "ZZ"), plays=(), discard="ZZ", names="ZZ")
    assert_refused("6.2", "phazed_bonus", (2, "JS"), plays=(), discard="ZZ")


# 6.3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pick_up", [DRAWN, (2, "9S"), (1, "9S"), (1, None)])
def test_6_3_a_phase_is_played_after_the_pick_up(game, pick_up):
    laying = phase_play(game, 1, TWOS_AND_SEVENS)
    assert_allowed(game, laying, hand=PHASE_HAND, plays=[pick_up])
    assert_refused("6.3", game, laying, hand=PHASE_HAND, plays=())
    assert_refused("6.3", game, laying, hand=PHASE_HAND, plays=(), history=OTHERS_TURN)
    assert_refused("6.3", game, laying, hand=PHASE_HAND, plays=[pick_up, (5, "2C")])


@pytest.mark.parametrize("game", GAMES)
def test_6_3_not_with_a_phase_of_ones_own_on_the_table(game):
    laying = phase_play(game, 2, "2C 2C 4C KC 9C AH JC")
    assert_refused("3.3", game, laying, hand="2C 2C 4C KC 9C AH JC 3S", laid=LAID)


@pytest.mark.parametrize("game", GAMES)
def test_6_3_the_phase_is_the_one_due(game):
    text = "2C 2C 4C KC 9C AH JC"
    assert_allowed(game, phase_play(game, 2, text), hand=text, done={0: 1})
    if game == "phazed":
        assert_refused("3.3", game, phase_play(game, 2, text), hand=text, done={0: 0})
        assert_refused("3.3", game, phase_play(game, 2, text), hand=text, done={0: 2})
    if game == "phazed_bonus":
        assert_allowed(game, phase_play(game, 2, text), hand=text, done={0: 0})
        assert_refused("3.3", game, phase_play(game, 2, text), hand=text, done={0: 2})


@pytest.mark.parametrize("game", GAMES)
def test_6_3_only_the_players_own_status_counts(game):
    assert_allowed(game, phase_play(game, 1, TWOS_AND_SEVENS), hand=PHASE_HAND, seat=2, done={0: 3, 1: 2, 3: 5})
    text = "2C 2C 4C KC 9C AH JC"
    assert_allowed(game, phase_play(game, 2, text), hand=text, seat=2, done={2: 1, 3: 3})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("2S 2H 7D / 7H 7C AH", "3.2"),
        ("2S 2H 2D / 7H 7C AH AS", "3.2"),
        ("2S AS AD / 7H 7C AH", "1.4"),
        ("2S 2H 2D / 7H 7C 8C", "3.2"),
        ("2S 2H 2D", "3.2"),
        ("2S 2H 2D / 7H 7C AH / 9S 9S 9D", "3.2"),
    ],
)
def test_6_3_the_groups_make_the_phase(game, text, rule):
    assert_refused(rule, game, phase_play(game, 1, text), hand=text.replace("/", ""))


@pytest.mark.parametrize("game", GAMES)
def test_6_3_the_hand_holds_all_the_cards(game):
    laying = phase_play(game, 1, TWOS_AND_SEVENS)
    for missing in ("2S", "2D", "7H", "AH"):
        assert_refused("6.3", game, laying, hand=PHASE_HAND.replace(missing, "3C"), names=missing)


@pytest.mark.parametrize("game", GAMES)
def test_6_3_one_copy_in_hand_cannot_be_laid_twice(game):
    laying = phase_play(game, 1, "2S 2S 2D / 7H 7C AH")
    assert_allowed(game, laying, hand="2S 2S 2D 7H 7C AH 9S")
    assert_refused("6.3", game, laying, hand="2S 2D 7H 7C AH 9S", names="2S")
    across = phase_play(game, 1, "2S 2H 2D / 2S 2C AH")
    assert_allowed(game, across, hand="2S 2H 2D 2S 2C AH 9S")
    assert_refused("6.3", game, across, hand="2S 2H 2D 2C AH 9S", names="2S")


@pytest.mark.parametrize("game", GAMES)
def test_6_3_the_order_of_the_hand_does_not_matter(game):
    assert_allowed(game, phase_play(game, 1, TWOS_AND_SEVENS), hand="KC AH 2D 7C 9S 2H 7H 2S")


def test_6_3_phazed_declares_the_phase_and_phasedout_does_not():
    laid = groups(TWOS_AND_SEVENS)
    for game in ("phazed", "phazed_bonus"):
        assert_allowed(game, (3, (1, laid)), hand=PHASE_HAND)
        assert_refused("6.7", game, (3, laid), hand=PHASE_HAND)
    assert_allowed("phasedout", (3, laid), hand=PHASE_HAND)
    assert_refused("6.7", "phasedout", (3, (1, laid)), hand=PHASE_HAND)


# 6.4


@pytest.mark.parametrize("game", GAMES)
def test_6_4_a_card_is_played_to_the_table_after_the_pick_up(game):
    assert_allowed(game, (4, ("2C", (0, 0, 3))), hand="2C 9S", laid=LAID)
    assert_refused("6.4", game, (4, ("2C", (0, 0, 3))), hand="2C 9S", laid=LAID, plays=())
    assert_refused("6.4", game, (4, ("2C", (0, 0, 3))), hand="2C 9S", laid=LAID, plays=(), history=OTHERS_TURN)
    assert_refused("6.4", game, (4, ("2C", (0, 0, 3))), hand="2C 9S", laid=LAID, plays=[DRAWN, (5, "KC")])


@pytest.mark.parametrize("game", GAMES)
def test_6_4_in_the_turn_of_the_phase_and_later(game):
    laying = phase_play(game, 1, TWOS_AND_SEVENS)
    assert_allowed(game, (4, ("2C", (0, 0, 3))), hand="2C 9S", laid=LAID, plays=[DRAWN, laying])
    earlier = [(0, [DRAWN, laying, (5, "KC")]), *OTHERS_TURN]
    assert_allowed(game, (4, ("2C", (0, 0, 3))), hand="2C 9S", laid=LAID, history=earlier)


@pytest.mark.parametrize("game", GAMES)
def test_6_4_only_with_a_phase_of_ones_own_on_the_table(game):
    others = {1: (1, TWOS_AND_SEVENS)}
    assert_refused("6.4", game, (4, ("2C", (1, 0, 3))), hand="2C 9S", laid=others)
    assert_refused("6.4", game, (4, ("2C", (1, 0, 3))), hand="2C 9S", laid=others, done={0: 4})
    assert_allowed(game, (4, ("2C", (1, 0, 3))), hand="2C 9S", laid={**LAID, **others})


@pytest.mark.parametrize("game", GAMES)
def test_6_4_the_card_is_held(game):
    assert_refused("6.4", game, (4, ("2C", (0, 0, 3))), hand="2D 9S", laid=LAID, names="2C 2D 9S")
    assert_refused("6.4", game, (4, ("2C", (0, 0, 3))), hand="", laid=LAID)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("card", ["10S", "XX", "", None, 2, ["2C"], ("2C",)])
def test_6_4_and_is_a_card(game, card):
    refusal = why(game, (4, (card, (0, 0, 3))), hand="2C 9S", laid=LAID)
    assert refusal is not None
    assert refusal.rule in ("6.4", "6.7")


# 6.5


@pytest.mark.parametrize("game", GAMES)
def test_6_5_a_discard_comes_after_the_pick_up(game):
    assert_allowed(game, (5, "9S"), hand="2C 9S")
    assert_refused("6.5", game, (5, "9S"), hand="2C 9S", plays=())
    assert_refused("6.5", game, (5, "9S"), hand="2C 9S", plays=(), history=OTHERS_TURN)


@pytest.mark.parametrize("game", GAMES)
def test_6_5_and_before_any_other_discard_of_the_turn(game):
    assert_refused("6.5", game, (5, "9S"), hand="2C 9S", plays=[DRAWN, (5, "KC")])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("following", [(4, ("2D", (0, 0, 3))), DRAWN, (2, "KC")])
def test_6_5_also_where_the_history_goes_on_after_the_discard(game, following):
    refusal = why(game, (5, "9S"), hand="2C 9S", plays=[DRAWN, (5, "KC"), following], laid=LAID)
    assert refusal is not None
    assert refusal.rule in ("6.5", "6.7")


def test_6_5_a_skip_ends_the_turn_as_well():
    assert_refused("6.5", "phazed_bonus", (5, "9S"), hand="2C 9S", plays=[DRAWN, (6, 1)])
    assert_refused("6.6", "phazed_bonus", (6, 1), hand="ZZ 9S", plays=[DRAWN, (6, 1)])


@pytest.mark.parametrize("game", GAMES)
def test_6_5_the_card_is_held(game):
    assert_refused("6.5", game, (5, "KS"), hand="2C 9S", names="KS 2C 9S")
    assert_refused("6.5", game, (5, "KS"), hand="", names="KS")


@pytest.mark.parametrize("game", GAMES)
def test_6_5_any_card_held_may_go_the_one_taken_included(game):
    for card in ("2C", "AS", "JS"):
        assert_allowed(game, (5, card), hand="2C AS JS", plays=[(2, "JS")], discard=None)


@pytest.mark.parametrize("game", GAMES)
def test_6_5_the_last_card_may_be_discarded(game):
    assert_allowed(game, (5, "2C"), hand="2C", laid=LAID)


def test_6_5_a_joker_is_not_discarded_like_other_cards():
    assert_refused("6.5", "phazed_bonus", (5, "ZZ"), hand="ZZ 9S", names="ZZ")


@pytest.mark.parametrize("game", FIXED_ORDER)
def test_6_5_play_type_6_does_not_exist_in_the_fixed_games(game):
    assert_refused("6.5", game, (6, 1), hand="2C 9S")


# 6.6


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("target", range(4))
def test_6_6_the_player_skipped_is_another_one_of_the_four(seat, target):
    if target == seat:
        assert_refused("6.6", "phazed_bonus", (6, target), hand="ZZ 9S", seat=seat)
    else:
        assert_allowed("phazed_bonus", (6, target), hand="ZZ 9S", seat=seat)


@pytest.mark.parametrize("target", [4, -1, -3, 100])
def test_6_6_there_is_no_other_player(target):
    assert_refused("6.6", "phazed_bonus", (6, target), hand="ZZ 9S")


@pytest.mark.parametrize("target", [None, "1", 1.0, True, [1], (), "ZZ", math.nan])
def test_6_6_a_player_is_a_whole_number(target):
    assert_refused("6.7", "phazed_bonus", (6, target), hand="ZZ 9S")


def test_6_6_a_skip_comes_after_the_pick_up():
    assert_refused("6.6", "phazed_bonus", (6, 1), hand="ZZ 9S", plays=())
    assert_refused("6.6", "phazed_bonus", (6, 1), hand="ZZ 9S", plays=(), history=OTHERS_TURN)


def test_6_6_a_joker_is_held():
    assert_refused("6.6", "phazed_bonus", (6, 1), hand="2C 9S", names="ZZ 2C 9S")


def test_6_6_a_joker_may_be_the_last_card():
    assert_allowed("phazed_bonus", (6, 1), hand="ZZ", laid=LAID)


def test_6_6_a_player_who_is_to_be_skipped_may_be_named_again():
    assert_allowed("phazed_bonus", (6, 2), hand="ZZ 9S", seat=1, history=[(0, [DRAWN, (6, 2)])])


# 6.7

VALID_CALLS = {
    "draw": (DRAW, {"plays": (), "hand": PHASE_HAND}),
    "take": ((2, "JS"), {"plays": (), "hand": PHASE_HAND}),
    "add": ((4, ("2C", (0, 0, 3))), {"hand": "2C 9S", "laid": LAID}),
    "discard": ((5, "9S"), {"hand": "2C 9S", "laid": LAID}),
}
NOTHING_LIKE_IT = [None, True, 0, 4, -1, 1.0, math.nan, "", "12", "10S", (), [], {}, set(), ..., int, [[]], ((), ())]


def call(game, kind):
    if kind == "phase":
        return [phase_play(game, 1, TWOS_AND_SEVENS), *position(game, hand=PHASE_HAND)]
    play, given = VALID_CALLS[kind]
    return [play, *position(game, **given)]


EVERY_KIND = ["draw", "take", "phase", "add", "discard"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_6_7_lists_and_tuples_are_interchangeable(game, kind):
    arguments = call(game, kind)
    assert IS_VALID[game](*arguments) is True
    assert IS_VALID[game](*swapped(arguments)) is True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wrong", NOTHING_LIKE_IT, ids=repr)
def test_6_7_what_is_no_play_is_invalid(game, wrong):
    arguments = call(game, "discard")
    for play in (wrong, (wrong, "9S"), (5, wrong), (3, wrong), (4, wrong), (4, (wrong, (0, 0, 3))), (4, ("2C", wrong))):
        assert IS_VALID[game](play, *arguments[1:]) is False


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("play", [(5,), (5, "9S", None), (0, None), (7, None), (-1, None), (100, "9S"), (1.0, None)])
def test_6_7_a_play_is_a_pair_of_a_known_type_and_its_content(game, play):
    assert_refused("6.7", game, play, plays=(), hand="2C 9S")
    assert_refused("6.7", game, play, hand="2C 9S")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", EVERY_KIND)
@pytest.mark.parametrize("wrong", [None, True, False, -1, 4, 1.0, "0", [0], math.nan])
def test_6_7_a_player_id_is_a_whole_number_from_0_to_3(game, kind, wrong):
    arguments = call(game, kind)
    arguments[1] = wrong
    assert IS_VALID[game](*arguments) is False
    assert explain(*arguments, game=game).rule == "6.7"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", EVERY_KIND)
@pytest.mark.parametrize("place", [2, 3, 4, 5], ids=["table", "turn_history", "phase_status", "hand"])
@pytest.mark.parametrize("wrong", [None, 0, "", "abcd", {}, {1, 2, 3, 4}, ..., math.nan], ids=repr)
def test_6_7_the_other_arguments_are_lists_or_tuples(game, kind, place, wrong):
    arguments = call(game, kind)
    arguments[place] = wrong
    assert IS_VALID[game](*arguments) is False
    assert explain(*arguments, game=game).rule == "6.7"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", EVERY_KIND)
@pytest.mark.parametrize("place", [2, 4], ids=["table", "phase_status"])
def test_6_7_table_and_phase_status_have_four_entries(game, kind, place):
    arguments = call(game, kind)
    for wrong in (arguments[place][:3], [*arguments[place], arguments[place][3]], []):
        assert IS_VALID[game](*arguments[:place], wrong, *arguments[place + 1 :]) is False


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["phase", "add", "discard"])
@pytest.mark.parametrize("wrong", ["10S", "XX", "", None, 9, ["9S"], math.nan])
def test_6_7_a_hand_is_made_of_cards(game, kind, wrong):
    arguments = call(game, kind)
    arguments[5] = [*arguments[5], wrong]
    assert IS_VALID[game](*arguments) is False
    assert explain(*arguments, game=game).rule == "6.7"


@pytest.mark.parametrize("game", ["phazed", "phazed_bonus"])
@pytest.mark.parametrize("phase", [None, "1", 1.0, True, [1]])
def test_6_7_a_phase_is_declared_by_a_whole_number(game, phase):
    assert_refused("6.7", game, (3, (phase, groups(TWOS_AND_SEVENS))), hand=PHASE_HAND)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("group", ["2S2H2D", None, 3, {"2S", "2H", "2D"}, {"2S": 1, "2H": 2, "2D": 3}], ids=repr)
def test_6_7_a_group_is_a_list_or_tuple(game, group):
    laid = [group, cards("7H 7C AH")]
    assert_refused("6.7", game, (3, laid if game == "phasedout" else (1, laid)), hand=PHASE_HAND)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("card", ["10S", "XX", None, 2, ["2S"]])
def test_6_7_a_group_is_made_of_cards(game, card):
    laid = [["2S", "2H", card], cards("7H 7C AH")]
    assert_refused("6.7", game, (3, laid if game == "phasedout" else (1, laid)), hand=PHASE_HAND)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "turn",
    [None, 0, (), (0,), (0, None), (0, []), (0, [None]), (0, [()]), (0, "XX"), (0, [(5, "KC")]), (0, [("1", "XX")])],
)
def test_6_7_the_own_turn_of_the_history_begins_with_a_pick_up(game, turn):
    arguments = call(game, "discard")
    arguments[3] = [turn]
    assert IS_VALID[game](*arguments) is False
    assert explain(*arguments, game=game).rule == "6.7"


ONE_LAID = [(None, [])] * 3
MALFORMED_WHERE_IT_MATTERS = [
    ("discard", "turn_history", [(0, [(True, "XX")])]),
    ("discard", "turn_history", [(0, [(1, "nonsense")])]),
    ("discard", "turn_history", [(0, [(2, None)])]),
    ("discard", "turn_history", [(False, [DRAWN])]),
    ("discard", "turn_history", [(0.0, [DRAWN])]),
    ("discard", "turn_history", [(0, [DRAWN, None, (4, ("2D", (0, 0, 3)))])]),
    ("discard", "table", ["ab"] * 4),
    ("discard", "table", [(9, [])] * 4),
    ("discard", "table", [(True, groups(TWOS_AND_SEVENS)), *ONE_LAID]),
    ("add", "table", [("x", groups(TWOS_AND_SEVENS)), *[(1, groups(TWOS_AND_SEVENS))] * 3]),
    ("add", "table", [(True, groups(TWOS_AND_SEVENS)), *ONE_LAID]),
    ("add", "table", [(1.0, groups(TWOS_AND_SEVENS)), *ONE_LAID]),
    ("add", "table", [(1, [["2S", "2H", "10D"], cards("7H 7C AH")]), *ONE_LAID]),
    ("add", "table", [(1, [{"2S": 1, "2H": 2, "2D": 3}, cards("7H 7C AH")]), *ONE_LAID]),
    ("add", "table", [(1, {0: cards("2S 2H 2D"), 1: cards("7H 7C AH")}), *ONE_LAID]),
    ("add", "table", [(1, [cards("2S 2H 2D")]), *ONE_LAID]),  # phase 1 has two groups
    ("phase", "phase_status", [False, 0, 0, 0]),
]
MALFORMED_ELSEWHERE = [
    ("draw", "hand", ["10S"]),
    ("draw", "hand", [None]),
    ("draw", "table", [None] * 4),
    ("draw", "table", [*ONE_LAID, (9, [])]),
    ("draw", "turn_history", [(7, [DRAWN, (5, "JS")])]),
    ("draw", "turn_history", [(1, None)]),
    ("draw", "turn_history", [None, (1, [DRAWN, (5, "JS")])]),
    ("draw", "phase_status", ["a"] * 4),
    ("draw", "phase_status", [0, 0, 0, -1]),
    ("draw", "discard", 42),
    ("draw", "discard", "10S"),
    ("discard", "phase_status", ["a"] * 4),
    ("discard", "discard", 42),
    ("add", "table", [(1, groups(TWOS_AND_SEVENS)), (1, None), (None, []), (None, [])]),
    ("phase", "phase_status", [0, None, 0, 0]),
    ("phase", "table", [(None, []), "ab", (None, []), (None, [])]),
    ("phase", "discard", 42),
]
PLACES = {"table": 2, "turn_history": 3, "phase_status": 4, "hand": 5, "discard": 6}


def malformed_call(kind, name, wrong):
    """A valid call with one argument replaced."""
    arguments = call("phazed", kind)
    assert IS_VALID["phazed"](*arguments) is True
    arguments[PLACES[name]] = wrong
    return arguments


@pytest.mark.parametrize(("kind", "name", "wrong"), MALFORMED_WHERE_IT_MATTERS, ids=str)
def test_6_7_anything_malformed_is_invalid(kind, name, wrong):
    assert IS_VALID["phazed"](*malformed_call(kind, name, wrong)) is False


@pytest.mark.parametrize(("kind", "name", "wrong"), MALFORMED_ELSEWHERE, ids=str)
def test_6_7_anything_malformed_is_invalid_even_where_the_play_does_not_depend_on_it(kind, name, wrong):
    assert IS_VALID["phazed"](*malformed_call(kind, name, wrong)) is False


def test_6_7_a_group_on_a_phase_0_takes_no_card():
    """The phase's number is not an index from the end of the phases."""
    arguments = call("phazed", "add")
    arguments[2][1] = (0, groups("4H 5D AC 7H / 9S 9H 9D AH"))
    arguments[5] = ["8H", "9C"]
    assert IS_VALID["phazed"]((4, ("8H", (1, 0, 4))), *arguments[1:]) is False


# 6.8


@pytest.mark.parametrize("game", GAMES)
def test_6_8_a_card_drawn_from_the_deck_is_shown_as_xx_to_everybody(game):
    state = after(hand_state(game, hands={0: "2C 9S"}), DRAW)
    for seat in range(4):
        assert view(state, seat).to_course()[2] == [(0, [(1, "XX")])]
    state = after(state, (5, "2C"))
    for seat in range(4):
        assert view(state, seat).to_course()[2] == [(0, [(1, "XX"), (5, "2C")])]


@pytest.mark.parametrize("game", GAMES)
def test_6_8_a_card_taken_from_the_pile_is_shown(game):
    state = after(hand_state(game, pile="KC"), (2, "KC"), (5, "KC"))
    for seat in range(4):
        assert view(state, seat).to_course()[2] == [(0, [(2, "KC"), (5, "KC")])]


def test_6_8_a_skip_is_shown_and_the_turn_missed_is_not():
    state = after(hand_state("phazed_bonus", hands={0: "ZZ 9S"}), DRAW, (6, 1), DRAW)
    assert view(state, 1).to_course()[2] == [(0, [(1, "XX"), (6, 1)]), (2, [(1, "XX")])]


def test_6_8_the_status_is_a_number_or_in_the_bonus_game_seven_booleans():
    for game in GAMES:
        seen = view(hand_state(game, done={1: 2}), 0).to_course()[3]
        assert seen == [status(game), status(game, 2), status(game), status(game)]
    assert status("phazed_bonus", 2) == (True, True, False, False, False, False, False)


@pytest.mark.parametrize(
    "wrong", [0, None, (False,) * 6, (False,) * 8, (0,) * 7, (None,) * 7, (), "0000000", {1: False}], ids=repr
)
def test_6_8_nothing_else_is_a_status_of_the_bonus_game(wrong):
    arguments = call("phazed_bonus", "phase")
    arguments[4] = [wrong] * 4
    assert IS_VALID["phazed_bonus"](*arguments) is False


@pytest.mark.parametrize("game", FIXED_ORDER)
@pytest.mark.parametrize("wrong", [None, False, 0.0, "0", (False,) * 7, [0], -1, 8, math.nan], ids=repr)
def test_6_8_nothing_but_a_whole_number_is_a_status_of_a_fixed_game(game, wrong):
    arguments = call(game, "phase")
    arguments[4] = [wrong] * 4
    assert IS_VALID[game](*arguments) is False
