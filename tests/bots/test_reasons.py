"""The reasons for plays: facts about a play, and differences between two plays in the same sampled deals."""

from __future__ import annotations

import re

import pytest

from phazed.bots import make
from phazed.bots.contrast import BATCHES, PlayDuel
from phazed.bots.reasons import Reasons
from phazed.bots.stopwatch import Stopwatch
from phazed.bots.thinking import Effort, Thinker
from phazed.core.duel import (
    DISCARDED,
    IN_PHASE,
    LAID_OFF,
    OTHERS_PHASES,
    OTHERS_POINTS,
    OUT,
    OWN_PHASE,
    OWN_POINTS,
    PHASE,
    POINTS,
    TAKEN,
    TURNS,
    WIN,
)
from phazed.core.knowledge import read
from phazed.game.games import Played, shuffles
from phazed.game.referee import referee
from phazed.game.view import view
from phazed.rules.plays import DISCARD, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import PHAZED, RULESETS
from phazed.rules.scoring import points
from players import seen, seen_after_laying, seen_with_due
from positions import GAMES, cards

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
DRAW = (1, None)
ELEVEN = "2S 2S 5S 5D 9C JD 3H KD 7C 8H 4D"
TEN = "2S 2S 5S 5D 9C JD 3H KD 7C 8H"
NAMES = ("Ann", "Bob", "Cy", "Di")


def facts(own, play, **given):
    """The facts about a play without an alternative, in one line."""
    return " ".join(Reasons(own, read(own), **given).of(play))


def duel(own, best, other, worlds=360, seed=1):
    """The contrast of two plays in a position."""
    thinker, knowledge = Thinker(own.rules, Effort(worlds, 1e9)), read(own)
    others = thinker.opponents(own, knowledge, seed)
    return PlayDuel(thinker, own, knowledge, ((best,), (other,)), (0.0,) * 4, seed, others).run(worlds)


def why(own, best, other, **given):
    """The reasons for a play over another, in one line."""
    return " ".join(Reasons(own, read(own), **given).of(best, duel(own, best, other)))


# Facts


@EVERY_GAME
def test_a_pick_up_says_what_the_card_completes(game):
    own = seen_with_due(game, 1, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="5H")
    assert facts(own, (TAKE, "5H")) == "5H completes phase 1. After the phase and all lay-offs 5 cards are left."
    assert facts(own, DRAW) == ""


def test_a_pick_up_after_the_phase_says_where_the_card_can_be_laid_off():
    before = seen_after_laying("phazed", hand="").history[:3]
    own = seen_after_laying(
        "phazed", hand="9C JD KD 7D", plays=(), history=[*before, (3, [(1, "XX"), (5, "2H")])], discard="2H"
    )
    assert facts(own, (TAKE, "2H")) == "2H can be laid off on your own set, 2S 2S 2C."


def test_what_cannot_be_taken_is_said():
    own = seen_with_due("phazed_bonus", 1, hand=TEN, plays=(), discard="ZZ")
    assert facts(own, DRAW) == "A joker on the pile cannot be taken."


def test_laying_a_phase_says_what_is_left():
    own = seen_with_due("phazed", 1, hand="2S 2S 2C 5S 5S 5H 9C JD 3H KD 2H")
    assert facts(own, (LAY_PHASE, (1, (("2S", "2S", "2C"), ("5S", "5S", "5H"))))) == (
        "Completes phase 1: two sets of three of one value. Then 2H can be laid off. 3H 9C JD KD are left, 36 points."
    )


def test_laying_off_says_where_the_card_fits_and_how_far_an_accumulation_goes():
    own = seen_after_laying("phazed", hand="2D 7H 8D 9C KD")
    assert facts(own, (4, ("2D", (0, 0, 3)))) == "2D fits your own set: 2S 2S 2C. 7H 8D 9C KD are left, 37 points."
    phase = (3, (3, [cards("KS 0D 8C 3S"), cards("9C 9D 6S 0H")]))
    laid = {0: (3, "KS 0D 8C 3S / 9C 9D 6S 0H")}
    own = seen("phazed", hand="QD 9H 2D", laid=laid, plays=[(1, "XX"), phase], done={0: 3})
    assert "The accumulation goes from 34 to 55." in facts(own, (4, ("QD", (0, 0, 4))))


def test_a_skip_says_who_is_ahead_and_who_plays_next():
    own = seen("phazed_bonus", hand=f"{TEN} ZZ", done={1: (1,), 2: (1, 2)})
    assert facts(own, (SKIP, 2), names=NAMES) == "Cy has completed 2 phases, the most."
    assert facts(own, (SKIP, 1), names=NAMES) == "Bob has completed 1 phase. Bob would play next."


def test_the_last_card_goes_out():
    added = [(4, (card, (0, 0, 3))) for card in cards("2D 2H 2D 2H")]
    laid = {0: (1, "2S 2S 2C 2D 2H 2D 2H / 5S 5S AS")}
    own = seen_after_laying("phazed", hand="8H", plays=[(1, "XX"), *added], laid=laid)
    assert facts(own, (DISCARD, "8H")) == "It is your last card, so you go out."


# The outcomes behind the differences


def contrasts(game, bot, games=1, step=7, worlds=240):
    """Contrasts of the best play with another one in positions of games, by one search each."""
    rules = RULESETS[game]
    thinker = Thinker(rules, Effort(120, 1e9), keeps_all=True)
    for seed in range(games):
        players = [make(bot, rules, (seed, seat)) for seat in range(4)]
        events = [event for event in referee(rules, players, shuffles(rules, seed)) if isinstance(event, Played)]
        for event in events[::step]:
            own = view(event.before, event.before.seat)
            knowledge = read(own, event.before.upcard)
            options = thinker.options(own, knowledge, (0.0,) * 4, Stopwatch())
            if len(options) > 1:
                others = thinker.opponents(own, knowledge, seed)
                lines = ((options[0].play,), (options[-1].play,))
                contrast = PlayDuel(thinker, own, knowledge, lines, (0.0,) * 4, seed, others).run(worlds)
                yield own, knowledge, contrast


@EVERY_GAME
def test_the_parts_of_a_difference_sum_to_it_and_the_chances_of_all_seats_to_one(game):
    for own, _, contrast in contrasts(game, "casual"):
        assert sum(contrast.parts) == pytest.approx(contrast.gain(WIN + own.seat), abs=1e-9)
        for outcomes in (contrast.outcomes, contrast.others):
            assert sum(outcomes[WIN : WIN + 4]) == pytest.approx(1.0)
            assert sum(outcomes[OUT : OUT + 4]) <= 1.0 + 1e-9
            assert outcomes[IN_PHASE] + outcomes[LAID_OFF] + outcomes[DISCARDED] <= 1.0 + 1e-9
            assert 0.0 <= outcomes[TAKEN] <= 1.0
            assert outcomes[TURNS] >= 0.0
        assert contrast.reverse.reverse == contrast


@EVERY_GAME
def test_the_outcomes_are_those_of_the_search_in_the_same_deals(game):
    for own, knowledge, _ in contrasts(game, "strong", step=19, worlds=24):
        thinker = Thinker(own.rules, Effort(BATCHES * 10, 1e9), keeps_all=True)
        best, *_, other = thinker.options(own, knowledge, (0.0,) * 4, Stopwatch())
        seed = thinker.seed_of(own)
        lines, others = ((best.play,), (other.play,)), thinker.opponents(own, knowledge, seed)
        found = PlayDuel(thinker, own, knowledge, lines, (0.0,) * 4, seed, others).run(BATCHES * 10)
        for option, outcomes in ((best, found.outcomes), (other, found.others)):
            if option.worlds == BATCHES * 10 and option.play[0] != LAY_PHASE:
                assert outcomes[WIN + own.seat] == pytest.approx(option.win)
                assert outcomes[PHASE + own.seat] == pytest.approx(option.phase)
                assert outcomes[OUT + own.seat] == pytest.approx(option.out)


def test_in_the_last_turn_of_a_hand_only_the_points_differ():
    hand = cards(ELEVEN)
    others = [card for card in PHAZED.deck if card not in hand]
    history = [((number + 1) % 4, [(1, "XX"), (5, others[number])]) for number in range(62)]
    own = seen("phazed", hand=ELEVEN, seat=3, history=history, discard=others[61])
    found = duel(own, (DISCARD, "KD"), (DISCARD, "3H"))
    assert found.outcomes[POINTS + 3] == points(hand) - 13
    assert found.others[POINTS + 3] == points(hand) - 3
    assert found.outcomes[TURNS] == found.outcomes[TAKEN] == 0.0
    assert found.parts[OWN_PHASE] == found.parts[OTHERS_PHASES] == found.parts[OTHERS_POINTS] == 0.0
    assert found.parts[OWN_POINTS] == pytest.approx(found.gain(WIN + 3))
    assert found.gain(WIN + 3) > 0.0
    assert why(own, (DISCARD, "KD"), (DISCARD, "3H")).startswith(
        "The hand ends with this turn, because the deck is used up; KD costs 13. "
        "In the imagined deals, you keep 56.0 points on average instead of 66.0, which is worth "
    )


def test_a_card_that_fits_the_next_players_set_is_taken_and_would_have_been_laid_off():
    history = [(1, [(1, "XX"), (3, (1, [cards("2S 2S 2C"), cards("5S 5S AS")])), (5, "KC")])]
    history += [(2, [(1, "XX"), (5, "QC")]), (3, [(1, "XX"), (5, "JC")])]
    laid = {1: (1, "2S 2S 2C / 5S 5S AS")}
    own = seen("phazed", hand="7S 7D QH 2H 4D 6D 9H KD 8C 0S 9S", laid=laid, history=history, discard="JC")
    found = duel(own, (DISCARD, "KD"), (DISCARD, "2H"))
    assert found.others[TAKEN] == 1.0
    assert found.outcomes[TAKEN] < 0.2
    assert found.gain(LAID_OFF) > 0.1
    assert why(own, (DISCARD, "KD"), (DISCARD, "2H"), names=NAMES).endswith(" %, 2H in 100 %.")


# The words


FOR_A_PLAY = {
    r"you complete .* in (\d+) % instead of (\d+) %": 1,
    r"you go out in (\d+) % instead of (\d+) %": 1,
    r"you keep ([\d.]+) points on average instead of ([\d.]+)": -1,
    r"player \d completes a phase in (\d+) % instead of (\d+) %": -1,
    r"player \d keeps ([\d.]+) points on average instead of ([\d.]+)": 1,
    r"who plays next, takes \w+ in (\d+) %, \w+ in (\d+) %": -1,
}
"""Forms of reasons, and whether the first number is larger or smaller than the second in a reason for a play."""


def claims(reasons):
    """The form and both numbers of each difference in the reasons."""
    for reason in reasons:
        for form in FOR_A_PLAY:
            for first, second in re.findall(form, reason.lower()):
                yield form, float(first), float(second)


@EVERY_GAME
@pytest.mark.parametrize(("bot", "step"), [("casual", 7), pytest.param("beginner", 1, marks=pytest.mark.thorough)])
def test_no_reason_is_true_of_both_plays_and_none_argues_for_the_other(game, bot, step):
    count = 0
    for own, knowledge, contrast in contrasts(game, bot, step=step):
        reasons = Reasons(own, knowledge)
        better, worse = reasons.of(contrast.play, contrast), reasons.of(contrast.other, contrast.reverse, better=False)
        assert better
        assert worse
        assert not set(better) & set(reasons.of(contrast.other, contrast.reverse)), (own, better)
        for sign, said in ((1, better), (-1, worse)):
            for form, first, second in claims(said):
                count += 1
                assert sign * FOR_A_PLAY[form] * (first - second) >= 0, (own, said)
    assert count > 20


def test_two_plays_without_a_clear_difference_are_called_so():
    own = seen_with_due("phazed", 1, hand="2S 2S 5S 5D 9C JD 3H KD 7C 7C 4D")
    said = why(own, (DISCARD, "7C"), (DISCARD, "7C"))
    assert said == "No clear difference in the imagined deals: it does about as well as to discard 7C."


def test_the_first_step_of_a_hint_asks_about_the_table_the_phase_or_the_cards():
    before = seen_after_laying("phazed", hand="").history[:3]
    own = seen_after_laying(
        "phazed", hand="9C JD KD 7D", plays=(), history=[*before, (3, [(1, "XX"), (5, "8H")])], discard="8H"
    )
    assert Reasons(own, read(own)).look(DRAW) == "Look at the groups on the table: is there a place for 8H?"
    own = seen_with_due("phazed", 1, hand="2S 3S 4D 5D 6H 7H 8H 9H 0C JC", plays=(), discard="KC")
    assert {Reasons(own, read(own)).look(play) for play in (DRAW, (TAKE, "KC"))} == {"Look at KC: do you need it?"}
    own = seen_with_due("phazed", 3, hand="5C KH 6S 3S KH QD KC 9H QH 4C AD")
    assert Reasons(own, read(own)).look((DISCARD, "AD")) == "Look at your phase: how many cards would be left after it?"
