"""The rows that the core records: games that end, rows in order, and arrays that are large enough."""

from __future__ import annotations

from array import array

import pytest

from phazed.core import recorder as places
from phazed.core.encoding import new_futures, new_hand, new_policy
from phazed.core.recorder import Recorder
from phazed.rules.rulesets import MAX_TURNS, RULESETS
from positions import GAMES


def new_recorder(game, games=1):
    """A recorder with room for some games, its rows and its chances."""
    rules, policy = RULESETS[game], new_policy(RULESETS[game])
    rows = array("h", bytes(2 * games * places.GAME_ROWS * places.ROW_WIDTH))
    chances = array("f", bytes(16 * games * places.GAME_ROWS))
    return Recorder(new_hand(rules), policy, rules.max_hands, new_futures(rules), rows, chances), rows, chances


def test_a_game_has_room_for_as_many_rows_as_the_rules_allow():
    for rules in RULESETS.values():
        turns = 4 * MAX_TURNS
        assert rules.max_hands * (2 * turns + 4 + len(rules.deck)) <= places.GAME_ROWS
        assert rules.max_hands <= places.MAX_GAME_HANDS


@pytest.mark.parametrize("game", GAMES)
def test_rows_follow_the_game_hand_by_hand_and_turn_by_turn(game):
    recorder, rows, chances = new_recorder(game)
    for seed in range(20):
        recorder.clear()
        count, scores = recorder.play(seed)
        table = [rows[at : at + places.ROW_WIDTH] for at in range(0, count * places.ROW_WIDTH, places.ROW_WIDTH)]
        order = [(row[places.ROW_HAND], row[places.ROW_TURN]) for row in table]
        assert order == sorted(order)
        assert len(recorder.dealt()) == 1 + order[-1][0]
        ends = {(row[places.ROW_HAND], row[places.ROW_SEAT]): row[places.ROW_POINTS] for row in table}
        for seat in range(4):
            held = [points for (_, other), points in ends.items() if other == seat]
            assert sum(held) <= scores[seat]  # of a hand in which the seat never played there is no row
        for at in range(count):
            assert sum(chances[4 * at : 4 * at + 4]) == pytest.approx(1, abs=1e-5)
        for row in table:
            legal = row[places.ROW_LEGAL + 1 : places.ROW_LEGAL + 1 + row[places.ROW_LEGAL]]
            assert list(legal) == sorted(set(legal))
            assert legal
