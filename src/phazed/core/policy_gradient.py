# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The policy gradient of the preferences, from games in which the fast policy samples its choices by their scores.

An option is chosen with a probability proportional to the exponential of its score, so the gradient of its
log-probability is its features minus their mean over the options (REINFORCE). The return of a hand is the change in a
player's chance of winning the game. A decision is weighted by the return minus a baseline, the expected return in the
situation of the decision. The baseline is learned as well, as a share of the stake: the value of completing a phase in
this hand.
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
    from phazed.core.playout import Playout
    from phazed.core.policy import Policy
    from phazed.core.preferences import PREFERENCES, STAGES, Preferences
    from phazed.core.values import Values

    SITUATIONS = 216
    """Number of situations with their own baseline: models, stages and degrees of readiness."""
    DECISIONS_ROOM = 1024
    """Maximum number of decisions in a hand; a player has at most 50 turns with at most three decisions."""


class SoftPolicy(Policy):
    """The fast policy with sampled choices, and the gradient of their log-probability in this hand."""

    def __init__(
        self,
        wraps: cython.int,
        values: Values,
        beliefs: Beliefs,
        preferences: Preferences,
        baseline: Any,
        sums: Any,
        means: Any,
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
            raise ValueError(f"the baseline must have {SITUATIONS} numbers, not {len(baseline)}")
        if sums.shape != (3, PREFERENCES) or means.shape != (2, SITUATIONS):
            raise ValueError(f"the arrays have the wrong shapes, {sums.shape} and {means.shape}")
        self.stream = Stream(seed)
        self.baseline = baseline
        self.sums = sums
        self.means = means
        self.touches = self.decisions = 0

    def decide(self, preference: cython.double) -> cython.int:
        chance = 1.0 / (1.0 + exp(-max(min(preference, 30.0), -30.0)))
        chosen = self.stream.share() < chance
        self._record(0, chosen - chance)
        self._remember()
        return chosen

    def pick(self, n: cython.int) -> cython.int:
        best = self.best_score(n)
        top = self.score[best]
        total = 0.0
        chosen = -1
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
        """Add an option's features, times `amount`, to the gradient."""
        expected = self.baseline[self._situation()]
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

    def credit(self, change: cython.double, stake: cython.double) -> cython.void:
        """Add the hand to the sums of gradients and of their squares, and to the sums for the baseline."""
        for i in range(self.touches):
            feature = self.touched[i]
            slope = change * self.trace[feature] - stake * self.expected[feature]
            self.sums[0, feature] += slope
            self.sums[1, feature] += slope * slope
            self.sums[2, feature] += self.trace[feature] * self.trace[feature]
            self.trace[feature] = self.expected[feature] = 0.0
            self.is_touched[feature] = 0
        for i in range(self.decisions):
            self.means[0, self.situations[i]] += change * stake
            self.means[1, self.situations[i]] += stake * stake
        self.touches = self.decisions = 0


class PolicyGradient(Playout):
    """Plays games between policies, and credits each hand to the soft policies among them."""

    def __init__(
        self, hand: Hand, policy: Policy, futures: Futures, max_hands: cython.int, seed: cython.ulonglong
    ) -> None:
        Playout.__init__(self, hand, policy, max_hands, seed)
        if not cython.compiled:
            self.before = [0.0] * SEATS
            self.change = [0.0] * SEATS
            self.stake = [0.0] * SEATS
            self.scores = [0.0] * SEATS
        self.futures = futures
        self.hands = 0

    def play(self) -> None:
        for s in range(SEATS):
            self.before[s] = 1.0 / SEATS
        self.play_game()

    def hand_dealt(self) -> cython.void:
        for s in range(SEATS):
            self.stake[s] = self.futures.most_at_stake(self.hand, s)
            self.scores[s] = self.score[s]

    def hand_ended(self) -> cython.void:
        self.hands += 1
        for s in range(SEATS):
            chance = self.futures.chance(self.hand, s, self.scores)
            self.change[s] = chance - self.before[s]
            self.before[s] = chance
        self.first.credit(self.change[0], self.stake[0])
        self.second.credit(self.change[1], self.stake[1])
        self.third.credit(self.change[2], self.stake[2])
        self.fourth.credit(self.change[3], self.stake[3])
