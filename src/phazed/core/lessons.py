# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Games between policies, of which some decisions are played out: what a network learns from.

At a decision that is chosen by chance, every choice is played out to the end of the hand in the true world, with the
same cards to come, and its outcome is the chance to win the game. What no seat could know (the others' cards and the
deck) thereby becomes noise, and a network that sees what a seat can see learns the expectation.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import HAND_ROOM, SEATS
    from phazed.core.features import CONTEXT, ROW
    from phazed.core.futures import Futures
    from phazed.core.hand import Hand, Stream
    from phazed.core.policy import Policy


class Lessons:
    """A game between four policies, each with a style; `wins` counts the games won by seat."""

    def __init__(self, hand: Hand, work: Hand, futures: Futures, max_hands: cython.int, seed: cython.ulonglong) -> None:
        if not cython.compiled:
            self.style = [0] * SEATS
            self.wins = [0.0] * SEATS
            self.score = [0.0] * SEATS
        self.hand = hand
        self.work = work
        self.futures = futures
        self.stream = Stream(seed)
        self.max_hands = max_hands
        self.players: list[Policy] = []
        self.share = 0.0
        self.explore = 0.0
        self.repeats = 1
        self.games = 0
        self.number = 0
        self.over = 1
        self.found = self.room = self.choices = 0

    def seat(self, players: list[Policy], styles: list[int]) -> None:
        """Seat four policies, and begin another game."""
        self.players = players
        for s in range(SEATS):
            self.style[s] = styles[s]
        self.over = 1

    def _player(self, seat: cython.int) -> Policy:
        return self.players[seat]

    def _begin(self) -> cython.void:
        s: cython.int
        for s in range(SEATS):
            self.hand.done[s] = 0
            self.score[s] = 0.0
        self.number = 0
        self.over = 0
        self.hand.ended = 1

    def _play_out(self) -> cython.void:
        """Play the hand that is being worked on to its end."""
        s: cython.int
        player: Policy
        while self.work.ended == 0:
            s = self.work.seat()
            player = self._player(s)
            player.turn(self.work, self.style[s])

    def describe_into(self, contexts: Any, rows: Any, values: Any, counts: Any) -> None:
        """Name the arrays for decisions: contexts, a row for each choice, its outcome, and how many choices there are."""
        room, choices = values.shape
        if contexts.shape != (room, CONTEXT) or rows.shape != (room, choices, ROW) or counts.shape != (room,):
            raise ValueError("the arrays do not have the shapes of lessons")
        self.choices = choices
        self.contexts = contexts
        self.rows = rows
        self.values = values
        self.counts = counts
        self.room = room

    def discards(self) -> None:
        """Play on until the arrays are full of decisions about discards."""
        if self.choices < HAND_ROOM:
            raise ValueError(
                f"a decision about discards has up to {HAND_ROOM} choices, and the arrays have {self.choices}"
            )
        self.found = 0
        while self.found < self.room:
            self._step(1)

    def pick_ups(self) -> None:
        """Play on until the arrays are full of decisions between the top discard and the deck: its gain."""
        if self.choices < 1:
            raise ValueError("the arrays have no room for a choice")
        self.found = 0
        while self.found < self.room:
            self._step(2)

    def play(self, games: cython.int) -> None:
        """Play that many games and count who wins."""
        until: cython.int = self.games + games
        self.over = 1
        while self.games < until:
            self._step(0)

    def _step(self, which: cython.int) -> cython.void:
        """Play a turn; the next hand or game begins where one has ended."""
        s: cython.int
        i: cython.int
        player: Policy
        if self.over:
            self._begin()
        if self.hand.ended:
            self.hand.deal((self.number + 1) & 3, self.stream)
            self.number += 1
        s = self.hand.seat()
        player = self._player(s)
        i = player.wants(self.hand, self.style[s])
        if which == 2 and self.found < self.room and self.stream.share() < self.share:
            self._compare_pick_ups(player, s)
        if i and self.explore > 0.0 and self.stream.share() < self.explore:
            i = 0
        if i:
            self.hand.take()
        else:
            self.hand.draw()
        player.lay(self.hand)
        if self.hand.ended == 0:
            if which == 1 and self.found < self.room and self.stream.share() < self.share:
                self._compare_discards(player, s)
            if self.explore > 0.0 and self.stream.share() < self.explore:
                i = self.stream.below(self.hand.size[s])
            else:
                i = player.choose(self.hand, self.style[s])
            player.throw(self.hand, self.hand.cards[s][i])
        if self.hand.ended:
            self._end_hand()

    def _end_hand(self) -> cython.void:
        s: cython.int
        finished: cython.int = 0
        winners: cython.int = 0
        best: cython.double = -1.0
        everything: cython.int = (1 << self.hand.phases) - 1
        for s in range(SEATS):
            self.score[s] += self.hand.points(s)
            if self.hand.done[s] == everything:
                finished = 1
        if not finished and self.number < self.max_hands:
            return
        for s in range(SEATS):
            if (not finished or self.hand.done[s] == everything) and (best < 0.0 or self.score[s] < best):
                best = self.score[s]
        for s in range(SEATS):
            if (not finished or self.hand.done[s] == everything) and self.score[s] == best:
                winners += 1
        for s in range(SEATS):
            if (not finished or self.hand.done[s] == everything) and self.score[s] == best:
                self.wins[s] += 1.0 / winners
        self.games += 1
        self.over = 1

    def _shuffle(self) -> cython.void:
        """Shuffle what is left of the deck of the hand that is being played."""
        i: cython.int
        j: cython.int
        card: cython.int
        for i in range(self.hand.deck_size - 1, self.hand.drawn, -1):
            j = self.hand.drawn + self.stream.below(i + 1 - self.hand.drawn)
            card = self.hand.deck[i]
            self.hand.deck[i] = self.hand.deck[j]
            self.hand.deck[j] = card

    def _compare_discards(self, player: Policy, seat: cython.int) -> cython.void:
        """Describe and play out every discard of the turn."""
        i: cython.int
        k: cython.int
        n: cython.int = 0
        repeat: cython.int
        card: cython.int
        at: cython.int = self.found
        cards = cython.declare(cython.int[HAND_ROOM])
        player.describe_discards(self.hand, self.hand.due(seat))
        for i in range(CONTEXT):
            self.contexts[at, i] = player.features.context[i]
        for i in range(self.hand.size[seat]):
            card = self.hand.cards[seat][i]
            for k in range(n):
                if cards[k] == card:
                    break
            else:
                player.describe_discard(self.hand, i)
                for k in range(ROW):
                    self.rows[at, n, k] = player.features.row[k]
                self.values[at, n] = 0.0
                cards[n] = card
                n += 1
        if n < 2:
            return
        for repeat in range(self.repeats):
            if repeat:
                self._shuffle()
            for i in range(n):
                self.work.copy(self.hand)
                player.throw(self.work, cards[i])
                self._play_out()
                self.values[at, i] += self.futures.chance(self.work, seat, cython.address(self.score[0])) / self.repeats
        self.counts[at] = n
        self.found += 1

    def _compare_pick_ups(self, player: Policy, seat: cython.int) -> cython.void:
        """Describe the top discard, and play out taking it and drawing, if that is a question."""
        i: cython.int
        repeat: cython.int
        at: cython.int = self.found
        gain: cython.double = 0.0
        if not player.describe_pick_up(self.hand):
            return
        for i in range(CONTEXT):
            self.contexts[at, i] = player.features.context[i]
        for i in range(ROW):
            self.rows[at, 0, i] = player.features.row[i]
        for repeat in range(self.repeats):
            if repeat:
                self._shuffle()
            for i in range(2):
                self.work.copy(self.hand)
                if i:
                    self.work.take()
                else:
                    self.work.draw()
                player.finish(self.work, self.style[seat])
                self._play_out()
                gain += (2 * i - 1) * self.futures.chance(self.work, seat, cython.address(self.score[0]))
        self.values[at, 0] = gain / self.repeats
        self.counts[at] = 1
        self.found += 1
