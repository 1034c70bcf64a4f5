"""Advice: the plays worth considering with their chances, the reasons in words, and the three steps of a hint."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest

from phazed.bots import make, stopwatch
from phazed.bots.advice import Advice, Advised, Chance, NoAdvice, advise
from phazed.bots.plans import lacking, nearest
from phazed.bots.prospects import kinds_of_cards
from phazed.bots.reasons import Reasons
from phazed.bots.thinking import Effort
from phazed.core.knowledge import read
from phazed.game.games import Played, shuffled, shuffles
from phazed.game.referee import referee
from phazed.game.view import view
from phazed.rules.cards import in_order
from phazed.rules.errors import PhazedError
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import PHAZED, RULESETS
from phazed.rules.state import apply, deal
from players import seen, seen_after_laying, seen_with_due, with_hidden_cards_mixed
from positions import GAMES, cards, real_views

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
FEW = Effort(worlds=12, seconds=30.0)
DRAW = (1, None)
ELEVEN = "2S 2S 5S 5D 9C JD 3H KD 7C 8H 4D"
TEN = "2S 2S 5S 5D 9C JD 3H KD 7C 8H"


def why(own, play, over=None, **given):
    """The reasons for a play, in one line; those for it, if it is preferred over another."""
    return " ".join(Reasons(own, read(own), **given).of(play, over=over))


# The plays and their chances


def test_a_card_above_the_first_one_turned_up_is_advised_without_knowing_what_it_uncovers():
    history = [(3, [(1, "XX"), (5, "5H")])]
    own = seen_with_due("phazed", 1, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), history=history, discard="5H")
    given = advise(own, FEW)
    assert given.best.play == (TAKE, "5H")
    assert "phase 1" in " ".join(given.best.reasons)


@pytest.mark.no_cover
@EVERY_GAME
@pytest.mark.parametrize("bot", ["random", "strong"])
def test_advice_on_real_positions_is_legal_in_order_and_well_written(game, bot):
    kinds = set()
    for own in real_views(game, bot, step=97 if bot == "random" else 11):
        given = advise(own, FEW)
        kinds.add(given.best.play[0])
        assert all(first.win.chance >= second.win.chance for first, second in pairwise(given.options))
        for option in given.options:
            assert option.play in own.legal_plays
            assert option.worlds == FEW.worlds
            for chance in (option.win, option.phase, option.out):
                assert 0 <= chance.low <= chance.chance <= chance.high <= 1
            assert option.reasons
            for reason in option.reasons:
                assert reason[0] == reason[0].upper()
                assert reason.endswith(".")
                assert not {"..", "  ", " ,"} & {reason[i : i + 2] for i in range(len(reason))}
    assert {1, 2, 5} <= kinds


@EVERY_GAME
def test_the_best_play_of_a_clear_position_is_the_experts(game):
    given = advise(seen_with_due(game, 1, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="5H"))
    assert given.best.play == (TAKE, "5H")
    assert given.best.phase.chance > 0.99
    assert given.due == (1,)


def test_the_interval_grows_narrower_with_more_worlds():
    own = seen_with_due("phazed", 1, hand=TEN, plays=(), discard="5H")
    wide, narrow = (advise(own, Effort(worlds, seconds=30.0)).best for worlds in (20, 500))
    for name in ("win", "phase", "out"):
        one, two = getattr(wide, name), getattr(narrow, name)
        assert one.high - one.low > 2 * (two.high - two.low)


def test_advice_needs_at_least_one_world():
    own = seen_with_due("phazed", 1, hand=TEN, plays=(), discard="5H")
    assert [option.worlds for option in advise(own, Effort(worlds=0)).options] == [1, 1]


def test_the_scores_count_when_the_game_is_about_to_end():
    own = seen("phazed", hand="KC 2S 3C 4C 7C 7D 7D 7S 9H JD 9S", done={0: 6, 1: 6, 2: 6, 3: 6})
    ahead, behind = (advise(own, Effort(100), (score, 300, 300, 300)).best.win.chance for score in (0, 600))
    assert ahead > behind


def test_the_same_seed_gives_the_same_advice():
    own = seen_with_due("phazed", 4, hand=ELEVEN)
    assert advise(own, FEW, seed=4) == advise(own, FEW, seed=4) != advise(own, FEW, seed=5)


@EVERY_GAME
def test_hidden_cards_cannot_influence_advice(game):
    rules = RULESETS[game]
    state = deal(rules, shuffled(rules, "advice", 0), dealer=3)
    mixed = with_hidden_cards_mixed(state, Random(1))
    assert mixed != state
    assert advise(view(state, state.seat), FEW) == advise(view(mixed, mixed.seat), FEW)


def test_a_play_without_an_alternative_has_chances_too():
    for own in (
        seen_with_due("phazed", 1, hand="2S 2S 2D 5S 5D 5H JD 3H KD 7C 8H"),
        seen_with_due("phasedout", 4, hand="2S 3D 4C 5D 6C 7D 8H 9S 7C KD JD"),
        seen_with_due("phazed_bonus", 1, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="ZZ"),
    ):
        (only,) = advise(own, FEW).options
        assert only.worlds == FEW.worlds
        assert only.phase.chance > 0


def test_time_ends_the_search_for_a_play_without_an_alternative(monkeypatch):
    monkeypatch.setattr(stopwatch, "monotonic", iter(range(9)).__next__)
    own = seen_with_due("phazed", 1, hand="2S 2S 2D 5S 5D 5H JD 3H KD 7C 8H")
    assert 0 < advise(own, Effort(worlds=10_000, seconds=3.0)).best.worlds < 100


@EVERY_GAME
def test_a_card_to_lay_off_is_valued_by_what_the_turn_comes_to(game):
    (only,) = advise(seen_after_laying(game, hand="2D 8H JD 9C KD"), Effort(worlds=60)).options
    assert only.play[0] == LAY_OFF
    assert only.out.chance < 1
    (out,) = advise(seen_after_laying(game, hand="2D 5H AD 5C KD"), FEW).options
    assert out.out.chance == 1
    (all_off,) = advise(seen_after_laying(game, hand="2D 5H AD 5C 2H"), FEW).options
    assert all_off.out.chance == 1


def test_with_a_joker_left_the_turn_ends_with_a_skip():
    (only,) = advise(seen_after_laying("phazed_bonus", hand="2D 5H AD 9C ZZ"), FEW).options
    assert only.play[0] == LAY_OFF
    (last,) = advise(seen_after_laying("phazed_bonus", hand="2D 5H AD 5C ZZ"), FEW).options
    assert last.out.chance == 1


# No advice


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (
            seen("phazed", hand="2S 3S"),
            "this position cannot be in a game: according to the history, player 0 has 11 cards, not 2",
        ),
        (seen("phazed", hand=TEN, plays=[(1, "XX"), (5, "JS")]), "there is nothing to play .*: the turn is over"),
        (
            seen(
                "phazed",
                hand="KD QD",
                laid={0: (3, "3S 8C 0D KS 2H / 6C 9D 9S 9S")},
                plays=[(1, "XX"), (3, (3, [cards("3S 8C 0D KS"), cards("6C 9D 9S")])), (4, ("2H", (0, 0, 4)))],
                done={0: 3},
            ),
            "this position cannot be in a game",
        ),
    ],
)
def test_where_there_is_no_advice_it_says_why(own, said):
    with pytest.raises(NoAdvice, match=said):
        advise(own, FEW)
    assert issubclass(NoAdvice, PhazedError)


def test_who_has_blocked_themselves_is_told():
    phase = (3, (3, [cards("KS 0D 8C 3S"), cards("9C 9D 6S 0H")]))
    own = seen(
        "phazed",
        hand="2D QD",
        laid={0: (3, "KS 0D 8C 3S 4H / 9C 9D 6S 0H")},
        plays=[(1, "XX"), phase, (4, ("4H", (0, 0, 4)))],
        done={0: 3},
        discard="9H",
    )
    assert list(own.legal_plays)
    with pytest.raises(NoAdvice, match="no play brings this turn to its end"):
        advise(own, FEW)


# The three steps of a hint


LAST_CARD = seen_after_laying(
    "phazed",
    hand="8H",
    plays=[(1, "XX"), *((4, (card, (0, 0, 3))) for card in cards("2D 2H 2D 2H"))],
    laid={0: (1, "2S 2S 2C 2D 2H 2D 2H / 5S 5S AS")},
)


@pytest.mark.parametrize(
    ("own", "first", "second", "third"),
    [
        (
            seen_with_due("phazed", 1, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="5H"),
            "Look at 2D 2S 2S 5D 5S: does 5H go with them?",
            "Take 5H.",
            "5H completes phase 1. After the phase and all lay-offs 5 cards are left.",
        ),
        (
            seen_with_due("phazed", 2, hand="2C 7C 7C 8C JC QC KC 3H 4D KD 9S"),
            "Look at 2C 7C 7C 8C JC QC KC.",
            "Lay phase 2: 2C 7C 7C 8C JC QC KC.",
            "Completes phase 2: a set of seven of one suit. 3H 4D 9S KD are left, 29 points.",
        ),
        (
            seen_after_laying("phazed", hand="2D 7H 8D 9C KD"),
            "Look at 2D.",
            "Add 2D to 0.0 at 3.",
            "2D fits your own set: 2S 2S 2C. 7H 8D 9C KD are left, 37 points.",
        ),
        (LAST_CARD, "Look at 8H.", "Discard 8H.", "It is your last card, so you go out."),
    ],
)
def test_a_hint_has_three_steps(own, first, second, third):
    assert advise(own, FEW).hints == (first, second, third)


def test_the_first_step_before_a_discard_is_what_to_keep():
    own = seen_with_due("phazed", 1, hand="7S 7D QH QC 2S 4D 5D 8H 9H KC JD")
    given = advise(own, FEW)
    assert given.best.play[0] == DISCARD
    assert set(given.best.cards) == {"7S", "7D", "QH", "QC"}


def test_a_joker_is_what_to_look_at():
    own = seen_with_due("phazed_bonus", 1, hand=f"{TEN} ZZ")
    assert advise(own, FEW).hints[0] == "Look at ZZ."


# The reasons: the pick-up


@EVERY_GAME
def test_a_pick_up_says_what_the_card_completes(game):
    own = seen_with_due(game, 1, hand="2S 2S 2D 5S 5D 9C JD 3H KD 7C", plays=(), discard="5H")
    assert why(own, (TAKE, "5H")) == "5H completes phase 1. After the phase and all lay-offs 5 cards are left."
    assert "unseen cards complete phase 1: fives and aces." in why(own, DRAW)


def test_a_pick_up_says_that_one_goes_out_with_it():
    own = seen_with_due("phazed", 4, hand="2D 2H 2S 2S 7D 7D 7H 2C 2D 7C", plays=(), discard="7S")
    assert why(own, (TAKE, "7S")) == ("Phase 4 is in your hand already. 7S can be laid with it. You go out with it.")


@pytest.mark.parametrize(("discard", "said"), [("2H", "2H can be laid with it."), ("QH", "QH would be left over.")])
def test_a_pick_up_says_that_the_phase_is_there_without_it(discard, said):
    own = seen_with_due("phazed", 1, hand="2S 2S 2D 5S 5D 5H JD 3H KD 7C", plays=(), discard=discard)
    assert why(own, (TAKE, discard)).startswith(f"Phase 1 is in your hand already. {said}")
    assert why(own, DRAW) == "Phase 1 is in your hand already."


def test_a_pick_up_says_how_much_nearer_the_phase_comes():
    own = seen_with_due("phazed", 4, hand=TEN, plays=(), discard="5H")
    assert why(own, (TAKE, "5H")).startswith(
        "5H brings phase 4 nearer: 3 cards are missing instead of 4. Then, depending on the discard, up to 19 of the "
    )
    assert "unseen cards bring phase 4, which lacks 4 cards, nearer: twos, fives and aces." in why(own, DRAW)


def test_a_pick_up_says_that_a_card_does_not_help():
    own = seen_with_due("phazed", 4, hand="2S 2S 5S 5D 9C 6D 3H 4D 7C 8H", plays=(), discard="KC")
    assert why(own, (TAKE, "KC")) == "KC does not bring phase 4 nearer: it still lacks 4 cards."
    assert why(own, DRAW, over=(TAKE, "KC")).endswith("KC does not bring phase 4 nearer: it still lacks 4 cards.")


def test_what_cannot_be_taken_is_said():
    own = seen_with_due("phazed_bonus", 1, hand=TEN, plays=(), discard="ZZ")
    assert why(own, DRAW).endswith("A joker on the pile cannot be taken.")


@EVERY_GAME
def test_after_the_phase_a_pick_up_says_whether_it_can_be_laid_off(game):
    def offered(card):
        before = seen_after_laying(game, hand="").history[:3]
        return seen_after_laying(
            game, hand="9C JD KD 7D", plays=(), history=[*before, (3, [(1, "XX"), (5, card)])], discard=card
        )

    assert why(offered("2H"), (TAKE, "2H")).startswith("2H can be laid off on your own set, 2S 2S 2C.")
    assert why(offered("8H"), (TAKE, "8H")) == "8H cannot be laid off and costs 8 points."
    assert "unseen cards can be laid off: twos, fives and aces." in why(offered("8H"), DRAW)


def test_after_the_phase_a_card_may_be_laid_off_together_with_others():
    phase = (3, (3, [cards("KS 0D 8C 3S"), cards("9C 9D 6S 0H")]))
    others = [(seat, [(1, "XX"), (5, card)]) for seat, card in ((1, "KC"), (2, "QC"), (3, "9H"))]
    own = seen(
        "phazed",
        hand="QD 2D",
        laid={0: (3, "KS 0D 8C 3S / 9C 9D 6S 0H")},
        history=[(0, [(1, "XX"), phase, (5, "5S")]), *others],
        plays=(),
        done={0: 3},
        discard="9H",
    )
    assert why(own, (TAKE, "9H")) == "9H can be laid off together with other cards of yours. You go out with it."


# The reasons: the phase and the table


def test_laying_a_phase_says_what_is_left():
    own = seen_with_due("phazed", 1, hand="2S 2S 2C 5S 5S 5H 9C JD 3H KD 2H")
    assert why(own, (LAY_PHASE, (1, (("2S", "2S", "2C"), ("5S", "5S", "5H"))))) == (
        "Completes phase 1: two sets of three of one value. Then 2H can be laid off. 3H 9C JD KD are left, 36 points."
    )


def test_laying_a_phase_says_that_one_goes_out():
    own = seen_with_due("phasedout", 5, hand="2C 3S 4C 5C 7C 7D 7D 7S 7H 6C JD")
    assert why(own, (LAY_PHASE, (("2C", "3S", "4C", "5C"), ("7C", "7D", "7D", "7S")))) == (
        "Completes phase 5: a run of four of one colour and a set of four of one value. "
        "Then 6C 7H can be laid off. You go out."
    )


def test_laying_off_says_where_the_card_fits_and_what_follows():
    own = seen_after_laying("phazed", hand="2D 5H 9C JD KD")
    assert why(own, (LAY_OFF, ("2D", (0, 0, 3)))) == (
        "2D fits your own set: 2S 2S 2C. In this turn 2D 5H can be laid off, 7 points. 9C JD KD are left, 33 points."
    )


def test_laying_off_says_how_far_an_accumulation_goes():
    phase = (3, (3, [cards("KS 0D 8C 3S"), cards("9C 9D 6S 0H")]))
    own = seen(
        "phazed",
        seat=1,
        hand="9H QD 2D 4D",
        laid={0: (3, "KS 0D 8C 3S / 9C 9D 6S 0H"), 1: (2, "2C 7C 7C 8C JC QC KC")},
        history=[(0, [(1, "XX"), phase, (5, "5S")])],
        plays=[(1, "XX"), (3, (2, [cards("2C 7C 7C 8C JC QC KC")]))],
        done={0: 3, 1: 2},
        discard="5S",
    )
    assert why(own, (LAY_OFF, ("9H", (0, 0, 4))), names=("Ann", "Bob", "Cy", "Di")) == (
        "9H fits the accumulation of Ann: KS 0D 8C 3S. The accumulation goes from 34 to 55. "
        "In this turn 9H QD can be laid off, 21 points. 2D 4D are left, 6 points."
    )


# The reasons: the end of the turn


def test_a_discard_says_what_it_keeps_and_what_completes_the_phase_then():
    own = seen_with_due("phazed", 1, hand="7S 7D QH QC QD 2S 4D 5D 9H KD 8C")
    assert why(own, (DISCARD, "KD")) == (
        "Keeps QC QD QH and 7D 7S. Then 14 of the 92 unseen cards complete phase 1: sevens and aces. Sheds 13 points."
    )


def test_a_discard_says_how_many_cards_the_phase_lacks():
    own = seen_with_due("phazed", 4, hand="7S 7D QH QC QD 2S 4D 5D 9H KD 8C")
    assert why(own, (DISCARD, "KD")) == (
        "Keeps QC QD QH and 7D 7S. Then 19 of the 92 unseen cards bring phase 4, which lacks 3 cards, nearer: "
        "sevens, queens and aces. Sheds 13 points."
    )


def test_a_discard_says_which_cards_make_an_accumulation():
    own = seen_with_due("phazed", 3, hand="KS KD 8C 2S 2D AS AC AD AH AH 3C")
    assert why(own, (DISCARD, "3C")).startswith("Keeps 8C KD KS, which make 34. Then ")


def test_a_discard_says_that_it_keeps_the_phase_back():
    own = seen_with_due("phazed", 3, hand="KS KD KH KC QS QD QH QC JS JD 0H")
    assert why(own, (DISCARD, "QS")) == (
        "Keeps phase 3 back: laid now, it would leave 5 cards; later you may lay it and go out in one turn. "
        "Sheds 12 points."
    )


def test_where_every_card_helps_or_nearly_every_one_it_is_said_shortly():
    own = seen_with_due("phazed", 3, hand="0S 3C 3D 4C 5H 7C 7H 9D JD JD", plays=(), discard="KD")
    assert why(own, DRAW) == "All of the 93 unseen cards complete phase 3."
    own = seen_with_due("phazed_bonus", 3, hand="0S 3C 3D 4C 5H 7C 7H 9D JD JD", plays=(), discard="KD")
    assert why(own, DRAW) == "93 of the 97 unseen cards complete phase 3: all but jokers."


def after_laying_by_the_next():
    """Seat 0 has laid nothing; seat 1, who plays next, has."""
    sets = [cards("2S 2S 2C"), cards("5S 5S AS")]
    history = [(1, [(1, "XX"), (3, (1, sets)), (5, "KC")]), (2, [(1, "XX"), (5, "QC")]), (3, [(1, "XX"), (5, "JC")])]
    laid = {1: (1, "2S 2S 2C / 5S 5S AS")}
    return seen("phazed", hand="7S 7D QH 2H 4D 6D 9H KD 8C 0S 9S", laid=laid, history=history, discard="JC")


def test_a_discard_says_whether_the_next_player_can_lay_it_off():
    own = after_laying_by_the_next()
    assert why(own, (DISCARD, "2H")).endswith(
        "But player 1, who plays next, can lay it off on the set of player 1, 2S 2S 2C."
    )
    assert why(own, (DISCARD, "KD")).endswith("Player 1, who plays next, cannot lay it off.")


def test_a_discard_says_that_the_next_player_may_have_cards_to_go_with_it():
    history = [(1, [(1, "XX"), (3, (3, [cards("KS 0D 8C 3S"), cards("9C 9D 6S 0H")])), (5, "KC")])]
    history += [(2, [(1, "XX"), (5, "QC")]), (3, [(1, "XX"), (5, "JC")])]
    own = seen(
        "phazed",
        hand="7S 7D QH 2H 4D 6D 9H KD 8C 0S 9S",
        laid={1: (3, "KS 0D 8C 3S / 9C 9D 6S 0H")},
        history=history,
        discard="JC",
    )
    assert why(own, (DISCARD, "2H")).endswith("But player 1, who plays next, may have cards to lay off with it.")


def test_a_discard_says_that_an_ace_helps_the_next_player():
    own = seen_with_due("phazed", 4, hand=f"{TEN} AS")
    assert why(own, (DISCARD, "AS"), names=("Ann", "Bob", "Cy", "Di")).endswith(
        "Sheds 25 points. But an ace helps Bob, who plays next, with almost any phase."
    )
    own = seen("phazed", hand=f"{TEN} AS", done={1: 2})
    assert why(own, (DISCARD, "AS")).endswith("Sheds 25 points.")


@pytest.mark.parametrize(
    ("done", "card", "wanted"), [(0, "9C", True), (1, "8H", True), (1, "9C", False), (4, "9C", False)]
)
def test_a_discard_says_that_the_next_player_picks_up_such_cards(done, card, wanted):
    history = [(1, [(2, "9H"), (5, "KC")]), (2, [(1, "XX"), (5, "QC")]), (3, [(1, "XX"), (5, "JC")])]
    own = seen("phazed", hand=ELEVEN, history=history, discard="JC", done={0: 3, 1: done})
    said = why(own, (DISCARD, card))
    assert said.endswith("But player 1, who plays next, has picked up 9H and may want it.") is wanted


def test_in_the_last_turn_of_a_hand_only_points_are_spoken_of():
    hand = ELEVEN.split()
    others = [card for card in PHAZED.deck if card not in hand]
    history = [((number + 1) % 4, [(1, "XX"), (5, others[number])]) for number in range(62)]
    own = seen("phazed", hand=ELEVEN, seat=3, history=history, discard=others[61])
    assert why(own, (DISCARD, "KD")) == (
        "Keeps 2S 2S and 5D 5S. The hand ends with this turn, because the deck is used up; sheds 13 points."
    )


@EVERY_GAME
def test_after_the_phase_a_discard_says_what_is_left_and_what_can_be_laid_off_then(game):
    own = seen_after_laying(game, hand="9C KD 7D 8H JD")
    said = why(own, (DISCARD, "KD"))
    assert said.startswith("Then ")
    assert "unseen cards can be laid off: twos, fives and aces. Sheds 13 points and leaves 35." in said


def test_after_the_phase_a_discard_says_with_how_many_cards_one_goes_out():
    added = [(4, (card, (0, 0, 3))) for card in cards("2D 2H 2D")]
    own = seen_after_laying(
        "phazed", hand="8H 9C", plays=[(1, "XX"), *added], laid={0: (1, "2S 2S 2C 2D 2H 2D / 5S 5S AS")}
    )
    assert "With 15 of the unseen cards you go out. Sheds 9 points and leaves 8." in why(own, (DISCARD, "9C"))


def skipping(**given):
    return seen("phazed_bonus", hand=f"{TEN} ZZ", **given)


def test_a_skip_says_who_is_ahead_and_who_plays_next():
    own = skipping(done={1: (1,), 2: (1, 2)})
    assert why(own, (SKIP, 2)) == "Player 2 has completed 2 phases, the most. Sheds the joker, 15 points."
    assert why(own, (SKIP, 1)) == (
        "Player 1 has completed 1 phase. Player 1 would play next. Sheds the joker, 15 points."
    )


def test_a_skip_says_who_has_laid_and_who_is_to_be_skipped_already():
    history = [
        (2, [(1, "XX"), (3, (1, [cards("3S 3S 3C"), cards("6S 6S AS")])), (5, "KC")]),
        (3, [(1, "XX"), (6, 1)]),
    ]
    own = skipping(laid={2: (1, "3S 3S 3C / 6S 6S AS")}, history=history, discard="ZZ")
    assert why(own, (SKIP, 2)).startswith("Player 2 has laid a phase and holds 4 cards. Player 2 would play next.")
    assert why(own, (SKIP, 1)).startswith("Player 1 will already be skipped, so this changes nothing.")
    assert why(own, (SKIP, 1), over=(SKIP, 3)).startswith(
        "Player 1 will already be skipped, so nobody else misses a turn."
    )


# The reasons for the play that is preferred


def preferred(own, play, other):
    """Why the play is preferred over the other."""
    return why(own, play, over=other)


def offered(phase, hand, card, **given):
    """A pick-up of that phase: the own view, and the two plays."""
    return seen_with_due("phazed", phase, hand=hand, plays=(), discard=card, **given), DRAW, (TAKE, card)


def test_a_card_that_brings_no_phase_nearer_makes_more_cards_helpful():
    own, draw, take = offered(3, "3H 4D 6S 3S 7C 5C AS 2S 6H 5D", "8D")
    assert preferred(own, take, draw) == (
        "With 8D, depending on the discard, up to 47 instead of 8 of the 93 unseen cards bring phase 3, which "
        "lacks 2 cards, nearer: eights, nines, tens, jacks, queens and kings."
    )


def test_a_card_that_brings_no_phase_nearer_makes_more_ways_possible():
    own, draw, take = offered(2, "8D KH 6C KS AD 2H 6D JS 8S 0S", "JH")
    assert preferred(own, take, draw) == "JH makes more ways to phase 2 possible, which lacks 2 cards."


def test_a_card_that_helps_no_phase_can_be_laid_off_later():
    own = after_laying_by_the_next()._replace(history=after_laying_by_the_next().history[:3], discard="JC")
    own = own._replace(hand=tuple(cards("7S 7D QH 0H 4D 6D 9H KD 8C 9S")))
    sets = own._replace(discard="2H", history=(*own.history[:2], (3, ((1, "XX"), (5, "2H")))))
    assert preferred(sets, (TAKE, "2H"), DRAW).endswith(
        "2H can be laid off on the set of player 1, 2S 2S 2C, once your phase is laid. "
        "2H costs 2 points, an unseen card 9.0 on average."
    )


def test_where_nothing_speaks_for_the_preferred_play_that_is_said():
    own, draw, take = offered(1, "2S 3C 5S AD 0H 4D 7C 4D 8D 9C", "KC")
    assert preferred(own, take, draw) == (
        "No single reason stands out, but in the imagined deals it does at least as well as to draw."
    )


def test_a_pick_up_after_the_phase_may_make_more_cards_fit_or_cost_less_than_an_unseen_one():
    before = seen_after_laying("phazed", hand="").history[:3]

    def own(hand, card):
        return seen_after_laying(
            "phazed", hand=hand, plays=(), history=[*before, (3, [(1, "XX"), (5, card)])], discard=card
        )

    assert (
        preferred(own("9C JD KD 7D", "3H"), (TAKE, "3H"), DRAW) == "3H costs 3 points, an unseen card 8.9 on average."
    )
    assert preferred(own("9C JD KD 7D", "QH"), DRAW, (TAKE, "QH")).endswith(
        "QH cannot be laid off now and costs 12 points."
    )
    assert preferred(own("9C JD KD 7D", "2H"), DRAW, (TAKE, "2H")).endswith(
        "2H could be laid off, but to take 2H does no better in the imagined deals."
    )


def test_a_card_may_make_more_cards_fit_an_accumulation():
    phase = (3, (3, [cards("3S 5C KC KH"), cards("9H QD QH AD")]))
    others = [(seat, [(1, "XX"), (5, card)]) for seat, card in ((1, "KC"), (2, "QC"), (3, "KD"))]

    def own(hand):
        laid = {0: (3, "3S 5C KC KH / 9H QD QH AD")}
        history = [(0, [(1, "XX"), phase, (5, "5S")]), *others]
        return seen("phazed", hand=hand, laid=laid, history=history, plays=(), done={0: 3}, discard="KD")

    assert preferred(own("6S 4C"), (TAKE, "KD"), DRAW) == (
        "With KD, up to 16 of the unseen cards can be laid off later, instead of 8."
    )
    assert preferred(own("2D 2H"), DRAW, (TAKE, "KD")) == "KD cannot be laid off now and costs 13 points."


def test_drawing_is_preferred_although_the_top_discard_helps():
    own, draw, take = offered(1, "2S QH 3C 5S AD 0H 4D 7C 4D 8D", "8C")
    assert preferred(own, draw, take).endswith(
        "8C would bring it nearer, too, but to take 8C does no better in the imagined deals."
    )
    own, draw, take = offered(1, "2S 3C 5S AD 4D 7C 4D 8D 2S 3S", "AH")
    assert preferred(own, draw, take).endswith(
        "AH could be laid with the phase, but to take AH does no better in the imagined deals."
    )


def test_with_a_phase_in_the_hand_a_pick_up_is_about_going_out_at_once():
    own, draw, take = offered(3, "5C KH 6S 3S KH QD KC 9H QH 4C", "AD")
    assert preferred(own, draw, take) == (
        "Phase 3 is in your hand already. With 51 of the unseen cards you lay it and go out in one turn. "
        "AD would be left over."
    )
    assert preferred(own, take, draw).startswith("No single reason stands out")
    assert Reasons(own, read(own)).look(draw) == "Look at your phase: how many cards would be left after it with AD?"


def test_a_phase_is_kept_back_to_go_out_in_one_turn():
    own = seen_with_due("phazed", 3, hand="5C KH 6S 3S KH QD KC 9H QH 4C AD")
    assert why(own, (DISCARD, "AD")) == (
        "Keeps phase 3 back: laid now, it would leave 3 cards; with 50 of the 92 unseen cards you lay it and go out "
        "in one turn. Sheds 25 points. But an ace helps player 1, who plays next, with almost any phase."
    )
    assert Reasons(own, read(own)).look((DISCARD, "AD")) == "Look at your phase: how many cards would be left after it?"


def test_where_no_unseen_card_helps_the_top_discard_is_spoken_of():
    own, draw, take = offered(3, "3S 6S 5H 7H 2C AS AD 6H AH 6H", "QS")
    assert preferred(own, draw, take) == "QS does not bring phase 3 nearer: it still lacks 2 cards."


def test_a_card_may_be_taken_to_discard_it_again():
    before = seen_after_laying("phazed", hand="").history[:3]
    own = seen_after_laying(
        "phazed", hand="9C 3D", plays=(), history=[*before, (3, [(1, "XX"), (5, "8D")])], discard="8D"
    )
    own = own._replace(hand=tuple(cards("9C 3D 4H 3C")))
    reasons = Reasons(own, read(own))
    reasons.then = (DISCARD, "8D")
    assert reasons.of((TAKE, "8D"), over=DRAW) == (
        "You can discard 8D again, so that your hand stays as it is.",
        "An unseen card costs 9.1 points on average.",
    )


def test_a_discard_that_helps_the_next_player_is_the_best_all_the_same():
    own = after_laying_by_the_next()
    assert why(own, (DISCARD, "2H"), over=(DISCARD, "KD")).endswith(
        "Player 1, who plays next, can lay it off on the set of player 1, 2S 2S 2C, "
        "but no other discard does better in the imagined deals."
    )


def test_after_the_phase_a_hint_speaks_of_the_table_and_else_of_the_cards_to_go_with():
    before = seen_after_laying("phazed", hand="").history[:3]
    own = seen_after_laying(
        "phazed", hand="9C JD KD 7D", plays=(), history=[*before, (3, [(1, "XX"), (5, "8H")])], discard="8H"
    )
    assert Reasons(own, read(own)).look(DRAW) == "Look at the groups on the table: is there a place for 8H?"
    own, draw, take = offered(1, "2S 3S 4D 5D 6H 7H 8H 9H 0C JC", "KC")
    assert {Reasons(own, read(own)).look(play) for play in (draw, take)} == {"Look at KC: do you need it?"}


# In words and in figures


def test_cards_are_named_by_suit_value_or_colour():
    there = dict.fromkeys(PHAZED.cards, 2) | {"ZZ": 4}
    assert kinds_of_cards(["AS", "AH", "AD", "AC"], there) == "aces"
    assert kinds_of_cards([card for card in there if card[1] in "CH" and card[0] != "A"], there) == "clubs and hearts"
    assert kinds_of_cards(["7S", "7C", "8S", "8C", "9S", "ZZ"], there) == "9S and jokers; black sevens and eights"


def test_the_table_stands_beside_the_plays_or_below_them_where_there_is_no_room():
    given = advise(seen_with_due("phazed", 1, hand="2S 2S 2D 5S 5D 5H JD 3H KD 7C 8H"), FEW)
    wide, narrow = given.as_text(80).splitlines(), given.as_text(40).splitlines()
    assert wide[1].startswith("phase 1: ")
    assert wide[1].endswith(" %")
    assert wide[0].split() == ["win", "95", "%", "interval", "phase", "out"] == narrow[0].split()
    assert narrow[1].startswith("phase 1: ")
    assert narrow[2].startswith("    ")
    assert max(map(len, wide)) <= 80
    assert max(map(len, narrow)) <= 40


def test_of_many_plays_the_best_are_shown_and_of_those_few_explained():
    text = advise(seen_with_due("phazed", 1, hand=ELEVEN), FEW).as_text()
    assert text.count("\ndiscard ") == 6 + 3
    assert "\nand 4 worse\n" in text
    assert text.count(" as with discard ") == 2
    assert "The chances to win the game, to complete phase 1 and to go out in this hand, from 12 imagined" in " ".join(
        text.split()
    )


def test_after_the_phase_no_chance_to_complete_one_is_shown():
    text = advise(seen_after_laying("phazed", hand="9C KD 7D 8H JD"), FEW).as_text()
    assert text.split()[:5] == ["win", "95", "%", "interval", "out"]
    assert "The chances to win the game and to go out in this hand" in " ".join(text.split())


def test_where_the_order_is_free_the_chance_is_to_complete_any_phase():
    text = advise(seen("phazed_bonus", hand=TEN, plays=()), FEW).as_text()
    assert "to complete a phase and to go out" in " ".join(text.split())


def chances(win):
    return Chance(win, win, win)


def some_advice(*wins, reasons=("Good.",)):
    options = [
        Advised((DISCARD, card), chances(win), chances(0.5), chances(0.1), 9, reasons, (card,), f"Look at {card}.")
        for card, win in zip(("2S", "3S", "4S"), wins)
    ]
    return Advice(tuple(options), (1,))


def test_plays_that_are_about_equally_good_are_called_so():
    assert "equally" not in some_advice(0.5, 0.4, 0.3).as_text()
    assert "The first 2 are about equally good." in " ".join(some_advice(0.5, 0.4999, 0.3).as_text().split())
    assert "The first 3 are about equally good." in " ".join(some_advice(0.5, 0.4999, 0.4998).as_text().split())


def test_a_hint_names_the_plays_that_are_about_equally_good():
    assert some_advice(0.5, 0.4, 0.3).hints[1] == "Discard 2S."
    assert some_advice(0.5, 0.4999, 0.3).hints[1] == "Discard 2S. About equally good: discard 3S."
    given = some_advice(0.5, 0.4999, 0.4998)
    assert given.hints[1] == "Discard 2S. About equally good: discard 3S or discard 4S."
    many = given._replace(options=(given.best, *(given.options[1],) * 5))
    assert many.hints[1].endswith("discard 3S, discard 3S, discard 3S and 2 others.")


def test_reasons_that_are_the_same_are_not_repeated():
    given = some_advice(0.5, 0.4)
    assert given.as_text().endswith("discard 2S: Good.\n\ndiscard 3S: All as with discard 2S.")
    other = given._replace(options=(given.best, given.options[1]._replace(reasons=("Good.", "Bad."))))
    assert other.as_text().endswith("discard 3S: Bad. Otherwise as with discard 2S.")
    other = given._replace(options=(given.best, given.options[1]._replace(reasons=("Bad.",))))
    assert other.as_text().endswith("discard 3S: Bad.")


def test_advice_can_be_written_as_json():
    given = some_advice(0.5, 0.4)
    data = json.loads(json.dumps(given.as_data()))
    assert data["options"][0] == {
        "play": [5, "2S"],
        "words": "discard 2S",
        "win": {"chance": 0.5, "low": 0.5, "high": 0.5},
        "phase": {"chance": 0.5, "low": 0.5, "high": 0.5},
        "out": {"chance": 0.1, "low": 0.1, "high": 0.1},
        "worlds": 9,
        "reasons": ["Good."],
        "cards": ["2S"],
        "look": "Look at 2S.",
    }
    assert data["due"] == [1]
    assert data["hints"] == ["Look at 2S.", "Discard 2S.", "Good."]


# What the nearest plans are made of


@pytest.mark.parametrize(
    ("phase", "hand", "parts"),
    [
        (1, "7S 7D QH QC 2S 3S 4D 5D 8H 9H", "7S 7D / QH QC"),
        (1, "7S 7D 7H QC QD 9S 9D 5D 8H 2H", "7S 7D 7H / 9S 9D / QC QD"),
        (1, "7S 7D 7H 7C 2D 9S 3D 5D 8H AH", "7S 7D 7H 7C / AH"),
        (1, "2S 3S 4D 5D 6H 7H 8H 9H 0C JC", ""),
        (2, "2C 3C 4C AH AD 2S 3S 5D 6D 7D", "2C 3C 4C / 5D 6D 7D / AH AD"),
        (3, "KS KD 8C 2S 2D AS AC AD AH AH", "KS KD 8C"),
        (3, "2S 2D 2C 3S 3D 3C AS AC AD AH", ""),
        (4, "2D 2H 7D 7D 7H 7S KD 9C 8H 3C", "7D 7D 7H 7S / 2D 2H"),
        (5, "3S 4D 5D 7C 8H 9H 9H 9H 3S 3S", "3S 4D 5D 7C 8H 9H"),
        (6, "3S 8C 0C KS 2D 9H 2D 9H 2D 9H", "3S 8C 0C KS"),
        (7, "4H 5D 6H 7D 2C 2S 2D 9S 9C JC", "4H 5D 6H 7D / 2C 2S 2D"),
        (7, "4H 5D 6H 7D 7C 7S 7D 9S 9C JC", "4H 5D 6H / 7D 7C 7S 7D"),
        (7, "4H 5D AH AD 9C 2S 0C 2C JS QD", "9C 0C JS / 2S 2C / AH AD"),
    ],
)
def test_the_nearest_plans_are_made_of_these_cards(phase, hand, parts):
    found = nearest(PHAZED.phases[phase - 1], in_order(cards(hand)))
    assert sorted(map(sorted, found)) == sorted(sorted(part.split()) for part in parts.split("/") if part.strip())


@pytest.mark.parametrize("phase", [2, 5, 7])
def test_what_the_nearest_plans_are_made_of_is_as_near_as_the_hand(phase):
    kinds, mixer = PHAZED.phases[phase - 1], Random(phase)
    for _ in range(150):
        hand = in_order(mixer.sample(PHAZED.deck, 10))
        kept = tuple(card for part in nearest(kinds, hand) for card in part)
        assert set(kept) <= set(hand)
        single = 2 if phase == 7 else 0  # a card for which any other would do as well is left out of a run or set
        assert lacking(kinds, hand) <= lacking(kinds, kept) <= lacking(kinds, hand) + single


def test_a_hand_of_aces_has_no_other_part():
    hand = in_order(cards("AS AS AH AH AD AD AC AC"))
    for phase in (1, 5, 7):
        assert nearest(PHAZED.phases[phase - 1], hand) == (hand,)


# Hints are true


AGAINST = ("does not", "cannot be laid off and", "would be left over", "None of", "But ", "changes nothing")
"""What a reason for the best of several plays does not say of it."""
PASSING = Effort(worlds=150, seconds=60.0)


def hinted_positions(game, bot, games, step):
    """Positions of games with a choice, and the states that they are views of."""
    rules = RULESETS[game]
    for seed in range(games):
        players = [make(bot, rules, (seed, seat)) for seat in range(4)]
        events = [event for event in referee(rules, players, shuffles(rules, seed)) if isinstance(event, Played)]
        for event in events[::step]:
            yield event.before, view(event.before, event.before.seat)


def assert_hint_fits(state, own):
    """The hint for the position fits its play and, after a pick-up from the pile, the next hint."""
    given = advise(own, PASSING)
    best = given.best
    text = " ".join(best.reasons)
    if len(given.options) > 1:
        about_the_top = best.play[0] == 1  # why not to take it
        assert about_the_top or not any(words in text for words in AGAINST), (own, best.play, text)
    if best.play[0] in (1, TAKE):
        assert not any(f"throw {card}" in text or f"discard {card}" in text for card in {*own.hand} - {own.discard})
        assert own.discard == "ZZ" or not best.look.startswith(f"Look at {own.discard}.")
    if best.play[0] == TAKE:
        after = apply(state, best.play)
        following = advise(view(after, after.seat), PASSING)
        passes = following.best.play == (DISCARD, own.discard)
        assert passes is (f"discard {own.discard} again" in text), (own, text, following.hints)
    return best.play[0]


@EVERY_GAME
def test_hints_fit_their_plays(game):
    kinds = {assert_hint_fits(state, own) for state, own in hinted_positions(game, "casual", 1, 23)}
    assert {1, 5} <= kinds
    assert len(kinds) > 2


@pytest.mark.long
@EVERY_GAME
@pytest.mark.parametrize("bot", ["beginner", "casual", "strong"])
@pytest.mark.parametrize(("games", "step"), [(1, 17), pytest.param(3, 5, marks=pytest.mark.thorough)])
def test_in_many_positions_no_reason_contradicts_its_play_and_no_hint_the_one_before(game, bot, games, step):
    for state, own in hinted_positions(game, bot, games, step):
        assert_hint_fits(state, own)
