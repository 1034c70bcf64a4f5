# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Sparring partners: policies that differ from the greedy policy in a few habits.

Habits are numbers that determine which discards are taken, which cards are discarded, when cards are laid off, how long
a phase is held back, how aces are treated, and how often a discard is random. All sparring partners evaluate hands by
the distance to the phase.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.beliefs import Beliefs
    from phazed.core.constants import (
        FIRST_ACE,
        HAND_ROOM,
        JOKER,
        RUN_AND_SET,
        RUN_OF_8,
        SEATS,
        SUIT_OF_7,
        TWO_COLOUR_TOTALS,
        TWO_TOTALS,
    )
    from phazed.core.hand import Hand, Stream
    from phazed.core.policy import GREEDY, Policy
    from phazed.core.preferences import Preferences
    from phazed.core.table import points_of
    from phazed.core.trace import KEPT
    from phazed.core.values import Values

    TAKE_HELPFUL, TAKE_COMPLETING, TAKE_MATCHING = 0, 1, 2
    THROW_BY_PLANS, THROW_BY_NEAREST, THROW_DEAREST = 0, 1, 2
    LAY_OFF_AT_ONCE, LAY_OFF_LATE, LAY_OFF_LAST = 0, 1, 2


class Sparring(Policy):
    """A policy with habits; it ignores the style."""

    def __init__(
        self, wraps: cython.int, values: Values, beliefs: Beliefs, preferences: Preferences, seed: cython.ulonglong
    ) -> None:
        Policy.__init__(self, wraps, values, beliefs, preferences)
        self.stream = Stream(seed)
        self.taking = self.throwing = self.laying_off = 0
        self.holding = 0
        self.hoards_aces = self.ignores_colours = self.denies = 0
        self.random_share = 0.0

    def lay(self, hand: Hand, style: cython.int) -> cython.void:
        s = hand.seat()
        if hand.laid[s] == 0 and not self._holds_back(hand):
            self.lay_phase(hand)
        if hand.ended == 0 and hand.laid[s] and self._lays_off_now(hand):
            self.lay_off(hand)

    def _holds_back(self, hand: Hand) -> cython.int:
        """Return whether to hold back a phase in the first `holding` turns, unless it leaves at most one card."""
        s = hand.seat()
        due = hand.due(s)
        if hand.turns >= SEATS * self.holding:
            return 0
        for k in range(hand.phases):
            if due >> k & 1 and self.finder.find(hand.kinds[k], hand.cards[s], hand.size[s], s, hand.table, self.ways):
                if self.finder.rest_size <= 1:
                    return 0
        return 1

    def _lays_off_now(self, hand: Hand) -> cython.int:
        """Return whether to lay off in this turn, according to the habit `laying_off`."""
        s = hand.seat()
        if self.laying_off == LAY_OFF_AT_ONCE:
            return 1
        if self.laying_off == LAY_OFF_LATE:
            for k in range(SEATS):
                if k != s and hand.laid[k] and hand.size[k] <= 3:
                    return 1
        self.planner.plan(hand.table, hand.cards[s], hand.size[s])
        return hand.size[s] - self.planner.count <= 1

    def wants(self, hand: Hand, style: cython.int) -> cython.int:
        s = hand.seat()
        n = hand.size[s]
        due = hand.due(s)
        values = 0
        suits = 0
        if hand.pile_size == 0 or hand.pile[hand.pile_size - 1] == JOKER:
            return 0
        card = hand.pile[hand.pile_size - 1]
        if hand.laid[s]:
            return Policy.wants(self, hand, GREEDY)
        if due == 0 or n != 10:
            return 0
        if self.hoards_aces and card >= FIRST_ACE and not self._needs_totals(hand, due):
            return 1
        if self.taking == TAKE_HELPFUL:
            return Policy.wants(self, hand, GREEDY)
        for i in range(n):
            self.trial[i] = hand.cards[s][i]
        self.trial[n] = card
        i = self._completes(hand, s, due)
        if i >= 0 or self.taking == TAKE_COMPLETING:
            return i == 1
        for i in range(n):
            if hand.cards[s][i] < FIRST_ACE:
                values += hand.cards[s][i] >> 2 == card >> 2
                suits += hand.cards[s][i] & 3 == card & 3
        if self._needs_suit(hand, due):
            return suits >= 3
        return values >= 1 if not self._needs_totals(hand, due) else Policy.wants(self, hand, GREEDY)

    def _needs_totals(self, hand: Hand, due: cython.int) -> cython.int:
        for k in range(hand.phases):
            if due >> k & 1 and hand.kinds[k] != TWO_TOTALS and hand.kinds[k] != TWO_COLOUR_TOTALS:
                return 0
        return 1

    def _needs_suit(self, hand: Hand, due: cython.int) -> cython.int:
        for k in range(hand.phases):
            if due >> k & 1 and hand.kinds[k] == SUIT_OF_7:
                return 1
        return 0

    def choose(self, hand: Hand, style: cython.int) -> cython.int:
        s = hand.seat()
        n = hand.size[s]
        best = 0
        due = hand.due(s)
        for i in range(n):
            if hand.cards[s][i] == JOKER:
                return i
        if self.random_share > 0.0 and self.stream.share() < self.random_share:
            return self.stream.below(n)
        for i in range(n):
            card = hand.cards[s][i]
            self.score[i] = points_of(card)
            if due and n <= HAND_ROOM:
                k = 0
                for j in range(n):
                    if j != i:
                        self.trial[k] = hand.cards[s][j]
                        k += 1
                least = 9
                for j in range(hand.phases):
                    if due >> j & 1:
                        kind = hand.kinds[j]
                        if self.ignores_colours and kind == RUN_AND_SET:
                            kind = RUN_OF_8
                        self.distance.evaluate(kind, self.trial, n - 1)
                        least = min(least, self.distance.least)
                        if self.throwing == THROW_BY_PLANS:
                            self.score[i] += 64.0 * self.distance.promise
                if self.throwing == THROW_BY_NEAREST:
                    self.score[i] -= 100.0 * least
                elif self.throwing == THROW_DEAREST:
                    self.score[i] -= 18.0 * least
            if self.hoards_aces and card >= FIRST_ACE and n > 1:
                self.score[i] = -1.0
            if self.denies and self._is_wanted(hand, card):
                self.score[i] *= 0.3
        for i in range(1, n):
            if self.score[i] > self.score[best]:
                best = i
        return best

    def _is_wanted(self, hand: Hand, card: cython.int) -> cython.int:
        """Return whether the next player keeps cards of that value or suit, or could lay the card off."""
        s = (hand.seat() + 1) & 3
        value = card >> 2
        if hand.laid[s]:
            return hand.table.fitting(card) != 0
        i = hand.due(s)
        if card >= FIRST_ACE:
            return not self._needs_totals(hand, i)
        if self._needs_suit(hand, i):
            return hand.trace.count[s][KEPT][26 + (card & 3)] > 0
        return hand.trace.count[s][KEPT][value] + hand.trace.count[s][KEPT][13 + value] > 0

    def begin(self, seed: cython.ulonglong) -> None:
        """Restart the stream of random choices."""
        self.stream.seed(seed)

    def phase_to_lay(self, hand: Hand) -> int:
        """Return the kind of the phase to lay now, or -1."""
        return -1 if self._holds_back(hand) else self.best_phase(hand)

    def lay_offs(self, hand: Hand) -> list[tuple[int, int, int]]:
        """Return the lay-offs to make now, in the form used by `plan`."""
        return self.plan(hand) if self._lays_off_now(hand) else []

    def discard_of(self, hand: Hand) -> int:
        """Return the card to discard."""
        return hand.cards[hand.seat()][self.choose(hand, GREEDY)]
