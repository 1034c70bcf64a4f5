# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Two policies for a turn without search: `GREEDY`, the greedy player's, and `FAST`, the expert's.

The fast policy adds learned preferences (`preferences`) to the exact values of its cards (`values`). It takes the top
discard if the value with it plus the preference exceeds the value of drawing; lays its phase as soon as possible,
unless it prefers to hold it back; lays off everything it can; and discards the card with the highest preference minus
loss in value.
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
        HAND_ROOM,
        JOKER,
        PHASES,
        RUN_AND_SET,
        SEATS,
        TWO_COLOUR_TOTALS,
    )
    from phazed.core.finder import ALL_WAYS, MORE_WAYS, Finder
    from phazed.core.hand import Hand
    from phazed.core.phase_distance import PhaseDistance
    from phazed.core.planner import Planner
    from phazed.core.preferences import Preferences
    from phazed.core.table import points_of
    from phazed.core.values import Values

    GREEDY, FAST = 0, 1
    VALUE_WEIGHT = 100
    """The preference that is equivalent to a value of 1."""


def readiness(value: cython.double) -> cython.int:
    """Return how close a hand of that value is to its phase, from 0 to 3."""
    return 0 if value < 0.15 else (1 if value < 0.3 else (2 if value < 0.5 else 3))


class Policy:
    """Plays turns; `score[i]` is the last evaluation of discarding card `i`."""

    def __init__(self, wraps: cython.int, values: Values, beliefs: Beliefs, preferences: Preferences) -> None:
        if not cython.compiled:
            self.trial = [0] * HAND_ROOM
            self.score = [0.0] * HAND_ROOM
            self.weight = [0.0] * PHASES
        self.finder = Finder(wraps)
        self.planner = Planner(wraps)
        self.values = values
        self.beliefs = beliefs
        self.preferences = preferences
        self.distance = PhaseDistance(wraps)
        self.deck = self.best = 0.0
        self.aim = 0
        for i in range(PHASES):
            self.weight[i] = 1.0
        self.left_cost = 0.15
        self.ways = MORE_WAYS

    def turn(self, hand: Hand, style: cython.int) -> cython.void:
        """Play the current seat's whole turn."""
        if self.wants(hand, style):
            hand.take()
        else:
            hand.draw()
        self.finish(hand, style)

    def finish(self, hand: Hand, style: cython.int) -> cython.void:
        """Play the rest of the turn after the pick-up."""
        self.lay(hand, style)
        if hand.ended == 0:
            self.throw(hand, hand.cards[hand.seat()][self.choose(hand, style)])

    def lay(self, hand: Hand, style: cython.int) -> cython.void:
        """Lay the phase if the hand contains it, and lay off."""
        if hand.laid[hand.seat()] == 0:
            kind = self.kind_to_lay(hand)
            if kind >= 0:
                self.find_way(hand, kind)
                if not (style == FAST and self.waits(hand, kind)):
                    self.lay_found(hand, kind)
        if hand.ended == 0 and hand.laid[hand.seat()]:
            self.lay_off(hand)

    def waits(self, hand: Hand, kind: cython.int) -> cython.int:
        """Return whether to hold back a phase of that kind, for which a way has just been found."""
        s = hand.seat()
        if hand.size[s] != 11:
            return 0
        self.preferences.look(hand)
        self.preferences.ready = 3
        return self.decide(self.preferences.holding(hand, kind, self.finder.rest_size))

    def decide(self, preference: cython.double) -> cython.int:
        """Return whether to do something, given the preference for it."""
        return preference > 0.0

    def credit(self, change: cython.double, stake: cython.double) -> cython.void:
        """Do nothing: this policy does not learn from the change in the chance of winning."""

    def throw(self, hand: Hand, card: cython.int) -> cython.void:
        """Discard the card, which ends the turn."""
        if card == JOKER:
            hand.skip(self.victim(hand))
        else:
            hand.discard(card)

    def lay_phase(self, hand: Hand) -> cython.void:
        """Lay the best phase due in the hand, if any, in the way that leaves the fewest cards."""
        kind = self.kind_to_lay(hand)
        if kind >= 0:
            self.lay_kind(hand, kind)

    def kind_to_lay(self, hand: Hand) -> cython.int:
        """Return the kind of the best phase due in the hand, or -1."""
        s = hand.seat()
        due = hand.due(s)
        best = -1
        most = -99.0
        for i in range(hand.phases):
            if due == 1 << i:  # the only phase due, as in most games
                kind = hand.kinds[i]
                return kind if self.finder.has(kind, hand.cards[s], hand.size[s]) else -1
        for i in range(hand.phases):
            if due >> i & 1:
                kind = hand.kinds[i]
                if self.finder.find(kind, hand.cards[s], hand.size[s], s, hand.table, self.ways):
                    here = self.weight[kind] - self.left_cost * max(self.finder.rest_size, 1)
                    if here > most:
                        most = here
                        best = kind
        return best

    def lay_kind(self, hand: Hand, kind: cython.int) -> cython.void:
        """Lay a phase of that kind, which the hand must contain."""
        self.find_way(hand, kind)
        self.lay_found(hand, kind)

    def find_way(self, hand: Hand, kind: cython.int) -> cython.void:
        """Find the way to lay a phase of that kind that leaves the fewest cards; the hand must contain the phase."""
        s = hand.seat()
        self.finder.find(kind, hand.cards[s], hand.size[s], s, hand.table, self.ways)

    def lay_found(self, hand: Hand, kind: cython.int) -> cython.void:
        """Lay a phase of that kind in the last way found."""
        hand.lay(kind, self.finder.first, self.finder.first_size, self.finder.second, self.finder.second_size)

    def lay_off(self, hand: Hand) -> cython.void:
        self.planner.plan(hand.table, hand.cards[hand.seat()], hand.size[hand.seat()])
        for i in range(self.planner.count):
            hand.lay_off(self.planner.card[i], self.planner.group[i], self.planner.where[i])

    def wants(self, hand: Hand, style: cython.int) -> cython.int:
        """Return whether to take the top discard."""
        s = hand.seat()
        n = hand.size[s]
        if hand.pile_size == 0 or hand.pile[hand.pile_size - 1] == JOKER:
            return 0
        for i in range(n):
            self.trial[i] = hand.cards[s][i]
        if hand.laid[s]:
            self.planner.plan(hand.table, self.trial, n)
            shed = self.planner.count
            self.trial[n] = hand.pile[hand.pile_size - 1]
            self.planner.plan(hand.table, self.trial, n + 1)
            return self.planner.count > shed
        due = hand.due(s)
        if due == 0 or n != 10:
            return 0
        self.trial[n] = hand.pile[hand.pile_size - 1]
        shed = self._completes(hand, s, due)
        if shed >= 0:
            return shed
        if style == GREEDY:
            return self._greedy_wants(hand, s, n)
        self.weigh(hand, due, self.trial)
        self.preferences.look(hand)
        self.preferences.model = self.aim
        self.preferences.ready = readiness(self.deck)
        return self.decide(
            VALUE_WEIGHT * (self.best - self.deck) + self.preferences.taking(hand, self.trial[n], self.best - self.deck)
        )

    def _completes(self, hand: Hand, seat: cython.int, due: cython.int) -> cython.int:
        """Return whether to take the last of eleven cards because they contain a phase due; -1 if they contain none.

        If the first ten cards contain it as well, take the card only if it leaves at most as many cards.
        """
        without = 99
        with_it = 99
        for k in range(hand.phases):
            if due >> k & 1:
                kind = hand.kinds[k]
                if self.finder.find(kind, self.trial, 11, seat, hand.table, self.ways):
                    with_it = min(with_it, self.finder.rest_size)
                    if self.finder.find(kind, self.trial, 10, seat, hand.table, self.ways):
                        without = min(without, self.finder.rest_size)
        return -1 if with_it == 99 else with_it <= without

    def weigh(self, hand: Hand, due: cython.int, eleven: cython.p_int) -> cython.void:
        """Evaluate the last of eleven cards: set `best` to the value with it, and `deck` to the value of drawing."""
        self.best = 0.0
        self.deck = 0.0
        for k in range(hand.phases):
            if not due >> k & 1:
                continue
            kind = hand.kinds[k]
            self.values.value(kind, eleven)
            here = self.values.deck * self.weight[kind]
            if here > self.deck:
                self.deck = here
                self.aim = kind
            if kind == RUN_AND_SET or kind == TWO_COLOUR_TOTALS:
                here = self.values.with_offered(kind, eleven[10]) * self.weight[kind]
                if here > self.best:
                    self.best = here
            else:
                self.values.discards(kind, eleven, 11)
                for i in range(11):
                    here = self.values.after[i] * self.weight[kind]
                    if here > self.best:
                        self.best = here

    def _greedy_wants(self, hand: Hand, seat: cython.int, n: cython.int) -> cython.int:
        """Return whether the card, which completes no phase, brings the hand closer to its nearest phase."""
        due = hand.due(seat)
        now = 9
        for k in range(hand.phases):
            if due >> k & 1:
                self.distance.evaluate(hand.kinds[k], self.trial, n)
                now = min(now, self.distance.least)
        if now <= 1:
            return 0  # 0 is impossible: the eleven cards contain no phase due
        for i in range(n):
            card = self.trial[i]
            self.trial[i] = self.trial[n]
            for k in range(hand.phases):
                if due >> k & 1:
                    self.distance.evaluate(hand.kinds[k], self.trial, n)
                    if self.distance.least < now:
                        return 1
            self.trial[i] = card
        return 0

    def judge(self, hand: Hand, due: cython.int, cards: cython.p_int, n: cython.int) -> cython.void:
        """Set `score` to the value after each discard, and `aim` to the phase due with the highest value."""
        top = -1.0
        for i in range(n):
            self.score[i] = 0.0
        for k in range(hand.phases):
            if due >> k & 1:
                kind = hand.kinds[k]
                self.values.discards(kind, cards, n)
                for i in range(n):
                    here = self.values.after[i] * self.weight[kind]
                    if here > self.score[i]:
                        self.score[i] = here
                    if here > top:
                        top = here
                        self.aim = kind

    def choose(self, hand: Hand, style: cython.int) -> cython.int:
        """Return the index of the card to discard."""
        s = hand.seat()
        n = hand.size[s]
        due = hand.due(s)
        if style == FAST:
            self.preferences.look(hand)
            self.preferences.count(hand)
            if due and n == 11:
                self._judge_throws(hand, due, n)
            else:
                self._judge_laid_throws(hand, n)
            self._judge_jokers(hand, n)
            return self.pick(n)
        for i in range(n):
            if hand.cards[s][i] == JOKER:
                return i
        self._judge_greedily(hand, due, n)
        return self.best_score(n)

    def pick(self, n: cython.int) -> cython.int:
        """Return the index of the discard to choose among the first `n`, given the scores."""
        return self.best_score(n)

    def best_score(self, n: cython.int) -> cython.int:
        best = 0
        for i in range(1, n):
            if self.score[i] > self.score[best]:
                best = i
        return best

    def _judge_throws(self, hand: Hand, due: cython.int, n: cython.int) -> cython.void:
        """Score the discards before the phase is laid."""
        s = hand.seat()
        after = (s + 1) & 3
        top = 0.0
        gain = 0.0
        self.judge(hand, due, hand.cards[s], n)
        for i in range(n):
            top = max(top, self.score[i])
        self.preferences.model = self.aim
        self.preferences.ready = readiness(top)
        self.beliefs.look(hand, after)
        for i in range(n):
            card = hand.cards[s][i]
            if card == JOKER:
                continue
            lag = top - self.score[i]
            if not hand.laid[after]:
                gain = self.beliefs.offer_gain(hand, after, card)
            self.score[i] = self.preferences.throwing(hand, i, card, lag, gain) - VALUE_WEIGHT * lag

    def _judge_laid_throws(self, hand: Hand, n: cython.int) -> cython.void:
        """Score the discards after the phase is laid."""
        s = hand.seat()
        after = (s + 1) & 3
        gain = 0.0
        self.preferences.ready = 0 if n <= 2 else (1 if n <= 3 else (2 if n <= 5 else 3))
        self.beliefs.look(hand, after)
        for i in range(n):
            card = hand.cards[s][i]
            if card == JOKER:
                continue
            if not hand.laid[after]:
                gain = self.beliefs.offer_gain(hand, after, card)
            self.score[i] = self.preferences.throwing_laid(hand, i, card, gain)

    def _judge_jokers(self, hand: Hand, n: cython.int) -> cython.void:
        """Score jokers relative to the best other discard."""
        s = hand.seat()
        jokers = 0
        top = -9999.0
        for i in range(n):
            if hand.cards[s][i] == JOKER:
                jokers += 1
            else:
                top = max(top, self.score[i])
        if jokers == 0:
            return
        if jokers == n:
            top = 0.0
        for i in range(n):
            if hand.cards[s][i] == JOKER:
                self.score[i] = top + self.preferences.skipping(hand, i, self.victim(hand))

    def _judge_greedily(self, hand: Hand, due: cython.int, n: cython.int) -> cython.void:
        """Score the discards like the greedy player, by the distances to the phases due and by points."""
        s = hand.seat()
        for i in range(n):
            self.score[i] = points_of(hand.cards[s][i])
            if due and n <= 12:
                k = 0
                for j in range(n):
                    if j != i:
                        self.trial[k] = hand.cards[s][j]
                        k += 1
                for j in range(hand.phases):
                    if due >> j & 1:
                        self.distance.evaluate(hand.kinds[j], self.trial, n - 1)
                        self.score[i] += 64.0 * self.distance.promise

    def victim(self, hand: Hand) -> cython.int:
        """Return the seat to skip: one with a phase on the table and few cards, else one with many completed phases."""
        s = hand.seat()
        most = -1
        best = (s + 1) & 3
        for i in range(1, SEATS):
            seat = (s + i) & 3
            here = 0
            for k in range(hand.phases):
                here += hand.done[seat] >> k & 1
            if hand.laid[seat]:
                here += 40 - 2 * hand.size[seat]
            if hand.skips[seat]:
                here = 0
            if here > most:
                most = here
                best = seat
        return best

    def keeps_back(self, hand: Hand) -> bool:
        """Return whether the hand contains a phase that the fast policy holds back."""
        kind = self.kind_to_lay(hand)
        if kind < 0:
            return False
        self.find_way(hand, kind)
        return self.waits(hand, kind) != 0

    def play_turn(self, hand: Hand, style: int) -> None:
        """Play the current seat's whole turn in that style."""
        self.turn(hand, style)

    def takes(self, hand: Hand) -> bool:
        """Return whether the fast policy takes the top discard."""
        return self.wants(hand, FAST) != 0

    def find(self, hand: Hand, phase: cython.int) -> list[list[int]]:
        """Return the groups of the best way to lay a phase of that kind, or an empty list."""
        s = hand.seat()
        if not self.finder.find(phase, hand.cards[s], hand.size[s], s, hand.table, ALL_WAYS):
            return []
        first = [self.finder.first[i] for i in range(self.finder.first_size)]
        second = [self.finder.second[i] for i in range(self.finder.second_size)]
        return [first, second] if second else [first]

    def plan(self, hand: Hand) -> list[tuple[int, int, int]]:
        """Return the lay-offs to make, as triples of the card, the group's index, and `AT_END` or `AT_START`."""
        self.planner.plan(hand.table, hand.cards[hand.seat()], hand.size[hand.seat()])
        return [(self.planner.card[i], self.planner.group[i], self.planner.where[i]) for i in range(self.planner.count)]

    def opinions(self, hand: Hand) -> list[float]:
        """Return the fast policy's score for discarding each card."""
        self.choose(hand, FAST)
        return [self.score[i] for i in range(hand.size[hand.seat()])]

    def worths(self, hand: Hand) -> list[float]:
        """Return, for each of eleven cards, the value of the other ten for the phases due."""
        s = hand.seat()
        if hand.size[s] != 11:
            raise ValueError(f"the hand must have 11 cards, not {hand.size[s]}")
        self.judge(hand, hand.due(s), hand.cards[s], 11)
        return [self.score[i] for i in range(11)]

    def throws(self, hand: Hand) -> int:
        """Return the card that the fast policy discards."""
        return hand.cards[hand.seat()][self.choose(hand, FAST)]

    def skips(self, hand: Hand) -> int:
        """Return the seat that the fast policy skips."""
        return self.victim(hand)

    def best_phase(self, hand: Hand) -> int:
        """Return the kind of the phase that the fast policy lays, or -1."""
        return self.kind_to_lay(hand)

    def holds(self, hand: Hand) -> list[int]:
        """Return the kinds of all phases due that the hand contains."""
        s = hand.seat()
        due = hand.due(s)
        return [
            hand.kinds[i]
            for i in range(hand.phases)
            if due >> i & 1 and self.finder.has(hand.kinds[i], hand.cards[s], hand.size[s])
        ]

    def leaves(self, hand: Hand, kind: int) -> int:
        """Return the number of cards left after a phase of that kind and all lay-offs."""
        s = hand.seat()
        self.finder.find(kind, hand.cards[s], hand.size[s], s, hand.table, ALL_WAYS)
        return self.finder.rest_size

    def phase_with_discard(self, hand: Hand) -> int:
        """Return the kind of a phase due that the hand contains with the top discard, or -1."""
        s = hand.seat()
        due = hand.due(s)
        n = hand.size[s]
        for i in range(n):
            self.trial[i] = hand.cards[s][i]
        self.trial[n] = hand.pile[hand.pile_size - 1]
        for i in range(hand.phases):
            if due >> i & 1 and self.finder.has(hand.kinds[i], self.trial, n + 1):
                return hand.kinds[i]
        return -1
