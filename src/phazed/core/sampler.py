# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Samples of the other players' hands, given everything seen so far.

The unseen cards are in slots: the hidden cards of each hand, then the deck. A Metropolis walk swaps the cards of two
slots, and accepts a swap depending on the change in the hands' log-probability according to `beliefs`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from math import exp

    from phazed.core.beliefs import LAID, Beliefs
    from phazed.core.constants import CARDS, DECK_ROOM, HAND_ROOM, SEATS
    from phazed.core.hand import Hand, Stream


class Sampler:
    """The hidden cards as seen from one seat of a hand."""

    def __init__(self, root: Hand, seat: cython.int, beliefs: Beliefs, seed: cython.ulonglong) -> None:
        if not cython.compiled:
            self.card = [0] * DECK_ROOM
            self.owner = [0] * DECK_ROOM
            self.first = [0] * SEATS
            self.hidden = [0] * SEATS
            self.known = [[0] * HAND_ROOM for _ in range(SEATS)]
            self.knows = [0] * SEATS
            self.model = [0] * SEATS
            self.turns = [0] * SEATS
            self.energy = [[0.0] * CARDS for _ in range(SEATS)]
            self.weight = [0.0] * SEATS
            self.now = [0] * HAND_ROOM
        if not 0 <= seat < SEATS:
            raise ValueError(f"there is no seat {seat}")
        self.beliefs = beliefs
        self.stream = Stream(seed)
        self.root = root
        self.seat = seat
        for i in range(SEATS):
            self.model[i] = LAID
        self.unseen = self.hidden_all = 0
        self.steps = self.moves = 0

    def know(self, seat: cython.int, known: list[int], hidden: cython.int) -> None:
        """Set a player's known cards and number of hidden cards."""
        if not (0 <= seat < SEATS and hidden >= 0 and len(known) + hidden < HAND_ROOM):
            raise ValueError(f"seat {seat} cannot have {len(known)} known and {hidden} hidden cards")
        self.knows[seat] = len(known)
        for i, card in enumerate(known):
            self.known[seat][i] = card
        self.hidden[seat] = hidden
        self.beliefs.look(self.root, seat)
        self.turns[seat] = self.beliefs.turns
        self.model[seat] = self.beliefs.model if len(known) + hidden == 10 else LAID
        for card in range(CARDS):
            self.energy[seat][card] = self.beliefs.card_energy(self.root, seat, card)

    def begin(self, unseen: list[int]) -> None:
        """Put the unseen cards into the slots in random order; the last slots belong to the deck."""
        in_hands = sum(self.hidden[seat] for seat in range(SEATS))
        if not in_hands + self.root.deck_size - self.root.drawn <= len(unseen) <= DECK_ROOM:
            raise ValueError(f"the number of unseen cards, {len(unseen)}, is too small or too large")
        place = 0
        for seat in range(SEATS):
            self.first[seat] = place
            for _ in range(self.hidden[seat]):
                self.owner[place] = seat
                place += 1
        self.hidden_all = place
        self.unseen = len(unseen)
        for i in range(place, len(unseen)):
            self.owner[i] = -1
        for i, card in enumerate(unseen):
            self.card[i] = card
        self.shuffle()

    def shuffle(self) -> cython.void:
        """Shuffle the cards in the slots, and re-evaluate the hands."""
        for i in range(self.unseen - 1, 0, -1):
            j = self.stream.below(i + 1)
            kept = self.card[i]
            self.card[i] = self.card[j]
            self.card[j] = kept
        for i in range(SEATS):
            self.weight[i] = self.hand_energy(i) if i != self.seat else 0.0

    def hand_energy(self, seat: cython.int) -> cython.double:
        """Return the joint log-probability of the seat's cards, without the contributions of single cards."""
        n = self.hidden[seat]
        if self.model[seat] == LAID:
            return 0.0
        for i in range(n):
            self.now[i] = self.card[self.first[seat] + i]
        for i in range(self.knows[seat]):
            self.now[n + i] = self.known[seat][i]
        return self.beliefs.hand_energy(self.root, seat, self.model[seat], self.turns[seat], self.now)

    def step(self) -> cython.void:
        """Take a step of the walk, which may swap a card hidden in a hand with another unseen card."""
        a = self.stream.below(self.hidden_all)
        b = self.stream.below(self.unseen)
        s = self.owner[a]
        o = self.owner[b]
        one = self.card[a]
        two = self.card[b]
        theirs = 0.0
        gain = self.energy[s][two] - self.energy[s][one]
        self.steps += 1
        if o == s or one == two:
            return
        self.card[a] = two
        self.card[b] = one
        mine = self.hand_energy(s)
        gain += mine - self.weight[s]
        if o >= 0:
            theirs = self.hand_energy(o)
            gain += theirs - self.weight[o] + self.energy[o][one] - self.energy[o][two]
        if gain >= 0.0 or self.stream.share() < exp(gain):
            self.weight[s] = mine
            if o >= 0:
                self.weight[o] = theirs
            self.moves += 1
        else:
            self.card[a] = one
            self.card[b] = two

    def walk(self, steps: cython.int) -> cython.void:
        if self.hidden_all:
            for i in range(steps):
                self.step()

    def fill(self, hand: Hand) -> cython.void:
        """Shuffle the deck, and put the sampled cards into a hand."""
        self.mix()
        self.put(hand)

    def mix(self) -> cython.void:
        """Shuffle the deck's slots."""
        for i in range(self.unseen - 1, self.hidden_all, -1):
            j = self.hidden_all + self.stream.below(i + 1 - self.hidden_all)
            kept = self.card[i]
            self.card[i] = self.card[j]
            self.card[j] = kept

    def put(self, hand: Hand) -> cython.void:
        """Put the sampled cards into a hand."""
        for s in range(SEATS):
            if s == self.seat:
                continue
            n = 0
            for i in range(self.knows[s]):
                hand.cards[s][n] = self.known[s][i]
                n += 1
            for i in range(self.hidden[s]):
                hand.cards[s][n] = self.card[self.first[s] + i]
                n += 1
            hand.size[s] = n
        for i in range(hand.drawn, hand.deck_size):
            hand.deck[i] = self.card[self.hidden_all + i - hand.drawn]

    def suppose(self, cards: list[int]) -> None:
        """Put the unseen cards into the slots in this order: each hand's hidden cards, by seat, then the deck."""
        if len(cards) != self.unseen:
            raise ValueError(f"there must be {self.unseen} cards, not {len(cards)}")
        for i, card in enumerate(cards):
            self.card[i] = card

    def hands(self, steps: int, count: int) -> list[list[list[int]]]:
        """Return `count` samples of all four hands, each after `steps` steps of the walk."""
        samples = []
        for _ in range(count):
            self.walk(steps)
            self.fill(self.root)
            samples.append([[self.root.cards[s][i] for i in range(self.root.size[s])] for s in range(SEATS)])
        return samples
