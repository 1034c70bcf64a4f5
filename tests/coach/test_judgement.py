"""What a single play is worth."""

from __future__ import annotations

import pytest
from coached import LITTLE, game

from phazed.coach.judgement import Judge, Judgement, is_forced, kind_of
from phazed.coach.review import positions
from phazed.game.view import View
from phazed.rules.cards import cards
from phazed.rules.rulesets import PHAZED, RULESETS

DRAW = (1, None)
NOTHING = ((None, ()),) * 4


def view(hand: str, discard: str | None = None, *, history=(), status=(0, 0, 0, 0), table=NOTHING) -> View:
    return View(PHAZED, 0, table, history, status, cards(hand), discard)


def judged(seen: View, play, effort: float = 0.3) -> Judgement:
    return Judge(seen.rules, effort).judge(seen, play)


AFTER_DRAW = ((0, ((1, "XX"),)),)


def test_a_card_that_completes_the_phase_is_worth_taking():
    seen = view("7S 7D QH QC QD 2S 4D 5D 9H KD", "7C")
    missed, taken = judged(seen, DRAW, effort=1.0), judged(seen, (2, "7C"))
    assert (missed.best, missed.kind) == ((2, "7C"), "pick-up")
    assert missed.loss > 10 * missed.error > 0
    assert missed.loss > 0.02
    assert (taken.best, taken.loss, taken.error) == ((2, "7C"), 0.0, 0.0)
    assert taken.win == taken.best_win


def test_what_a_mistake_takes_from_a_seat_it_gives_to_the_others():
    missed = judged(view("7S 7D QH QC QD 2S 4D 5D 9H KD", "7C"), DRAW)
    assert sum(missed.effects) == pytest.approx(0.0, abs=1e-12)
    assert missed.effects[0] == pytest.approx(missed.win - missed.best_win)
    assert missed.loss == pytest.approx(-missed.effects[0] + 0.1 * missed.points / 3)
    assert missed.points > 0.05
    assert all(error > 0 for error in missed.errors)


def test_in_a_game_that_is_lost_the_place_still_counts():
    """Another player has completed every phase, so nobody else can win; a low score still decides the other places."""
    everything = ((1, "XX"), (3, (7, (cards("2S 3C 4S 5C"), cards("9H 9D 9C 9S")))), (5, "KC"))
    history = ((3, everything), AFTER_DRAW[0])
    table = (*NOTHING[1:], (7, (cards("2S 3C 4S 5C"), cards("9H 9D 9C 9S"))))
    seen = view("AS AH AD KS KH KD QS QH JS JH 2D", "KC", history=history, status=(4, 4, 4, 7), table=table)
    low = judged(seen, (5, "2D"), effort=1.0)
    assert low.best_win < 0.01
    assert low.points > 0.02
    assert low.loss > 0.0


def test_to_keep_a_complete_phase_in_hand_is_a_decision_about_the_phase():
    seen = view("7S 7D 7H QH QC QD 2S 4D 5D 9H KD", "JS", history=AFTER_DRAW)
    waited = judged(seen, (5, "KD"))
    assert waited.kind == "phase"
    assert waited.best[0] == 3
    assert waited.loss > 2 * waited.error > 0


def test_phases_and_lay_offs_in_another_order_cost_nothing():
    seen = view("7S 7D 7H QH QC QD 2S 4D 5D 9H KD", "JS", history=AFTER_DRAW)
    best = judged(seen, (5, "KD")).best[1][1]
    other = tuple(group[::-1] for group in best)
    assert judged(seen, (3, (1, other))).effects == (0.0,) * 4


def laid(groups: str):
    return (1, tuple(cards(group) for group in groups.split("/")))


def test_lay_offs_of_one_plan_are_alike_and_a_discard_leaves_them_out():
    own = laid("7S 7D 7H/QH QC QD")
    table = (own, *NOTHING[1:])
    history = ((0, ((1, "XX"), (3, own))),)
    seen = view("7C QS 2S 4D 9H", "JS", history=history, status=(1, 0, 0, 0), table=table)
    for card, place in (("7C", (0, 0, 3)), ("QS", (0, 1, 3))):
        assert judged(seen, (4, (card, place))).loss == 0.0
    thrown = judged(seen, (5, "2S"))
    assert (thrown.kind, thrown.best[0]) == ("lay-off", 4)


def test_to_leave_out_lay_offs_that_end_the_hand_costs():
    own = laid("7S 7D 7H/QH QC QD")
    history = ((0, ((1, "XX"), (3, own))),)
    seen = view("7C 7S QS QH 9H", "JS", history=history, status=(1, 0, 0, 0), table=(own, *NOTHING[1:]))
    left_out = judged(seen, (5, "9H"))  # the card that is thrown after the lay-offs, too
    assert (left_out.kind, left_out.best[0]) == ("lay-off", 4)
    assert left_out.loss > 2 * left_out.error > 0.0


def test_a_play_without_an_alternative_is_not_judged():
    assert is_forced(view("7S 7D QH QC QD 2S 4D 5D 9H KD"))
    assert judged(view("7S 7D QH QC QD 2S 4D 5D 9H KD"), DRAW) is None


@pytest.mark.parametrize(
    ("play", "best", "kind"),
    [
        ((1, None), (2, "7C"), "pick-up"),
        ((5, "2S"), (5, "3S"), "discard"),
        ((5, "2S"), (6, 1), "skip"),
        ((6, 1), (6, 2), "skip"),
        ((5, "2S"), (4, ("7C", (0, 0, 3))), "lay-off"),
        ((4, ("7C", (0, 0, 3))), (3, (1, ())), "phase"),
    ],
)
def test_a_decision_is_about_what_was_done_or_left_undone(play, best, kind):
    assert kind_of(play, best) == kind


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RULESETS)
def test_every_play_of_a_game_is_judged_and_twice_alike(name):
    record = game(name, "random casual strong greedy")
    plays = list(positions(record))[:60]
    rows = [
        [judge.judge(each.view, each.play, each.scores) for each in plays]
        for judge in (Judge(record.rules, LITTLE, seed) for seed in ("a", "a", "b"))
    ]
    assert rows[0] == rows[1] != rows[2]
    found = [each for each in rows[0] if each is not None]
    assert len(found) > 30
    for each in found:
        assert -1e-9 <= each.win <= 1 + 1e-9
        assert sum(each.effects) == pytest.approx(0.0, abs=1e-9)
