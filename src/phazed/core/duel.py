# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""A comparison of two plays in the same sampled worlds: the outcomes of each, and the parts of their difference.

Each play is given as the position after it. In every world, both positions have the same hidden cards, the hand is
played out from each, and the outcomes are averaged. The difference in value is divided into four parts: the seat's own
phase, its points, and the phases and points of the others. Each part is the effect of replacing these numbers at the
end of one playout with those from the other, averaged over two orders of replacement, so the parts sum to the
difference.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import SEATS
    from phazed.core.futures import Futures
    from phazed.core.hand import Hand
    from phazed.core.playout import Playout
    from phazed.core.sampler import Sampler

    WIN, PHASE, OUT, POINTS = 0, SEATS, 2 * SEATS, 3 * SEATS
    TURNS, TAKEN, IN_PHASE, LAID_OFF, DISCARDED, PLACE, VALUE = range(4 * SEATS, 4 * SEATS + 7)
    OUTCOMES = VALUE + 1
    """Number of outcomes of a play: four for each seat, then the length of the hand, the fates of cards, and the
    place and value for the seat that plays."""
    OWN_PHASE, OWN_POINTS, OTHERS_PHASES, OTHERS_POINTS, PARTS = range(5)
    AWAITS_NOTHING, AWAITS_DISCARD, AWAITS_PICK_UP = 0, 1, 2


class Witness(Hand):
    """A hand that records the fate of one seat's card, and whether the next player takes the seat's discard."""

    def __init__(self, kinds: list[int], wraps: cython.int, any_order: cython.int, jokers: cython.int) -> None:
        Hand.__init__(self, kinds, wraps, any_order, jokers)
        self.observe(-1, -1)

    def observe(self, seat: cython.int, card: cython.int) -> cython.void:
        """Start recording the fate of a card that this seat holds; -1 stands for no card."""
        self.watcher = seat
        self.watched = card
        self.in_phase = self.laid_off = self.discarded = self.taken = 0
        self.awaits = AWAITS_DISCARD if self.seat() == seat else AWAITS_PICK_UP

    def _stop_watching(self) -> cython.int:
        """Stop watching, so that later copies of the card are ignored; return 1, which is stored as the card's fate."""
        self.watched = -1
        return 1

    def draw(self) -> cython.void:
        if self.awaits == AWAITS_PICK_UP:
            self.awaits = AWAITS_NOTHING
        Hand.draw(self)

    def take(self) -> cython.void:
        if self.awaits == AWAITS_PICK_UP:
            self.awaits = AWAITS_NOTHING
            self.taken = 1
        Hand.take(self)

    def lay(
        self,
        phase: cython.int,
        first: cython.p_int,
        first_size: cython.int,
        second: cython.p_int,
        second_size: cython.int,
    ) -> cython.void:
        if self.seat() == self.watcher:
            for i in range(first_size):
                if first[i] == self.watched:
                    self.in_phase = self._stop_watching()
            for i in range(second_size):
                if second[i] == self.watched:
                    self.in_phase = self._stop_watching()
        Hand.lay(self, phase, first, first_size, second, second_size)

    def lay_off(self, card: cython.int, place: cython.int, where: cython.int) -> cython.void:
        if self.seat() == self.watcher and card == self.watched:
            self.laid_off = self._stop_watching()
        Hand.lay_off(self, card, place, where)

    def discard(self, card: cython.int) -> cython.void:
        if self.seat() == self.watcher:
            if card == self.watched:
                self.discarded = self._stop_watching()
            if self.awaits == AWAITS_DISCARD:
                self.awaits = AWAITS_PICK_UP
        Hand.discard(self, card)


class Duel:
    """Compares two plays by one seat; the playout's hand is a `Witness`."""

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
            self.sums = [0.0] * (2 * OUTCOMES + PARTS)
            self.found = [[0.0] * OUTCOMES for _ in range(2)]
            self.done = [[0] * SEATS for _ in range(2)]
            self.point = [[0.0] * SEATS for _ in range(2)]
        if not 0 <= seat < SEATS or len(scores) != SEATS:
            raise ValueError(f"seat {seat} and {len(scores)} scores: there are {SEATS} seats")
        self.playout = playout
        self.futures = futures
        self.sampler = sampler
        self.work: Any = playout.hand
        self.work.fixed_draws = 1
        self.seat = seat
        self.between = between
        for i in range(SEATS):
            self.scores[i] = scores[i]

    def _play(self, which: cython.int, start: Hand, draws: cython.int, card: cython.int) -> cython.void:
        """Play the hand out from the position after a play, and record the play's outcomes."""
        self.work.copy(start)
        self.work.drawn = self.sampler.root.drawn  # so that each turn draws the same card after both plays
        self.sampler.put(self.work)
        self.work.drawn = start.drawn
        self.work.observe(self.seat, card)
        if draws:
            self.work.draw()
        if self.work.ended == 0 and self.work.picked_up:
            self.playout.finish_turn()
        self.playout.play_on()
        self.futures.all_chances(self.work, self.scores, self.found[which])
        for s in range(SEATS):
            points = self.work.points(s)
            self.done[which][s] = self.work.done[s]
            self.point[which][s] = self.scores[s] + points
            self.found[which][PHASE + s] = self.work.done[s] != self.work.before[s]
            self.found[which][OUT + s] = self.work.out == s
            self.found[which][POINTS + s] = points
        self.found[which][VALUE] = self.futures.value(self.work, self.seat, self.scores)
        self.found[which][PLACE] = self.futures.value_of_place
        self.found[which][TURNS] = self.work.turns - start.turns
        self.found[which][TAKEN] = self.work.taken
        self.found[which][IN_PHASE] = self.work.in_phase
        self.found[which][LAID_OFF] = self.work.laid_off
        self.found[which][DISCARDED] = self.work.discarded

    def _mixed(self, parts: cython.int) -> cython.double:
        """Return the value with these parts, given as bits, from the first play and the others from the second."""
        for s in range(SEATS):
            own = s == self.seat
            phases = OWN_PHASE if own else OTHERS_PHASES
            points = OWN_POINTS if own else OTHERS_POINTS
            self.futures.done[s] = self.done[1 - (parts >> phases & 1)][s]
            self.futures.point[s] = self.point[1 - (parts >> points & 1)][s]
        place = self.futures.place_now(self.seat) if self.futures.place_weight > 0.0 else 0.0
        return self.futures.chance_now(self.seat) + self.futures.place_weight * place

    def _divide(self) -> cython.void:
        """Add the parts of the difference in this world to the sums."""
        parts = 0
        last = self._mixed(parts)
        for i in range(2 * PARTS):  # add the parts of the first play one by one, then remove them in the same order
            parts ^= 1 << i % PARTS
            value = self._mixed(parts)
            self.sums[2 * OUTCOMES + i % PARTS] += (value - last if i < PARTS else last - value) / 2.0
            last = value

    def _round(
        self,
        worlds: cython.int,
        first: Hand,
        first_draws: cython.int,
        first_card: cython.int,
        second: Hand,
        second_draws: cython.int,
        second_card: cython.int,
    ) -> cython.void:
        for n in range(worlds):
            self.sampler.walk(self.between)
            self.sampler.mix()
            self._play(0, first, first_draws, first_card)
            other = 0
            if second is not first:
                other = 1
                self._play(1, second, second_draws, second_card)
                self._divide()
            for k in range(OUTCOMES):
                self.sums[k] += self.found[0][k]
                self.sums[OUTCOMES + k] += self.found[other][k]

    def warm_up(self, steps: cython.int) -> None:
        """Advance the random walk, so that the samples no longer depend on its start."""
        with cython.nogil:
            self.sampler.walk(steps)

    def round(
        self,
        worlds: cython.int,
        first: Hand,
        first_draws: cython.int,
        first_card: cython.int,
        second: Hand,
        second_draws: cython.int,
        second_card: cython.int,
    ) -> tuple[list[float], list[float], list[float]]:
        """Return the mean outcomes of the first play and of the second, and the mean parts of the difference.

        Both positions belong to the same seat and hide the same cards. For a play that draws, the position is the one
        before the draw, and the card is drawn in each world. If both positions are the same object, it is played only
        once. After each play, the fate of one card is recorded; -1 stands for no card.
        """
        for i in range(2 * OUTCOMES + PARTS):
            self.sums[i] = 0.0
        with cython.nogil:
            self._round(worlds, first, first_draws, first_card, second, second_draws, second_card)
        means = [self.sums[i] / worlds for i in range(2 * OUTCOMES + PARTS)]
        return means[:OUTCOMES], means[OUTCOMES : 2 * OUTCOMES], means[2 * OUTCOMES :]
