# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""What a network is told of a decision: the context, which all choices share, and a row for each card in question.

The context: which phases each seat may lay next, or that it has laid one, beginning with the seat whose turn it is; how
many cards and how many phases it has; how much of the deck is left; what completing a phase is worth; how good the own
cards are. A row: what the card is, what the own hand is worth without it (or with it, when it is offered), how many
cards like it are still unseen, and what the next player has kept, thrown and passed of its value, its suit and its
neighbours. Everything follows from what the seat can see.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import FIRST_ACE, GROUPS, JOKER, SEATS, TALLY, TOTAL, VALUES
    from phazed.core.hand import Hand
    from phazed.core.table import points_of
    from phazed.core.trace import KEPT, TALLIES, THROWN

    CONTEXT, ROW, NEAR = 56, 48, 3


class Features:
    """The numbers of the decision described last: `context`, and `row` of the card described last."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.context = [0.0] * CONTEXT
            self.row = [0.0] * ROW
            self.unseen = [0] * TALLY
            self.own = [0] * TALLY
        self.seat = self.after = 0
        self.stake = self.best = 0.0

    def describe(self, hand: Hand, stake: cython.double, best: cython.double, second: cython.double) -> cython.void:
        """Describe the position of the seat whose turn it is: what a phase is worth, and the two best values."""
        s: cython.int
        i: cython.int
        k: cython.int
        at: cython.int
        due: cython.int
        card: cython.int
        done: cython.int
        for i in range(CONTEXT):
            self.context[i] = 0.0
        self.seat = hand.seat()
        self.stake = stake
        self.best = best
        self.after = (self.seat + 1) & 3
        while hand.skips[self.after] and self.after != self.seat:
            self.after = (self.after + 1) & 3
        for k in range(SEATS):
            s = (self.seat + k) & 3
            at = k * 10
            due = hand.due(s)
            done = 0
            for i in range(hand.phases):
                if due >> i & 1:
                    self.context[at + hand.kinds[i]] = 1.0
                done += hand.done[s] >> i & 1
            self.context[at + 7] = 1.0 if hand.laid[s] else 0.0
            self.context[at + 8] = hand.size[s] / 10.0
            self.context[at + 9] = done / 7.0
        self.context[40] = (hand.deck_size - hand.drawn) / 63.0
        self.context[41] = hand.turns / 16.0
        self.context[42] = 10.0 * stake
        self.context[43] = best
        self.context[44] = second
        self.context[45] = 10.0 * stake * best
        for i in range(GROUPS):
            if hand.table.kind[i]:
                self.context[46 + hand.table.kind[i]] += 0.5
        self._count(hand)
        k = 0
        for i in range(26, TALLY):
            k += hand.trace.count[self.after][THROWN][i]
        self.context[51] = k / 4.0
        k = 0
        for i in range(26):
            k += hand.trace.count[self.after][KEPT][i]
        self.context[52] = k / 4.0
        k = 0
        for i in range(hand.size[self.seat]):
            k += points_of(hand.cards[self.seat][i])
        self.context[53] = k / 100.0
        self.context[54] = 1.0 if hand.skips[(self.seat + 1) & 3] else 0.0
        self.context[55] = 1.0 if hand.any_order else 0.0

    def _count(self, hand: Hand) -> cython.void:
        """Count what the seat holds, and what it has not seen."""
        i: cython.int
        card: cython.int
        kept: cython.int
        for i in range(TALLY):
            self.own[i] = 0
            self.unseen[i] = (4 if i < 26 else 24) - hand.trace.shown[i]
        for i in range(hand.size[self.seat]):
            card = hand.cards[self.seat][i]
            if card < JOKER:
                self.own[((card & 3) >> 1) * 13 + (card >> 2)] += 1
                if card < FIRST_ACE:
                    self.own[26 + (card & 3)] += 1
        for i in range(TALLY):
            kept = hand.trace.count[self.seat][KEPT][i]
            self.unseen[i] -= self.own[i] - kept

    def _near(self, tally: cython.p_int, card: cython.int, wraps: cython.int) -> cython.int:
        """How many cards of the colour lie so near to the card that both fit into a run of four."""
        colour: cython.int = ((card & 3) >> 1) * 13
        value: cython.int = card >> 2
        i: cython.int
        near: cython.int = 0
        for i in range(1, NEAR + 1):
            if value + i < VALUES:
                near += tally[colour + value + i]
            elif wraps:
                near += tally[colour + value + i - VALUES]
            if value >= i:
                near += tally[colour + value - i]
            elif wraps:
                near += tally[colour + value - i + VALUES]
        return near

    def card(self, hand: Hand, card: cython.int, value: cython.double, gain: cython.double) -> cython.void:
        """Describe a card: what the hand is worth without it or with it, and how much more than otherwise that is."""
        i: cython.int
        k: cython.int
        at: cython.int
        worth: cython.int = card >> 2
        for i in range(ROW):
            self.row[i] = 0.0
        self.row[0] = value
        self.row[1] = gain
        self.row[2] = 10.0 * self.stake * gain
        self.row[3] = points_of(card) / 25.0
        if card == JOKER:
            self.row[4] = 1.0
            return
        self.row[5 + worth] = 1.0
        for i in range(GROUPS):
            if hand.table.kind[i] and hand.table.fits(i, card):
                if hand.table.kind[i] != TOTAL:
                    self.row[18] = 1.0
                else:
                    self.row[19] = 1.0
                    if (
                        hand.table.total[i] + (worth + 2 if card < FIRST_ACE else 1)
                        == hand.table.stage[hand.table.total[i]]
                    ):
                        self.row[20] = 1.0
        k = self.unseen[worth] + self.unseen[13 + worth]
        self.row[21] = k / 8.0
        self.row[22] = (self.own[worth] + self.own[13 + worth]) / 4.0
        if card >= FIRST_ACE:
            for k in range(TALLIES):
                self.row[30 + k] = (hand.trace.count[self.after][k][12] + hand.trace.count[self.after][k][25]) / 2.0
            return
        self.row[23] = self.unseen[26 + (card & 3)] / 24.0
        self.row[24] = self._near(self.unseen, card, hand.wraps) / 24.0
        self.row[25] = self.own[26 + (card & 3)] / 8.0
        self.row[26] = self._near(self.own, card, hand.wraps) / 4.0
        self.row[27] = self.unseen[((card & 3) >> 1) * 13 + worth] / 4.0
        self.row[28] = self.own[((card & 3) >> 1) * 13 + worth] / 2.0
        for k in range(TALLIES):
            at = 30 + 4 * k
            self.row[at] = (hand.trace.count[self.after][k][worth] + hand.trace.count[self.after][k][13 + worth]) / 2.0
            self.row[at + 1] = hand.trace.count[self.after][k][26 + (card & 3)] / 2.0
            self.row[at + 2] = self._near(hand.trace.count[self.after][k], card, hand.wraps) / 2.0
            self.row[at + 3] = hand.trace.count[self.after][k][((card & 3) >> 1) * 13 + worth]

    def offer(self, with_it: cython.int, without: cython.int) -> cython.void:
        """Describe an offered card further: how many cards can be laid off with it and without it."""
        self.row[42] = with_it / 4.0
        self.row[43] = without / 4.0
        self.row[44] = 1.0 if with_it > without else 0.0
        self.row[45] = 1.0 if with_it > without + 1 else 0.0
