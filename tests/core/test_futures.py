"""The chances to win a game: of four equal players, and of one who denies cards to the next."""

from __future__ import annotations

import pytest

from phazed.core.encoding import new_futures, new_hand
from phazed.rules.rulesets import RULESETS, SEATS
from positions import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def chances(game, done, points=(0.0,) * SEATS, expert=-1):
    futures, hand = new_futures(RULESETS[game]), new_hand(RULESETS[game])
    futures.expert = expert
    hand.done = done
    return futures.chances(hand, list(points))


@EVERY_GAME
def test_equal_players_with_equal_standings_have_equal_chances(game):
    assert chances(game, [1, 1, 1, 1]) == pytest.approx([0.25] * SEATS)


@EVERY_GAME
@pytest.mark.parametrize("seat", range(SEATS))
def test_the_player_after_the_expert_has_the_worst_chance_of_equal_standings(game, seat):
    found = chances(game, [1, 1, 1, 1], expert=seat)
    expert, after, opposite, before = found[seat:] + found[:seat]
    assert sum(found) == pytest.approx(1)
    assert expert > 0.3
    assert after < 0.2
    assert after < min(opposite, before) < expert


@EVERY_GAME
def test_who_sits_where_does_not_matter_when_the_game_is_over(game):
    done = [(1 << len(RULESETS[game].phases)) - 1, 1, 1, 1]
    for expert in (-1, 0, 1):
        assert chances(game, done, expert=expert) == [1.0, 0.0, 0.0, 0.0]


@EVERY_GAME
def test_a_phase_of_the_player_after_the_expert_costs_the_expert_less_than_one_of_another(game):
    more = 0b1001 if game == "phazed_bonus" else 0b0011  # two sets of four are worth most where the order is free
    before = chances(game, [1] * SEATS, expert=0)[0]
    after, opposite, last = (
        before - chances(game, [more if seat == other else 1 for seat in range(SEATS)], expert=0)[0]
        for other in (1, 2, 3)
    )
    assert 0 < after < min(opposite, last)
