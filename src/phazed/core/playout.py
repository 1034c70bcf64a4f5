# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The loops that play hands and games, which all players in the core share.

Subclasses override `deal`, `play_turn`, or the hooks `hand_dealt`, `hand_ended` and `game_ended`, which do nothing by
default.
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
    """Plays hands and games between four policies, each with a style.

    `number` is the number of completed hands of the game, `score` the seats' points in them, and `over` is 1 after the
    end of the game. Initially, one policy plays every seat with the fast style.
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
        """Set the policy and the style of each seat."""
        if len(policies) != SEATS or len(styles) != SEATS:
            raise ValueError(f"there must be {SEATS} policies and styles, not {len(policies)} and {len(styles)}")
        self.first, self.second, self.third, self.fourth = policies
        for s in range(SEATS):
            self.style[s] = styles[s]

    def play_turn(self) -> cython.int:
        """Play a turn or part of a turn; return 0 if the core does not play the seat whose turn it is."""
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
        """Play the rest of the current turn after the pick-up."""
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
        """Play the rest of the hand; return 0 if a seat that the core does not play must act."""
        while self.hand.ended == 0:
            if not self.play_turn():
                return 0
        return 1

    def play_hand(self, leader: cython.int) -> cython.void:
        """Deal and play a hand."""
        self.deal(leader)
        self.hand_dealt()
        self.play_on()

    def play_game(self) -> cython.void:
        """Play a game from the start, to its end or until a seat that the core does not play must act."""
        for s in range(SEATS):
            self.hand.done[s] = 0
            self.score[s] = 0
        self.number = 0
        self.over = 0
        self._next_hand()
        self.resume_game()

    def resume_game(self) -> cython.void:
        """Continue the game."""
        while not self.over and self.play_on():
            self._score_hand()

    def _next_hand(self) -> cython.void:
        self.deal((self.number + 1) & 3)
        self.hand_dealt()

    def deal(self, leader: cython.int) -> cython.void:
        """Shuffle and deal a hand."""
        self.hand.deal(leader, self.stream)

    def _score_hand(self) -> cython.void:
        """Add the points of the completed hand to the scores, and deal the next hand or end the game."""
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
        """Return the number of seats that place ahead of this seat in the completed game (rule 7.2).

        Seats that have completed every phase come first; then the lower score decides.
        """
        ahead = 0
        finished = self.has_finished(seat)
        for s in range(SEATS):
            other = self.has_finished(s)
            if other > finished or (other == finished and self.score[s] < self.score[seat]):
                ahead += 1
        return ahead

    def winners(self) -> cython.int:
        """Return the winners of the completed game, as bits."""
        bits = 0
        for s in range(SEATS):
            if self.rank(s) == 0:
                bits |= 1 << s
        return bits

    def hand_dealt(self) -> cython.void:
        """Handle the deal of a hand."""

    def hand_ended(self) -> cython.void:
        """Handle the end of a hand, before its points are added to the scores."""

    def game_ended(self) -> cython.void:
        """Handle the end of a game."""
