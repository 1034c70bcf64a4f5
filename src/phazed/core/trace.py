# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Public information about a hand: the cards that each seat has discarded, passed and kept, and all cards shown.

A tally counts cards by colour and value (13 elements per colour) and by suit (4 more, naturals only). The first discard
is seen only by the player who finds it on top, so it counts only once it is taken.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import CARDS, FIRST_ACE, JOKER, SEATS, TALLY

    THROWN, PASSED, KEPT, TALLIES = 0, 1, 2, 3


class Trace:
    """Tallies of each seat's actions, such as `count[seat][THROWN]`; `shown` is the tally of all cards shown."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.count = [[[0] * TALLY for _ in range(TALLIES)] for _ in range(SEATS)]
            self.kept = [[0] * CARDS for _ in range(SEATS)]
            self.shown = [0] * TALLY
        self.first_unseen = 1

    def clear(self) -> cython.void:
        for s in range(SEATS):
            for k in range(TALLIES):
                for i in range(TALLY):
                    self.count[s][k][i] = 0
            for i in range(CARDS):
                self.kept[s][i] = 0
        for i in range(TALLY):
            self.shown[i] = 0
        self.first_unseen = 1

    def copy(self, other: Trace) -> cython.void:
        for s in range(SEATS):
            for k in range(TALLIES):
                for i in range(TALLY):
                    self.count[s][k][i] = other.count[s][k][i]
            for i in range(CARDS):
                self.kept[s][i] = other.kept[s][i]
        for i in range(TALLY):
            self.shown[i] = other.shown[i]
        self.first_unseen = other.first_unseen

    def _add(self, tally: cython.p_int, card: cython.int, more: cython.int) -> cython.void:
        """Add copies of a card to a tally, ignoring jokers."""
        if card < JOKER:
            tally[((card & 3) >> 1) * 13 + (card >> 2)] += more
            if card < FIRST_ACE:
                tally[26 + (card & 3)] += more

    def passes(self, seat: cython.int, card: cython.int, pile_size: cython.int) -> cython.void:
        """Record that the seat draws and thereby passes the top discard."""
        if pile_size > 1 or not self.first_unseen:
            self._add(self.count[seat][PASSED], card, 1)

    def takes(self, seat: cython.int, card: cython.int, pile_size: cython.int) -> cython.void:
        """Record that the seat takes the top discard of a pile of that size."""
        if pile_size == 1 and self.first_unseen:
            self.first_unseen = 0
            self._add(self.shown, card, 1)
        self.kept[seat][card] += 1
        self._add(self.count[seat][KEPT], card, 1)

    def plays(self, seat: cython.int, card: cython.int) -> cython.void:
        """Record that a card leaves the seat's hand for the table or the pile."""
        if self.kept[seat][card]:
            self.kept[seat][card] -= 1
            self._add(self.count[seat][KEPT], card, -1)
        else:
            self._add(self.shown, card, 1)

    def throws(self, seat: cython.int, card: cython.int) -> cython.void:
        """Record that the seat discards the card."""
        self.plays(seat, card)
        self._add(self.count[seat][THROWN], card, 1)

    def tell(self, what: str, seat: cython.int, card: cython.int, pile_size: cython.int = 0) -> None:
        """Record a public action by calling the method named `what`."""
        if not 0 <= seat < SEATS:
            raise ValueError(f"there is no seat {seat}")
        if not 0 <= card <= JOKER:
            raise ValueError(f"there is no card {card}")
        if what == "passes":
            self.passes(seat, card, pile_size)
        elif what == "takes":
            self.takes(seat, card, pile_size)
        elif what == "plays":
            self.plays(seat, card)
        elif what == "throws":
            self.throws(seat, card)
        else:
            raise ValueError(f"a seat passes, takes, plays or throws a card, but not {what}")

    def tallies(self) -> tuple[list[list[list[int]]], list[int]]:
        """Return every seat's tallies and the tally of the cards shown."""
        counts = [[[self.count[s][k][i] for i in range(TALLY)] for k in range(TALLIES)] for s in range(SEATS)]
        return counts, [self.shown[i] for i in range(TALLY)]
