"""A legal play in place of one that is not."""

from __future__ import annotations

import pytest

from phazed.bots.fallback import legal_or_any
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE
from players import LAID, seen, seen_when_blocked
from positions import GAMES, WITH_ACCUMULATIONS

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
DRAW = (1, None)


@EVERY_GAME
def test_a_legal_play_stays(game):
    own = seen(game, hand="9C KD", laid=LAID)
    for play in own.legal_plays:
        assert legal_or_any(own, play) is play


@EVERY_GAME
def test_before_the_pick_up_a_card_is_drawn(game):
    assert legal_or_any(seen(game, hand="9C KD", plays=()), (DISCARD, "9C")) == DRAW


@EVERY_GAME
def test_a_play_that_ends_the_turn_comes_first(game):
    assert legal_or_any(seen(game, hand="2D 9C", laid=LAID), DRAW)[0] == DISCARD


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_where_the_turn_cannot_be_ended_a_card_is_laid_off(game):
    for own in seen_when_blocked(game):
        play = legal_or_any(own, (DISCARD, own.hand[0]))
        assert play[0] == LAY_OFF
        assert play in own.legal_plays


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_where_another_player_has_left_an_accumulation_open_the_phase_is_laid(game):
    begun = {1: (3, "5C 7H 0S QD 8D / 9S QS KC")}
    own = seen(game, hand="2S 2S 2C 5S 5S AS 9C", laid=begun, done={1: 3})
    play = legal_or_any(own, (DISCARD, "9C"))
    assert play[0] == LAY_PHASE
    assert play in own.legal_plays


@EVERY_GAME
def test_without_any_legal_play_the_illegal_one_stays(game):
    own = seen(game, hand="", laid=LAID)
    assert legal_or_any(own, (DISCARD, "9C")) == (DISCARD, "9C")
