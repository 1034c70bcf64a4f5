"""Rule 3: phases."""

from __future__ import annotations

import pytest

from phazed import phasedout_phase_type, phazed_phase_type
from phazed.rules.rulesets import RULESETS
from positions import (
    FIXED_ORDER,
    GAMES,
    after,
    assert_allowed,
    assert_refused,
    groups,
    hand_state,
    phase_play,
    status,
    why,
)

PHAZED_PHASES = {
    1: "2C 2S 2H / 7H 7C AH",
    2: "2C 2C 4C KC 9C AH JC",
    3: "2C KH QS 7H / 3H 7S 0D KD AD",
    4: "4H 4S AC 4C / 7H 7C AH AC",
    5: "4H 5S AC 7C 8H AH 0S JC",
    6: "2C KC QS 7C / 3H 7H 0D KD AD",
    7: "4H 5D AC 7H / 7H 7C AH AS",
}
PHASEDOUT_PHASES = {number: PHAZED_PHASES[each] for number, each in enumerate((1, 2, 4, 5, 7), 1)}
PHASES = {"phazed": PHAZED_PHASES, "phazed_bonus": PHAZED_PHASES, "phasedout": PHASEDOUT_PHASES}
EVERY_PHASE = [(game, phase) for game in GAMES for phase in PHASES[game]]


@pytest.mark.parametrize(("game", "phase"), EVERY_PHASE)
def test_3_what_makes_each_phase(game, phase):
    text = PHASES[game][phase]
    if game == "phasedout":
        assert phasedout_phase_type(groups(text)) == phase
    else:
        assert phase in phazed_phase_type(groups(text))
    assert_allowed(game, phase_play(game, phase, text), hand=text.replace("/", ""), done={0: phase - 1})


@pytest.mark.parametrize(("game", "phase"), EVERY_PHASE)
def test_3_a_phase_with_a_group_too_many_or_too_few_is_none(game, phase):
    text = PHASES[game][phase]
    laid = groups(text)
    for wrong in (laid[1:], [*laid, laid[0]]):
        assert phase not in phazed_phase_type(wrong)
        assert phasedout_phase_type(wrong) != phase
        play = (3, wrong) if game == "phasedout" else (3, (phase, wrong))
        assert_refused("3.2", game, play, hand=f"{text} {text}".replace("/", ""), done={0: phase - 1})


def test_3_phase_numbers_differ_between_the_games():
    two_fours, run, last = (groups(PHAZED_PHASES[phase]) for phase in (4, 5, 7))
    assert [phazed_phase_type(each) for each in (two_fours, run, last)] == [[4], [5], [7]]
    assert [phasedout_phase_type(each) for each in (two_fours, run, last)] == [3, 4, 5]


@pytest.mark.parametrize("phase", [3, 6])
def test_3_phasedout_has_no_phase_of_accumulations(phase):
    assert phasedout_phase_type(groups(PHAZED_PHASES[phase])) is None


@pytest.mark.parametrize("game", GAMES)
def test_3_in_the_last_phase_the_run_comes_before_the_set(game):
    last = max(PHASES[game])
    run, four = groups(PHASES[game][last])
    assert phazed_phase_type([four, run]) == []
    assert phasedout_phase_type([four, run]) is None
    text = "7H 7C AH AS / 4H 5D AC 7H"
    assert_refused(
        "3.2", game, phase_play(game, last, text), hand=text.replace("/", ""), done={0: last - 1}, names="7C"
    )


def test_3_the_accumulations_of_phase_6_need_not_have_the_same_colour():
    assert phazed_phase_type(groups("KS 0C 8C 3S / KH 0D 8D 3H")) == [3, 6]
    assert phazed_phase_type(groups("KS 0C 8C 3S / 9C 9S 9S 6C AS")) == [3, 6]
    assert phazed_phase_type(groups("KS 0C 8C 3S / KH 0D 8D 3S")) == [3]


@pytest.mark.parametrize(
    "text",
    [
        "2C 2S 2H / 7H 7C 7S 7D",  # three and four
        "2C 2S 2H / 2C 2C 4C KC 9C AH JC",
        "KS 0D 8C 3S / 7H 7C AH",
        "4H 5D AC 7H / 4H 5D AC 7H",
        "2C 2S 2H / 7H 7C 8H",
        "4H 5D 7C AC / AC AS AS",
    ],
)
def test_3_other_combinations_of_groups_make_no_phase(text):
    assert phazed_phase_type(groups(text)) == []
    assert phasedout_phase_type(groups(text)) is None


# 3.1


@pytest.mark.parametrize("game", GAMES)
def test_3_1_the_two_sets_of_a_phase_may_have_the_same_value(game):
    three, four = "2C 2S 2H / 2C 2S AD", "7H 7C 7S 7D / 7H 7C 7S 7D"
    assert_allowed(game, phase_play(game, 1, three), hand=three.replace("/", ""))
    phase = 3 if game == "phasedout" else 4
    assert_allowed(game, phase_play(game, phase, four), hand=four.replace("/", ""), done={0: phase - 1})


# 3.2


@pytest.mark.parametrize("phase", PHAZED_PHASES)
def test_3_2_the_answer_is_a_sorted_list_of_all_the_phases_made(phase):
    answer = phazed_phase_type(groups(PHAZED_PHASES[phase]))
    assert answer == ([3, 6] if phase == 6 else [phase])
    assert type(answer) is list


@pytest.mark.parametrize("phase", PHASEDOUT_PHASES)
def test_3_2_phasedout_answers_with_the_one_phase(phase):
    answer = phasedout_phase_type(groups(PHASEDOUT_PHASES[phase]))
    assert answer == phase
    assert type(answer) is int


@pytest.mark.parametrize("wrong", [[], (), None, 3, "2C2S2H", [[]], [[], []], ["2C", "2S", "2H"], [None, None]])
def test_3_2_what_makes_no_phase(wrong):
    assert phazed_phase_type(wrong) == []
    assert phasedout_phase_type(wrong) is None


@pytest.mark.parametrize("game", GAMES)
def test_3_2_the_refusal_says_which_group_is_wrong_and_names_its_cards(game):
    text = "2S 2S 2C / 5S 5S 9D"
    laying = phase_play(game, 1, text)
    assert_refused("3.2", game, laying, hand="2S 2S 2C 5S 5S 9D KC", names="5S 9D")
    refusal = str(why(game, laying, hand="2S 2S 2C 5S 5S 9D KC"))
    assert refusal == "group 2 of phase 1 mixes values: 5S 5S 9D (rule 3.2)"


@pytest.mark.parametrize("game", GAMES)
def test_3_2_the_second_of_two_equal_groups_is_called_group_2(game):
    last = max(PHASES[game])
    laying = phase_play(game, last, "2S 3C 4S 5C / 2S 3C 4S 5C")
    refusal = str(why(game, laying, hand="2S 3C 4S 5C 2S 3C 4S 5C KC", done={0: last - 1}))
    assert refusal.startswith(f"group 2 of phase {last} mixes values"), refusal


# 3.3


@pytest.mark.parametrize("game", GAMES)
def test_3_3_a_player_plays_at_most_one_phase_a_hand(game):
    laying = phase_play(game, 2, "2C 2C 4C KC 9C AH JC")
    hand = "2C 2C 4C KC 9C AH JC 3S"
    assert_allowed(game, laying, hand=hand, done={0: 1})
    assert_refused("3.3", game, laying, hand=hand, laid={0: (1, "2S 2H 2D / 7H 7C AH")}, done={0: 1})


@pytest.mark.parametrize("game", GAMES)
def test_3_3_other_players_phases_do_not_matter(game):
    assert_allowed(
        game,
        phase_play(game, 1, "2C 2S 2H / 7H 7C AH"),
        hand="2C 2S 2H 7H 7C AH 3S",
        laid={1: (1, "2S 2H 2D / 7H 7C AH"), 2: (2, "2S 3S 4S 5S 6S 8S AS")},
        done={1: 1, 2: 2, 3: 4},
    )


@pytest.mark.parametrize("game", FIXED_ORDER)
def test_3_3_in_a_fixed_order_the_phase_is_the_one_after_the_last_completed(game):
    for completed in range(max(PHASES[game]) + 1):
        for phase, text in PHASES[game].items():
            if game == "phazed" and phase != completed + 1:
                assert_refused(
                    "3.3", game, phase_play(game, phase, text), hand=text.replace("/", ""), done={0: completed}
                )
            elif phase == completed + 1:
                assert_allowed(game, phase_play(game, phase, text), hand=text.replace("/", ""), done={0: completed})


@pytest.mark.parametrize("phase", [2, 3, 4, 5])
def test_3_3_in_phasedout_the_groups_have_to_make_the_phase_due(phase):
    text = PHASEDOUT_PHASES[phase]
    play = phase_play("phasedout", phase, text)
    for completed in range(5):
        if completed != phase - 1:
            refusal = why("phasedout", play, hand=text.replace("/", ""), done={0: completed})
            assert refusal is not None
            assert refusal.rule in ("3.2", "2.1", "2.2", "1.4")


@pytest.mark.parametrize("game", GAMES)
def test_3_3_who_has_completed_every_phase_plays_none(game):
    every = max(PHASES[game])
    for phase, text in PHASES[game].items():
        assert_refused("3.3", game, phase_play(game, phase, text), hand=text.replace("/", ""), done={0: every})


@pytest.mark.parametrize("phase", PHAZED_PHASES)
def test_3_3_in_the_bonus_game_it_may_be_any_not_completed_in_this_game(phase):
    text = PHAZED_PHASES[phase]
    play, hand = phase_play("phazed_bonus", phase, text), text.replace("/", "")
    others = [each for each in PHAZED_PHASES if each != phase]
    assert_allowed("phazed_bonus", play, hand=hand)
    assert_allowed("phazed_bonus", play, hand=hand, done={0: others})
    assert_refused("3.3", "phazed_bonus", play, hand=hand, done={0: [phase]})
    assert_refused("3.3", "phazed_bonus", play, hand=hand, done={0: [*others, phase]})


@pytest.mark.parametrize("game", ["phazed", "phazed_bonus"])
@pytest.mark.parametrize("phase", [0, 8, -1, -7, 100])
def test_3_3_there_is_no_such_phase(game, phase):
    assert_refused("3.3", game, (3, (phase, groups("2C 2S 2H / 7H 7C AH"))), hand="2C 2S 2H 7H 7C AH 3S")


def test_3_3_a_phase_counts_as_the_one_declared():
    text = PHAZED_PHASES[6]  # makes phase 3, too
    for declared in (3, 6):
        state = hand_state("phazed_bonus", hands={0: text.replace("/", "") + " 2C"})
        state = after(state, (1, None), phase_play("phazed_bonus", declared, text))
        assert state.table[0][0] == declared
        assert RULESETS["phazed_bonus"].completed(state.status[0]) == (declared,)


def test_3_3_groups_that_make_two_phases_are_laid_as_the_one_due():
    text = PHAZED_PHASES[6]
    hand = text.replace("/", "")
    assert_allowed("phazed", (3, (3, groups(text))), hand=hand, done={0: 2})
    assert_allowed("phazed", (3, (6, groups(text))), hand=hand, done={0: 5})
    assert_refused("3.3", "phazed", (3, (6, groups(text))), hand=hand, done={0: 2})
    assert_refused("3.3", "phazed", (3, (3, groups(text))), hand=hand, done={0: 5})


# 3.4


@pytest.mark.parametrize(("game", "phase"), EVERY_PHASE)
def test_3_4_playing_the_phase_raises_the_status_at_once(game, phase):
    text = PHASES[game][phase]
    state = hand_state(game, hands={0: text.replace("/", "") + " 2D"}, done={0: phase - 1}, coming="3D")
    state = after(state, (1, None))
    assert state.status[0] == status(game, phase - 1)
    state = after(state, phase_play(game, phase, text))
    assert state.ending is None
    assert state.status[0] == status(game, phase)
    assert state.status[1:] == (status(game),) * 3
