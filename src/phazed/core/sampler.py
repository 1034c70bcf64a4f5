# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""What the others may hold: hidden cards drawn as the whole history makes them likely.

The cards that nobody has shown lie in slots: the hidden cards of each hand, then the deck. A walk (Metropolis) swaps
slots, and keeps a swap by how much better or worse it explains what the players concerned have done: what they took
and what they passed, what they threw, that they did not lay a phase, that they did not lay off what they could have.
To judge an old turn the hand is taken back to it, card by card; which card was drawn in a turn is hidden too, and
walks with the rest. Players are modelled as the solitaire values have it, with some heat, because nobody is known to
play so.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from math import exp, log

    from phazed.core.constants import DECK_ROOM, GROUPS, HAND_ROOM, JOKER, SEAT_TURNS, SEATS, TOTAL
    from phazed.core.hand import Hand, Stream
    from phazed.core.phase_distance import PhaseDistance


class Sampler:
    """The hidden cards as seen from one seat of a hand."""

    def __init__(self, root: Hand, seat: cython.int, seed: cython.ulonglong) -> None:
        if not cython.compiled:
            self.card = [0] * DECK_ROOM
            self.owner = [0] * DECK_ROOM
            self.first = [0] * SEATS
            self.hidden = [0] * SEATS
            self.known = [[0] * HAND_ROOM for _ in range(SEATS)]
            self.knows = [0] * SEATS
            self.turns = [0] * SEATS
            self.lay_turn = [0] * SEATS
            self.need = [0] * SEATS
            self.offered = [[0] * SEAT_TURNS for _ in range(SEATS)]
            self.took = [[0] * SEAT_TURNS for _ in range(SEATS)]
            self.thrown = [[0] * SEAT_TURNS for _ in range(SEATS)]
            self.left_size = [[0] * SEAT_TURNS for _ in range(SEATS)]
            self.left = [[[0] * HAND_ROOM for _ in range(SEAT_TURNS)] for _ in range(SEATS)]
            self.chance = [[0.0] * SEAT_TURNS for _ in range(SEATS)]
            self.weight = [0.0] * SEATS
            self.now = [0] * HAND_ROOM
        i: cython.int
        if not 0 <= seat < SEATS:
            raise ValueError(f"there is no seat {seat}")
        self.distance = PhaseDistance(root.wraps)
        self.stream = Stream(seed)
        self.root = root
        self.seat = seat
        for i in range(SEATS):
            self.lay_turn[i] = -1
        self.as_wanted = -0.1
        self.unwanted = -2.3
        self.missed = -4.5
        self.memory = 50
        self.unseen = self.hidden_all = 0
        self.steps = self.moves = 0

    def know(
        self,
        seat: cython.int,
        need: cython.int,
        known: list[int],
        hidden: cython.int,
        lay_turn: cython.int,
        turns: list[tuple[int, int, int, list[int]]],
    ) -> None:
        """Tell of a player: the phases due before any was laid, the cards known to be held, how many are hidden, and
        the turns, each a tuple of the card offered, the card taken, the card thrown (-1 for none) and the others
        played.
        """
        if not (
            0 <= seat < SEATS
            and hidden >= 0
            and len(known) + hidden < HAND_ROOM
            and len(turns) <= SEAT_TURNS
            and all(len(turn[3]) < HAND_ROOM for turn in turns)
        ):
            raise ValueError(f"seat {seat}: more cards or turns than a hand of a game has")
        self.need[seat] = need
        self.knows[seat] = len(known)
        for i, card in enumerate(known):
            self.known[seat][i] = card
        self.hidden[seat] = hidden
        self.lay_turn[seat] = lay_turn
        self.turns[seat] = len(turns)
        for i, (offered, took, thrown, left) in enumerate(turns):
            self.offered[seat][i] = offered
            self.took[seat][i] = took
            self.thrown[seat][i] = thrown
            self.left_size[seat][i] = len(left)
            for j, card in enumerate(left):
                self.left[seat][i][j] = card

    def begin(self, unseen: list[int]) -> None:
        """Put the unseen cards into the slots at random; the last of them is the deck's."""
        in_hands = sum(self.hidden[seat] for seat in range(SEATS))
        if not in_hands + self.root.deck_size - self.root.drawn <= len(unseen) <= DECK_ROOM:
            raise ValueError(f"{len(unseen)} unseen cards are too few or too many")
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
        """Forget everything but the slots."""
        i: cython.int
        j: cython.int
        kept: cython.int
        for i in range(self.unseen - 1, 0, -1):
            j = self.stream.below(i + 1)
            kept = self.card[i]
            self.card[i] = self.card[j]
            self.card[j] = kept
        for i in range(SEATS):
            for j in range(self.turns[i]):
                self.chance[i][j] = self.stream.share()
        for i in range(SEATS):
            self.weight[i] = self.likelihood(i) if i != self.seat else 0.0

    def likelihood(self, seat: cython.int) -> cython.double:
        """The logarithm of how likely the seat is to have played as it has, with the cards that it has now."""
        n: cython.int = 0
        i: cython.int
        j: cython.int
        turn: cython.int
        total: cython.double = 0.0
        loose: cython.int = self.hidden[seat]
        for i in range(self.hidden[seat]):
            self.now[n] = self.card[self.first[seat] + i]
            n += 1
        if self.lay_turn[seat] >= 0:
            for i in range(n):
                for j in range(GROUPS):
                    if self.root.table.kind[j] != TOTAL and self.root.table.fits(j, self.now[i]):
                        total += self.missed
                        break
            return total
        for i in range(self.knows[seat]):
            self.now[n] = self.known[seat][i]
            n += 1
        for turn in range(self.turns[seat] - 1, max(self.turns[seat] - self.memory, 0) - 1, -1):
            if n + self.left_size[seat][turn] >= HAND_ROOM:
                return total  # more cards than a hand of a game holds
            if self.thrown[seat][turn] >= 0:
                self.now[n] = self.thrown[seat][turn]
                n += 1
            for i in range(self.left_size[seat][turn]):
                self.now[n] = self.left[seat][turn][i]
                n += 1
            if n == 0:
                return total  # fewer than after any pick-up
            if self.took[seat][turn] >= 0:
                # the taken card goes to the end, so that what is judged is the ten before it and it
                i = n - 1
                while i > 0 and self.now[i] != self.took[seat][turn]:
                    i -= 1
                self.now[i] = self.now[n - 1]
                self.now[n - 1] = self.took[seat][turn]
            else:
                i = int(self.chance[seat][turn] * (loose + 1))
                if i >= loose or i >= n:
                    i = n - 1
                if i < loose:
                    loose -= 1
                    j = self.now[i]
                    self.now[i] = self.now[loose]
                    self.now[loose] = j
                    i = loose
                j = self.now[i]
                while i < n - 1:
                    self.now[i] = self.now[i + 1]
                    i += 1
                self.now[n - 1] = j
            if n == 11 and (self.lay_turn[seat] < 0 or turn <= self.lay_turn[seat]):
                total += self._judge_turn(seat, turn, self.now)
            n -= 1
        return total

    def _judge_turn(self, seat: cython.int, turn: cython.int, eleven: cython.p_int) -> cython.double:
        """How likely the turn is that was played with ten cards and the one picked up, which comes last."""
        i: cython.int
        j: cython.int
        picked: cython.int = eleven[10]
        offered: cython.int = self.offered[seat][turn]
        thrown: cython.int = self.thrown[seat][turn]
        need: cython.int = self.need[seat]
        wants: cython.int
        total: cython.double = 0.0
        here: cython.double
        mine: cython.double = 0.0
        everything: cython.double = 0.0
        if offered >= 0 and offered < JOKER:
            wants = self._least(need, eleven, 10)
            eleven[10] = offered
            wants = self._least(need, eleven, 11) < wants
            eleven[10] = picked
            if (self.took[seat][turn] >= 0) == wants:
                total += self.as_wanted
            else:
                total += self.unwanted
        if turn == self.lay_turn[seat] or thrown < 0 or thrown == JOKER:
            return total
        if self._least(need, eleven, 11) == 0:
            return total + self.missed
        for i in range(11):
            j = eleven[i]
            eleven[i] = eleven[10]
            here = self._promise(need, eleven)
            eleven[i] = j
            here *= here
            everything += here
            if j == thrown and here > mine:
                mine = here
        return total + log(mine / everything + 0.003)

    def _least(self, need: cython.int, cards: cython.p_int, n: cython.int) -> cython.int:
        """How many cards the nearest plan for a phase due lacks."""
        k: cython.int
        least: cython.int = 9
        for k in range(self.root.phases):
            if need >> k & 1:
                self.distance.evaluate(self.root.kinds[k], cards, n)
                if self.distance.least < least:
                    least = self.distance.least
        return least

    def _promise(self, need: cython.int, cards: cython.p_int) -> cython.double:
        """How good ten cards are for the phases due."""
        k: cython.int
        total: cython.double = 0.0
        for k in range(self.root.phases):
            if need >> k & 1:
                self.distance.evaluate(self.root.kinds[k], cards, 10)
                total += self.distance.promise
        return total

    def step(self) -> cython.void:
        """One step of the walk: another card in a hidden slot, or another time at which one was drawn."""
        a: cython.int = self.stream.below(self.hidden_all)
        b: cython.int = self.stream.below(self.unseen)
        s: cython.int = self.owner[a]
        o: cython.int
        kept: cython.int
        turn: cython.int
        old: cython.double
        mine: cython.double
        theirs: cython.double = 0.0
        self.steps += 1
        if self.turns[s] and self.stream.below(4) == 0:
            turn = self.stream.below(self.turns[s])
            old = self.chance[s][turn]
            self.chance[s][turn] = self.stream.share()
            mine = self.likelihood(s)
            if mine >= self.weight[s] or self.stream.share() < exp(mine - self.weight[s]):
                self.weight[s] = mine
            else:
                self.chance[s][turn] = old
            return
        o = self.owner[b]
        if o == s or self.card[a] == self.card[b]:
            return
        kept = self.card[a]
        self.card[a] = self.card[b]
        self.card[b] = kept
        mine = self.likelihood(s)
        old = mine - self.weight[s]
        if o >= 0:
            theirs = self.likelihood(o)
            old += theirs - self.weight[o]
        if old >= 0.0 or self.stream.share() < exp(old):
            self.weight[s] = mine
            if o >= 0:
                self.weight[o] = theirs
            self.moves += 1
        else:
            self.card[b] = self.card[a]
            self.card[a] = kept

    def walk(self, steps: cython.int) -> cython.void:
        i: cython.int
        if self.hidden_all:
            for i in range(steps):
                self.step()

    def fill(self, hand: Hand) -> cython.void:
        """Put the cards where they are now supposed to be; what is in the deck is shuffled."""
        self.mix()
        self.put(hand)

    def mix(self) -> cython.void:
        """Shuffle what is in the deck."""
        i: cython.int
        j: cython.int
        kept: cython.int
        for i in range(self.unseen - 1, self.hidden_all, -1):
            j = self.hidden_all + self.stream.below(i + 1 - self.hidden_all)
            kept = self.card[i]
            self.card[i] = self.card[j]
            self.card[j] = kept

    def put(self, hand: Hand) -> cython.void:
        """Put the cards where they are now supposed to be."""
        i: cython.int
        s: cython.int
        n: cython.int
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
        """Put the unseen cards into the slots in this order: the hidden ones of each hand, by seat, then the deck's."""
        if len(cards) != self.unseen:
            raise ValueError(f"{len(cards)} cards for {self.unseen} slots")
        for i, card in enumerate(cards):
            self.card[i] = card

    def hands(self, steps: int, count: int) -> list[list[list[int]]]:
        """`count` samples of all four hands, each `steps` steps of the walk after the one before."""
        samples = []
        for _ in range(count):
            self.walk(steps)
            self.fill(self.root)
            samples.append([[self.root.cards[s][i] for i in range(self.root.size[s])] for s in range(SEATS)])
        return samples
