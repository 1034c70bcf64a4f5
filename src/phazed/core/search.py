# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The search, which plays out every candidate to the end of the hand in the same sampled worlds.

A world is a sample of the hidden cards. Every remaining candidate is played in each world. The hand continues with the
fast policy in this seat and the opponents' policies in their seats, and its end is evaluated as a chance of winning the
game. The worlds and the future draws are the same for all candidates (common random numbers): each turn has a fixed
card to draw, whether or not earlier turns drew theirs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import DISCARD, DRAW, OPTIONS_ROOM, SEATS, SKIP, TAKE
    from phazed.core.futures import Futures
    from phazed.core.hand import Hand
    from phazed.core.playout import Playout
    from phazed.core.policy import FAST, Policy
    from phazed.core.sampler import Sampler


class Search:
    """Compares candidate plays; the fast policy plays the rest of the turn.

    A candidate is the kind of a play, with the rules' number, and its content: the card discarded, the seat skipped or
    the kind of the phase laid.
    """

    def __init__(
        self, policy: Policy, playout: Playout, futures: Futures, sampler: Sampler, root: Hand, world: Hand
    ) -> None:
        if not cython.compiled:
            self.scores = [0.0] * SEATS
            self.kind = [0] * OPTIONS_ROOM
            self.card = [0] * OPTIONS_ROOM
            self.alive = [0] * OPTIONS_ROOM
            self.value = [0.0] * OPTIONS_ROOM
            self.total = [0.0] * OPTIONS_ROOM
            self.cross = [[0.0] * OPTIONS_ROOM for _ in range(OPTIONS_ROOM)]
            self.tried = [0] * OPTIONS_ROOM
            self.phase_total = [0.0] * OPTIONS_ROOM
            self.out_total = [0.0] * OPTIONS_ROOM
            self.place_total = [0.0] * OPTIONS_ROOM
        self.policy = policy
        self.playout = playout
        self.futures = futures
        self.sampler = sampler
        self.root = root
        self.world = world
        self.work = playout.hand
        self.work.fixed_draws = 1
        self.seat = root.leader + root.turns & 3
        self.count = self.particles = 0
        self.between = 20
        self.playouts = 0

    def consider(self, candidates: list[tuple[int, int]], scores: list[float]) -> None:
        """Set the candidates and the seats' estimated scores."""
        if len(candidates) > OPTIONS_ROOM:
            raise ValueError(f"there can be at most {OPTIONS_ROOM} candidates, not {len(candidates)}")
        self.count = len(candidates)
        for i, (kind, card) in enumerate(candidates):
            self.kind[i] = kind
            self.card[i] = card
            self.alive[i] = 1
            self.total[i] = self.phase_total[i] = self.out_total[i] = self.place_total[i] = 0.0
            self.tried[i] = 0
            for j in range(OPTIONS_ROOM):
                self.cross[i][j] = 0.0
        for i in range(SEATS):
            self.scores[i] = scores[i]
        self.particles = 0

    def _play(self, candidate: cython.int) -> cython.void:
        """Play a candidate and then the rest of the hand in the world."""
        kind = self.kind[candidate]
        what = self.card[candidate]
        self.work.copy(self.world)
        if kind == DISCARD:
            self.work.discard(what)
        elif kind == SKIP:
            self.work.skip(what)
        else:
            if kind == DRAW:
                self.work.draw()
            elif kind == TAKE:
                self.work.take()
            else:
                self.policy.lay_kind(self.work, what)
            if self.work.ended == 0:
                self.policy.finish(self.work, FAST)
        self.playout.play_on()

    def _round(self, particles: cython.int) -> cython.void:
        for n in range(particles):
            self.sampler.walk(self.between)
            self.world.copy(self.root)
            self.sampler.fill(self.world)
            self.particles += 1
            for i in range(self.count):
                if self.alive[i]:
                    self._play(i)
                    self.value[i] = self.futures.value(self.work, self.seat, self.scores)
                    self.total[i] += self.value[i]
                    self.place_total[i] += self.futures.value_of_place
                    self.tried[i] += 1
                    self.playouts += 1
                    if self.work.done[self.seat] != self.work.before[self.seat]:
                        self.phase_total[i] += 1.0
                    if self.work.out == self.seat:
                        self.out_total[i] += 1.0
            for i in range(self.count):
                if self.alive[i]:
                    for j in range(i + 1):
                        if self.alive[j]:
                            self.cross[i][j] += self.value[i] * self.value[j]

    def warm_up(self, steps: cython.int) -> None:
        """Walk until the samples no longer depend on the starting point."""
        with cython.nogil:
            self.sampler.walk(steps)

    def round(self, particles: cython.int) -> None:
        """Play all remaining candidates in `particles` worlds."""
        with cython.nogil:
            self._round(particles)

    def worlds_so_far(self) -> int:
        """Return the number of worlds in which candidates have been played."""
        return self.particles

    def drop(self, candidate: int) -> None:
        """Exclude the candidate from further rounds."""
        self.alive[candidate] = 0

    def results(self) -> list[tuple[float, float, float, float, int, float]]:
        """Return each candidate's value, standard error, shares of phases and of going out, worlds, and place."""
        rows = []
        for i in range(self.count):
            n = max(self.tried[i], 1)
            mean = self.total[i] / n
            spread = max(self.cross[i][i] / n - mean * mean, 0.0)
            shares = self.phase_total[i] / n, self.out_total[i] / n
            rows.append((mean, (spread / n) ** 0.5, *shares, n, self.place_total[i] / n))
        return rows

    def gap(self, better: int, worse: int) -> tuple[float, float]:
        """Return the difference in value between two remaining candidates, and its standard error."""
        n = max(self.tried[better], 1)
        mean = (self.total[better] - self.total[worse]) / n
        low, high = min(better, worse), max(better, worse)
        squares = self.cross[better][better] + self.cross[worse][worse] - 2.0 * self.cross[high][low]
        return mean, (max(squares / n - mean * mean, 0.0) / n) ** 0.5
