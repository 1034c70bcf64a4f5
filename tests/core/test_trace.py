"""What everybody has seen of a hand, as plays leave it and as a view tells it."""

from __future__ import annotations

import pytest

from encoded import own_view
from phazed.bots import make
from phazed.core.encoding import CODES, encode, perform
from phazed.core.knowledge import read
from phazed.core.trace import Trace
from phazed.game.games import Dealt, Played, shuffles
from phazed.game.referee import referee
from phazed.rules.rulesets import RULESETS
from positions import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bots", [("greedy",) * 4, ("collector", "random", "strong", "greedy")])
def test_the_trace_of_the_plays_is_the_one_that_the_view_tells(game, bots):
    rules, compared = RULESETS[game], 0
    players = [make(name, rules, seat) for seat, name in enumerate(bots)]
    for event in referee(rules, players, shuffles(rules, "trace")):
        if isinstance(event, Dealt):
            hand = encode(event.state)
        elif isinstance(event, Played):
            assert read(own_view(event.before)).hand.trace.tallies() == hand.trace.tallies()
            perform(hand, event.before, event.play)
            compared += 1
    assert compared > 100


def test_a_copy_of_a_hand_has_its_trace():
    rules = RULESETS["phazed"]
    players = [make("greedy", rules, seat) for seat in range(4)]
    events = [event for event in referee(rules, players, shuffles(rules, "copy")) if isinstance(event, Played)]
    hand = read(own_view(events[30].before)).hand
    assert hand.duplicate().trace.tallies() == hand.trace.tallies()


def test_jokers_are_not_counted():
    trace = Trace()
    before = trace.tallies()
    for what in ("passes", "plays", "throws"):
        trace.tell(what, 1, CODES["ZZ"], 2)
    assert trace.tallies() == before


@pytest.mark.parametrize(
    ("seat", "card", "wrong"),
    [(1, 53, "no card 53"), (1, -1, "no card -1"), (4, 0, "no seat 4"), (-1, 0, "no seat -1")],
)
def test_what_is_not_there_is_refused(seat, card, wrong):
    with pytest.raises(ValueError, match=wrong):
        Trace().tell("throws", seat, card)


def test_a_seat_can_do_nothing_else_with_a_card():
    with pytest.raises(ValueError, match="but not sees"):
        Trace().tell("sees", 1, 0)
