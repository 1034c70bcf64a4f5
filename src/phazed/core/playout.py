# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The loop over a hand and over a game, which everything in the core that plays cards uses.

A subclass overrides `deal`, `play_turn`, or the hooks `hand_dealt`, `hand_ended` and `game_ended`, which do nothing
here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import SEATS
    from phazed.core.hand import Hand, Stream
    from phazed.core.policy import FAST, Policy


class Playout:
    """Plays hands and games between four policies, each in a style.

    `number` is the number of hands of the game that have ended, `score` the seats' points in them, and `over` is 1 when
    the game has ended. Initially one policy plays every seat in the fast style.
    """

    def __init__(self, hand: Hand, policy: Policy, max_hands: cython.int, seed: cython.ulonglong) -> None:
        if not cython.compiled:
            self.style = [0] * SEATS
            self.score = [0] * SEATS
        self.hand = hand
        self.stream = Stream(seed)
        self.max_hands = max_hands
        self.number = self.over = 0
        self.seat([policy] * SEATS, [FAST] * SEATS)

    def seat(self, policies: list[Policy], styles: list[int]) -> None:
        """Let a policy play each seat, in the given style."""
        if len(policies) != SEATS or len(styles) != SEATS:
            raise ValueError(f"{len(policies)} policies and {len(styles)} styles: there are {SEATS} seats")
        self.first, self.second, self.third, self.fourth = policies
        for s in range(SEATS):
            self.style[s] = styles[s]

    def play_turn(self) -> cython.int:
        """Play a turn, or part of one; return 0 if the seat to act is not played by the core."""
        s = self.hand.seat()
        if s == 0:
            self.first.turn(self.hand, self.style[s])
        elif s == 1:
            self.second.turn(self.hand, self.style[s])
        elif s == 2:
            self.third.turn(self.hand, self.style[s])
        else:
            self.fourth.turn(self.hand, self.style[s])
        return 1

    def finish_turn(self) -> cython.void:
        """Play the present turn from after the pick-up."""
        s = self.hand.seat()
        if s == 0:
            self.first.finish(self.hand, self.style[s])
        elif s == 1:
            self.second.finish(self.hand, self.style[s])
        elif s == 2:
            self.third.finish(self.hand, self.style[s])
        else:
            self.fourth.finish(self.hand, self.style[s])

    def play_on(self) -> cython.int:
        """Play the hand on from its present position; return whether it has ended."""
        while self.hand.ended == 0:
            if not self.play_turn():
                return 0
        return 1

    def play_hand(self, leader: cython.int) -> cython.void:
        """Deal a hand and play it to its end."""
        self.deal(leader)
        self.hand_dealt()
        self.play_on()

    def play_game(self) -> cython.void:
        """Play a game from its start, to its end or until a seat that the core does not play is to act."""
        for s in range(SEATS):
            self.hand.done[s] = 0
            self.score[s] = 0
        self.number = 0
        self.over = 0
        self._next_hand()
        self.resume_game()

    def resume_game(self) -> cython.void:
        """Play the game on from its present position."""
        while not self.over and self.play_on():
            self._score_hand()

    def _next_hand(self) -> cython.void:
        self.deal((self.number + 1) & 3)
        self.hand_dealt()

    def deal(self, leader: cython.int) -> cython.void:
        """Deal a hand from a shuffled deck."""
        self.hand.deal(leader, self.stream)

    def _score_hand(self) -> cython.void:
        """Add the points of the hand, which has ended, to the scores, and deal the next hand or end the game."""
        self.hand_ended()
        self.number += 1
        self.over = self.number == self.max_hands
        for s in range(SEATS):
            self.score[s] += self.hand.points(s)
            if self.has_finished(s):
                self.over = 1
        if self.over:
            self.game_ended()
        else:
            self._next_hand()

    def has_finished(self, seat: cython.int) -> cython.int:
        """Return whether the seat has completed every phase."""
        return self.hand.done[seat] == (1 << self.hand.phases) - 1

    def rank(self, seat: cython.int) -> cython.int:
        """Return the number of seats that place ahead of this one in the game, which is over (rule 7.2).

        Those who have completed every phase come first, then the lower score decides.
        """
        ahead = 0
        finished = self.has_finished(seat)
        for s in range(SEATS):
            other = self.has_finished(s)
            if other > finished or (other == finished and self.score[s] < self.score[seat]):
                ahead += 1
        return ahead

    def winners(self) -> cython.int:
        """Return the winners of the game, which is over, as bits."""
        bits = 0
        for s in range(SEATS):
            if self.rank(s) == 0:
                bits |= 1 << s
        return bits

    def hand_dealt(self) -> cython.void:
        """React to a hand that has just been dealt."""

    def hand_ended(self) -> cython.void:
        """React to the end of a hand, before its points are scored."""

    def game_ended(self) -> cython.void:
        """React to the end of the game."""
