# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Whole hands and games between policies, with nothing of Python in between."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import PHASES, SEATS
    from phazed.core.hand import Hand, Stream
    from phazed.core.policy import Policy


class SeatedPolicies:
    """A hand, and four policies that play it, each in a style."""

    def __init__(self, hand: Hand, seed: cython.ulonglong) -> None:
        if not cython.compiled:
            self.seat_style = [0] * SEATS
        self.hand = hand
        self.stream = Stream(seed)
        self.players: list[Policy] = []

    def seat(self, players: list[Policy], styles: list[int]) -> None:
        """Seat four policies, each with its style."""
        if len(players) != SEATS or len(styles) != SEATS:
            raise ValueError(f"{len(players)} players: there are {SEATS} seats")
        self.players = players
        for s in range(SEATS):
            self.seat_style[s] = styles[s]

    def play_turn(self) -> None:
        """Play the turn of the seat whose turn it is."""
        s: cython.int = self.hand.seat()
        player: Policy = self.players[s]
        player.turn(self.hand, self.seat_style[s])


class Simulator:
    """Plays games and counts: `wins` by seat; `due` and `completed` by phase, of seat 0; `hands` and `plays`.

    A seat's style is 0 for greedy, 1 for the fast policy, and 2 for the fast policy of `other`, so that two settings of
    it can be compared.
    """

    def __init__(
        self, hand: Hand, policy: Policy, other: Policy, max_hands: cython.int, seed: cython.ulonglong
    ) -> None:
        if not cython.compiled:
            self.style = [0] * SEATS
            self.wins = [0] * SEATS
            self.due = [0] * PHASES
            self.completed = [0] * PHASES
            self.score = [0] * SEATS
        self.hand = hand
        self.policy = policy
        self.other = other
        self.stream = Stream(seed)
        self.max_hands = max_hands
        self.hands = self.turns = self.plays = 0

    def play_hand(self, leader: cython.int) -> cython.void:
        """Deal and play a hand to its end."""
        style: cython.int
        self.hand.deal(leader, self.stream)
        while self.hand.ended == 0:
            style = self.style[self.hand.seat()]
            if style == 2:
                self.other.turn(self.hand, 1)
            else:
                self.policy.turn(self.hand, style)
        self.hands += 1
        self.turns += self.hand.turns + 1
        self.plays += self.hand.plays

    def play_game(self) -> cython.void:
        """Play a game from its start and count who wins it; a shared first place counts for all who share it."""
        s: cython.int
        i: cython.int
        number: cython.int
        finished: cython.int
        winners: cython.int
        self._begin_game()
        for number in range(self.max_hands):
            self.play_hand((number + 1) & 3)
            finished = self._count_points()
            for i in range(self.hand.phases):
                if not self.hand.before[0] >> i & 1:
                    if self.hand.any_order or i == 0 or self.hand.before[0] >> (i - 1) & 1:
                        self.due[i] += 1
                self.completed[i] += (self.hand.done[0] & ~self.hand.before[0]) >> i & 1
            if finished:
                break
        winners = self._winners(finished)
        for s in range(SEATS):
            self.wins[s] += winners >> s & 1

    def _begin_game(self) -> cython.void:
        s: cython.int
        for s in range(SEATS):
            self.hand.done[s] = 0
            self.score[s] = 0

    def _count_points(self) -> cython.int:
        """Add the points of the hand, which has ended, to the scores; whether anybody has finished all phases."""
        s: cython.int
        finished: cython.int = 0
        everything: cython.int = (1 << self.hand.phases) - 1
        for s in range(SEATS):
            self.score[s] += self.hand.points(s)
            finished |= self.hand.done[s] == everything
        return finished

    def _winners(self, finished: cython.int) -> cython.int:
        """Who has won the game, which is over, as bits; whether anybody has finished all phases must be told."""
        s: cython.int
        bits: cython.int = 0
        best: cython.longlong = -1
        everything: cython.int = (1 << self.hand.phases) - 1
        for s in range(SEATS):
            if (not finished or self.hand.done[s] == everything) and (best < 0 or self.score[s] < best):
                best = self.score[s]
        for s in range(SEATS):
            if (not finished or self.hand.done[s] == everything) and self.score[s] == best:
                bits |= 1 << s
        return bits

    def play_hands(self, count: cython.int, done: list[int]) -> None:
        """Play that many first hands of games in which the seats have completed so much."""
        i: cython.int
        s: cython.int
        kept = cython.declare(cython.int[SEATS])
        for i in range(SEATS):
            kept[i] = done[i]
        with cython.nogil:
            for i in range(count):
                for s in range(SEATS):
                    self.hand.done[s] = kept[s]
                self.play_hand(i & 3)

    def play_games(self, count: cython.int) -> None:
        """Play that many games."""
        i: cython.int
        with cython.nogil:
            for i in range(count):
                self.play_game()

    def chronicle(self, count: cython.int) -> bytes:
        """Play whole games, and tell of their first `count` hands, 13 bytes each.

        A hand's bytes are what each seat had done before it, each seat's score, in two bytes, and who won the game.
        """
        told = bytearray()
        s: cython.int
        number: cython.int
        finished: cython.int
        while len(told) < 13 * count:
            first = len(told)
            finished = 0
            self._begin_game()
            for number in range(self.max_hands):
                for s in range(SEATS):
                    told.append(self.hand.done[s])
                for s in range(SEATS):
                    told += min(self.score[s], 65535).to_bytes(2, "little")
                told.append(0)
                self.play_hand((number + 1) & 3)
                finished = self._count_points()
                if finished:
                    break
            told[first + 12 :: 13] = bytes([self._winners(finished)]) * ((len(told) - first) // 13)
        return bytes(told[: 13 * count])
