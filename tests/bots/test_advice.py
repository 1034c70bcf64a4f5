"""Advice: the plays worth considering with their chances, the reasons in words, and the three steps of a hint."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from random import Random

import pytest

from phazed.answers.advice import Advice, AdvisedPlay, Chance
from phazed.answers.form import to_json
from phazed.bots import stopwatch
from phazed.bots.advice import MAX_EXPLAINED, NoAdvice, advise
from phazed.bots.contrast import PLACE_WEIGHT
from phazed.bots.plans import lacking, nearest
from phazed.bots.thinking import Effort
from phazed.game.games import shuffled
from phazed.game.view import view
from phazed.rules.cards import in_order
from phazed.rules.errors import PhazedError
from phazed.rules.plays import DISCARD, LAY_OFF, TAKE
from phazed.rules.rulesets import PHAZED, RULESETS
from phazed.rules.state import deal
from phazed.terminal.advice import advice_text
from players import seen, seen_after_laying, seen_with_due, with_hidden_cards_mixed
from positions import GAMES, cards, real_views

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
FEW = Effort(worlds=12, seconds=30.0)
DRAW = (1, None)
ELEVEN = "2S 2S 5S 5D 9C JD 3H KD 7C 8H 4D"
TEN = "2S 2S 5S 5D 9C JD 3H KD 7C 8H"


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
        inside = [option for option in given.options if 0 < option.win.chance < 1]  # others are cut off there
        worths = [option.win.chance + PLACE_WEIGHT * option.points / 3 for option in inside]
        assert all(first > second - 1e-6 for first, second in pairwise(worths))
        for option in given.options:
            assert option.play in own.legal_plays
            assert option.worlds == FEW.worlds
            for chance in (option.win, option.phase, option.out):
                assert 0 <= chance.low <= chance.chance <= chance.high <= 1
            assert option.reasons or option not in given.options[:MAX_EXPLAINED]
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
    look, play, reasons = advise(own, FEW).hints
    assert (look, play) == (first, second)
    assert reasons.startswith(third)


def test_the_first_step_before_a_discard_is_what_to_keep():
    own = seen_with_due("phazed", 1, hand="7S 7D QH QC 2S 4D 5D 8H 9H KC JD")
    given = advise(own, FEW)
    assert given.best.play[0] == DISCARD
    assert set(given.best.cards) == {"7S", "7D", "QH", "QC"}


def test_a_joker_is_what_to_look_at():
    own = seen_with_due("phazed_bonus", 1, hand=f"{TEN} ZZ")
    assert advise(own, FEW).hints[0] == "Look at ZZ."


# In words and in figures


def test_the_table_stands_beside_the_plays_or_below_them_where_there_is_no_room():
    given = advise(seen_with_due("phazed", 1, hand="2S 2S 2D 5S 5D 5H JD 3H KD 7C 8H"), FEW)
    wide, narrow = advice_text(given, 80).splitlines(), advice_text(given, 40).splitlines()
    assert wide[1].startswith("phase 1: ")
    assert re.fullmatch(r".* % +\d\.\d\d", wide[1])
    assert wide[0].split() == [*narrow[0].split(), "points"]
    assert narrow[0].split() == ["win", "95", "%", "interval", "phase", "out"]
    assert narrow[1].startswith("phase 1: ")
    assert narrow[2].startswith("    ")
    assert max(map(len, wide)) <= 80
    assert max(map(len, narrow)) <= 40


def test_of_many_plays_the_best_are_shown_and_of_those_few_explained():
    text = advice_text(advise(seen_with_due("phazed", 1, hand=ELEVEN), FEW))
    assert text.count("\ndiscard ") == 6 + 3
    assert "\nand 4 worse\n" in text
    legend = (
        "The chances of winning the game, of completing phase 1 and of going out in this hand, and the expected points"
    )
    assert legend in " ".join(text.split())


def test_after_the_phase_no_chance_to_complete_one_is_shown():
    text = advice_text(advise(seen_after_laying("phazed", hand="9C KD 7D 8H JD"), FEW))
    assert text.split()[:5] == ["win", "95", "%", "interval", "out"]
    assert "The chances of winning the game and of going out in this hand" in " ".join(text.split())


def test_where_the_order_is_free_the_chance_is_to_complete_any_phase():
    text = advice_text(advise(seen("phazed_bonus", hand=TEN, plays=()), FEW))
    assert "of completing a phase and of going out" in " ".join(text.split())


def test_plays_that_are_about_equally_good_are_called_so():
    own = seen_with_due("phazed", 1, hand="7S 7S 7D QH QC 2S 2D 4D 9H KC JD")
    given = advise(own, Effort(400, 30.0))
    worths = [option.win.chance + PLACE_WEIGHT * option.points / 3 for option in given.options]
    close = [option.words for option, worth in zip(given.options[1:], worths[1:]) if worths[0] - worth < 0.005]
    assert given.equal == len(close) < len(given.options) - 1
    text = " ".join(advice_text(given).split())
    assert ("about equally good" in text) == bool(close) == ("About equally good" in given.hints[1])
    assert all(words in given.hints[1] for words in close[:3])


def some_advice(equal=0):
    win = Chance(0.5, 0.5, 0.5)
    options = [
        AdvisedPlay((DISCARD, card), f"discard {card}", win, win, win, 1.5, 9, ("Good.",), (card,))
        for card in ("2S", "3S")
    ]
    return Advice(tuple(options), (1,), equal, ("Look at 2S.", "Discard 2S.", "Good."))


def test_the_legend_counts_the_plays_that_are_about_equally_good():
    assert "equally" not in some_advice().legend
    assert some_advice(equal=1).legend.endswith(" The first 2 are about equally good.")


def test_advice_can_be_written_as_json():
    data = json.loads(json.dumps(to_json(some_advice())))
    assert data["options"][0] == {
        "play": [5, "2S"],
        "words": "discard 2S",
        "win": {"chance": 0.5, "low": 0.5, "high": 0.5},
        "phase": {"chance": 0.5, "low": 0.5, "high": 0.5},
        "out": {"chance": 0.5, "low": 0.5, "high": 0.5},
        "points": 1.5,
        "worlds": 9,
        "reasons": ["Good."],
        "cards": ["2S"],
    }
    assert (data["due"], data["equal"]) == ([1], 0)
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
