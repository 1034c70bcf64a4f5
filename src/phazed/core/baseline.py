# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The expected result of a deal between fixed players, as all four seats' chances of winning the game.

Each seat plays a style of the same policy. The styles make no random choices, so a deck and a standing determine the
outcome, and the mean over random decks is the expectation.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import SEATS
    from phazed.core.futures import Futures
    from phazed.core.hand import Hand
    from phazed.core.playout import Playout
    from phazed.core.policy import Policy

STYLES = 2


class Baseline(Playout):
    """Plays out hands between styles of one policy."""

    def __init__(self, policy: Policy, futures: Futures, work: Hand) -> None:
        Playout.__init__(self, work, policy, 1, 0)
        if not cython.compiled:
            self.scores = [0.0] * SEATS
            self.sums = [0.0] * SEATS
        self.futures = futures

    def suppose(self, styles: list[int], scores: list[float]) -> None:
        """Set each seat's style and its points before the hand."""
        if len(styles) != SEATS or len(scores) != SEATS or not all(0 <= style < STYLES for style in styles):
            raise ValueError(f"there must be {SEATS} valid styles and {SEATS} scores, not {styles} and {scores}")
        for s in range(SEATS):
            self.style[s] = styles[s]
            self.scores[s] = scores[s]

    def _add_chances(self) -> cython.void:
        """Add every seat's chance of winning after a completed hand."""
        values = cython.declare(cython.double[SEATS])
        self.futures.all_chances(self.hand, self.scores, values)
        for s in range(SEATS):
            self.sums[s] += values[s]

    def _play_decks(self, leader: cython.int, count: cython.int, done: cython.p_int) -> cython.void:
        for _ in range(count):
            for s in range(SEATS):
                self.hand.done[s] = done[s]
            self.play_hand(leader)
            self._add_chances()

    def after(self, start: Hand) -> list[float]:
        """Play out a position with the current deck; return every seat's chance of winning afterwards."""
        for s in range(SEATS):
            self.sums[s] = 0.0
        with cython.nogil:
            self.hand.copy(start)
            self.play_on()
            self._add_chances()
        return [self.sums[s] for s in range(SEATS)]

    def expected(self, start: Hand, count: cython.int, seed: cython.ulonglong) -> list[float]:
        """Return the mean chances over `count` random decks, from the standing before the position's hand."""
        done = cython.declare(cython.int[SEATS])
        for s in range(SEATS):
            done[s] = start.before[s]
            self.sums[s] = 0.0
        with cython.nogil:
            self.hand.copy(start)
            self.stream.seed(seed)
            self._play_decks(start.leader, count, done)
        return [self.sums[s] / count for s in range(SEATS)]
