"""Rule 5: playing a card to a group."""

from __future__ import annotations

import pytest

from positions import (
    DRAW,
    DRAWN,
    GAMES,
    WITH_ACCUMULATIONS,
    after,
    assert_allowed,
    assert_refused,
    hand_state,
    phase_play,
    why,
)

TWOS_AND_SEVENS = "2S 2H 2D / 7H 7C AH"
CLUBS = "2C 2C 4C KC 9C AH JC"
RUN = "4H 5S AC 7C 8H AH 0S JC"
TOTALS = "KS 0D 8C 3S / 9D 9S 9S 6C AH"
BLACK_AND_RED = "KS 0C 8C 3S / 9D 9H 9H 6D AH"
RUN_AND_SET = "4H 5D AC 7H / 9S 9H 9D AH"
OWN = (1, "QS QH QD / 5H 5C AH")


def run_phase(game):
    return 4 if game == "phasedout" else 5


def last_phase(game):
    return 5 if game == "phasedout" else 7


def to(game, card, target, laid, *, hand=None, seat=0):
    """The arguments of a play of the card to the target, by a player who has a phase of their own on the table."""
    table = {seat: OWN, **laid}
    return {
        "game": game,
        "play": (4, (card, target)),
        "hand": hand or f"{card} 6S",
        "laid": table,
        "seat": seat,
    }


def assert_fits(game, card, target, laid, **more):
    assert_allowed(**to(game, card, target, laid, **more))


def assert_misfits(rule, game, card, target, laid, **more):
    assert_refused(rule, **to(game, card, target, laid, **more), names=card if rule in ("5.3", "5.5") else "")


# 5.1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", range(4))
def test_5_1_the_target_player_must_have_a_phase_on_the_table(game, target):
    laid = dict.fromkeys(range(4), (1, TWOS_AND_SEVENS))
    assert_fits(game, "2C", (target, 0, 3), laid)
    del laid[target]
    if target != 0:
        assert_misfits("5.1", game, "2C", (target, 0, 3), laid)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("index", range(4))
def test_5_1_the_index_is_from_0_to_the_groups_length(game, index):
    assert_fits(game, "2C", (1, 0, index), {1: (1, TWOS_AND_SEVENS)})
    assert_fits(game, "7S", (1, 1, index), {1: (1, TWOS_AND_SEVENS)})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", [(1, 0, 4), (1, 0, 100), (1, 0, -1), (1, 1, -3), (1, 2, 0), (1, -1, 0)])
def test_5_1_positions_outside_the_phase_are_invalid(game, target):
    assert_misfits("5.1", game, "AC", target, {1: (1, TWOS_AND_SEVENS)})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", [(4, 0, 0), (-1, 0, 0), (-3, 0, 0), (100, 0, 0)])
def test_5_1_there_are_four_players_only(game, target):
    assert_misfits("5.1", game, "2C", target, {1: (1, TWOS_AND_SEVENS), 3: (1, TWOS_AND_SEVENS)})


@pytest.mark.parametrize("game", GAMES)
def test_5_1_a_phase_of_one_group_has_no_second(game):
    assert_fits(game, "3C", (1, 0, 7), {1: (2, CLUBS)})
    assert_misfits("5.1", game, "3C", (1, 1, 0), {1: (2, CLUBS)})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "target",
    [(1.0, 0, 3), (1, 0.0, 3), (1, 0, 3.0), (True, 0, 3), (1, False, 3), ("1", 0, 3), (None, 0, 3), (1, 0, None)],
)
def test_5_1_other_types_are_invalid(game, target):
    assert_misfits("6.7", game, "2C", target, {1: (1, TWOS_AND_SEVENS)})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", [(), (1,), (1, 0), (1, 0, 3, 0), None, 1, "103", {1, 0, 3}])
def test_5_1_a_position_has_three_numbers(game, target):
    assert_misfits("6.7", game, "2C", target, {1: (1, TWOS_AND_SEVENS)})


@pytest.mark.parametrize("game", GAMES)
def test_5_the_card_is_inserted_so_that_it_has_that_index(game):
    for index in range(4):
        state = hand_state(game, hands={0: "2C 9S"}, laid={0: (1, TWOS_AND_SEVENS)})
        state = after(state, DRAW, (4, ("2C", (0, 0, index))))
        group = state.table[0][1][0]
        assert group[index] == "2C"
        assert (*group[:index], *group[index + 1 :]) == ("2S", "2H", "2D")


# 5.2


@pytest.mark.parametrize("game", GAMES)
def test_5_2_a_set_of_clubs_that_adds_up_to_34_is_a_set_of_clubs(game):
    laid = {1: (2, "2C 2C 4C KC 9C AS 3C")}
    assert_fits(game, "8C", (1, 0, 7), laid)
    assert_misfits("5.3", game, "KS", (1, 0, 7), laid)


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_2_an_accumulation_of_one_colour_laid_as_phase_3_takes_every_colour(game):
    laid = {1: (3, "KS 0C 8C 3S / 2C 2C 4C KC 9C AS 3C")}
    assert_fits(game, "9H", (1, 0, 4), laid)
    assert_fits(game, "KH", (1, 1, 7), laid)
    assert_misfits("5.5", game, "9H", (1, 0, 4), {1: (6, "KS 0C 8C 3S / 2C 2C 4C KC 9C AS 3C")})


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_2_an_accumulation_that_is_a_run_or_set_takes_what_accumulations_take(game):
    laid = {1: (3, "7H 8D 9H 0D / JS JH JC AS")}
    assert_fits(game, "3S", (1, 0, 2), laid)
    assert_fits(game, "3S", (1, 1, 2), laid)


def test_5_2_a_run_that_adds_up_to_34_is_a_run():
    laid = {1: (7, "7H 8D 9H 0D / JS JH JC AS")}
    assert_fits("phazed", "JD", (1, 0, 4), laid)
    assert_misfits("5.4", "phazed", "3S", (1, 0, 4), laid)
    assert_fits("phazed", "JD", (1, 1, 4), laid)
    assert_misfits("5.3", "phazed", "3S", (1, 1, 4), laid)


# 5.3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("card", ["7S", "7D", "7H", "AS", "AD"])
def test_5_3_a_set_takes_its_value_or_an_ace_at_any_index(game, card):
    for index in range(4):
        assert_fits(game, card, (1, 1, index), {1: (1, "7H AH 7C / AS 7D 7D")})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("card", ["8H", "6C", "KH", "2C"])
def test_5_3_a_set_takes_no_other_value(game, card):
    for index in range(4):
        assert_misfits("5.3", game, card, (1, 0, index), {1: (1, "7H AH 7C / AS 7D 7D")})


@pytest.mark.parametrize("game", GAMES)
def test_5_3_a_suit_takes_its_suit_or_an_ace_at_any_index(game):
    for index in range(8):
        for card in ("3C", "2C", "AS", "AC"):
            assert_fits(game, card, (1, 0, index), {1: (2, CLUBS)})
        for card in ("3S", "2H", "KD"):
            assert_misfits("5.3", game, card, (1, 0, index), {1: (2, CLUBS)})


@pytest.mark.parametrize("game", GAMES)
def test_5_3_the_wilds_of_a_suit_do_not_say_which_it_is(game):
    laid = {1: (2, "AH AH AD AD AS 4C KC")}
    assert_fits(game, "3C", (1, 0, 0), laid)
    assert_misfits("5.3", game, "3H", (1, 0, 0), laid)


@pytest.mark.parametrize("game", GAMES)
def test_5_3_a_set_may_grow_to_sixteen_cards(game):
    fifteen = "2S 2S 2H 2H 2D 2D 2C AS AS AH AH AD AD AC AC"
    assert_fits(game, "2C", (1, 0, 15), {1: (1, f"{fifteen} / 7H 7C 7S")})


def test_5_3_a_joker_fits_no_set():
    assert_misfits("5.3", "phazed_bonus", "ZZ", (1, 0, 0), {1: (1, TWOS_AND_SEVENS)})
    assert_misfits("5.3", "phazed_bonus", "ZZ", (1, 0, 0), {1: (2, CLUBS)})


# 5.4


@pytest.mark.parametrize("game", GAMES)
def test_5_4_a_run_grows_at_its_ends_only(game):
    laid = {1: (run_phase(game), RUN)}  # 4 to J
    for card in ("3C", "3H", "AS"):
        assert_fits(game, card, (1, 0, 0), laid)
    for card in ("QC", "QD", "AS"):
        assert_fits(game, card, (1, 0, 8), laid)
    for index in range(1, 8):
        for card in ("3C", "QC", "AS", "6C"):
            assert_misfits("5.4", game, card, (1, 0, index), laid)


@pytest.mark.parametrize("game", GAMES)
def test_5_4_the_card_at_an_end_continues_the_sequence(game):
    laid = {1: (run_phase(game), RUN)}
    for card in ("2C", "4C", "QC", "JC", "KC"):
        assert_misfits("5.4", game, card, (1, 0, 0), laid)
    for card in ("KC", "JC", "3C", "2C", "0C"):
        assert_misfits("5.4", game, card, (1, 0, 8), laid)


@pytest.mark.parametrize("game", GAMES)
def test_5_4_never_inside_not_even_where_the_result_would_be_a_run(game):
    laid = {1: (run_phase(game), "4H 5S 6C 7C 8H 9H AS AD")}  # 0S before the aces would make them J and Q
    assert_misfits("5.4", game, "0S", (1, 0, 6), laid)
    assert_misfits("5.4", game, "AH", (1, 0, 6), laid)
    assert_misfits("5.4", game, "0S", (1, 0, 8), laid)
    assert_fits(game, "QS", (1, 0, 8), laid)


@pytest.mark.parametrize("game", GAMES)
def test_5_4_a_wild_keeps_the_value_that_it_stands_for(game):
    laid = {1: (run_phase(game), "AS AD 4H 5S 6C 7C 8H AC")}  # 2 to 9
    assert_misfits("5.4", game, "9S", (1, 0, 8), laid)
    assert_fits(game, "0S", (1, 0, 8), laid)


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_4_a_run_goes_on_round_the_corner(game):
    assert_fits(game, "2C", (1, 0, 8), {1: (5, "6S 7D 8D 9C 0S JH QD AS")})
    assert_fits(game, "KC", (1, 0, 0), {1: (5, "2S 3D 4C 5D 6C 7D 8H 9S")})
    assert_fits(game, "4C", (1, 0, 8), {1: (5, "8S 9D 0C JD QC KD 2H 3S")})
    assert_fits(game, "KC", (1, 0, 0), {1: (5, "AS 3D 4C 5D 6C 7D 8H 9S")})


def test_5_4_a_run_of_phasedout_ends_at_two_and_king():
    to_king, from_two = {1: (4, "6S 7D 8D 9C 0S JH QD AS")}, {1: (4, "AS 3D 4C 5D 6C 7D 8H 9S")}
    for card in ("2C", "AC", "KC"):
        assert_misfits("5.4", "phasedout", card, (1, 0, 8), to_king)
        assert_misfits("5.4", "phasedout", card, (1, 0, 0), from_two)
    assert_fits("phasedout", "5C", (1, 0, 0), to_king)
    assert_fits("phasedout", "AC", (1, 0, 0), to_king)
    assert_fits("phasedout", "0C", (1, 0, 8), from_two)


def test_5_4_a_colour_run_of_phasedout_ends_at_two_and_king():
    for card in ("2S", "AC"):
        assert_misfits("5.4", "phasedout", card, (1, 0, 4), {1: (5, "0S JC QS KC / 9S 9H 9D AH")})
    for card in ("KS", "AC"):
        assert_misfits("5.4", "phasedout", card, (1, 0, 0), {1: (5, "2S 3C 4S 5C / 9S 9H 9D AH")})
        assert_fits("phazed", card, (1, 0, 0), {1: (7, "2S 3C 4S 5C / 9S 9H 9D AH")})


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_4_a_run_holds_at_most_twelve_cards(game):
    eleven = "4H 5S AC 7C 8H AH 0S JC QC KD 2S"
    assert_fits(game, "3S", (1, 0, 11), {1: (5, eleven)})
    assert_fits(game, "3S", (1, 0, 0), {1: (5, eleven)})
    for card in ("4S", "3S", "AS"):
        assert_misfits("5.4", game, card, (1, 0, 12), {1: (5, f"{eleven} 3S")})
        assert_misfits("5.4", game, card, (1, 0, 0), {1: (5, f"{eleven} AS")})
    twelve = "4H 5D AC 7H 8D 9H 0D JD QH KD 2H 3D"
    for index in (0, 12):
        assert_misfits("5.4", game, "AS", (1, 0, index), {1: (7, f"{twelve} / 9S 9H 9D AH")})


def test_5_4_a_run_of_phasedout_holds_all_twelve_values_too():
    eleven = "3S 4H 5S AC 7C 8H AH 0S JC QC KD"
    assert_fits("phasedout", "2S", (1, 0, 0), {1: (4, eleven)})
    assert_misfits("5.4", "phasedout", "2S", (1, 0, 11), {1: (4, eleven)})


@pytest.mark.parametrize("game", GAMES)
def test_5_4_a_colour_run_takes_its_own_colour_or_an_ace(game):
    laid = {1: (last_phase(game), RUN_AND_SET)}  # 4 to 7, red
    for card in ("8H", "8D", "AS", "AC", "AH"):
        assert_fits(game, card, (1, 0, 4), laid)
    for card in ("3H", "3D", "AS", "AC", "AH"):
        assert_fits(game, card, (1, 0, 0), laid)
    for card in ("8S", "8C"):
        assert_misfits("5.4", game, card, (1, 0, 4), laid)
    for card in ("3S", "3C"):
        assert_misfits("5.4", game, card, (1, 0, 0), laid)


@pytest.mark.parametrize("game", GAMES)
def test_5_4_a_run_without_colour_takes_every_colour(game):
    for card in ("QS", "QH", "QD", "QC"):
        assert_fits(game, card, (1, 0, 8), {1: (run_phase(game), RUN)})


def test_5_4_a_joker_continues_no_run():
    assert_misfits("5.4", "phazed_bonus", "ZZ", (1, 0, 8), {1: (5, RUN)})


@pytest.mark.parametrize("game", GAMES)
def test_5_4_the_refusal_names_the_card_and_the_run(game):
    assert_refused("5.4", **to(game, "KC", (1, 0, 8), {1: (run_phase(game), RUN)}), names=f"KC {RUN}")


# 5.5

STAGES = (34, 55, 68, 76, 81, 84, 86, 87, 88)
TO_TOTAL = {  # an accumulation of so much
    34: "KS 0D 8C 3S",
    43: "KS 0D 8C 3S 9S",
    52: "KS 0D 8C 3S 9S 9C",
    55: "KS 0D 8C 3S 9S QH",
    60: "KS 0D 8C 3S 9S QH 5S",
    68: "KS 0D 8C 3S 9S QH KC",
    76: "KS 0D 8C 3S 9S QH KC 8S",
    81: "KS 0D 8C 3S 9S QH KC 8S 5S",
    84: "KS 0D 8C 3S 9S QH KC 8S 5S 3D",
    86: "KS 0D 8C 3S 9S QH KC 8S 5S 3D 2C",
    87: "KS 0D 8C 3S 9S QH KC 8S 5S 3D 2C AC",
    88: "KS 0D 8C 3S 9S QH KC 8S 5S 3D 2C AC AD",
}
BY_WORTH = dict(zip(range(1, 14), ("AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "0S", "JS", "QS", "KS")))


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
@pytest.mark.parametrize("total", [*TO_TOTAL])
def test_5_5_a_card_may_be_added_up_to_the_next_stage(game, total):
    gap = next((stage - total for stage in STAGES if stage > total), 0)
    laid = {1: (3, f"{TO_TOTAL[total]} / 9D 9S 9S 6C AH")}
    for worth, card in BY_WORTH.items():
        play = to(game, card, (1, 0, 0), laid, hand=f"{card} 6H")
        if worth <= gap:
            assert_allowed(**play)
        else:
            assert_refused("5.5", **play, names="KS 0D 8C" if total == 88 else f"{card} KS 0D 8C")


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_5_at_88_an_accumulation_is_closed(game):
    refusal = why(**to(game, "AS", (1, 0, 13), {1: (3, f"{TO_TOTAL[88]} / 9D 9S 9S 6C AH")}))
    assert refusal.rule == "5.5"
    assert "88" in refusal.reason


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
@pytest.mark.parametrize("index", range(5))
def test_5_5_at_any_index(game, index):
    assert_fits(game, "9S", (1, 0, index), {1: (3, TOTALS)})


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_5_a_one_colour_accumulation_takes_its_colour_only(game):
    laid = {1: (6, BLACK_AND_RED)}
    for card in ("9S", "9C", "AS", "AC"):
        assert_fits(game, card, (1, 0, 4), laid)
        assert_misfits("5.5", game, card, (1, 1, 5), laid)
    for card in ("9H", "9D", "AH", "AD"):
        assert_fits(game, card, (1, 1, 5), laid)
        assert_misfits("5.5", game, card, (1, 0, 4), laid)


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_5_an_accumulation_of_phase_3_takes_every_colour(game):
    for card in ("9S", "9H", "9D", "9C", "AS", "AD"):
        assert_fits(game, card, (1, 0, 4), {1: (3, TOTALS)})


def test_5_5_a_joker_counts_nothing():
    assert_misfits("5.5", "phazed_bonus", "ZZ", (1, 0, 4), {1: (3, TOTALS)})
    assert_misfits("5.5", "phazed_bonus", "ZZ", (1, 0, 4), {1: (6, BLACK_AND_RED)})


# 5.6


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
@pytest.mark.parametrize("total", [*TO_TOTAL])
@pytest.mark.parametrize("owner", [0, 2])
def test_5_6_a_discard_needs_every_accumulation_at_a_stage(game, total, owner):
    laid = {0: OWN, owner: (3, f"9D 9S 9S 6C AH / {TO_TOTAL[total]}")}
    if total in STAGES:
        assert_allowed(game, (5, "4H"), hand="4H 6H", laid=laid)
    else:
        assert_refused("5.6", game, (5, "4H"), hand="4H 6H", laid=laid, names=TO_TOTAL[total])


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_6_holds_for_one_colour_accumulations(game):
    laid = {0: (6, "KS 0C 8C 3S / 9D 9H 9H 6D AH 2D")}
    assert_refused("5.6", game, (5, "4H"), hand="4H 6H", laid=laid, names="9D 9H 6D AH 2D")


def test_5_6_a_skip_needs_them_at_a_stage_too():
    laid = {0: (3, f"{TO_TOTAL[43]} / 9D 9S 9S 6C AH")}
    assert_refused("5.6", "phazed_bonus", (6, 1), hand="ZZ 6H", laid=laid)
    assert_allowed("phazed_bonus", (6, 1), hand="ZZ 6H", laid={0: (3, TOTALS)})


@pytest.mark.parametrize("game", GAMES)
def test_5_6_sets_and_runs_have_no_stages(game):
    laid = {0: (1, "2S 2H 2D 2C / 7H 7C AH"), 1: (2, f"{CLUBS} QC"), 2: (run_phase(game), f"{RUN} QC")}
    assert_allowed(game, (5, "4H"), hand="4H 6H", laid=laid)


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_6_the_last_card_to_an_accumulation_must_complete_it(game):
    laid = {1: (3, f"{TO_TOTAL[43]} / 9D 9S 9S 6C AH")}
    assert_fits(game, "QH", (1, 0, 5), laid, hand="QH")
    for card in ("JH", "AH", "2S"):
        assert_refused("5.6", **to(game, card, (1, 0, 5), laid, hand=card), names=f"KS 0D 8C 3S 9S {card}")
        assert_fits(game, card, (1, 0, 5), laid, hand=f"{card} 6H")


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_6_the_last_card_to_another_group_needs_them_complete_too(game):
    """Decided: a turn that leaves another accumulation open would break the rule, too."""
    open_one = {1: (3, f"{TO_TOTAL[43]} / 9D 9S 9S 6C AH"), 2: (2, CLUBS), 3: (5, RUN)}
    complete = {**open_one, 1: (3, TOTALS)}
    for card, target in (("QC", (0, 0, 3)), ("3C", (2, 0, 7)), ("3C", (3, 0, 0))):
        assert_refused("5.6", **to(game, card, target, open_one, hand=card), names=TO_TOTAL[43])
        assert_fits(game, card, target, open_one, hand=f"{card} 6H")
        assert_fits(game, card, target, complete, hand=card)


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_6_the_last_card_must_leave_the_other_accumulation_complete(game):
    laid = {1: (3, f"{TO_TOTAL[43]} / {TO_TOTAL[60]}")}
    assert_refused("5.6", **to(game, "QH", (1, 0, 5), laid, hand="QH"), names=TO_TOTAL[60])
    assert_refused("5.6", **to(game, "8H", (1, 1, 7), laid, hand="8H"), names=TO_TOTAL[43])


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_6_whether_the_rest_of_the_hand_could_complete_it_is_not_checked_earlier(game):
    laid = {1: (3, TOTALS)}
    assert_fits(game, "9S", (1, 0, 4), laid, hand="9S KS")
    assert_fits(game, "9S", (1, 0, 4), laid, hand="9S 9S KS 7H")


def test_5_6_the_last_card_of_a_one_colour_accumulation():
    laid = {1: (6, "KS 0C 8C 3S 9S / 9D 9H 9H 6D AH")}
    assert_fits("phazed", "QC", (1, 0, 5), laid, hand="QC")
    assert_misfits("5.5", "phazed", "QH", (1, 0, 5), laid, hand="QH")


# 5.7


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_7_in_one_turn_an_accumulation_may_pass_several_stages(game):
    state = hand_state(game, hands={0: "9S QH KD 8S AC 4S 2D"}, laid={0: (3, TOTALS)}, coming="KC")
    state = after(state, DRAW)
    totals = []
    for place, card in enumerate(["9S", "QH", "KD", "8S", "AC", "4S"]):
        state = after(state, (4, (card, (0, 0, 4 + place))))
        totals.append(34 + sum(worth for worth in (9, 12, 13, 8, 1, 4)[: place + 1]))
    assert totals == [43, 55, 68, 76, 77, 81]
    state = after(state, (5, "2D"))
    assert state.history[-1][1][0] == DRAWN
    assert len(state.table[0][1][0]) == 10


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_7_several_accumulations_may_be_played_to_in_turns(game):
    state = hand_state(game, hands={0: "9S QH 9C QD 2D"}, laid={0: (3, TOTALS)}, coming="KC")
    state = after(state, DRAW, (4, ("9S", (0, 0, 0))), (4, ("9C", (0, 1, 0))), (4, ("QD", (0, 0, 0))))
    state = after(state, (4, ("QH", (0, 1, 0))), (5, "2D"))
    assert state.seat == 1


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_5_7_the_phase_itself_may_be_followed_by_plays_to_it(game):
    hand = "KS 0D 8C 3S 9D 9S 9S 6C AH 9H QH"
    state = hand_state(game, hands={0: hand}, done={0: 2}, coming="2D")
    state = after(state, DRAW, phase_play(game, 3, TOTALS), (4, ("9H", (0, 0, 4))), (4, ("QH", (0, 0, 5))), (5, "2D"))
    assert state.ending == "out of cards"
