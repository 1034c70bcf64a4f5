# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Two ways to play a turn without looking ahead: `GREEDY`, the greedy player's, and `FAST`, the expert's own.

The fast one takes the top discard exactly when the value with it beats the value of drawing, lays its phase when it is
there, sheds all it can, and throws the card without which the other ten are worth most, a little more gladly if it
counts many points and less gladly the more it is worth to the next player. Two accumulations it keeps back as long as
nobody has laid a phase, because a turn later it can often go out at once.
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
        GROUPS,
        HAND_ROOM,
        JOKER,
        PHASES,
        RUN_AND_SET,
        SEATS,
        TWO_COLOUR_TOTALS,
        TWO_TOTALS,
    )
    from phazed.core.finder import Finder
    from phazed.core.hand import Hand
    from phazed.core.phase_distance import PhaseDistance
    from phazed.core.planner import Planner
    from phazed.core.table import points_of
    from phazed.core.values import Values

    GREEDY, FAST = 0, 1


class Policy:
    """Plays turns of hands; `score[i]` is what it thought last of throwing card `i`."""

    def __init__(self, wraps: cython.int, values: Values, beliefs: Beliefs) -> None:
        if not cython.compiled:
            self.trial = [0] * HAND_ROOM
            self.score = [0.0] * HAND_ROOM
            self.weight = [0.0] * PHASES
        i: cython.int
        self.finder = Finder(wraps)
        self.planner = Planner(wraps)
        self.values = values
        self.beliefs = beliefs
        self.distance = PhaseDistance(wraps)
        self.deck = self.best = 0.0
        self.points_weight = 0.0008
        self.lay_off_danger = 0.02
        self.laid_danger = 8.0
        self.denial = 0.08
        self.laid_denial = 32.0
        self.waiting_turns = 4
        self.margin = 0.0
        for i in range(PHASES):
            self.weight[i] = 1.0
        self.left_cost = 0.15
        self.thorough = 1

    def turn(self, hand: Hand, style: cython.int) -> cython.void:
        """Play the whole turn of the seat whose turn it is."""
        if self.wants(hand, style):
            hand.take()
        else:
            hand.draw()
        self.finish(hand, style)

    def finish(self, hand: Hand, style: cython.int) -> cython.void:
        """Play the turn from after the pick-up."""
        self.lay(hand, style)
        if hand.ended == 0:
            self.throw(hand, hand.cards[hand.seat()][self.choose(hand, style)])

    def lay(self, hand: Hand, style: cython.int) -> cython.void:
        """Lay the phase if it is there, and lay off."""
        if hand.laid[hand.seat()] == 0 and not (style == FAST and self.waits(hand)):
            self.lay_phase(hand)
        if hand.ended == 0 and hand.laid[hand.seat()]:
            self.lay_off(hand)

    def waits(self, hand: Hand) -> cython.int:
        """Whether to keep back two accumulations, the only phase due, because laying them would not end the hand."""
        s: cython.int = hand.seat()
        i: cython.int
        due: cython.int = hand.due(s)
        if hand.turns >= SEATS * self.waiting_turns:
            return 0
        for i in range(SEATS):
            if hand.laid[i]:
                return 0
        for i in range(hand.phases):
            if due == 1 << i and hand.kinds[i] == TWO_TOTALS:
                if self.finder.find(TWO_TOTALS, hand.cards[s], hand.size[s], s, hand.table, self.thorough):
                    return self.finder.rest_size > 1
        return 0

    def throw(self, hand: Hand, card: cython.int) -> cython.void:
        """End the turn with the card."""
        if card == JOKER:
            hand.skip(self.victim(hand))
        else:
            hand.discard(card)

    def lay_phase(self, hand: Hand) -> cython.int:
        """Lay a phase if the hand holds one that is due: the one that is worth most, as it leaves least."""
        s: cython.int = hand.seat()
        due: cython.int = hand.due(s)
        i: cython.int
        best: cython.int = -1
        kind: cython.int
        here: cython.double
        most: cython.double = -99.0
        for i in range(hand.phases):
            if due == 1 << i:  # the only one, as in most games: no need to compare
                if not self.finder.has(hand.kinds[i], hand.cards[s], hand.size[s]):
                    return 0
                self.lay_kind(hand, hand.kinds[i])
                return 1
        for i in range(hand.phases):
            if due >> i & 1:
                kind = hand.kinds[i]
                if self.finder.find(kind, hand.cards[s], hand.size[s], s, hand.table, self.thorough):
                    here = self.weight[kind] - self.left_cost * max(self.finder.rest_size, 1)
                    if here > most:
                        most = here
                        best = kind
        if best < 0:
            return 0
        self.lay_kind(hand, best)
        return 1

    def lay_kind(self, hand: Hand, kind: cython.int) -> cython.void:
        """Lay a phase of that kind, which the hand holds."""
        s: cython.int = hand.seat()
        self.finder.find(kind, hand.cards[s], hand.size[s], s, hand.table, self.thorough)
        hand.lay(kind, self.finder.first, self.finder.first_size, self.finder.second, self.finder.second_size)

    def lay_off(self, hand: Hand) -> cython.void:
        i: cython.int
        self.planner.plan(hand.table, hand.cards[hand.seat()], hand.size[hand.seat()])
        for i in range(self.planner.count):
            hand.lay_off(self.planner.card[i], self.planner.group[i], self.planner.where[i])

    def wants(self, hand: Hand, style: cython.int) -> cython.int:
        """Whether to take the top discard."""
        s: cython.int = hand.seat()
        n: cython.int = hand.size[s]
        due: cython.int
        i: cython.int
        shed: cython.int
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
        return self.best > self.deck + self.margin

    def _completes(self, hand: Hand, seat: cython.int, due: cython.int) -> cython.int:
        """Whether a phase due is there with the last of the eleven cards on trial; -1 if none is.

        If it is there without that card, the card is wanted only if no more are left with it.
        """
        k: cython.int
        kind: cython.int
        without: cython.int = 99
        with_it: cython.int = 99
        for k in range(hand.phases):
            if due >> k & 1:
                kind = hand.kinds[k]
                if self.finder.find(kind, self.trial, 11, seat, hand.table, self.thorough):
                    with_it = min(with_it, self.finder.rest_size)
                    if self.finder.find(kind, self.trial, 10, seat, hand.table, self.thorough):
                        without = min(without, self.finder.rest_size)
        return -1 if with_it == 99 else with_it <= without

    def weigh(self, hand: Hand, due: cython.int, eleven: cython.p_int) -> cython.void:
        """Weigh the last of eleven cards against the deck: `best` becomes the value with it, `deck` that of drawing."""
        i: cython.int
        k: cython.int
        kind: cython.int
        here: cython.double
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
        """Whether the card, which completes no phase, brings the nearest nearer when another is thrown."""
        i: cython.int
        k: cython.int
        card: cython.int
        due: cython.int = hand.due(seat)
        now: cython.int = 9
        for k in range(hand.phases):
            if due >> k & 1:
                self.distance.evaluate(hand.kinds[k], self.trial, n)
                now = min(now, self.distance.least)
        if now <= 1:
            return 0  # nothing lacks less: the eleven cards do not hold a phase due
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
        """Fill `score`: the value of what is left after each discard, for the best of the phases due."""
        i: cython.int
        k: cython.int
        kind: cython.int
        here: cython.double
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

    def choose(self, hand: Hand, style: cython.int) -> cython.int:
        """The place in the hand of the card to throw."""
        s: cython.int = hand.seat()
        n: cython.int = hand.size[s]
        i: cython.int
        j: cython.int
        k: cython.int
        card: cython.int
        best: cython.int = 0
        due: cython.int = hand.due(s)
        for i in range(n):
            if hand.cards[s][i] == JOKER:
                return i
        if style == FAST and due and n == 11:
            self.judge(hand, due, hand.cards[s], n)
            for i in range(n):
                card = hand.cards[s][i]
                self.score[i] += self.points_weight * points_of(card) - self.danger(hand, card)
        else:
            for i in range(n):
                card = hand.cards[s][i]
                self.score[i] = self.laid_score(hand, card) if style == FAST else points_of(card)
                if style != FAST and due and n <= 12:
                    k = 0
                    for j in range(n):
                        if j != i:
                            self.trial[k] = hand.cards[s][j]
                            k += 1
                    for j in range(hand.phases):
                        if due >> j & 1:
                            self.distance.evaluate(hand.kinds[j], self.trial, n - 1)
                            self.score[i] += 64.0 * self.distance.promise
        for i in range(1, n):
            if self.score[i] > self.score[best]:
                best = i
        return best

    def danger(self, hand: Hand, card: cython.int) -> cython.double:
        """What the card is worth to the next player, in what ten cards are worth to the one who throws it."""
        after: cython.int = (hand.seat() + 1) & 3
        if hand.laid[after]:
            return self.lay_off_danger if self._fits(hand, card) else 0.0
        return self.denial * self.beliefs.offer_gain(hand, after, card)

    def laid_score(self, hand: Hand, card: cython.int) -> cython.double:
        """What throwing the card is worth, in points, to a player who has laid a phase."""
        after: cython.int = (hand.seat() + 1) & 3
        if hand.laid[after]:
            return points_of(card) - (self.laid_danger if self._fits(hand, card) else 0.0)
        return points_of(card) - self.laid_denial * self.beliefs.offer_gain(hand, after, card)

    def _fits(self, hand: Hand, card: cython.int) -> cython.int:
        """Whether the card could be laid off."""
        i: cython.int
        for i in range(GROUPS):
            if hand.table.fits(i, card):
                return 1
        return 0

    def victim(self, hand: Hand) -> cython.int:
        """The seat to skip: with a phase on the table and the fewest cards, else with most phases completed."""
        s: cython.int = hand.seat()
        i: cython.int
        k: cython.int
        seat: cython.int
        here: cython.int
        most: cython.int = -1
        best: cython.int = (s + 1) & 3
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
        """Whether the fast policy keeps back a phase that it holds."""
        return self.waits(hand) != 0

    def play_turn(self, hand: Hand, style: int) -> None:
        """Play the whole turn of the seat whose turn it is, in that style."""
        self.turn(hand, style)

    def takes(self, hand: Hand) -> bool:
        """Whether the fast policy takes the top discard."""
        return self.wants(hand, FAST) != 0

    def find(self, hand: Hand, phase: cython.int) -> list[list[int]]:
        """The groups of the best way to lay a phase, named by its kind; nothing if the hand does not hold it."""
        s: cython.int = hand.seat()
        if not self.finder.find(phase, hand.cards[s], hand.size[s], s, hand.table, 1):
            return []
        first = [self.finder.first[i] for i in range(self.finder.first_size)]
        second = [self.finder.second[i] for i in range(self.finder.second_size)]
        return [first, second] if second else [first]

    def plan(self, hand: Hand) -> list[tuple[int, int, int]]:
        """The lay-offs to make: card, place of the group, and 1 for its end or 2 for a run's start."""
        self.planner.plan(hand.table, hand.cards[hand.seat()], hand.size[hand.seat()])
        return [(self.planner.card[i], self.planner.group[i], self.planner.where[i]) for i in range(self.planner.count)]

    def opinions(self, hand: Hand) -> list[float]:
        """What the fast policy thinks of throwing each card; the best is the one that it throws."""
        self.choose(hand, FAST)
        return [self.score[i] for i in range(hand.size[hand.seat()])]

    def throws(self, hand: Hand) -> int:
        """The card that the fast policy throws."""
        return hand.cards[hand.seat()][self.choose(hand, FAST)]

    def skips(self, hand: Hand) -> int:
        """The seat that the fast policy skips."""
        return self.victim(hand)

    def best_phase(self, hand: Hand) -> int:
        """The kind of the phase that the fast policy lays, or -1."""
        held = self.holds(hand)
        return max(
            held, key=lambda kind: self.weight[kind] - self.left_cost * max(self.leaves(hand, kind), 1), default=-1
        )

    def holds(self, hand: Hand) -> list[int]:
        """The kinds of all the phases due that the hand holds."""
        s: cython.int = hand.seat()
        due = hand.due(s)
        return [
            hand.kinds[i]
            for i in range(hand.phases)
            if due >> i & 1 and self.finder.has(hand.kinds[i], hand.cards[s], hand.size[s])
        ]

    def leaves(self, hand: Hand, kind: int) -> int:
        """How many cards are left after a phase of that kind and all lay-offs."""
        s: cython.int = hand.seat()
        self.finder.find(kind, hand.cards[s], hand.size[s], s, hand.table, 1)
        return self.finder.rest_size

    def phase_with_discard(self, hand: Hand) -> int:
        """The kind of a phase due that the hand holds with the top discard, or -1."""
        s: cython.int = hand.seat()
        due = hand.due(s)
        n = hand.size[s]
        for i in range(n):
            self.trial[i] = hand.cards[s][i]
        self.trial[n] = hand.pile[hand.pile_size - 1]
        for i in range(hand.phases):
            if due >> i & 1 and self.finder.has(hand.kinds[i], self.trial, n + 1):
                return hand.kinds[i]
        return -1
