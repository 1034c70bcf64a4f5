# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""A comparison of two plays in the same sampled worlds, by the chances of all four seats.

Each play is given as the position after it. In every world the hidden cards of both positions are the same, the hand is
played out, and its end is valued by every seat's chance to win the game.
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
    from phazed.core.sampler import Sampler


class Duel:
    """Compares two plays of one seat."""

    def __init__(
        self,
        playout: Playout,
        futures: Futures,
        sampler: Sampler,
        seat: cython.int,
        scores: list[float],
        between: cython.int,
    ) -> None:
        if not cython.compiled:
            self.scores = [0.0] * SEATS
            self.values = [0.0] * SEATS
            self.sums = [0.0] * (2 * SEATS)
        if not 0 <= seat < SEATS or len(scores) != SEATS:
            raise ValueError(f"seat {seat} and {len(scores)} scores: there are {SEATS} seats")
        self.playout = playout
        self.futures = futures
        self.sampler = sampler
        self.work = playout.hand
        self.work.fixed_draws = 1
        self.between = between
        for i in range(SEATS):
            self.scores[i] = scores[i]

    def _play(self, start: Hand, draws: cython.int) -> cython.void:
        """Play the hand from a position to its end, and value the end for all seats."""
        self.work.copy(start)
        self.sampler.put(self.work)
        if draws:
            self.work.draw()
        if self.work.ended == 0 and self.work.picked_up:
            self.playout.finish_turn()
        self.playout.play_on()
        self.futures.all_chances(self.work, self.scores, self.values)

    def _round(
        self,
        worlds: cython.int,
        first: Hand,
        first_draws: cython.int,
        second: Hand,
        second_draws: cython.int,
    ) -> cython.void:
        for n in range(worlds):
            self.sampler.walk(self.between)
            self.sampler.mix()
            self._play(first, first_draws)
            for s in range(SEATS):
                self.sums[s] += self.values[s]
            if second is not first:
                self._play(second, second_draws)
            for s in range(SEATS):
                self.sums[SEATS + s] += self.values[s]

    def warm_up(self, steps: cython.int) -> None:
        """Walk until the samples no longer depend on the start."""
        with cython.nogil:
            self.sampler.walk(steps)

    def round(
        self, worlds: cython.int, first: Hand, first_draws: cython.int, second: Hand, second_draws: cython.int
    ) -> tuple[list[float], list[float]]:
        """Return each seat's mean chance to win after the first play and after the second.

        Both positions are those of one seat and hide the same cards. For a play that draws, the position is the one
        before it, and the card is drawn in each world. A second position that is the first one is not played again.
        """
        for i in range(2 * SEATS):
            self.sums[i] = 0.0
        with cython.nogil:
            self._round(worlds, first, first_draws, second, second_draws)
        means = [self.sums[i] / worlds for i in range(2 * SEATS)]
        return means[:SEATS], means[SEATS:]
