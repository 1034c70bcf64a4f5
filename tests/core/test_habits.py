"""Habits: what turns are counted as, and which styles they speak for."""

from __future__ import annotations

import numpy as np
import pytest

from encoded import own_view, sampler_of
from phazed.bots import make
from phazed.bots.sparring import ALL_STYLES
from phazed.core.beliefs import LAID, MODELS, PAIR_FEATURES, WIDTH
from phazed.core.encoding import belief_weights, new_beliefs, new_styles, style_tables
from phazed.core.habits import COLUMNS, QUESTIONS, Habits, Styles
from phazed.core.knowledge import read
from phazed.core.sampler import Sampler
from phazed.core.trace import Trace
from phazed.game.games import HandEnded, Played, shuffles
from phazed.game.referee import referee
from phazed.rules.rulesets import PHAZED, RULESETS
from players import seen
from positions import GAMES

HAND = "2S 4S 5S 6D 9C JD 3H KD 7C 8H"
PICK_UP, LAYING, LAY_OFFS, VALUE, AGAIN, COLOUR, FOR_ITSELF, FOR_NEXT = 0, 6, 18, 21, 25, 27, 29, 31
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


ROUND = [(1, [(1, "XX"), (5, "KC")]), (2, [(1, "XX"), (5, "KH")]), (3, [(1, "XX"), (5, "9C")])]


def after(history, **given):
    """What seat 0 sees after these turns."""
    return seen("phazed", hand=HAND, plays=(), history=history, discard=history[-1][1][-1][1], **given)


def counted(own, seat):
    """The columns that the seat's turns were counted in, by model."""
    habits = read(own).habits.counts()[seat]
    return {(model, column): n for model, row in enumerate(habits) for column, n in enumerate(row) if n}


# Turns


def test_the_outcomes_of_a_first_turn():
    own = after([(3, [(1, "XX"), (5, "KC")])])
    assert counted(own, 3) == {(0, LAYING): 1, (0, VALUE + 2): 1}


def test_what_was_taken_thrown_again_and_thrown_to_the_next_player_is_counted():
    history = [
        (1, [(1, "XX"), (5, "KC")]),
        (2, [(2, "KC"), (5, "2C")]),
        (3, [(1, "XX"), (5, "9C")]),
        (0, [(1, "XX"), (5, "AS")]),
        (1, [(1, "XX"), (5, "KS")]),
        (2, [(1, "XX"), (5, "KD")]),
        (3, [(1, "XX"), (5, "3D")]),
    ]
    own = after(history)
    first = {(0, LAYING): 1, (0, VALUE + 2): 2, (0, LAYING + 3): 1}
    assert counted(own, 1) == {
        **first,
        (0, PICK_UP): 1,  # passed the ace
        (0, AGAIN + 1): 1,  # a second king
        (0, COLOUR + 1): 1,  # of the same colour
        (0, FOR_NEXT + 1): 1,  # which keeps a king
    }
    assert counted(own, 2) == {
        (0, PICK_UP + 5): 1,  # took the king
        (0, PICK_UP + 4): 1,  # passed another, of a value that it has not thrown
        (0, LAYING): 1,
        (0, LAYING + 3): 1,
        (0, VALUE): 1,
        (0, VALUE + 2): 1,
        (0, AGAIN): 1,
        (0, COLOUR): 1,
        (0, FOR_ITSELF): 1,  # the two while it kept a king
        (0, FOR_ITSELF + 1): 1,  # a king while it keeps another
    }


def test_a_phase_and_lay_offs_are_counted():
    laying = (3, (1, [["2D", "2D", "2C"], ["5H", "5D", "AS"]]))
    history = [
        (3, [(1, "XX"), laying, (5, "9D")]),
        (0, [(1, "XX"), (5, "0S")]),
        (1, [(1, "XX"), (5, "0S")]),
        (2, [(1, "XX"), (5, "0D")]),
        (3, [(1, "XX"), (4, ("2H", (3, 0, 3))), (5, "8D")]),
    ]
    own = after(history, laid={3: (1, "2D 2D 2C 2H / 5H 5D AS")})
    found = counted(own, 3)
    assert found[0, LAYING + 2] == 1
    assert found[LAID, LAY_OFFS + 1] == 1
    assert {model for model, _ in found} == {0, LAID}


@EVERY_GAME
def test_in_whole_games_each_turn_is_counted_once_for_each_question_that_it_answers(game):
    rules = RULESETS[game]
    players = [make(name, rules, seat) for seat, name in enumerate(("collector", "random", "strong", "late"))]
    thrown, turns, hands = [0] * 4, [0] * 4, 0
    for event in referee(rules, players, shuffles(rules, "habits")):
        if isinstance(event, HandEnded):
            thrown, turns, hands = [0] * 4, [0] * 4, hands + 1
        elif isinstance(event, Played):
            counts = np.array(read(own_view(event.before)).habits.counts())
            by_turn = counts[:, :, LAYING:VALUE].sum(axis=(1, 2))
            assert by_turn.tolist() == turns
            assert counts[:, :, VALUE:AGAIN].sum(axis=(1, 2)).tolist() == thrown
            if event.play[0] in (5, 6):
                turns[event.before.seat] += 1
                thrown[event.before.seat] += event.play[0] == 5
    assert hands > 4


def test_every_column_belongs_to_one_question():
    assert sum(QUESTIONS) == COLUMNS


@pytest.mark.parametrize(
    "wrong",
    [{"seat": 4}, {"model": MODELS}, {"turn": -1}, {"played": -1}, {"thrown": 53}, {"thrown": -1}, {"offered": 99}],
)
def test_a_turn_of_no_game_is_refused(wrong):
    told = {"seat": 0, "model": 0, "turn": 0, "offered": -1, "took": 0, "played": 0, "left": 10, "thrown": 3} | wrong
    with pytest.raises(ValueError, match="there is no"):
        Habits().record_turn(Trace(), *told.values())


def test_habits_are_added_put_and_forgotten():
    habits = read(after([(3, [(1, "XX"), (5, "KC")])])).habits
    twice = Habits()
    twice.add(habits)
    twice.add(habits)
    assert np.array_equal(twice.counts(), 2 * np.array(habits.counts()))
    copy = Habits()
    copy.put(twice.counts())
    assert copy.counts() == twice.counts()
    copy.clear()
    assert not np.any(copy.counts())


# Styles


def after_games(game, name, seat=1, hands=10):
    """The habits of a player of that style in some hands."""
    rules, habits, count = RULESETS[game], Habits(), 0
    players = [make(name if each == seat else "greedy", rules, each) for each in range(4)]
    for number in range(20):
        for event in referee(rules, players, shuffles(rules, (name, number))):
            if isinstance(event, Played):
                last = own_view(event.before)
            elif isinstance(event, HandEnded):
                habits.add(read(last).habits)
                count += 1
                if count == hands:
                    return habits
    raise AssertionError("too few hands")


@EVERY_GAME
def test_before_anything_is_seen_all_styles_are_alike(game):
    *styles, stranger = new_styles(RULESETS[game]).shares(Habits(), 1)
    assert len(styles) == len(ALL_STYLES)
    assert styles == pytest.approx([styles[0]] * len(styles))
    assert 0 < stranger < 0.1
    assert sum(styles) + stranger == pytest.approx(1)


@pytest.mark.parametrize(("game", "name"), [("phazed", "holder"), ("phazed", "drawer"), ("phasedout", "drawer")])
def test_a_style_is_recognised_by_its_habits(game, name):
    shares = new_styles(RULESETS[game]).shares(after_games(game, name, hands=20), 1)
    assert dict(zip(ALL_STYLES, shares))[name] > 0.5


def test_a_player_like_no_style_is_a_stranger_of_whom_nothing_is_believed():
    habits = after_games("phazed", "random", hands=40)
    styles, beliefs = new_styles(PHAZED), new_beliefs(PHAZED)
    assert styles.follow(habits, 1, beliefs)[-1] > 0.99
    own = after(ROUND)
    knowledge = read(own)
    kings = {}
    for seat in (1, 2):
        sampler = Sampler(knowledge.hand, 0, beliefs, 1)
        sampler.know(seat, [], 10)
        sampler.begin(knowledge.unseen)
        found = [hands[seat] for hands in sampler.hands(60, 400)]
        kings[seat] = sum(card >> 2 == 11 for hand in found for card in hand) / len(found)
    unseen = sum(card >> 2 == 11 for card in knowledge.unseen) / len(knowledge.unseen)
    assert kings[1] == pytest.approx(10 * unseen, rel=0.15)
    assert kings[2] < 0.8 * kings[1]  # of a player of unknown style, it tells something that a king was thrown


def test_with_equal_shares_the_shared_weights_decide_almost_alone():
    """Of a player of whom nothing was seen, only the share of strangers makes a difference."""
    own = after(ROUND)
    knowledge, sampler = sampler_of(own)
    beliefs = new_beliefs(PHAZED)
    for seat in (1, 2, 3):
        new_styles(PHAZED).follow(Habits(), seat, beliefs)
    other = Sampler(knowledge.hand, 0, beliefs, 1)
    for seat in (1, 2, 3):
        other.know(seat, [], 10)
    other.begin(knowledge.unseen)
    one, two = (
        sum(card >> 2 == 11 for hands in each.hands(60, 3000) for hand in hands[1:] for card in hand) / 3000
        for each in (sampler, other)
    )
    assert one == pytest.approx(two, rel=0.15)


@EVERY_GAME
def test_the_shipped_tables_have_chances_that_add_up_to_one(game):
    chances, weights = (np.array(table) for table in style_tables(game))
    assert chances.shape == (len(ALL_STYLES), MODELS, COLUMNS)
    assert weights.shape == (len(ALL_STYLES), MODELS, PAIR_FEATURES)
    first = 0
    for outcomes in QUESTIONS:
        assert np.exp(chances[:, :, first : first + outcomes]).sum(axis=2) == pytest.approx(1.0, abs=0.001)
        first += outcomes


def test_tables_that_do_not_fit_together_are_refused():
    chances, weights = (np.array(table) for table in style_tables("phazed"))
    with pytest.raises(ValueError, match="do not fit together"):
        Styles(chances[:3], weights, np.zeros((MODELS, WIDTH)))
    with pytest.raises(ValueError, match="no seat 4"):
        Styles(chances, weights, np.array(belief_weights("phazed"))).shares(Habits(), 4)
