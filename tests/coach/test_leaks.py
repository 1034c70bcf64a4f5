"""Which leak a decision belongs to."""

from __future__ import annotations

import pytest

from phazed.coach.leaks import BY_NAME, ERROR, LEAKS, OTHER, leak_of
from phazed.coach.situation import Situation
from phazed.game.view import View
from phazed.rules.cards import cards
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED

NOTHING = (None, ())
SETS = (1, (cards("7S 7D 7H"), cards("QH QC QD")))
RUN = (5, (cards("2S 3S 4D 5D 6H 7H 8S 9S"),))
DREW = ((0, ((1, "XX"),)),)
DRAW = (1, None)


def view(hand, discard=None, *, rules=PHAZED, own=NOTHING, following=NOTHING, status=0, history=DREW) -> View:
    table = (own, following, NOTHING, NOTHING)
    return View(rules, 0, table, history, (status, 0, 0, 0), cards(hand), discard)


SINGLES = "7S 7D QH QC 2S 4D 5D 9H KD 0S JC"
SUIT = "7S 8S QS 2S 4S 5D 9H KD 0D JC"
TAKEN = ((1, ((2, "JC"), (5, "QS"))), *DREW)


@pytest.mark.parametrize(
    ("leak", "seen", "play", "best"),
    [
        ("waits", view(SINGLES), (5, "KD"), (3, SETS)),
        ("lays too early", view(SINGLES), (3, SETS), (5, "KD")),
        ("wrong phase", view(SINGLES), (3, SETS), (3, RUN)),
        ("wrong groups", view(SINGLES), (3, SETS), (3, (1, SETS[1][::-1]))),
        ("wrong groups", view(SINGLES, rules=PHASEDOUT), (3, SETS[1]), (3, SETS[1][::-1])),
        ("no lay-off", view("7C QS 2S", own=SETS, status=1), (5, "2S"), (4, ("7C", (0, 0, 3)))),
        ("wrong lay-off", view("7C QS 2S", own=SETS, status=1), (4, ("7C", (0, 0, 3))), (5, "2S")),
        ("keeps jokers", view("7C QS ZZ", rules=BONUS), (5, "QS"), (6, 1)),
        ("wrong skip", view("7C QS ZZ", rules=BONUS), (6, 2), (6, 1)),
        ("takes for nothing", view("2S 3S", "KC", own=SETS, status=1), (2, "KC"), DRAW),
        ("takes unneeded", view(SINGLES, "3C"), (2, "3C"), DRAW),
        ("takes too much", view(SINGLES, "7C"), (2, "7C"), DRAW),
        ("takes too much", view("2S 3S", "7C", own=SETS, status=1), (2, "7C"), DRAW),
        ("misses lay-offs", view("2S 3S", "7C", own=SETS, status=1), DRAW, (2, "7C")),
        ("misses its phase", view("7S 7D QH QC QD 2S 4D 5D 9H KD", "7C"), DRAW, (2, "7C")),
        ("misses help", view(SINGLES, "7C"), DRAW, (2, "7C")),
        ("other", view(SINGLES, "3C"), DRAW, (2, "3C")),
        ("other", view("7S 7D 7C QH QC QD 2S 4D 5D 9H", "7C"), DRAW, (2, "7C")),
        ("discards aces", view("7S 7D QH QC 2S 4D 5D 9H KD 0S AC"), (5, "AC"), (5, "KD")),
        ("breaks sets", view(SINGLES), (5, "QH"), (5, "KD")),
        ("breaks sets", view("7S 7D 7H 7C QS KS AS 2D 3D 4C 9H", status=6), (5, "7S"), (5, "9H")),
        ("breaks runs", view("3S 4D 5D 7C 8H 9H 9S 9D 3D 3C KD", status=4), (5, "7C"), (5, "9S")),
        ("breaks runs", view("2S 3S 4S 5S 7D 7H 7C 9H JD QH KC", status=6), (5, "3S"), (5, "QH")),
        ("breaks suits", view(SUIT, status=1), (5, "QS"), (5, "KD")),
        ("breaks accumulations", view("KS KD 8S 0D QH 7C 5D 3C 3H 2S 2C", status=2), (5, "KS"), (5, "2S")),
        ("feeds", view("2S 3H 4D QC KD 9H 0S", following=SETS), (5, "QC"), (5, "KD")),
        ("feeds", view("2S 4D JS KD 9H 0S", history=TAKEN), (5, "JS"), (5, "KD")),
        ("feeds", view("2S 3S AC", own=SETS, status=1), (5, "AC"), (5, "3S")),
        ("by points", view("7S 7D QH QC 2S 2D 5D 9H 4D 0S JC"), (5, "QH"), (5, "0S")),
        ("keeps useless", view("7S 7D QH QC 2S 2D 5D 9H 4D 0S JC"), (5, "2S"), (5, "0S")),
        ("keeps dear", view("7S 7D QH QC 2S 2D 5D 9H 4D 0S JC"), (5, "4D"), (5, "0S")),
        ("keeps dear after", view("2S 3S KC", own=SETS, status=1), (5, "2S"), (5, "KC")),
        ("discards fitting", view("2S 3S KC", own=SETS, status=1), (5, "KC"), (5, "2S")),
        ("other", view("7S 7D QH QC 2S 2D 5D 9H 4D 0S JC"), (5, "0S"), (5, "4D")),
    ],
)
def test_a_decision_belongs_to_the_first_leak_that_it_fits(leak, seen, play, best):
    assert leak_of(seen, play, best).name == leak
    found = Situation(seen, play, best)
    fitting = [each.name for each in LEAKS if each.fits(found)]
    assert (fitting or [OTHER.name])[0] == leak


@pytest.mark.parametrize(
    ("status", "took", "card", "feeds"),
    [
        (1, "3S", "KS", True),
        (1, "3S", "KH", False),
        (4, "3S", "5H", True),
        (4, "3S", "3H", False),
        (4, "3S", "KH", False),
        (2, "3S", "3H", False),
        (0, "3S", "3H", True),
        (0, "3S", "AH", True),
        (2, "3S", "AH", False),
        (0, "QS", "QH", False),
    ],
)
def test_a_card_feeds_the_next_player_if_it_goes_with_what_they_took(status, took, card, feeds):
    history = ((1, ((2, took), (5, "QS"))), (2, ((1, "XX"), (5, "KC"))), *DREW)
    seen = View(PHAZED, 0, (NOTHING,) * 4, history, (0, status, 0, 0), cards("2S KS KH 5H 3H AH"), "KC")
    assert bool(Situation(seen, (5, card), (5, "2S")).use_for_next(card)) is feeds


def test_the_use_for_the_next_player_is_said():
    found = Situation(view("2S 3H 4D QC KD 9H 0S", following=SETS), (5, "QC"), (5, "KD"))
    assert BY_NAME["feeds"].why(found) == "the next player can lay off QC"
    found = Situation(view("2S 4D JS KD 9H 0S", history=TAKEN), (5, "JS"), (5, "KD"))
    assert BY_NAME["feeds"].why(found) == "JS goes with JC, which the next player has taken"
    assert BY_NAME["waits"].why(found) == ""


def test_names_and_titles_are_unique_and_the_rest_fits_nothing_else():
    every = (*LEAKS, OTHER, ERROR)
    assert len(BY_NAME) == len(every) == len({leak.title for leak in every})
    found = Situation(view(SINGLES, "3C"), DRAW, (2, "3C"))
    assert OTHER.fits(found)
    assert not ERROR.fits(found)
    assert all(leak.advice.endswith(".") for leak in every)
