# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The policy gradient of the preferences: games in which the fast policy chooses at random, by its scores.

An option is chosen with a chance proportional to the exponential of its score, so the gradient of its log-chance is its
features less those of the average option (REINFORCE). Each hand changes a player's chance to win the game; that change,
less what is expected in the situation of a decision, is the decision's weight. What is expected is learned beside it,
as a share of the stake: what it is worth to complete a phase in this hand.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from math import exp

    from phazed.core.beliefs import Beliefs
    from phazed.core.constants import HAND_ROOM, SEATS
    from phazed.core.futures import Futures
    from phazed.core.hand import Hand, Stream
    from phazed.core.policy import Policy
    from phazed.core.preferences import PREFERENCES, STAGES, Preferences
    from phazed.core.simulator import SeatedPolicies
    from phazed.core.values import Values

    SITUATIONS = 216
    """Models, stages and degrees of readiness, for what is expected."""
    DECISIONS_ROOM = 1024
    """A player has at most 50 turns in a hand, of three decisions at most."""


class SoftPolicy(Policy):
    """The fast policy with chance, and the gradient of the log-chance of what it has chosen in this hand."""

    def __init__(
        self,
        wraps: cython.int,
        values: Values,
        beliefs: Beliefs,
        preferences: Preferences,
        baseline: Any,
        seed: cython.ulonglong,
    ) -> None:
        Policy.__init__(self, wraps, values, beliefs, preferences)
        if not cython.compiled:
            self.trace = [0.0] * PREFERENCES
            self.expected = [0.0] * PREFERENCES
            self.touched = [0] * PREFERENCES
            self.is_touched = [0] * PREFERENCES
            self.situations = [0] * DECISIONS_ROOM
            self.chance = [0.0] * HAND_ROOM
        if len(baseline) != SITUATIONS:
            raise ValueError(f"a baseline of {len(baseline)} numbers, not {SITUATIONS}")
        self.stream = Stream(seed)
        self.baseline = baseline
        self.touches = self.decisions = 0

    def decide(self, preference: cython.double) -> cython.int:
        chance: cython.double = 1.0 / (1.0 + exp(-max(min(preference, 30.0), -30.0)))
        chosen: cython.int = self.stream.share() < chance
        self._record(0, chosen - chance)
        self._remember()
        return chosen

    def pick(self, n: cython.int) -> cython.int:
        i: cython.int
        best: cython.int = self.best_score(n)
        top: cython.double = self.score[best]
        total: cython.double = 0.0
        share: cython.double
        chosen: cython.int = -1
        if n == 1:
            return 0
        for i in range(n):
            self.chance[i] = exp(max(self.score[i] - top, -30.0))
            total += self.chance[i]
        share = self.stream.share() * total
        for i in range(n):
            share -= self.chance[i]
            if share < 0.0 and chosen < 0:
                chosen = i
        if chosen < 0:
            chosen = best
        for i in range(n):
            if i == chosen or self.chance[i] > 0.001 * total:
                self._record(i, (i == chosen) - self.chance[i] / total)
        self._remember()
        return chosen

    def _situation(self) -> cython.int:
        return (self.preferences.model * STAGES + self.preferences.stage) * 4 + self.preferences.ready

    def _record(self, option: cython.int, amount: cython.double) -> cython.void:
        """Add an option's features, that many times, to the gradient."""
        k: cython.int
        feature: cython.int
        step: cython.double
        expected: cython.double = self.baseline[self._situation()]
        for k in range(self.preferences.used[option]):
            feature = self.preferences.index[option][k]
            step = amount * self.preferences.amount[option][k]
            self.trace[feature] += step
            self.expected[feature] += step * expected
            if not self.is_touched[feature]:
                self.is_touched[feature] = 1
                self.touched[self.touches] = feature
                self.touches += 1

    def _remember(self) -> cython.void:
        if self.decisions < DECISIONS_ROOM:
            self.situations[self.decisions] = self._situation()
            self.decisions += 1

    def settle(self, change: cython.double, stake: cython.double, sums: Any, means: Any) -> cython.void:
        """Add the hand to the sums of gradients and their squares, and to those of what may be expected."""
        i: cython.int
        feature: cython.int
        slope: cython.double
        for i in range(self.touches):
            feature = self.touched[i]
            slope = change * self.trace[feature] - stake * self.expected[feature]
            sums[0, feature] += slope
            sums[1, feature] += slope * slope
            sums[2, feature] += self.trace[feature] * self.trace[feature]
            self.trace[feature] = self.expected[feature] = 0.0
            self.is_touched[feature] = 0
        for i in range(self.decisions):
            means[0, self.situations[i]] += change * stake
            means[1, self.situations[i]] += stake * stake
        self.touches = self.decisions = 0


class PolicyGradient(SeatedPolicies):
    """Plays games of four policies, and sums up the gradients of the soft ones among them.

    `sums` has three rows of `PREFERENCES`: gradients, their squares, and the squares of log-chances' gradients; `means`
    has two of `SITUATIONS`: changes times stakes, and stakes squared.
    """

    def __init__(
        self, hand: Hand, futures: Futures, max_hands: cython.int, sums: Any, means: Any, seed: cython.ulonglong
    ) -> None:
        SeatedPolicies.__init__(self, hand, seed)
        if not cython.compiled:
            self.before = [0.0] * SEATS
            self.stake = [0.0] * SEATS
            self.scores = [0.0] * SEATS
        if sums.shape != (3, PREFERENCES) or means.shape != (2, SITUATIONS):
            raise ValueError(f"arrays of the shapes {sums.shape} and {means.shape} cannot take the gradient")
        self.futures = futures
        self.max_hands = max_hands
        self.sums = sums
        self.means = means
        self.hands = 0

    def play(self) -> None:
        """Play a game."""
        s: cython.int
        number: cython.int
        finished: cython.int
        everything: cython.int = (1 << self.hand.phases) - 1
        for s in range(SEATS):
            self.hand.done[s] = 0
            self.scores[s] = 0.0
            self.before[s] = 0.25
        for number in range(self.max_hands):
            self.hand.deal((number + 1) & 3, self.stream)
            for s in range(SEATS):
                self.stake[s] = self.futures.stake(self.hand, s)
            while self.hand.ended == 0:
                self.play_turn()
            self.hands += 1
            self._settle()
            finished = 0
            for s in range(SEATS):
                self.scores[s] += self.hand.points(s)
                finished |= self.hand.done[s] == everything
            if finished:
                break

    def _settle(self) -> None:
        """Credit the hand that has ended to the soft policies."""
        s: cython.int
        chance: cython.double
        for s in range(SEATS):
            chance = self.futures.chance(self.hand, s, self.scores)
            if isinstance(self.players[s], SoftPolicy):
                soft: SoftPolicy = self.players[s]
                soft.settle(chance - self.before[s], self.stake[s], self.sums, self.means)
            self.before[s] = chance
