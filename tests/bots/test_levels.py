"""The levels to learn with: what each of them does and does not do, and that each is stronger than the one below."""

from __future__ import annotations

import pytest

from phazed.bots import BOTS, make
from phazed.bots.levels import LEVELS, BeginnerBot, CasualBot
from phazed.game.referee import play_game
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import RULESETS
from players import BONUS_PHASES, LAID, PHASES, seen, seen_after_laying, seen_with_due
from positions import GAMES, WITH_ACCUMULATIONS

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
BOTH = pytest.mark.parametrize("level", [BeginnerBot, CasualBot])
DRAW = (1, None)


def test_the_levels_are_built_in_players():
    assert LEVELS == ("beginner", "casual", "strong", "expert")
    assert set(LEVELS) <= set(BOTS)


@EVERY_GAME
def test_the_four_levels_play_whole_games_with_each_other(game):
    rules = RULESETS[game]
    players = [make(level, rules, 0) for level in LEVELS]
    assert play_game(rules, players, seed=1).outcome.error is None


def wins(game, one, two, games):
    """How often one of two players of the one level beats the two of the other."""
    rules = RULESETS[game]
    won = 0
    for seed in range(games):
        seats = [one, two, one, two] if seed % 2 else [two, one, two, one]
        ranks = play_game(rules, [make(level, rules, seed) for level in seats], seed).outcome.ranks
        won += seats[ranks.index(1)] == one
    return won


@pytest.mark.no_cover
def test_casual_beats_beginner():
    assert wins("phasedout", "casual", "beginner", 12) >= 8


@pytest.mark.no_cover
def test_strong_beats_casual():
    assert wins("phasedout", "strong", "casual", 80) >= 46


@pytest.mark.long
@EVERY_GAME
@pytest.mark.parametrize(("games", "needed"), [(15, 10), pytest.param(30, 20, marks=pytest.mark.thorough)])
def test_casual_beats_beginner_in_every_game(game, games, needed):
    assert wins(game, "casual", "beginner", games) >= needed


@pytest.mark.long
def test_strong_beats_casual_in_the_game_of_the_course():
    assert wins("phazed", "strong", "casual", 30) >= 18


# The pick-up


@EVERY_GAME
@BOTH
def test_every_level_takes_what_completes_the_phase(game, level):
    own = seen_with_due(game, 1, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="5H")
    assert level().choose(own) == (TAKE, "5H")


@EVERY_GAME
def test_only_the_casual_player_takes_what_brings_the_phase_nearer(game):
    own = seen_with_due(game, 1, hand="2S 2S 5S 8C 9C JD 3H 4D KC QH", plays=(), discard="2D")
    assert CasualBot().choose(own) == (TAKE, "2D")
    assert BeginnerBot().choose(own) == DRAW


@EVERY_GAME
def test_only_the_casual_player_takes_what_can_be_laid_off(game):
    own = seen_after_laying(game, hand="9C JD KD 7D", plays=(), history=[], discard="2H")
    assert CasualBot().choose(own) == (TAKE, "2H")
    assert BeginnerBot().choose(own) == DRAW


@EVERY_GAME
@BOTH
def test_an_empty_pile_is_left_alone(game, level):
    assert level().choose(seen(game, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard=None)) == DRAW


@BOTH
def test_a_joker_on_the_pile_is_left_alone(level):
    assert level().choose(seen("phazed_bonus", hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="ZZ")) == DRAW


# The phase and the table


@pytest.mark.parametrize(("game", "phase", "hand"), PHASES + BONUS_PHASES)
@BOTH
def test_every_level_lays_its_phase(game, phase, hand, level):
    play = level().choose(seen_with_due(game, phase, hand=hand))
    assert play[0] == LAY_PHASE


@EVERY_GAME
def test_the_casual_player_lays_off_all_and_the_beginner_one_card_a_turn(game):
    own = seen_after_laying(game, hand="2D 5H 9C JD KD")
    assert CasualBot().choose(own)[0] == BeginnerBot().choose(own)[0] == LAY_OFF
    begun = [(1, "XX"), (4, ("2D", (0, 0, 3)))]
    own = seen_after_laying(game, hand="5H 9C JD KD", plays=begun, laid={0: (1, "2S 2S 2C 2D / 5S 5S AS")})
    assert CasualBot().choose(own)[0] == LAY_OFF
    assert BeginnerBot().choose(own) == (DISCARD, "KD")


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_the_beginner_begins_no_accumulation_but_finishes_one_that_is_begun(game):
    own = seen(game, hand="9S QH 3C", laid={0: (3, "3S 8C 0D KS / 6C 9D 9S 9S AH")})
    assert CasualBot().choose(own)[0] == LAY_OFF
    assert BeginnerBot().choose(own) == (DISCARD, "QH")
    begun = {0: (3, "3S 8C 0D KS 9S / 6C 9D 9S 9S AH")}
    own = seen(game, hand="QH 3C", laid=begun, plays=[(1, "XX"), (4, ("9S", (0, 0, 4)))])
    assert BeginnerBot().choose(own) == (LAY_OFF, ("QH", (0, 0, 5)))


@EVERY_GAME
@BOTH
def test_what_does_not_fit_is_not_laid_off(game, level):
    assert level().choose(seen_after_laying(game, hand="3D 6H 9C JD KD")) == (DISCARD, "KD")


# The end of the turn


@EVERY_GAME
@BOTH
def test_every_level_throws_the_dearest_card_that_its_plan_can_spare(game, level):
    own = seen_with_due(game, 1, hand="2S 2S 2D KS KD 9C JD 3H QD 7C 8H")
    assert level().choose(own) == (DISCARD, "QD")


@BOTH
def test_a_joker_skips_the_next_player(level):
    assert level().choose(seen("phazed_bonus", hand="2S 4D 9C ZZ", seat=3, laid=LAID)) == (SKIP, 0)


@EVERY_GAME
@BOTH
def test_with_every_phase_completed_the_dearest_card_is_thrown(game, level):
    own = seen(game, hand="2S 2S 2D KS KD 9C JD 3H QD 7C 8H", done={0: len(RULESETS[game].phases)})
    assert level().choose(own)[1][0] == "K"
