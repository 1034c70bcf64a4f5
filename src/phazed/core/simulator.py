# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Whole games between policies, with counts of their results or a record of each hand."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import PHASES, SEATS
    from phazed.core.hand import Hand
    from phazed.core.playout import Playout
    from phazed.core.policy import Policy

    RECORDED_HAND, RECORDED_RANKS = 13, 12
    """Number of bytes per recorded hand, and the index of the ranks in them."""


class Simulator(Playout):
    """Plays games and counts `wins` by seat, seat 0's `due` and `completed` phases, `hands`, `turns` and `plays`.

    If players tie for first place, each of them wins.
    """

    def __init__(self, hand: Hand, policy: Policy, max_hands: cython.int, seed: cython.ulonglong) -> None:
        Playout.__init__(self, hand, policy, max_hands, seed)
        if not cython.compiled:
            self.wins = [0] * SEATS
            self.due = [0] * PHASES
            self.completed = [0] * PHASES
        self.hands = self.turns = self.plays = 0

    def play_games(self, count: cython.int) -> None:
        with cython.nogil:
            for _ in range(count):
                self.play_game()

    def play_hands(self, count: cython.int, done: list[int]) -> None:
        """Play `count` hands in which the seats have already completed these phases."""
        for i in range(count):
            for s in range(SEATS):
                self.hand.done[s] = done[s]
            self.play_hand(i & 3)
            self._count_hand()

    def _count_hand(self) -> cython.void:
        self.hands += 1
        self.turns += self.hand.turns + 1
        self.plays += self.hand.plays

    def hand_ended(self) -> cython.void:
        self._count_hand()
        for i in range(self.hand.phases):
            if not self.hand.before[0] >> i & 1:
                if self.hand.any_order or i == 0 or self.hand.before[0] >> (i - 1) & 1:
                    self.due[i] += 1
            self.completed[i] += (self.hand.done[0] & ~self.hand.before[0]) >> i & 1

    def game_ended(self) -> cython.void:
        winners = self.winners()
        for s in range(SEATS):
            self.wins[s] += winners >> s & 1


class HandRecorder(Playout):
    """Plays games and records each hand in 13 bytes.

    The record of a hand consists of the phases that each seat completed before it, as bits, each seat's score in two
    bytes, and the seats' ranks in the game, in two bits each.
    """

    def record(self, count: cython.int) -> bytes:
        """Play whole games and return the records of their first `count` hands."""
        records = bytearray(RECORDED_HAND * (count + self.max_hands))
        self.records = records
        self.count = 0
        while self.count < count:
            self.play_game()
        return bytes(records[: RECORDED_HAND * count])

    def hand_dealt(self) -> cython.void:
        at = RECORDED_HAND * self.count
        for s in range(SEATS):
            score = min(self.score[s], 65535)
            self.records[at + s] = self.hand.done[s]
            self.records[at + SEATS + 2 * s] = score & 255
            self.records[at + SEATS + 2 * s + 1] = score >> 8
        self.count += 1

    def game_ended(self) -> cython.void:
        ranks = 0
        for s in range(SEATS):
            ranks |= self.rank(s) << 2 * s
        for i in range(self.count - self.number, self.count):
            self.records[RECORDED_HAND * i + RECORDED_RANKS] = ranks
