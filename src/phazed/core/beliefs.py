# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Beliefs about a player's hidden cards, learned from games of many styles.

The log-probability of a hand is linear in its features. Each card contributes according to how often its value, its
suit and its neighbours were discarded, passed and kept; ten cards together contribute according to their solitaire
value for the phase due, with weights that depend on the turn. A card's value to a player is linear in the card's
features, too. `phazed train beliefs` learns the weights.

There is one model for each kind of phase due, one for several phases due, and one for players whose phase is on the
table. A model's weights are, in order, those of a card, of a hand, and of a card's value.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from math import log

    from phazed.core.constants import FIRST_ACE, JOKER, PHASES, SEATS, VALUES
    from phazed.core.hand import Hand
    from phazed.core.trace import TALLIES, THROWN
    from phazed.core.values import Values

    FREE_ORDER, LAID, MODELS = 7, 8, 9
    CARD_FEATURES, HAND_FEATURES, PAIR_FEATURES, WIDTH = 64, 16, 80, 144
    OF_TALLY, BY_VALUE, BY_VALUE_AND_TURN, SHOWN, FITS_GROUP, FITS_TOTAL, IS_JOKER = 11, 33, 46, 59, 60, 61, 62
    """Indices of features: eleven per tally, thirteen values, thirteen values by turn, and single features."""
    LAST_TURN = 5
    """The turn from which the weights remain the same."""


def model_of(hand: Hand, seat: cython.int) -> cython.int:
    """Return a seat's model: the kind of the only phase due, `FREE_ORDER` for several phases due, `LAID` for none."""
    due = hand.due(seat)
    for i in range(hand.phases):
        if due == 1 << i:
            return hand.kinds[i]
    return FREE_ORDER if due else LAID


class Beliefs:
    """The weights for each seat, and the features of the last card or hand described."""

    def __init__(self, values: Values, weights: Any) -> None:
        if not cython.compiled:
            self.phase_weight = [0.0] * PHASES
            self.row = [0.0] * PAIR_FEATURES
            self.weights = [[[0.0] * WIDTH for _ in range(MODELS)] for _ in range(SEATS)]
        if weights.shape != (MODELS, WIDTH):
            raise ValueError(f"the weights of beliefs must have the shape {(MODELS, WIDTH)}, not {weights.shape}")
        self.values = values
        for s in range(SEATS):
            for m in range(MODELS):
                for i in range(WIDTH):
                    self.weights[s][m][i] = weights[m, i]
        self.model = self.turns = 0
        self.value = 0.0
        self.complete = 0
        for i in range(PHASES):
            self.phase_weight[i] = 1.0

    def look(self, hand: Hand, seat: cython.int) -> cython.void:
        """Select a seat: its model, and its number of turns that ended with a discard."""
        self.model = model_of(hand, seat)
        self.turns = 0
        for i in range(26):
            self.turns += hand.trace.count[seat][THROWN][i]

    def _near(self, tally: cython.p_int, card: cython.int, wraps: cython.int, found: cython.p_int) -> cython.void:
        """Count a natural card's neighbours: one value away, two away, and up to three away in its colour."""
        value = card >> 2
        colour = ((card & 3) >> 1) * 13
        found[0] = found[1] = found[2] = 0
        for step in range(-3, 4):
            other = value + step
            if wraps:
                other = (other + VALUES) % VALUES
            if step == 0 or other < 0 or other >= VALUES:
                continue
            if -1 <= step <= 1:
                found[0] += tally[other] + tally[13 + other]
            elif -2 <= step <= 2:
                found[1] += tally[other] + tally[13 + other]
            found[2] += tally[colour + other]

    def describe_card(self, hand: Hand, seat: cython.int, card: cython.int) -> cython.void:
        """Fill the features of a card that the selected seat may hold."""
        value = card >> 2
        near = cython.declare(cython.int[3])
        for i in range(CARD_FEATURES):
            self.row[i] = 0.0
        if card == JOKER:
            self.row[IS_JOKER] = 1.0
            return
        for k in range(TALLIES):
            at = OF_TALLY * k
            count = hand.trace.count[seat][k][value] + hand.trace.count[seat][k][13 + value]
            self.row[at] = count >= 1
            self.row[at + 1] = count >= 2
            if card < FIRST_ACE:
                count = hand.trace.count[seat][k][26 + (card & 3)]
                self.row[at + 2] = count >= 1
                self.row[at + 3] = count >= 2
                self.row[at + 4] = count >= 3
                self._near(hand.trace.count[seat][k], card, hand.wraps, near)
                self.row[at + 5] = near[0] >= 1
                self.row[at + 6] = near[0] >= 2
                self.row[at + 7] = near[1] >= 1
                self.row[at + 8] = hand.trace.count[seat][k][((card & 3) >> 1) * 13 + value] >= 1
                self.row[at + 9] = near[2] >= 1
                self.row[at + 10] = near[2] >= 2
        self.row[BY_VALUE + value] = 1.0
        self.row[BY_VALUE_AND_TURN + value] = min(self.turns, 8) / 4.0
        self.row[SHOWN] = (hand.trace.shown[value] + hand.trace.shown[13 + value]) / 4.0
        i = hand.table.fitting(card)
        self.row[FITS_TOTAL] = i & 1
        self.row[FITS_GROUP] = i >> 1

    def appraise(self, hand: Hand, seat: cython.int, ten: cython.p_int) -> cython.void:
        """Compute the solitaire value of ten cards for the best phase due, and whether they contain a phase."""
        due = hand.due(seat)
        self.value = 0.0
        self.complete = 0
        for i in range(hand.phases):
            if due >> i & 1:
                here = self.values.value(hand.kinds[i], ten)
                if here > self.values.gamma - 0.005:
                    self.complete = 1
                here *= self.phase_weight[hand.kinds[i]]
                if here > self.value:
                    self.value = here

    def describe_hand(self) -> cython.void:
        """Fill the features of the last hand appraised, for the selected seat."""
        for i in range(CARD_FEATURES, PAIR_FEATURES):
            self.row[i] = 0.0
        if self.turns > 0 and self.model != LAID:
            i = CARD_FEATURES + 3 * (min(self.turns, LAST_TURN) - 1)
            self.row[i] = self.value
            self.row[i + 1] = log(self.value + 0.02)
            self.row[i + 2] = self.complete

    def card_energy(self, hand: Hand, seat: cython.int, card: cython.int) -> cython.double:
        """Return the card's contribution to the log-probability of the selected seat's hand."""
        total = 0.0
        if self.turns == 0 and self.model != LAID:
            return 0.0  # nothing is known about the player
        self.describe_card(hand, seat, card)
        for i in range(CARD_FEATURES):
            total += self.weights[seat][self.model][i] * self.row[i]
        return total

    def hand_energy(
        self, hand: Hand, seat: cython.int, model: cython.int, turns: cython.int, ten: cython.p_int
    ) -> cython.double:
        """Return the joint contribution of ten cards, for a model and a number of turns."""
        if model == LAID or turns == 0:
            return 0.0
        self.appraise(hand, seat, ten)
        i = CARD_FEATURES + 3 * (min(turns, LAST_TURN) - 1)
        return (
            self.weights[seat][model][i] * self.value
            + self.weights[seat][model][i + 1] * log(self.value + 0.02)
            + self.weights[seat][model][i + 2] * self.complete
        )

    def offer_gain(self, hand: Hand, seat: cython.int, card: cython.int) -> cython.double:
        """Return the card's value to the selected seat, which must not have laid its phase, as a solitaire value."""
        total = 0.0
        self.describe_card(hand, seat, card)
        for i in range(CARD_FEATURES):
            total += self.weights[seat][self.model][PAIR_FEATURES + i] * self.row[i]
        return total if total > 0.0 else 0.0

    def gain(self, hand: Hand, seat: cython.int, card: cython.int) -> float:
        """Select the seat and return `offer_gain`, after validating the arguments."""
        if not (0 <= seat < SEATS and 0 <= card <= JOKER):
            raise ValueError(f"there is no seat {seat}, or no card {card}")
        self.look(hand, seat)
        return self.offer_gain(hand, seat, card)
