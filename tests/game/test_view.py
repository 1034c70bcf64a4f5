"""What one seat may know: its stage, its legal plays, and copies that nobody can do harm with."""

from __future__ import annotations

import pytest

from phazed.game.view import View, in_course_form, view
from phazed.rules.errors import InvalidNotation
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS
from phazed.rules.state import deal
from positions import GAMES, after, hand_state, position, real_views

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def seen(game, **given):
    return View.from_course(RULESETS[game], *position(game, **given))


@EVERY_GAME
def test_a_view_holds_what_the_seat_knows_and_no_more(game):
    state = hand_state(game, hands={0: "2S 3S", 1: "4S", 2: "5S", 3: "6S"}, pile="7S 8S")
    for seat, hand in enumerate(["2S 3S", "4S", "5S", "6S"]):
        own = view(state, seat)
        assert own == (RULESETS[game], seat, state.table, (), state.status, tuple(hand.split()), "8S")
        assert own.rules is RULESETS[game]


@EVERY_GAME
def test_the_turn_in_progress_is_the_last_of_the_history(game):
    state = after(hand_state(game, hands={0: "2S 3S"}), (1, None))
    for seat in range(4):
        assert view(state, seat).history == ((0, ((1, "XX"),)),)
    state = after(state, (5, "2S"))
    assert view(state, 1).history == ((0, ((1, "XX"), (5, "2S"))),)


@EVERY_GAME
def test_the_stage_is_that_of_the_seats_own_turn(game):
    state = hand_state(game, hands={0: "2S 3S"})
    assert view(state, 0).stage == "before"
    during = after(state, (1, None))
    assert [view(during, seat).stage for seat in range(4)] == ["during", "before", "before", "before"]


@pytest.mark.parametrize(("game", "stage"), [("phazed", "over"), ("phasedout", "over"), ("phazed_bonus", "before")])
def test_after_the_discard_the_turn_is_over_unless_skips_may_bring_the_seat_on_again(game, stage):
    own = view(after(hand_state(game, hands={0: "2S 3S"}), (1, None), (5, "2S")), 0)
    assert own.stage == stage
    assert bool(own.legal_plays) == (stage == "before")


def test_nothing_is_legal_once_the_turn_is_over():
    own = view(after(hand_state("phazed", hands={0: "2S 3S"}), (1, None), (5, "2S")), 0)
    assert list(own.legal_plays) == []
    assert own.legal_plays.count() == 0
    assert (1, None) not in own.legal_plays
    assert (5, "3S") not in own.legal_plays
    assert own.refuse((1, None)).reason == "the turn is over"


@EVERY_GAME
def test_the_legal_plays_of_a_view_are_those_that_it_does_not_refuse(game):
    own = seen(game, hand="2S 3S 3S", discard="KD")
    assert list(own.legal_plays) == [(5, "2S"), (5, "3S")]
    assert repr(own.legal_plays) == "<LegalPlays [(5, '2S'), (5, '3S')]>"
    assert all(own.refuse(play) is None for play in own.legal_plays)
    assert own.refuse((5, "4S")).rule == "6.5"
    assert (5, "4S") not in own.legal_plays
    assert "nonsense" not in own.legal_plays


def test_an_empty_pile_has_no_discard():
    state = after(hand_state("phazed", hands={0: "2S 3S"}, pile="KD"), (2, "KD"))
    assert view(state, 1).discard is None
    assert view(state, 1).to_course()[-1] is None
    assert View.from_course(PHAZED, *view(state, 1).to_course()) == view(state, 1)


LAID = {
    "phazed": (3, (1, [["2S", "2S", "2C"], ["5S", "5S", "AS"]])),
    "phazed_bonus": (3, (1, [["2S", "2S", "2C"], ["5S", "5S", "AS"]])),
    "phasedout": (3, [["2S", "2S", "2C"], ["5S", "5S", "AS"]]),
}


@EVERY_GAME
def test_the_courses_arguments_have_lists_where_the_course_has_lists(game):
    state = hand_state(game, hands={0: "2S 2S 2C 5S 5S AS KD 2D", 1: "9D 8D"}, pile="KD", coming="QD")
    state = after(state, (1, None), LAID[game], (4, ("2D", (0, 0, 3))), (5, "KD"))
    assert view(state, 1).to_course() == (
        1,
        [(1, [["2S", "2S", "2C", "2D"], ["5S", "5S", "AS"]]), (None, []), (None, []), (None, [])],
        [(0, [(1, "XX"), LAID[game], (4, ("2D", (0, 0, 3))), (5, "KD")])],
        [RULESETS[game].complete(RULESETS[game].nothing, 1), *[RULESETS[game].nothing] * 3],
        ["9D", "8D"],
        "KD",
    )


def spoil(value):
    """Empty every list, in whatever depth."""
    if isinstance(value, (list, tuple)):
        for each in value:
            spoil(each)
        if isinstance(value, list):
            value.clear()


@EVERY_GAME
def test_what_is_done_to_the_courses_arguments_has_no_effect(game):
    phase = dict(enumerate(["2S 2S 2C 5S 5S AS KD 2D", "9D 8D"]))
    state = after(hand_state(game, hands=phase), (1, None), LAID[game], (5, "KD"), (1, None), (5, "9D"))
    own = view(state, 2)
    before = own.to_course()
    spoil(own.to_course())
    assert own.to_course() == before
    assert view(state, 2) == own


@EVERY_GAME
def test_real_views_survive_the_way_through_the_courses_arguments(game):
    views = real_views(game, "greedy", step=11)
    assert len(views) > 20
    for own in views:
        assert View.from_course(own.rules, *own.to_course()) == own


@pytest.mark.parametrize(
    ("place", "wrong", "said"),
    [
        (0, 4, "player_id"),
        (1, [], "table must have 4 elements"),
        (2, [(0, [(9, None)])], "a play's type"),
        (3, [0, 0, 0], "phase_status must have 4 elements"),
        (4, ["ZZ"], "'ZZ' is not a card"),
        (5, "XX", "'XX' is not a card"),
        (5, ["KS"], r"\['KS'\] is not a card"),
    ],
)
def test_arguments_that_describe_no_view_are_refused(place, wrong, said):
    arguments = list(position("phazed", hand="2S"))
    arguments[place] = wrong
    with pytest.raises(InvalidNotation, match=said):
        View.from_course(PHAZED, *arguments)


def test_a_view_is_read_by_the_rules_of_its_game():
    arguments = view(deal(BONUS, BONUS.deck, 0), 1).to_course()
    with pytest.raises(InvalidNotation, match="phase_status"):
        View.from_course(PHASEDOUT, *arguments)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ((1, None), (1, None)),
        ((4, ("2D", (0, 0, 3))), (4, ("2D", (0, 0, 3)))),
        ((3, (2, (("2C", "3C"),))), (3, (2, [["2C", "3C"]]))),
        ((3, (("2C", "3C"), ("4C",))), (3, [["2C", "3C"], ["4C"]])),
        ((3, ()), (3, [])),
    ],
)
def test_a_play_in_the_courses_form_has_its_groups_in_lists(ours, theirs):
    assert in_course_form(ours) == theirs
