"""Counts of all sequences of legal plays on fixed deals: if one of them moves, so has a rule.

The counts are of canonical plays, as in the perft tests of chess programs. A turn's plays multiply quickly, so the
deals are rich and the depths small.
"""

from __future__ import annotations

import pytest

from phazed.game.games import shuffled
from phazed.rules.legal import legal_plays
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED
from phazed.rules.state import advance, deal


def perft(state, depth):
    """How many sequences of that many plays begin in the state; a hand that ends early counts once."""
    if depth == 0 or state.ending:
        return 1
    return sum(perft(advance(state, play), depth - 1) for play in legal_plays(state))


def dealt(rules, status, hands, seed):
    """A deal in which the leader, seat 0, and those after it hold these cards; the rest is shuffled."""
    deck = list(shuffled(rules, seed, 0))
    for seat, hand in enumerate(hands):
        for place, card in enumerate(hand.split()):
            here, there = place * 4 + seat, deck.index(card, seat if place == 0 else 0)
            while there % 4 <= seat and there // 4 < place:
                there = deck.index(card, there + 1)
            deck[here], deck[there] = deck[there], deck[here]
    return deal(rules, tuple(deck), 3, (status,) * 4)


SETS = "2S 2S 2C 5S 5S 5D AS AD KH 2H"
SUIT = "2C 4C 9C JC 7C KC QC AH AC 3H"
TOTALS = "KS 0D 8C 3S 9D 9S 9S 6C AH 2C"
FOURS = "4H 4S 4C 7H 7C AH AC 7D 2C 4D"
RUN = "2S 3D 4C 5D 6C 7D 8H 9S AH AC"
COLOURS = "KS 0C 8C 3S 2D 9H 0D KH AS AD"
LAST = "KC 2S 3C 4C 7C 7S 7D 7D AH AS"


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("rules", "status", "hand", "counts"),
    [
        (PHAZED, 0, SETS, (2, 170, 1273, 5272, 27168)),
        (PHAZED, 1, SUIT, (2, 94, 476, 1641, 8566)),
        (PHAZED, 2, TOTALS, (2, 55, 180, 594, 1844)),
        (PHAZED, 3, FOURS, (2, 49, 155, 694, 2794)),
        (PHAZED, 4, RUN, (2, 402, 1484, 3513, 28296)),
        (PHAZED, 5, COLOURS, (2, 24, 56, 497, 1075)),
        (PHAZED, 6, LAST, (2, 212, 944, 2575, 14903)),
        (PHASEDOUT, 2, FOURS, (2, 49, 155, 694, 2794)),
        (PHASEDOUT, 3, RUN, (2, 334, 1128, 2673, 21670)),
        (PHASEDOUT, 4, LAST, (2, 70, 262, 929, 4384)),
        (BONUS, (False, True) * 3 + (False,), SETS, (2, 194, 1337, 9868)),
        (BONUS, (True, False) * 3 + (False,), "ZZ 2S 3D 4C 5D 6C 7D 8H 9S AH", (2, 26, 46, 641, 2058)),
    ],
)
def test_the_number_of_legal_sequences_is_known(rules, status, hand, counts):
    state = dealt(rules, status, [hand], seed=1)
    assert sorted(state.hands[0]) == sorted(hand.split())
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts
