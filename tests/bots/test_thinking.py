"""How the expert thinks: which plays it considers, what it makes of clear positions, that it sees no hidden card."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from phazed.bots import stopwatch
from phazed.bots.sparring import ALL_STYLES
from phazed.bots.thinking import BESIDE_SKIPS, FIRST_ROUND, MAX_OPTIONS, MIN_WORLDS, Effort, Thinker
from phazed.core.encoding import new_styles, style_tables
from phazed.core.habits import Habits
from phazed.core.knowledge import Contradiction
from phazed.core.trace import Trace
from phazed.game.view import view
from phazed.rules.plays import DISCARD, DRAW, FROM_THE_DECK, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import RULESETS
from players import BONUS_PHASES, PHASES, seen_after_laying, seen_with_due, with_hidden_cards_mixed
from players import seen as seen_with
from positions import GAMES, WITH_ACCUMULATIONS, hand_state, real_views

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
SOME = Effort(worlds=40, seconds=30.0)


def seen(game, *, phase=1, **given):
    return seen_with_due(game, phase, **given)


def options(own, effort=SOME, seed=0):
    return Thinker(own.rules, effort, seed).think(own)


def best(own, effort=SOME):
    return options(own, effort)[0].play


def plays(own, effort=SOME):
    return {option.play for option in options(own, effort)}


# Which plays are considered


@EVERY_GAME
def test_before_the_pick_up_the_deck_is_compared_with_the_top_discard(game):
    own = seen(game, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="8D")
    assert plays(own) == {FROM_THE_DECK, (TAKE, "8D")}


def test_what_cannot_be_taken_is_not_considered():
    own = seen("phazed_bonus", hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="ZZ")
    assert plays(own) == {FROM_THE_DECK}


@EVERY_GAME
def test_of_equal_cards_one_is_considered_and_never_more_than_ten(game):
    own = seen(game, phase=2, hand="2S 2S 2D 5S 5S 9C JD 3H KD 7C 8H")
    assert plays(own) == {(DISCARD, card) for card in own.hand}
    own = seen(game, phase=2, hand="2S 3S 2D 5S 6S 9C JD 3H KD 7C 8H")
    assert len(plays(own)) == MAX_OPTIONS


def test_a_joker_skips_one_of_the_three_others_or_is_kept():
    own = seen("phazed_bonus", hand="2S 2D 5S 5D 9C JD 3H KD 7C 8H ZZ", phase=4)
    found = plays(own)
    assert {(SKIP, 1), (SKIP, 2), (SKIP, 3)} < found
    assert len({play for play in found if play[0] == DISCARD}) == len(found) - 3 == BESIDE_SKIPS


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_of_accumulations_it_is_considered_to_wait_with_the_phase(game):
    own = seen(game, phase=3, hand="KS KD KH KC QS QD QH QC JS JD 0H")
    assert {play[0] for play in plays(own)} == {LAY_PHASE, DISCARD}


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_who_goes_out_with_the_phase_does_not_wait(game):
    own = seen(game, phase=3, hand="0C 0H 2D 3C 4C 7C 7S 8C 8H 9D KC")
    assert [play[0] for play in plays(own)] == [LAY_PHASE]


@EVERY_GAME
def test_with_sets_it_is_not_considered_to_wait(game):
    assert [play[0] for play in plays(seen(game, hand="2S 2S 2D 5S 5D 5H JD 3H KD 7C 8H"))] == [LAY_PHASE]


def test_where_the_order_is_free_every_phase_that_is_there_is_considered():
    own = seen_with("phazed_bonus", hand="2C 2C 2S 5C 5C 5S 9C JC 3C KD 7D")
    phases = [play[1][0] for play in plays(own) if play[0] == LAY_PHASE]
    assert sorted(phases) == [1, 2]


def test_where_several_phases_are_due_it_is_considered_to_keep_one_back():
    own = seen_with("phazed_bonus", hand="2S 2S 2D 5S 5D 5H JD 3H KD 7C 8H")
    assert {play[0] for play in plays(own)} == {LAY_PHASE, DISCARD}


@EVERY_GAME
def test_every_option_of_a_real_position_is_legal(game):
    for own in real_views(game, "strong", step=7):
        assert all(option.play in own.legal_plays for option in options(own, Effort(worlds=2)))


# Clear positions


@EVERY_GAME
@pytest.mark.parametrize("worlds", [0, 40])
def test_it_takes_the_card_that_completes_the_phase(game, worlds):
    own = seen(game, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="5H")
    assert best(own, Effort(worlds)) == (TAKE, "5H")


@EVERY_GAME
@pytest.mark.parametrize("worlds", [0, 40])
def test_it_never_throws_an_ace_that_it_needs(game, worlds):
    for hand in ("2S 2S 5S 5D 9C JD 3H KD 7C AS 8H", "2S 4S 5S 6D 9C JD 3H KD 7C AS AH"):
        kind, card = best(seen(game, hand=hand), Effort(worlds))
        assert kind == DISCARD
        assert card[0] != "A"


@pytest.mark.parametrize(("game", "phase", "hand"), PHASES + BONUS_PHASES)
def test_it_lays_its_phase_when_it_can_or_waits_with_accumulations(game, phase, hand):
    own = seen(game, phase=phase, hand=hand)
    kinds = {LAY_PHASE, DISCARD} if phase in own.rules.accumulation_phases else {LAY_PHASE}
    thought = options(own)
    assert {option.play[0] for option in thought} <= kinds
    assert all(own.refuse(option.play) is None for option in thought)
    waits = phase == 3 and game != "phasedout"
    assert options(own, Effort(worlds=0))[0].play[0] == (DISCARD if waits else LAY_PHASE)


def test_two_accumulations_are_kept_back_until_somebody_lays_a_phase_or_they_end_the_hand():
    hand = "KS KD 8S KH KC 8D 2S 3D 4H 5C 6D"
    assert best(seen("phazed", phase=3, hand=hand), Effort(0))[0] == DISCARD
    groups = [["3H", "3H", "3C"], ["4C", "4C", "4D"]]
    turns = [(1, [(1, "XX"), (3, (1, groups)), (5, "9C")]), (2, [(1, "XX"), (5, "9D")]), (3, [(1, "XX"), (5, "9H")])]
    laid = {1: (1, "3H 3H 3C / 4C 4C 4D")}
    other = seen("phazed", phase=3, hand=hand, laid=laid, history=turns, discard="9H")
    assert best(other, Effort(0))[0] == LAY_PHASE
    assert best(seen("phazed", phase=3, hand="KS QD 9S 2S 3D 4H 5C 6D 7C 7D KH"), Effort(0))[0] == LAY_PHASE


@EVERY_GAME
@pytest.mark.parametrize("worlds", [0, 40])
def test_it_goes_out_when_it_can(game, worlds):
    assert best(seen_after_laying(game, hand="2D 5H AD 5C 8H"), Effort(worlds))[0] == LAY_OFF
    added = [(4, (card, (0, number, 3))) for card, number in (("5C", 1), ("5H", 1), ("AD", 1), ("2D", 0))]
    last = seen_after_laying(
        game, hand="8H", plays=[(1, "XX"), *added], laid={0: (1, "2S 2S 2C 2D / 5S 5S AS AD 5H 5C")}
    )
    assert [option.play for option in options(last)] == [(DISCARD, "8H")]


@EVERY_GAME
def test_a_card_that_only_costs_is_left_when_the_phase_is_there_without_it(game):
    hand = "2S 2S 2D 5S 5D 5H JD 3H KD 7C"
    priors = {}
    for discard in ("2H", "QH"):
        (prior,) = [o.prior for o in options(seen(game, hand=hand, plays=(), discard=discard)) if o.play[0] == TAKE]
        priors[discard] = prior
    assert priors["QH"] < 0 < priors["2H"] < 0.01


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_a_card_that_completes_the_phase_is_worth_nothing_where_any_card_does(game):
    hand = "0S 3C 3D 4C 5H 7C 7H 9D JD JD"
    opinions = {o.play[0]: o.prior for o in options(seen(game, phase=3, hand=hand, plays=(), discard="KD"))}
    assert opinions[TAKE] == pytest.approx(opinions[DRAW], abs=0.05)


# Alike for alike


@EVERY_GAME
def test_the_same_seed_and_effort_give_the_same_options(game):
    for own in real_views(game, "strong", step=31):
        assert options(own, seed=3) == options(own, seed=3)


def test_another_seed_imagines_other_worlds():
    own = seen("phazed", hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="2H")
    assert options(own, seed=1) != options(own, seed=2)


@EVERY_GAME
def test_hidden_cards_cannot_influence_it(game):
    mixer = Random(5)
    for seed in range(4):
        state = hand_state(game, turns=0)._replace(deck=RULESETS[game].deck)
        state = with_hidden_cards_mixed(state, Random(seed))
        mixed = with_hidden_cards_mixed(state, mixer)
        assert mixed != state
        assert options(view(state, state.seat)) == options(view(mixed, mixed.seat))


@EVERY_GAME
@pytest.mark.parametrize("worlds", [1, FIRST_ROUND - 1, FIRST_ROUND, FIRST_ROUND + 1, 300])
def test_any_number_of_worlds_will_do(game, worlds):
    for own in real_views(game, "strong", step=53):
        thought = options(own, Effort(worlds, seconds=30.0))
        assert len({option.play for option in thought}) == len(thought)
        assert all(first.value >= second.value for first, second in pairwise(thought))


@EVERY_GAME
def test_a_thinker_holds_nothing_between_two_plays(game):
    views = real_views(game, "strong", step=41)
    thinker = Thinker(RULESETS[game], SOME)
    assert [thinker.think(own) for own in views] == [options(own) for own in views]


# The search


def test_what_is_clearly_worse_is_dropped_early():
    own = seen("phazed", phase=4, hand="2S 2S 2D 5S 5D 5H JD 3H KD 7C 8H")
    thought = options(own, Effort(worlds=400, seconds=30.0))
    assert thought[-1].worlds < thought[0].worlds
    assert thought[-1].play[1][0] in "25"


def test_a_decision_that_is_clear_takes_few_worlds():
    own = seen("phazed", phase=7, hand="KC 2S 3C 7C 7D 7D 7S 9H JD 9S", plays=(), discard="4C")
    first, second = options(own, Effort(worlds=100_000, seconds=30.0))
    assert first.play == (TAKE, "4C")
    assert first.worlds == second.worlds < 1000


def test_chances_are_chances():
    for own in real_views("phazed", "strong", step=29):
        for option in options(own):
            if option.worlds:
                assert 0 <= option.win <= 1
                assert 0 <= option.out <= 1
                assert 0 <= option.phase <= 1


class Clock:
    """Every look at it takes so many seconds."""

    def __init__(self, seconds):
        self.now, self.seconds = 0.0, seconds

    def __call__(self):
        self.now += self.seconds
        return self.now


CLOSE_CALL = "2S 3D 5S 7D 9C JD 3H KD 7C 8H 2C"


EITHER_CLOCK = pytest.mark.parametrize("clock", ["thread_time", "monotonic"])


@EITHER_CLOCK
def test_without_time_the_fast_policy_decides(monkeypatch, clock):
    own = seen("phazed", hand=CLOSE_CALL)
    monkeypatch.setattr(stopwatch, clock, Clock(10.0))
    hurried = options(own, Effort(worlds=800, seconds=0.01))
    fast = options(own, Effort(worlds=0))
    assert max(option.worlds for option in hurried) == 1
    assert [(o.play, round(o.value, 12)) for o in hurried] == [(o.play, round(o.value, 12)) for o in fast]


@EITHER_CLOCK
def test_a_round_that_the_time_cuts_short_decides_nothing(monkeypatch, clock):
    own = seen("phazed", hand=CLOSE_CALL)
    monkeypatch.setattr(stopwatch, clock, Clock(0.05))
    hurried = options(own, Effort(worlds=800, seconds=21.0))  # 20 of them for the walk before the first world
    assert 1 < max(option.worlds for option in hurried) < FIRST_ROUND
    assert [option.play for option in hurried] == [option.play for option in options(own, Effort(worlds=0))]


@EITHER_CLOCK
def test_the_time_ends_the_search_in_the_middle(monkeypatch, clock):
    own = seen("phazed", hand=CLOSE_CALL)
    monkeypatch.setattr(stopwatch, clock, Clock(0.05))
    thought = options(own, Effort(worlds=800, seconds=30.0))
    assert MIN_WORLDS <= max(option.worlds for option in thought) < 100


def test_a_view_of_no_game_is_told():
    with pytest.raises(Contradiction, match="according to the history, player 0 has 11 cards, not 2"):
        options(seen("phazed", hand="2S 3S"))
    with pytest.raises(Contradiction, match="more copies"):
        options(seen("phazed", hand="2S 2S 2S 5S 5D 5H JD 3H KD 7C", plays=()))


def test_what_is_known_of_the_others_habits_counts():
    """A player who was seen to hold phases back may hold one, and one who was not may not."""
    own = seen("phazed", hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C 8H", discard="KC")
    holds, lays = Habits(), Habits()
    for habits, played, left in ((holds, 0, 10), (lays, 7, 3)):
        for seat in (1, 2, 3):
            for _ in range(60):
                habits.record_turn(Trace(), seat, 0, 0, -1, 0, played, left, 20)
    told = [Thinker(own.rules, SOME).think(own, before=before) for before in (Habits(), holds, lays)]
    assert told[0] == options(own)
    assert len({tuple(option.win for option in each) for each in told}) == 3


def test_thoughts_about_an_erratic_player_do_not_depend_on_those_before():
    own = seen("phazed", hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C 8H", discard="KC")
    erratic = ALL_STYLES.index("erratic")
    typical = np.round(300 * np.exp(np.array(style_tables("phazed")[0])[erratic])).astype(int).tolist()
    habits = Habits()
    habits.put([typical] * 4)
    assert new_styles(own.rules).shares(habits, 1)[erratic] > 0.9
    thinker = Thinker(own.rules, SOME)
    assert thinker.think(own, before=habits) == thinker.think(own, before=habits)
