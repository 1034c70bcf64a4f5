"""The simulator: whole games and hands, the same for the same seed, and counted right."""

from __future__ import annotations

from collections import Counter

import pytest

from phazed.core.encoding import CODES, new_simulator
from phazed.rules.rulesets import RULESETS
from positions import FIXED_ORDER, GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
STYLES = [[0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 1, 0]]
EVERY_STYLE = pytest.mark.parametrize("style", STYLES, ids=["greedy", "fast", "mixed"])


def simulator(game, seed, style):
    made = new_simulator(RULESETS[game], seed)
    made.style = style
    return made


def counted(played):
    """All that a simulator counts."""
    counts = (played.wins, played.due, played.completed, played.score)
    return [*map(list, counts), played.hands, played.turns, played.hand.snapshot()]


@EVERY_GAME
@EVERY_STYLE
def test_the_same_seed_plays_the_same_games(game, style):
    runs = [simulator(game, seed, style) for seed in (5, 5, 6)]
    for run in runs:
        run.play_games(3)
    once, again, other = map(counted, runs)
    assert once == again
    assert once != other


@EVERY_GAME
@EVERY_STYLE
def test_games_in_one_go_and_one_by_one_are_the_same(game, style):
    at_once, one_by_one = (simulator(game, 9, style) for _ in range(2))
    at_once.play_games(3)
    for _ in range(3):
        one_by_one.play_games(1)
    assert counted(at_once) == counted(one_by_one)


@EVERY_GAME
@EVERY_STYLE
def test_every_game_has_a_winner_and_no_more_hands_than_allowed(game, style):
    rules = RULESETS[game]
    played = simulator(game, 1, style)
    for number in range(1, 11):
        before, hands = list(played.wins), played.hands
        played.play_games(1)
        won = [now - then for now, then in zip(played.wins, before)]
        assert set(won) <= {0, 1}
        assert sum(won) >= 1
        finished = [done == 2 ** len(rules.phases) - 1 for done in played.hand.done]
        assert any(finished) or played.hands - hands == rules.max_hands
        ranked = [(not done, score) for done, score in zip(finished, played.score)]
        assert [place == min(ranked) for place in ranked] == [bool(each) for each in won]
        assert number <= played.hands <= number * rules.max_hands
        assert played.turns >= played.hands


@EVERY_GAME
def test_phases_are_counted_when_they_are_due_and_when_they_are_completed(game):
    phases = len(RULESETS[game].phases)
    played = simulator(game, 2, [1, 1, 1, 1])
    played.play_games(12)
    assert all(0 <= done <= due for done, due in zip(played.completed, played.due))
    assert list(played.due)[phases:] == list(played.completed)[phases:] == [0] * (7 - phases)
    assert played.due[0] >= 12
    if game in FIXED_ORDER:
        assert sum(played.due) == played.hands
        assert list(played.completed)[:phases] == sorted(played.completed[:phases], reverse=True)


@EVERY_GAME
@EVERY_STYLE
def test_hands_begin_where_they_are_told_to(game, style):
    rules = RULESETS[game]
    whole = Counter(CODES[card] for card in rules.deck)
    played = simulator(game, 3, style)
    before = [0b0, 0b1, 0b11, 0b111]
    for number in range(1, 9):
        played.play_hands(1, before)
        assert played.hands == number
        assert played.hand.ended
        assert list(played.hand.before) == before
        for then, now, laid in zip(before, played.hand.done, played.hand.laid):
            assert now & then == then
            assert (now & ~then).bit_count() == (laid > 0)
        _, _, _, deck, pile, hands, groups, *_ = played.hand.snapshot()
        seen = Counter([*deck, *pile, *(card for hand in hands for card in hand)])
        assert not seen - whole
        assert sum(length for _, _, _, length, _ in groups) == (whole - seen).total()
