"""The expert: whole games, odd views, what it remembers, and the course's functions, behind which it plays."""

from __future__ import annotations

import pytest

import phazed
from phazed.bots import answer, make
from phazed.bots.expert import GAME_SECONDS, PER_CARD, ExpertBot, Memory
from phazed.bots.greedy import GreedyBot
from phazed.bots.thinking import DEFAULT, Effort
from phazed.core.habits import Habits
from phazed.core.knowledge import read
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHAZED, RULESETS
from phazed.rules.scoring import points
from players import seen
from positions import ANSWER, GAMES, IS_VALID, real_views, status

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
DRAW = (1, None)


# Whole games


@EVERY_GAME
@pytest.mark.parametrize("others", ["random", "greedy"])
def test_it_plays_whole_games_against_others_without_an_illegal_play(game, others):
    rules = RULESETS[game]
    players = [make(name, rules, seat) for seat, name in enumerate(("expert", others, "expert", others))]
    for seed in range(2):
        assert play_game(rules, players, seed).outcome.error is None


@EVERY_GAME
def test_it_beats_three_random_players(game):
    rules = RULESETS[game]
    players = [make("expert" if seat == 2 else "random", rules, seat) for seat in range(4)]
    assert play_game(rules, players, seed=1).outcome.ranks[2] == 1


@pytest.mark.long
@pytest.mark.parametrize("games", [12, pytest.param(24, marks=pytest.mark.thorough)])
def test_it_wins_at_least_twice_its_share_against_three_beginners(games):
    won = 0
    for seed in range(games):
        players = [make("beginner", PHAZED, 0) for _ in range(4)]
        players[seed % 4] = ExpertBot(PHAZED, seed, Effort(worlds=60, seconds=5.0))
        won += play_game(PHAZED, players, seed).outcome.ranks[seed % 4] == 1
    assert won >= games / 2


# Views of no game


@EVERY_GAME
def test_a_view_that_contradicts_itself_still_gets_a_legal_answer(game):
    expert = make("expert", RULESETS[game], 0)
    for own in real_views(game, "greedy", step=19):
        spoilt = [own._replace(hand=own.hand[1:]), own._replace(hand=(own.hand[0],) * 3 + own.hand)]
        for odd in (each for each in spoilt if each.legal_plays):
            assert expert.choose(odd) in odd.legal_plays


@EVERY_GAME
def test_without_a_history_it_answers_as_well(game):
    for own in real_views(game, "greedy", step=23):
        odd = own._replace(history=own.history[-1:])
        assert make("expert", RULESETS[game], 0).choose(odd) in odd.legal_plays


def test_who_has_blocked_themselves_gets_the_greedy_players_answer():
    stuck = {0: (3, "3S 8C 0D KS 2H / 6C 9D 9S 9S AH")}
    sets = (3, (3, [["3S", "8C", "0D", "KS"], ["6C", "9D", "9S", "9S", "AH"]]))
    own = seen("phazed", hand="KD", laid=stuck, plays=[(1, "XX"), sets, (4, ("2H", (0, 0, 4)))], done={0: 3})
    assert not own.legal_plays
    assert ExpertBot(PHAZED).choose(own) == GreedyBot().choose(own)


# What it remembers

HAND = "2S 4S 5S 6D 9C JD 3H KD 7C 8H"


def turn(seat, thrown="KC"):
    return (seat, [(1, "XX"), (5, thrown)])


def test_nothing_is_remembered_at_first():
    memory = Memory()
    memory.look(seen("phazed", hand=HAND, plays=()))
    assert memory.scores == [0, 0, 0, 0]


@pytest.mark.parametrize("history", [[], [turn(1), turn(2), turn(3)]])
def test_the_same_view_again_changes_nothing(history):
    memory = Memory()
    for _ in range(3):
        memory.look(seen("phazed", hand=HAND, plays=(), history=history))
    assert memory.scores == [0, 0, 0, 0]


def test_while_a_hand_goes_on_the_scores_stay():
    memory = Memory()
    first = [turn(1), turn(2), turn(3)]
    memory.look(seen("phazed", hand=HAND, plays=(), history=first))
    memory.look(seen("phazed", hand=f"{HAND} QS", history=first))
    memory.look(seen("phazed", hand=HAND, plays=(), history=[*first, turn(0), turn(1), turn(2), turn(3)]))
    assert memory.scores == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "next_hand", [[turn(2), turn(3)], [turn(2, "9D"), turn(3)], [turn(1, "9D"), turn(2), turn(3), turn(0), turn(1)]]
)
def test_with_another_hand_the_scores_grow_by_what_was_held(next_hand):
    memory = Memory()
    own = seen("phazed", hand=HAND, plays=(), history=[turn(1), turn(2), turn(3)], done={1: 1})
    memory.look(own)
    memory.look(seen("phazed", hand=HAND, plays=(), history=next_hand, done={1: 1, 2: 1}))
    assert memory.scores == [points(own.hand), 10 * PER_CARD, 10 * PER_CARD, 10 * PER_CARD]


def test_a_hand_that_ended_in_its_first_turn_is_noticed():
    memory = Memory()
    memory.look(seen("phazed", hand=f"{HAND} QS", done={0: 1}))
    memory.look(seen("phazed", hand=HAND, plays=(), history=[turn(1), turn(2), turn(3)], done={0: 1}))
    assert memory.scores[0] > 0


@pytest.mark.parametrize("game", GAMES)
def test_what_the_others_hold_is_counted_from_the_history(game):
    sets = [["2S", "2S", "2C"], ["5S", "5S", "AS"]]
    laying = (3, sets if game == "phasedout" else (1, sets))
    last = (6, 1) if game == "phazed_bonus" else (5, "9D")
    history = [(3, [(2, "QC"), laying, (4, ("2H", (3, 0, 3))), last])]
    memory = Memory()
    memory.look(seen(game, hand=HAND, plays=(), history=history, laid={3: (1, "2S 2S 2C 2H / 5S 5S AS")}))
    memory.look(seen(game, hand=HAND, plays=(), done={3: (1,) if game == "phazed_bonus" else 1}))
    assert memory.scores == [points(HAND.split()), 10 * PER_CARD, 10 * PER_CARD, 3 * PER_CARD]


@EVERY_GAME
def test_a_game_with_fewer_phases_completed_is_another_one(game):
    memory = Memory()
    memory.look(seen(game, hand=HAND, plays=(), history=[turn(3)], done={1: 1}))
    memory.look(seen(game, hand=HAND, plays=(), done={1: 1, 2: 1}))
    memory.spent = 5.0
    assert memory.scores[1] > 0
    memory.look(seen(game, hand=HAND, plays=(), done={2: 1}))
    assert (memory.scores, memory.spent) == ([0, 0, 0, 0], 0)


def test_where_the_time_of_a_game_is_used_up_and_nobody_has_a_phase_another_game_is_supposed():
    memory = Memory()
    own = seen("phazed", hand=HAND, plays=(), history=[turn(3)])
    memory.look(own)
    memory.spent = GAME_SECONDS + 1
    memory.look(own)
    assert memory.spent > GAME_SECONDS
    memory.look(seen("phazed", hand=HAND, plays=()))
    assert memory.spent == 0


def test_time_spent_lowers_the_effort():
    expert = ExpertBot(PHAZED, 0, DEFAULT)
    own = seen("phazed", hand=HAND, plays=())
    efforts = []
    for spent in (0.0, GAME_SECONDS / 2, GAME_SECONDS * 3 / 4, GAME_SECONDS * 2):
        expert.choose(own)
        expert.memory.spent = spent
        efforts.append(expert._affordable())
    assert efforts[0] == efforts[1] == DEFAULT
    assert efforts[2] == Effort(DEFAULT.worlds // 2, DEFAULT.seconds / 2)
    assert efforts[3] == Effort(0, 0.0)


def test_the_time_that_it_spends_is_kept_in_mind():
    expert = ExpertBot(PHAZED, 0, Effort(worlds=200))
    expert.choose(seen("phazed", hand=HAND, plays=()))
    assert 0 < expert.memory.spent < 5


def test_the_strong_player_does_not_look_ahead():
    assert make("strong", PHAZED, 0)._affordable().worlds == 0


# The course's functions

RUN = ["2C", "3H", "4D", "AD", "6S", "7C", "8S", "9H"]
EXAMPLE = (
    1,
    [(None, []), (5, [[*RUN, "0S", "JS"]]), (None, []), (None, [])],
    [
        (0, [(2, "JS"), (5, "JS")]),
        (1, [(2, "JS"), (3, (5, [RUN])), (4, ("0S", (1, 0, 8))), (4, ("JS", (1, 0, 9)))]),
    ],
    [0, 5, 0, 0],
    ["5D"],
    None,
)
"""The example call of the documents that the game comes from."""


def test_the_documents_example_is_answered_with_the_last_card():
    assert phazed.phazed_play(*EXAMPLE) == (5, "5D")


def test_the_documents_example_gets_a_legal_answer_in_the_sibling_games():
    seat, table, turns, _, hand, discard = EXAMPLE
    bonus = (seat, table, turns, [status("phazed_bonus"), status("phazed_bonus", (5,))] * 2, hand, discard)
    assert phazed.phazed_bonus(*bonus) == (5, "5D")
    run = [(0, turns[0][1]), (1, [turns[1][1][0], (3, [RUN]), *turns[1][1][2:]])]
    table = [(None, []), (4, table[1][1]), (None, []), (None, [])]
    assert phazed.phasedout_play(seat, table, run, [0, 4, 0, 0], hand, discard) == (5, "5D")


@EVERY_GAME
def test_the_course_function_is_the_expert(game):
    rules = RULESETS[game]
    for own in real_views(game, "greedy", step=37):
        call = own.to_course()
        given = ANSWER[game](*call)
        assert IS_VALID[game](given, *call)
        assert given == answer("expert", rules, call)


@EVERY_GAME
@pytest.mark.parametrize(
    "arguments",
    [
        (None,) * 6,
        (0, [], [], [], [], None),
        (4, [(None, [])] * 4, [], [0] * 4, ["2C"] * 2, "JS"),
        (0, [(None, [])] * 4, [], [0] * 4, ["1C"], "JS"),
        (0, [(None, [])] * 4, [(0, [])], [0] * 4, ["2C"], "JS"),
    ],
)
def test_to_odd_arguments_the_answer_is_a_draw(game, arguments):
    assert ANSWER[game](*arguments) == DRAW


@EVERY_GAME
def test_every_seat_of_a_course_function_has_a_memory_of_its_own(game):
    views = real_views(game, "greedy", step=5)
    for own in views[:12]:
        ANSWER[game](*own.to_course())
    seats = {seat: bot for (_, _, seat), bot in phazed.bots._players.items()}
    assert set(seats) == {own.seat for own in views[:12]}
    assert len(set(map(id, seats.values()))) == len(seats)


def test_the_habits_of_earlier_hands_are_remembered_until_another_game_begins():
    memory = Memory()
    first = seen(
        "phazed", hand=HAND, plays=(), history=[turn(1, "QC"), turn(2, "QD"), turn(3)], discard="KC", done={1: 1}
    )
    memory.look(first)
    assert memory.habits.counts() == Habits().counts()
    memory.look(seen("phazed", hand=HAND, plays=(), history=[turn(2), turn(3)], discard="KC", done={1: 1}))
    assert memory.habits.counts() == read(first).habits.counts() != Habits().counts()
    memory.look(seen("phazed", hand=HAND, plays=()))
    assert memory.habits.counts() == Habits().counts()


def test_of_a_hand_that_describes_no_game_no_habits_are_remembered():
    memory = Memory()
    memory.look(seen("phazed", hand=HAND, plays=(), history=[turn(1), turn(1)], discard="KC", done={1: 1}))
    memory.look(seen("phazed", hand=HAND, plays=(), history=[turn(2), turn(3)], discard="KC", done={1: 1}))
    assert memory.habits.counts() == Habits().counts()
    assert memory.scores[0] > 0
