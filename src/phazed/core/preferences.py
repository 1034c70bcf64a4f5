# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The fast policy's preferences beyond the values of its cards, learned by `phazed train preferences`.

Every option of a decision has a few of the `PREFERENCES` features, and its preference is the weighted sum of these
features. Most features combine a fact about the option with the phase due and the stage of the hand. The stage depends
on the number of turns or, if other players have laid a phase, on the smallest of their hands.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.beliefs import LAID, MODELS, model_of
    from phazed.core.constants import FIRST_ACE, GROUPS, HAND_ROOM, JOKER, PHASES, RUN, SEATS, SUITS, TOTAL, VALUES
    from phazed.core.hand import Hand
    from phazed.core.table import points_of

    STAGES = 6
    """Number of stages of a hand."""
    OPEN_MODELS = MODELS - 1
    """Number of models of players who have not laid a phase."""
    RANKS, COPIES, SUIT_COUNTS, NEIGHBOURS, READINESS, VICTIMS, SIZES, LEADS = VALUES + 1, 16, 8, 6, 4, 8, 4, 7
    """Number of possible values, including aces; of combinations of copies held and shown; of counts of a suit and of
    neighbours; of degrees of readiness; of states of the player to skip; of sizes of hands; and of leads."""
    TABLES, TURNS = 3, 4
    HOLDING_STATES = 5 * TURNS * TABLES
    """Number of states of the table, of times, and of combinations of both with the number of cards left."""

    BY_LAG = 0
    BY_POINTS = BY_LAG + OPEN_MODELS * STAGES
    BY_GAIN = BY_POINTS + OPEN_MODELS * STAGES
    BY_FIT = BY_GAIN + MODELS * STAGES
    BY_VALUE = BY_FIT + 2 * 2 * STAGES
    BY_NEXT = BY_VALUE + OPEN_MODELS * RANKS
    BY_COPIES = BY_NEXT + MODELS * RANKS
    BY_SUIT = BY_COPIES + OPEN_MODELS * COPIES
    BY_NEIGHBOURS = BY_SUIT + OPEN_MODELS * SUIT_COUNTS
    BY_READINESS = BY_NEIGHBOURS + OPEN_MODELS * NEIGHBOURS
    OF_JOKER = BY_READINESS + 2 * READINESS
    """First features for a discard before the phase is laid, and for a joker."""
    LAID_POINTS = OF_JOKER + STAGES * VICTIMS
    LAID_GAIN = LAID_POINTS + STAGES * SIZES
    LAID_NEXT = LAID_GAIN + MODELS * STAGES
    LAID_COPIES = LAID_NEXT + MODELS * RANKS
    LAID_TOTALS = LAID_COPIES + COPIES
    LAID_RUNS = LAID_TOTALS + 2 * RANKS
    LAID_FIT = LAID_RUNS + STAGES
    """First features for a discard after the phase is laid."""
    TAKING = LAID_FIT + STAGES
    TAKING_GAIN = TAKING + OPEN_MODELS * STAGES
    TAKING_VALUE = TAKING_GAIN + OPEN_MODELS * STAGES
    HOLDING = TAKING_VALUE + OPEN_MODELS * RANKS
    """First features for taking the top discard and for holding a phase back."""
    BY_LEAD = HOLDING + PHASES * HOLDING_STATES
    LAID_LEAD = BY_LEAD + LEADS
    HOLDING_DONE = LAID_LEAD + LEADS
    PREFERENCES = HOLDING_DONE + PHASES * PHASES
    """First features for the lead, before and after the phase is laid, and for phases completed; number of features."""
    FEATURES_ROOM = 16
    """Maximum number of features of an option."""
    VALUE_UNITS, GAIN_UNITS = 50, 20
    """Factors for differences in value and for the next player's gains."""


class Preferences:
    """The weights, and the features of the last options described."""

    def __init__(self, weights: Any) -> None:
        if not cython.compiled:
            self.index = [[0] * FEATURES_ROOM for _ in range(HAND_ROOM)]
            self.amount = [[0.0] * FEATURES_ROOM for _ in range(HAND_ROOM)]
            self.used = [0] * HAND_ROOM
            self.held = [0] * RANKS
            self.suits = [0] * SUITS
        if len(weights) != PREFERENCES:
            raise ValueError(f"there must be {PREFERENCES} weights of preferences, not {len(weights)}")
        self.weights = weights
        self.totals = self.model = self.after = self.completed = self.lead = self.stage = self.turn = self.ready = 0

    def look(self, hand: Hand) -> cython.void:
        """Determine the situation of the player whose turn it is."""
        s = hand.seat()
        fewest = 99
        for i in range(SEATS):
            if i != s and hand.laid[i]:
                fewest = min(fewest, hand.size[i])
        self.turn = hand.turns // SEATS
        if fewest == 99:
            self.stage = 0 if self.turn < 2 else (1 if self.turn < 5 else 2)
        else:
            self.stage = 3 if fewest >= 5 else (4 if fewest >= 3 else 5)
        self.model = model_of(hand, s)
        self.after = model_of(hand, (s + 1) & 3)
        self.completed = 0
        self.lead = 3
        for i in range(hand.phases):
            self.completed += hand.before[s] >> i & 1
            self.lead += hand.before[(s + 1) & 3] >> i & 1
        self.lead = max(min(self.lead - self.completed, LEADS - 1), 0)

    def count(self, hand: Hand) -> cython.void:
        """Count the player's cards by value and by suit, and determine whether an accumulation is open."""
        s = hand.seat()
        for i in range(RANKS):
            self.held[i] = 0
        for i in range(SUITS):
            self.suits[i] = 0
        for i in range(hand.size[s]):
            if hand.cards[s][i] < JOKER:
                self.held[hand.cards[s][i] >> 2] += 1
                if hand.cards[s][i] < FIRST_ACE:
                    self.suits[hand.cards[s][i] & 3] += 1
        self.totals = 0
        for i in range(GROUPS):
            if hand.table.kind[i] == TOTAL and hand.table.is_open(hand.table.total[i]):
                self.totals = 1

    def _add(self, option: cython.int, feature: cython.int, amount: cython.double) -> cython.void:
        self.index[option][self.used[option]] = feature
        self.amount[option][self.used[option]] = amount
        self.used[option] += 1

    def _total(self, option: cython.int) -> cython.double:
        total = 0.0
        for i in range(self.used[option]):
            total += self.weights[self.index[option][i]] * self.amount[option][i]
        return total

    def _shown(self, hand: Hand, value: cython.int) -> cython.int:
        """Return the number of cards of a value that have been shown, up to 3."""
        return min(hand.trace.shown[value] + hand.trace.shown[13 + value], 3)

    def throwing(
        self, hand: Hand, option: cython.int, card: cython.int, lag: cython.double, gain: cython.double
    ) -> cython.double:
        """Return the preference for a discard before the phase is laid.

        `lag` is the loss in value relative to the best discard, `gain` is the next player's gain.
        """
        here = STAGES * self.model + self.stage
        value = card >> 2
        fit = hand.table.fitting(card)
        self.used[option] = 0
        self._add(option, BY_LAG + here, max(-VALUE_UNITS * lag, -5.0))
        self._add(option, BY_POINTS + here, points_of(card) / 10.0)
        self._add(option, BY_GAIN + STAGES * self.after + self.stage, GAIN_UNITS * gain)
        for i in range(2):
            if fit >> i & 1:
                self._add(option, BY_FIT + (2 * STAGES if self.after == LAID else 0) + 2 * self.stage + i, 1.0)
        self._add(option, BY_VALUE + RANKS * self.model + value, 1.0)
        self._add(option, BY_NEXT + RANKS * self.after + value, 1.0)
        self._add(
            option,
            BY_COPIES + COPIES * self.model + 4 * (min(self.held[value], 4) - 1) + self._shown(hand, value),
            1.0,
        )
        if card < FIRST_ACE:
            self._add(option, BY_SUIT + SUIT_COUNTS * self.model + min(self.suits[card & 3], SUIT_COUNTS) - 1, 1.0)
            near = 0
            if value > 0:
                near += self.held[value - 1] > 0
            elif hand.wraps:
                near += self.held[VALUES - 1] > 0
            if value < VALUES - 1:
                near += self.held[value + 1] > 0
            elif hand.wraps:
                near += self.held[0] > 0
            self._add(option, BY_NEIGHBOURS + NEIGHBOURS * self.model + 2 * near + (self.held[value] > 1), 1.0)
        self._add(option, BY_LEAD + self.lead, GAIN_UNITS * gain)
        self._add(option, BY_READINESS + self.ready, points_of(card) / 10.0)
        self._add(option, BY_READINESS + READINESS + self.ready, GAIN_UNITS * gain)
        return self._total(option)

    def throwing_laid(self, hand: Hand, option: cython.int, card: cython.int, gain: cython.double) -> cython.double:
        """Return the preference for a discard after the phase is laid."""
        value = card >> 2
        near = 0
        self.used[option] = 0
        size = max(min(hand.size[hand.seat()] - 2, SIZES - 1), 0)
        self._add(option, LAID_POINTS + SIZES * self.stage + size, points_of(card) / 10.0)
        self._add(option, LAID_GAIN + STAGES * self.after + self.stage, GAIN_UNITS * gain)
        self._add(option, LAID_LEAD + self.lead, GAIN_UNITS * gain)
        self._add(option, LAID_NEXT + RANKS * self.after + value, 1.0)
        self._add(option, LAID_COPIES + 4 * (min(self.held[value], 4) - 1) + self._shown(hand, value), 1.0)
        self._add(option, LAID_TOTALS + RANKS * self.totals + value, 1.0)
        if card < FIRST_ACE:
            for i in range(GROUPS):
                if hand.table.kind[i] == RUN:
                    end = hand.table.low[i] + hand.table.length[i] - 1
                    for distance in range(2, 4):
                        if end + distance == value or hand.table.low[i] - distance == value:
                            near = 1
            if near:
                self._add(option, LAID_RUNS + self.stage, 1.0)
        if hand.table.fitting(card):
            self._add(option, LAID_FIT + self.stage, 1.0)
        return self._total(option)

    def skipping(self, hand: Hand, option: cython.int, victim: cython.int) -> cython.double:
        """Return the preference for a joker relative to the best other discard."""
        state = 0
        if hand.laid[victim]:
            state = 1 if hand.size[victim] >= 6 else (2 if hand.size[victim] >= 3 else 3)
        self.used[option] = 0
        self._add(option, OF_JOKER + VICTIMS * self.stage + (4 if self.model == LAID else 0) + state, 1.0)
        return self._total(option)

    def taking(self, hand: Hand, card: cython.int, gain: cython.double) -> cython.double:
        """Return the preference for taking a discard that completes no phase and is worth `gain` more than a draw."""
        here = STAGES * self.model + self.stage
        self.used[0] = 0
        self._add(0, TAKING + here, 1.0)
        self._add(0, TAKING_GAIN + here, max(min(VALUE_UNITS * gain, 5.0), -5.0))
        self._add(0, TAKING_VALUE + RANKS * self.model + (card >> 2), 1.0)
        return self._total(0)

    def holding(self, hand: Hand, kind: cython.int, left: cython.int) -> cython.double:
        """Return the preference for holding back a phase that would leave `left` cards."""
        table = 0 if self.stage < 3 else (1 if self.stage == 3 else 2)
        turn = min(self.turn // 2, TURNS - 1)
        self.used[0] = 0
        self._add(0, HOLDING + HOLDING_STATES * kind + TURNS * TABLES * min(left, 4) + TABLES * turn + table, 1.0)
        if hand.any_order:
            self._add(0, HOLDING_DONE + PHASES * kind + self.completed, 1.0)
        return self._total(0)
