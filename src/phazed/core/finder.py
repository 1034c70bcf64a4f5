# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The phase finder: whether a hand contains a phase, and the way to lay it that leaves the fewest cards.

`has` decides from counts. `find` lists the groups in the hand, as bit sets of indices, forms pairs of groups without
common cards, and uses the planner to compute the cards that each pair leaves after all lay-offs. With `FEW_WAYS` it
tries only a few pairs: sets with the most naturals, accumulations with the most cards. Otherwise it tries every pair
that leaves different cards.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import (
        ANY_COLOUR,
        COLOURS,
        FIRST_ACE,
        FIRST_STAGE,
        HAND_ROOM,
        HAND_SUBSETS,
        JOKER,
        LISTED_ROOM,
        RUN_AND_SET,
        RUN_OF_8,
        SUIT_OF_7,
        SUITS,
        TWO_COLOUR_TOTALS,
        TWO_SETS_OF_3,
        TWO_SETS_OF_4,
        TWO_TOTALS,
        VALUE_SUBSETS,
        VALUES,
    )
    from phazed.core.planner import Planner
    from phazed.core.sums import beside_first_stage
    from phazed.core.table import Table, points_of, worth_of

    FEW_WAYS, MORE_WAYS, ALL_WAYS = 0, 1, 2
    """Numbers of ways to lay a phase that `find` compares."""


class Finder:
    """Finds ways to lay a phase; the result is the ordered cards of the `first` and `second` group."""

    def __init__(self, wraps: cython.int) -> None:
        if not cython.compiled:
            self.hand = [0] * HAND_ROOM
            self.naturals = [0] * VALUES
            self.suits = [0] * SUITS
            self.values = [0] * (COLOURS + 1)
            self.mask = [[0] * LISTED_ROOM for _ in range(2)]
            self.low = [[0] * LISTED_ROOM for _ in range(2)]
            self.listed = [0] * 2
            self.seen = [0] * HAND_SUBSETS
            self.bits = [0] * VALUE_SUBSETS
            self.eight = [0] * VALUES
            self.four = [0] * VALUES
            self.first = [0] * HAND_ROOM
            self.second = [0] * HAND_ROOM
            self.try_first = [0] * HAND_ROOM
            self.try_second = [0] * HAND_ROOM
        self.planner = Planner(wraps)
        self.trial = Table(wraps)
        self.wraps = wraps
        self.n = self.aces = self.stamp = self.best_score = self.all_ways = 0
        self.phase = self.first_size = self.second_size = self.rest_size = 0
        self._fill_tables()

    def _fill_tables(self) -> cython.void:
        """Fill the tables of the number of values in each set, and of the values in each run of eight and four."""
        for i in range(VALUE_SUBSETS):
            self.bits[i] = self.bits[i >> 1] + (i & 1)
        for i in range(VALUES):
            self.eight[i] = (255 << i | 255 >> (VALUES - i)) & (VALUE_SUBSETS - 1)
            self.four[i] = (15 << i | 15 >> (VALUES - i)) & (VALUE_SUBSETS - 1)

    def count(self, hand: cython.p_int, n: cython.int) -> cython.void:
        """Count values, suits and aces; `values` are bit sets of the black, red and all values in the hand."""
        for i in range(VALUES):
            self.naturals[i] = 0
        for i in range(SUITS):
            self.suits[i] = 0
        self.values[0] = 0
        self.values[1] = 0
        self.aces = 0
        self.n = n
        for i in range(n):
            card = hand[i]
            self.hand[i] = card
            if card < FIRST_ACE:
                self.naturals[card >> 2] += 1
                self.suits[card & 3] += 1
                self.values[(card & 3) >> 1] |= 1 << (card >> 2)
            elif card < JOKER:
                self.aces += 1
        self.values[2] = self.values[0] | self.values[1]

    def has(self, phase: cython.int, hand: cython.p_int, n: cython.int) -> cython.int:
        """Return whether the hand contains the phase."""
        self.count(hand, n)
        if phase == TWO_SETS_OF_3:
            return self._has_sets(3)
        if phase == TWO_SETS_OF_4:
            return self._has_sets(4)
        if phase == SUIT_OF_7:
            for i in range(SUITS):
                if self.suits[i] >= 2 and self.suits[i] + self.aces >= 7:
                    return 1
            return 0
        if phase == RUN_OF_8:
            return self._has_run()
        if phase == RUN_AND_SET:
            return self._has_run_and_set()
        if phase == TWO_TOTALS:
            return self._has_totals(ANY_COLOUR)
        return self._has_colour_totals()

    def _has_sets(self, size: cython.int) -> cython.int:
        most = 0
        second = 0
        for i in range(VALUES):
            if self.naturals[i] > most:
                second = most
                most = self.naturals[i]
            elif self.naturals[i] > second:
                second = self.naturals[i]
        if most >= 4 and 2 * size - most <= self.aces:
            return 1
        if second < 2:
            return 0
        return max(size - most, 0) + max(size - second, 0) <= self.aces

    def _has_run(self) -> cython.int:
        for low in range(VALUES if self.wraps else 5):
            held = self.bits[self.values[2] & self.eight[low]]
            if held >= 2 and held + self.aces >= 8:
                return 1
        return 0

    def _has_run_and_set(self) -> cython.int:
        most = 0
        for value in range(VALUES):
            if self.naturals[value] > most:
                most = self.naturals[value]
        if most + self.aces < 4:
            return 0
        for colour in range(COLOURS):
            for low in range(VALUES if self.wraps else 9):
                held = self.bits[self.values[colour] & self.four[low]]
                if held < 2 or held + self.aces + min(most, 4) < 8:
                    continue
                for value in range(VALUES):
                    four = self.naturals[value]
                    if four < 2 or held + four + self.aces < 8:
                        continue
                    if self.four[low] & self.values[colour] & 1 << value:
                        if four >= 3 and 8 - held - min(four - 1, 4) <= self.aces:
                            return 1
                        if held >= 3 and 8 - (held - 1) - min(four, 4) <= self.aces:
                            return 1
                    elif 8 - held - min(four, 4) <= self.aces:
                        return 1
        return 0

    def _has_totals(self, colour: cython.int) -> cython.int:
        """Return whether the cards, of one colour or of any, contain two accumulations."""
        worths = cython.declare(cython.int[HAND_ROOM])
        n = 0
        total = 0
        for i in range(self.n):
            card = self.hand[i]
            if card != JOKER and (colour == ANY_COLOUR or ((card & 3) >> 1) == colour):
                worths[n] = worth_of(card)
                total += worths[n]
                n += 1
        return total >= 2 * FIRST_STAGE and beside_first_stage(worths, n) >> FIRST_STAGE & 1

    def _has_colour_totals(self) -> cython.int:
        """Return whether the cards contain an accumulation in each colour, or two in one colour."""
        reach = cython.declare(cython.ulonglong[COLOURS])
        reach[0] = reach[1] = 1
        for i in range(self.n):
            if self.hand[i] != JOKER:
                colour = (self.hand[i] & 3) >> 1
                reach[colour] |= reach[colour] << worth_of(self.hand[i])
        if (reach[0] & reach[1]) >> FIRST_STAGE & 1:
            return 1
        return self._has_totals(0) or self._has_totals(1)

    def find(
        self,
        phase: cython.int,
        hand: cython.p_int,
        n: cython.int,
        seat: cython.int,
        table: Table,
        ways: cython.int,
    ) -> cython.int:
        """Find the way for the seat to lay the phase that leaves the fewest cards; return 0 if there is none.

        The hand has at most 12 cards. `ways` selects the ways to compare: `FEW_WAYS`; `MORE_WAYS`, which is fast enough
        for playouts; or `ALL_WAYS`, which includes runs of eight in which an ace replaces a natural in the hand.
        """
        best = -1
        best_a = 0
        best_b = 0
        if not self.has(phase, hand, n):
            return 0
        self.phase = phase
        self.all_ways = ways == ALL_WAYS
        self.best_score = -1
        self.stamp += 1
        if phase == SUIT_OF_7:
            self._list_matching(0, 7, 1, ways)
        elif phase == RUN_OF_8:
            self._list_runs(0, 8, 0)
        elif phase == RUN_AND_SET:
            self._list_runs(0, 4, 1)
            self._list_matching(1, 4, 0, MORE_WAYS)
        elif phase == TWO_TOTALS or phase == TWO_COLOUR_TOTALS:
            self._list_totals(0, phase == TWO_COLOUR_TOTALS)
        elif phase == TWO_SETS_OF_3:
            self._list_matching(0, 3, 0, MORE_WAYS)
        else:
            self._list_matching(0, 4, 0, MORE_WAYS)
        if phase == SUIT_OF_7 or phase == RUN_OF_8:
            for i in range(self.listed[0]):
                self._try(phase, self.mask[0][i], self.low[0][i], 0, seat, table)
                if ways == FEW_WAYS and i >= 3:
                    break
        elif phase == RUN_AND_SET:
            count = 0
            for i in range(self.listed[0]):
                for j in range(self.listed[1]):
                    if self.mask[0][i] & self.mask[1][j] == 0 and (ways != FEW_WAYS or count < 6):
                        self._try(phase, self.mask[0][i], self.low[0][i], self.mask[1][j], seat, table)
                        count += 1
        else:
            for i in range(self.listed[0]):
                a = self.mask[0][i]
                for j in range(i + 1, self.listed[0]):
                    b = self.mask[0][j]
                    if a & b or self.seen[a | b] == self.stamp:
                        continue
                    self.seen[a | b] = self.stamp
                    if ways != FEW_WAYS:
                        self._try(phase, a, 0, b, seat, table)
                        continue
                    points = 0
                    for count in range(n):
                        if (a | b) >> count & 1:
                            points += 64 + points_of(self.hand[count])
                    if phase != TWO_TOTALS and phase != TWO_COLOUR_TOTALS:
                        points = 0
                        for count in range(n):
                            if (a | b) >> count & 1:
                                points += 8 if self.hand[count] < FIRST_ACE else 0
                    if points > best:
                        best = points
                        best_a = a
                        best_b = b
            if best >= 0:
                self._try(phase, best_a, 0, best_b, seat, table)
        return self.best_score >= 0

    def _add(self, which: cython.int, mask: cython.int, low: cython.int) -> cython.void:
        if self.listed[which] < LISTED_ROOM:
            self.mask[which][self.listed[which]] = mask
            self.low[which][self.listed[which]] = low
            self.listed[which] += 1

    def _list_matching(self, which: cython.int, size: cython.int, by_suit: cython.int, ways: cython.int) -> cython.void:
        """List the groups of one value or suit, most naturals first; with `FEW_WAYS`, only the first of each."""
        wilds = 0
        self.listed[which] = 0
        for i in range(self.n):
            if FIRST_ACE <= self.hand[i] < JOKER:
                wilds |= 1 << i
        for key in range(SUITS if by_suit else VALUES):
            naturals = self.suits[key] if by_suit else self.naturals[key]
            if naturals < 2 or naturals + self.aces < size:
                continue
            pool = wilds
            for i in range(self.n):
                if self.hand[i] < FIRST_ACE and (self.hand[i] & 3 if by_suit else self.hand[i] >> 2) == key:
                    pool |= 1 << i
            for most in range(min(naturals, size), 1, -1):
                if size - most > self.aces:
                    break
                sub = pool
                while sub:
                    if self.bits[sub] == size and self.bits[sub & ~wilds] == most:
                        self._add(which, sub, 0)
                        if ways == FEW_WAYS:
                            break
                    sub = (sub - 1) & pool
                if ways == FEW_WAYS:
                    break

    def _list_totals(self, which: cython.int, one_colour: cython.int) -> cython.void:
        sums = cython.declare(cython.int[HAND_SUBSETS])
        self.listed[which] = 0
        sums[0] = 0
        for i in range(self.n):
            low = 1 << i
            worth = worth_of(self.hand[i]) if self.hand[i] != JOKER else 99
            for sub in range(low):
                sums[low + sub] = sums[sub] + worth
        if not one_colour:
            for sub in range(1, 1 << self.n):
                if sums[sub] == FIRST_STAGE:
                    self._add(which, sub, 0)
            return
        pool = 0
        for i in range(self.n):
            if self.hand[i] & 2:
                pool |= 1 << i
        for sub in range(1, 1 << self.n):
            if sums[sub] == FIRST_STAGE and (sub & pool == 0 or sub & pool == sub):
                self._add(which, sub, 0)

    def _list_runs(self, which: cython.int, size: cython.int, one_colour: cython.int) -> cython.void:
        self.listed[which] = 0
        for colour in range(COLOURS if one_colour else 1):
            for low in range(VALUES if self.wraps else VALUES + 1 - size):
                self._fill_run(which, low, size, 0, colour if one_colour else ANY_COLOUR, 0, 0)

    def _fill_run(
        self,
        which: cython.int,
        low: cython.int,
        size: cython.int,
        at: cython.int,
        colour: cython.int,
        mask: cython.int,
        naturals: cython.int,
    ) -> cython.void:
        """Fill a run from index `at` on with naturals and aces.

        In a run of eight, an ace replaces a natural in the hand only if all ways are compared.
        """
        last = -1
        value = (low + at) % VALUES
        ace = -1
        missing = 0
        if at == size:
            if naturals >= 2:
                self._add(which, mask, low)
            return
        if at == 0:
            for i in range(size):
                missing += 1 - (self.values[colour] >> ((low + i) % VALUES) & 1)
            if missing > self.aces:
                return
        for i in range(self.n):
            if mask >> i & 1:
                continue
            if self.hand[i] >= FIRST_ACE:
                if self.hand[i] < JOKER:
                    ace = i
            elif self.hand[i] >> 2 == value and self.hand[i] != last:
                if colour == ANY_COLOUR or ((self.hand[i] & 3) >> 1) == colour:
                    last = self.hand[i]
                    self._fill_run(which, low, size, at + 1, colour, mask | 1 << i, naturals + 1)
        if ace >= 0 and (last < 0 or size == 4 or self.all_ways):
            self._fill_run(which, low, size, at + 1, colour, mask | 1 << ace, naturals)

    def _cards_of(
        self, mask: cython.int, low: cython.int, size: cython.int, is_run: cython.int, cards: cython.p_int
    ) -> cython.int:
        """Write the cards of a group, sorted if it is a run, and return their number."""
        count = 0
        if not is_run:
            for i in range(self.n):
                if mask >> i & 1:
                    cards[count] = self.hand[i]
                    count += 1
            return count
        for at in range(size):
            cards[at] = -1
            for i in range(self.n):
                if mask >> i & 1 and self.hand[i] < FIRST_ACE and self.hand[i] >> 2 == (low + at) % VALUES:
                    cards[at] = self.hand[i]
        for i in range(self.n):
            if mask >> i & 1 and self.hand[i] >= FIRST_ACE:
                while cards[count] >= 0:
                    count += 1
                cards[count] = self.hand[i]
        return size

    def _try(
        self,
        phase: cython.int,
        first: cython.int,
        first_low: cython.int,
        second: cython.int,
        seat: cython.int,
        table: Table,
    ) -> cython.void:
        """Compute the cards left after a way, and keep the way if it leaves the fewest so far."""
        rest = cython.declare(cython.int[HAND_ROOM])
        count = 0
        second_size = 0
        points = 0
        highest = 0
        is_run = phase == RUN_OF_8 or phase == RUN_AND_SET
        first_size = self._cards_of(first, first_low, 8 if phase == RUN_OF_8 else 4, is_run, self.try_first)
        if second:
            second_size = self._cards_of(second, 0, 0, 0, self.try_second)
        for i in range(self.n):
            if not (first | second) >> i & 1:
                rest[count] = self.hand[i]
                count += 1
        self.trial.copy(table)
        self.trial.lay(seat, phase, self.try_first, first_size, self.try_second, second_size)
        self.planner.plan(self.trial, rest, count)
        for i in range(self.planner.rest_size):
            points += points_of(self.planner.rest[i])
            highest = max(highest, points_of(self.planner.rest[i]))
        score = (20 - max(self.planner.rest_size, 1)) * 1024 + 512 - (points - highest)
        if score > self.best_score:
            self.best_score = score
            self.first_size = first_size
            self.second_size = second_size
            self.rest_size = self.planner.rest_size
            for i in range(first_size):
                self.first[i] = self.try_first[i]
            for i in range(second_size):
                self.second[i] = self.try_second[i]

    def holds(self, phase: cython.int, cards: list[int]) -> bool:
        """Return whether the cards, at most twelve, contain the phase."""
        hand = cython.declare(cython.int[HAND_ROOM])
        if len(cards) > HAND_ROOM:
            raise ValueError(f"a hand can have at most {HAND_ROOM} cards, not {len(cards)}")
        for i, card in enumerate(cards):
            hand[i] = card
        return self.has(phase, hand, len(cards)) != 0
