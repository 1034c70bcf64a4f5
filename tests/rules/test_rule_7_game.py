"""Rule 7: the game."""

from __future__ import annotations

import inspect
from itertools import islice

import pytest

from phazed import phasedout_play, phazed_bonus, phazed_play
from phazed.bots import make
from phazed.game.games import GameEnded, HandEnded, Played, Standing, shuffles, start
from phazed.game.referee import referee
from phazed.game.view import view
from phazed.rules.rulesets import RULESETS
from positions import ANSWER, DRAW, GAMES, after, hand_state, phase_play, position, status

EVERY = {"phazed": 7, "phazed_bonus": 7, "phasedout": 5}
MOST_HANDS = {"phazed": 20, "phazed_bonus": 20, "phasedout": 12}


def standing(game, hands=3, done=(0, 0, 0, 0), scores=(0, 0, 0, 0)):
    return Standing(RULESETS[game], hands, tuple(status(game, each) for each in done), scores)


# 7.1


@pytest.mark.parametrize("game", GAMES)
def test_7_1_a_game_starts_with_nothing_done_and_no_points(game):
    assert start(RULESETS[game]) == standing(game, hands=0)
    assert not start(RULESETS[game]).over


@pytest.mark.parametrize("game", GAMES)
def test_7_1_the_game_is_over_when_some_player_has_completed_every_phase(game):
    every = EVERY[game]
    assert standing(game, done=(every - 1, every - 1, every - 1, every - 1)).over is False
    assert standing(game, done=(0, 0, every, 0)).over is True
    assert standing(game, hands=1, done=(every, every, every, every)).over is True


def test_7_1_in_the_bonus_game_every_single_phase_counts():
    for missing in range(1, 8):
        done = [phase for phase in range(1, 8) if phase != missing]
        assert standing("phazed_bonus", done=(done, 0, 0, 0)).over is False


@pytest.mark.parametrize("game", GAMES)
def test_7_1_the_game_is_over_after_twenty_hands_or_twelve_in_phasedout(game):
    assert standing(game, hands=MOST_HANDS[game] - 1).over is False
    assert standing(game, hands=MOST_HANDS[game]).over is True


@pytest.mark.parametrize("game", GAMES)
def test_7_1_a_hand_goes_on_after_somebody_completed_the_last_phase(game):
    last = EVERY[game]
    text = "4H 5D AC 7H / 9S 9H 9D AH"
    state = hand_state(game, hands={0: f"{text.replace('/', '')} 2C 3C"}, done={0: last - 1}, coming="4C")
    state = after(state, DRAW, phase_play(game, last, text))
    assert RULESETS[game].is_finished(state.status[0])
    assert state.ending is None
    state = after(state, (5, "2C"), DRAW)
    assert state.seat == 1
    assert state.ending is None


def idle(player_id, table, turn_history, phase_status, hand, discard):
    """Draws, throws the first card that can be thrown, and never does anything else."""
    if turn_history and turn_history[-1][0] == player_id and turn_history[-1][1][-1][0] == 1:
        return (5, next(card for card in hand if card != "ZZ"))
    return (1, None)


@pytest.mark.parametrize("game", GAMES)
def test_7_1_a_game_in_which_nobody_does_anything_has_all_its_hands(game):
    rules = RULESETS[game]
    events = list(referee(rules, [idle] * 4, shuffles(rules, 7)))
    ended = [event for event in events if isinstance(event, HandEnded)]
    assert len(ended) == MOST_HANDS[game]
    assert {event.state.ending for event in ended} == {"deck exhausted"}
    assert events[-1] == GameEnded(ended[-1].standing, None)
    assert [event.state.leader for event in ended] == [(number + 1) % 4 for number in range(MOST_HANDS[game])]


@pytest.mark.parametrize("game", GAMES)
def test_7_1_hands_follow_until_somebody_has_completed_every_phase(game):
    rules = RULESETS[game]
    events = list(referee(rules, [make("greedy", rules, seat) for seat in range(4)], shuffles(rules, 1)))
    ended = [event.standing for event in events if isinstance(event, HandEnded)]
    assert [each.over for each in ended] == [False] * (len(ended) - 1) + [True]
    assert any(ended[-1].finished)
    assert len(ended) < MOST_HANDS[game]
    assert isinstance(events[-1], GameEnded)


# 7.2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("finished", "scores", "ranks"),
    [
        ("....", (10, 20, 30, 40), (1, 2, 3, 4)),
        ("....", (40, 10, 30, 20), (4, 1, 3, 2)),
        ("....", (10, 10, 30, 40), (1, 1, 3, 4)),
        ("....", (30, 10, 30, 10), (3, 1, 3, 1)),
        ("....", (7, 7, 7, 7), (1, 1, 1, 1)),
        ("...f", (10, 20, 30, 400), (2, 3, 4, 1)),
        ("f..f", (500, 20, 30, 400), (2, 3, 4, 1)),
        ("f..f", (400, 20, 20, 400), (1, 3, 3, 1)),
        ("f...", (20, 20, 20, 20), (1, 2, 2, 2)),
        ("ff.f", (5, 5, 0, 5), (1, 1, 4, 1)),
        ("ffff", (3, 2, 1, 0), (4, 3, 2, 1)),
        ("ffff", (0, 0, 0, 0), (1, 1, 1, 1)),
    ],
)
def test_7_2_the_finished_rank_first_then_by_lower_score_and_ties_share_the_better_rank(game, finished, scores, ranks):
    done = tuple(EVERY[game] if each == "f" else EVERY[game] - 1 for each in finished)
    assert standing(game, done=done, scores=scores).ranks == ranks


@pytest.mark.parametrize("game", GAMES)
def test_7_2_how_many_phases_the_others_completed_does_not_matter(game):
    done = (0, EVERY[game] - 1, 1, 2)
    assert standing(game, hands=MOST_HANDS[game], done=done, scores=(1, 2, 3, 4)).ranks == (1, 2, 3, 4)


# 7.3


@pytest.mark.parametrize("function", [phazed_play, phazed_bonus, phasedout_play])
def test_7_3_a_player_is_given_no_scores_and_no_hand_number(function):
    names = ["player_id", "table", "turn_history", "phase_status", "hand", "discard"]
    assert list(inspect.signature(function).parameters) == names


@pytest.mark.parametrize("game", GAMES)
def test_7_3_a_player_answers_1_none_for_a_draw(game):
    seat, table, history, statuses, _, _ = position(game, plays=())
    hand = ["2S", "2S", "2H", "7H", "7C", "AH", "AC", "9S", "KC", "KD"]
    assert ANSWER[game](seat, table, history, statuses, hand, None) == (1, None)


@pytest.mark.parametrize("game", GAMES)
def test_7_3_the_hand_comes_in_the_order_of_the_deal_with_each_picked_up_card_last(game):
    state = hand_state(game, hands={0: "9S 2C KD 3H 2D"}, pile="JS", coming="0H")
    state = after(state, DRAW)
    assert view(state, 0).to_course()[4] == ["9S", "2C", "KD", "3H", "2D", "0H"]
    state = after(state, (5, "KD"))
    assert view(state, 0).to_course()[4] == ["9S", "2C", "3H", "2D", "0H"]
    for _ in range(3):
        state = after(state, (2, "KD"), (5, "KD"))
    state = after(state, (2, "KD"))
    assert view(state, 0).to_course()[4] == ["9S", "2C", "3H", "2D", "0H", "KD"]


def vandal(play):
    """A player who answers like that one and destroys everything it was given."""

    def spoil(thing):
        if isinstance(thing, (list, tuple)):
            for each in thing:
                spoil(each)
        if isinstance(thing, list):
            thing.clear()
            thing.append("spoilt")

    def choose(*arguments):
        answer = play(*arguments)
        for each in arguments:
            spoil(each)
        return answer

    return choose


@pytest.mark.parametrize("game", GAMES)
def test_7_3_what_a_player_does_to_what_it_is_given_has_no_effect(game):
    rules = RULESETS[game]
    honest = referee(rules, [ANSWER[game]] * 4, shuffles(rules, 3))
    spoilt = referee(rules, [vandal(ANSWER[game])] * 4, shuffles(rules, 3))
    plays = [event.play for event in islice(honest, 150) if isinstance(event, Played)]
    assert len(plays) > 100
    assert [event.play for event in islice(spoilt, 150) if isinstance(event, Played)] == plays
