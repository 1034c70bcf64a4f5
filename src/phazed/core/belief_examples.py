# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Training examples for beliefs, from hands played between policies.

A pair is the difference between the features of a player's hand and of the same hand with one hidden card exchanged for
another unseen card: a walk over hidden hands needs to distinguish the two. An offer consists of the features of a card
that a player could discard, and its value to the next player.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.beliefs import CARD_FEATURES, LAID, PAIR_FEATURES, Beliefs, model_of
    from phazed.core.constants import CARDS, DECK_ROOM, HAND_ROOM, SEATS
    from phazed.core.finder import Finder
    from phazed.core.habits import Habits
    from phazed.core.hand import Hand
    from phazed.core.playout import Playout
    from phazed.core.policy import Policy


class BeliefExamples(Playout):
    """Plays hands, counts all seats' habits, and writes examples: features, model, seat and, for offers, gain."""

    def __init__(
        self,
        hand: Hand,
        policy: Policy,
        beliefs: Beliefs,
        rows: Any,
        models: Any,
        seats: Any,
        gains: Any,
        seed: cython.ulonglong,
    ) -> None:
        Playout.__init__(self, hand, policy, 1, seed)
        if not cython.compiled:
            self.places = [0] * HAND_ROOM
            self.unseen = [0] * DECK_ROOM
            self.eleven = [0] * HAND_ROOM
            self.turns = [0] * SEATS
        if rows.shape != (len(models), PAIR_FEATURES) or not len(gains) == len(seats) == len(models):
            shapes = f"{rows.shape}, {models.shape}, {seats.shape} and {gains.shape}"
            raise ValueError(f"arrays with the shapes {shapes} do not fit together")
        self.beliefs = beliefs
        self.finder = Finder(hand.wraps)
        self.rows = rows
        self.models = models
        self.seats = seats
        self.gains = gains
        self.habits = Habits()
        self.room = len(models)
        self.count = self.hidden = self.outside = 0

    def play(self, done: list[int], leader: cython.int, share: cython.double, pairs: cython.int) -> int:
        """Play a hand and use a share of its turns as examples; return the number of examples so far."""
        self.share = share
        self.pairs = pairs
        for s in range(SEATS):
            self.hand.done[s] = done[s]
            self.turns[s] = 0
        self.play_hand(leader)
        return self.count

    def play_turn(self) -> cython.int:
        """Possibly record an example, play a turn and, unless it ends the hand, count its outcomes."""
        seat = self.hand.seat()
        if self.count < self.room and self.stream.share() < self.share:
            if self.pairs:
                self._pair(seat)
            else:
                self._offer(seat)
        model = model_of(self.hand, seat)
        size = self.hand.size[seat]
        drawn = self.hand.drawn
        offered = -1
        if self.hand.pile_size:
            offered = self.hand.pile[self.hand.pile_size - 1]
        seen = self.hand.pile_size > 1 or not self.hand.trace.first_unseen
        Playout.play_turn(self)
        took = self.hand.drawn == drawn
        if not self.hand.ended:
            self.habits.count_turn(
                self.hand.trace,
                seat,
                model,
                self.turns[seat],
                offered if seen or took else -1,
                took,
                size - self.hand.size[seat],
                self.hand.size[seat],
                self.hand.pile[self.hand.pile_size - 1],
            )
        self.turns[seat] += 1
        return 1

    def _sort_unseen(self, observer: cython.int, seat: cython.int) -> cython.void:
        """Find the indices of the seat's hidden cards, and the other cards that the observer has not seen."""
        kept = cython.declare(cython.int[CARDS])
        self.hidden = self.outside = 0
        for s in range(SEATS):
            if s == observer:
                continue
            for i in range(CARDS):
                kept[i] = self.hand.trace.kept[s][i]
            for i in range(self.hand.size[s]):
                card = self.hand.cards[s][i]
                if kept[card]:
                    kept[card] -= 1
                elif s == seat:
                    self.places[self.hidden] = i
                    self.hidden += 1
                else:
                    self.unseen[self.outside] = card
                    self.outside += 1
        for i in range(self.hand.drawn, self.hand.deck_size):
            self.unseen[self.outside] = self.hand.deck[i]
            self.outside += 1

    def _pair(self, observer: cython.int) -> cython.void:
        """Record a pair for another player's hand."""
        seat = (observer + 1 + self.stream.below(SEATS - 1)) & 3
        self._sort_unseen(observer, seat)
        if self.hidden == 0 or self.outside == 0:
            return
        place = self.places[self.stream.below(self.hidden)]
        inside = self.hand.cards[seat][place]
        other = self.unseen[self.stream.below(self.outside)]
        if inside == other:
            return
        self.beliefs.look(self.hand, seat)
        if self.beliefs.turns == 0 and self.beliefs.model != LAID:
            return  # nothing is known about the player, so all hands are equally likely
        self.models[self.count] = self.beliefs.model
        self.seats[self.count] = seat
        self.beliefs.describe_card(self.hand, seat, inside)
        if self.beliefs.model != LAID:
            self.beliefs.appraise(self.hand, seat, self.hand.cards[seat])
        self.beliefs.describe_hand()
        for i in range(PAIR_FEATURES):
            self.rows[self.count, i] = self.beliefs.row[i]
        self.beliefs.describe_card(self.hand, seat, other)
        if self.beliefs.model != LAID:
            self.hand.cards[seat][place] = other
            self.beliefs.appraise(self.hand, seat, self.hand.cards[seat])
            self.hand.cards[seat][place] = inside
        self.beliefs.describe_hand()
        for i in range(PAIR_FEATURES):
            self.rows[self.count, i] -= self.beliefs.row[i]
        self.gains[self.count] = 0.0
        self.count += 1

    def _offer(self, seat: cython.int) -> cython.void:
        """Record an offer of one of the seat's cards, unless the next player has laid a phase."""
        after = (seat + 1) & 3
        if self.hand.due(after) == 0 or self.hand.size[after] != 10:
            return
        card = self.hand.cards[seat][self.stream.below(self.hand.size[seat])]
        self.beliefs.look(self.hand, after)
        self.beliefs.describe_card(self.hand, after, card)
        for i in range(PAIR_FEATURES):
            self.rows[self.count, i] = self.beliefs.row[i] if i < CARD_FEATURES else 0.0
        self.models[self.count] = self.beliefs.model
        self.seats[self.count] = after
        self.gains[self.count] = self._gain(after, card)
        self.count += 1

    def _gain(self, seat: cython.int, card: cython.int) -> cython.double:
        """Return how much more the card improves the value of the seat's ten cards than a draw."""
        due = self.hand.due(seat)
        deck = 0.0
        best = 0.0
        for i in range(10):
            self.eleven[i] = self.hand.cards[seat][i]
        self.eleven[10] = card
        for k in range(self.hand.phases):
            if not due >> k & 1:
                continue
            kind = self.hand.kinds[k]
            weight = self.beliefs.phase_weight[kind]
            self.beliefs.values.value(kind, self.eleven)
            deck = max(deck, weight * self.beliefs.values.deck)
            if self.finder.has(kind, self.eleven, 11):
                best = max(best, weight)
                continue
            self.beliefs.values.discards(kind, self.eleven, 11)
            for i in range(11):
                best = max(best, weight * self.beliefs.values.after[i])
        return best - deck if best > deck else 0.0
