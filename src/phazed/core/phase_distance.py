# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The distance of a hand from a phase, as computed by the `greedy` player: `bots.plans` for encoded hands.

A plan that lacks k cards has the weight `5 ** (8 - k)`; `promise` is the sum over all plans, and `least` is the number
of cards that the nearest plan lacks. Plans that lack equally many cards are counted together instead of being listed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import (
        CARDS,
        COLOURS,
        FIRST_ACE,
        FIRST_STAGE,
        HAND_ROOM,
        HAND_SUBSETS,
        JOKER,
        RUN_AND_SET,
        RUN_OF_8,
        RUN_VALUES,
        SUIT_OF_7,
        SUITS,
        TWO_COLOUR_TOTALS,
        TWO_SETS_OF_3,
        TWO_SETS_OF_4,
        VALUE_SUBSETS,
        VALUES,
    )
    from phazed.core.sums import beside_first_stage
    from phazed.core.table import worth_of


class PhaseDistance:
    """The distance of the last hand evaluated: `least` is the number of missing cards, `promise` weighs all plans."""

    def __init__(self, wraps: cython.int) -> None:
        if not cython.compiled:
            self.weight = [0.0] * 9
            self.bits = [0] * VALUE_SUBSETS
            self.window = [0] * VALUES
            self.worth = [0] * CARDS
            self.one = [0] * CARDS
            self.held = [0] * 9
            self.place = [0] * 9
            self.apart = [[0] * 5 for _ in range(5)]
            self.shared = [[0] * 5 for _ in range(5)]
            self.times = [0] * 9
            self.runs = [0] * 5
        self.wraps = wraps
        self.aces = 0
        self.least = 8
        self.promise = 0.0
        self._fill_tables()

    def _fill_tables(self) -> cython.void:
        lane = 1
        for i in range(VALUE_SUBSETS):
            self.bits[i] = self.bits[i >> 1] + (i & 1)
        for i in range(VALUES):
            self.window[i] = (255 << i | 255 >> (VALUES - i)) & (VALUE_SUBSETS - 1)
        for i in range(JOKER):
            self.worth[i] = worth_of(i)
            self.one[i] = lane << 4 * (i >> 2)
        self.weight[8] = 1.0
        for i in range(7, -1, -1):
            self.weight[i] = 5.0 * self.weight[i + 1]
        for i in range(1, 9):
            self.held[i] = lane << 4 * i
            self.place[i] = 1 + (lane << 7 * i) if i < 5 else 1
        for i in range(5):
            for j in range(5):
                self.apart[i][j] = max(2 - i, 0) + max(2 - j, 0)
        for i in range(5):
            for j in range(5):
                self.shared[i][j] = min(self.apart[max(i - 1, 0)][j], self.apart[i][max(j - 1, 0)])

    def evaluate(self, phase: cython.int, hand: cython.p_int, n: cython.int) -> cython.void:
        """Evaluate a hand of at most twelve cards for a phase."""
        self.least = 8
        self.promise = 0.0
        if phase == TWO_SETS_OF_3:
            self._sets(3, hand, n)
        elif phase == TWO_SETS_OF_4:
            self._sets(4, hand, n)
        elif phase == SUIT_OF_7:
            self._suit(hand, n)
        elif phase == RUN_OF_8:
            self._run(hand, n)
        elif phase == RUN_AND_SET:
            self._run_and_set(hand, n)
        elif phase == TWO_COLOUR_TOTALS:
            self._colour_totals(hand, n)
        else:
            self._totals(hand, n)

    def _plan(self, times: cython.int, missing: cython.int) -> cython.void:
        """Count `times` plans that each lack `missing` cards."""
        if times:
            self.promise += times * self.weight[missing]
            if missing < self.least:
                self.least = missing

    def _lack(self, size: cython.int, held: cython.int) -> cython.int:
        return max(size - held - self.aces, 2 - held, 0)

    def _tally(self, hand: cython.p_int, n: cython.int) -> cython.ulonglong:
        """Return the count of each value, in four bits each; set `times[k]` to the number of values held k times."""
        counts = 0
        tally = 0
        for i in range(n):
            counts += self.one[hand[i]]
        for i in range(VALUES):
            tally += self.held[counts >> 4 * i & 15]
        for i in range(1, 9):
            self.times[i] = tally >> 4 * i & 15
        self.aces = counts >> 48
        return counts

    def _sets(self, size: cython.int, hand: cython.p_int, n: cython.int) -> cython.void:
        """Count the plans for two sets; values held equally often give the same plans."""
        self._tally(hand, n)
        for i in range(1, 9):
            both = min(i, 2 * size)
            self._plan(self.times[i], max(2 * size - both - self.aces, 4 - both, 0))
        for i in range(size + 1, 9):
            self.times[size] += self.times[i]
        for i in range(1, size + 1):
            if self.times[i]:
                both = self.times[i] * (self.times[i] - 1) // 2
                self._plan(both, max(2 * size - i - i - self.aces, self.apart[i][i]))
                for j in range(i + 1, size + 1):
                    both = self.times[i] * self.times[j]
                    self._plan(both, max(2 * size - i - j - self.aces, self.apart[i][j]))

    def _suit(self, hand: cython.p_int, n: cython.int) -> cython.void:
        suits = cython.declare(cython.int[SUITS])
        self.aces = 0
        for i in range(SUITS):
            suits[i] = 0
        for i in range(n):
            if hand[i] < FIRST_ACE:
                suits[hand[i] & 3] += 1
            elif hand[i] < JOKER:
                self.aces += 1
        for i in range(SUITS):
            self._plan(1, self._lack(7, suits[i]))

    def _run(self, hand: cython.p_int, n: cython.int) -> cython.void:
        values = 0
        self.aces = 0
        for i in range(n):
            if hand[i] < FIRST_ACE:
                values |= 1 << (hand[i] >> 2)
            elif hand[i] < JOKER:
                self.aces += 1
        for i in range(VALUES if self.wraps else 5):
            self._plan(1, self._lack(8, self.bits[values & self.window[i]]))

    def _run_and_set(self, hand: cython.p_int, n: cython.int) -> cython.void:
        """Count the plans for a colour run and a set.

        Runs that lack equally many cards and values held equally often give the same plans. A card cannot be in both
        groups, so plans in which the set has a value of the run are counted separately.
        """
        values = cython.declare(cython.int[COLOURS])
        least = 8
        promise = 0.0
        counts = self._tally(hand, n)
        values[0] = values[1] = 0
        for i in range(n):
            values[(hand[i] & 3) >> 1] |= 1 << (hand[i] >> 2)
        for i in range(5):
            self.runs[i] = 0
        self._add_runs(values[0], counts)
        self._add_runs(values[1], counts)
        self.times[4] += self.times[5] + self.times[6] + self.times[7] + self.times[8]
        for held in range(1, 5):
            if self.runs[held] == 0:
                continue
            for i in range(1, 5):
                both = self.runs[held] >> 7 * i & 127
                if both:
                    missing = max(8 - (held + i - 1) - self.aces, self.shared[held][i])
                    promise += both * self.weight[missing]
                    least = min(least, missing)
                other = (self.runs[held] & 127) // held * self.times[i] - both
                if other:
                    missing = max(8 - (held + i) - self.aces, self.apart[held][i])
                    promise += other * self.weight[missing]
                    least = min(least, missing)
        self.promise = promise
        self.least = least

    def _add_runs(self, values: cython.int, counts: cython.ulonglong) -> cython.void:
        """Add the runs in a colour with these values to `runs`, indexed by the number of values held.

        A value held in the colour contributes 1 to the low bits and, if it is held k <= 4 times in all, 1 to the seven
        bits at 7 * k. The sum over a run therefore contains the number of values held and, for each k, the number of
        sets that compete for one of them; `runs` contains the sums of these sums.
        """
        place = cython.declare(cython.ulonglong[RUN_VALUES])
        for i in range(VALUES):
            place[i] = self.place[counts >> 4 * i & 15] if values >> i & 1 else 0
        for i in range(3):
            place[VALUES + i] = place[i]
        for i in range(VALUES if self.wraps else 9):
            run = place[i] + place[i + 1] + place[i + 2] + place[i + 3]
            self.runs[run & 7] += run

    def _totals(self, hand: cython.p_int, n: cython.int) -> cython.void:
        """Count a plan for each card that completes a second accumulation beside one in the hand."""
        second = self._beside(hand, n)
        if second >> FIRST_STAGE & 1:
            self._ways(hand, n, 0)
        elif second == 0:
            self._plan(1, 3)
        else:
            self._plan(1, 2)
            self._helped(second >> 21 & 8191)

    def _colour_totals(self, hand: cython.p_int, n: cython.int) -> cython.void:
        """Count the plans of `_totals` for each colour, with the first accumulation in either colour."""
        cards = cython.declare(cython.int[HAND_ROOM][COLOURS])
        size = cython.declare(cython.int[COLOURS])
        total = cython.declare(cython.int[COLOURS])
        reach = cython.declare(cython.ulonglong[COLOURS])
        for colour in range(COLOURS):
            size[colour] = total[colour] = 0
            reach[colour] = 1
        for i in range(n):
            card = hand[i]
            colour = (card & 3) >> 1
            cards[colour][size[colour]] = card
            size[colour] += 1
            total[colour] += self.worth[card]
            reach[colour] |= reach[colour] << self.worth[card]
        if not (reach[0] | reach[1]) >> FIRST_STAGE & 1:
            self._plan(1, 3)
            return
        colour = reach[1] >> FIRST_STAGE & 1
        second = self._beside(cards[colour], size[colour]) if total[colour] >= FIRST_STAGE + 21 else 0
        if second >> FIRST_STAGE & 1 or (reach[0] & reach[1]) >> FIRST_STAGE & 1:
            self._ways(hand, n, 1)
            return
        self._plan(1, 2)
        self._helped(second >> 21 & 8191)
        self._helped(reach[1 - colour] >> 21 & 8191)

    def _helped(self, worths: cython.int) -> cython.void:
        """Count a plan for each worth that would complete an accumulation; bit 13 - w of `worths` stands for w."""
        self._plan(self.bits[worths & (VALUE_SUBSETS - 1)] + (worths >> VALUES), 1)

    def _beside(self, hand: cython.p_int, n: cython.int) -> cython.ulonglong:
        """Return the sums, as bits, that the hand can make beside an accumulation; 0 if it has no accumulation."""
        worths = cython.declare(cython.int[HAND_ROOM])
        for i in range(n):
            worths[i] = self.worth[hand[i]]
        return beside_first_stage(worths, n)

    def _ways(self, hand: cython.p_int, n: cython.int, one_colour: cython.int) -> cython.void:
        """Count the plans of a hand that contains two accumulations, for each way to choose the first."""
        sums = cython.declare(cython.int[HAND_SUBSETS])
        helpful = cython.declare(cython.int[COLOURS])
        red = 0
        helpful[0] = helpful[1] = 0
        sums[0] = 0
        for i in range(n):
            if hand[i] & 2:
                red |= 1 << i
            low = 1 << i
            for sub in range(low):
                sums[low | sub] = sums[sub] + (self.worth[hand[i]] if hand[i] != JOKER else 99)
        for sub in range(1, 1 << n):
            if sums[sub] != FIRST_STAGE or (one_colour and sub & red != 0 and sub & red != sub):
                continue
            for colour in range(COLOURS if one_colour else 1):
                reach = 1
                for i in range(n):
                    if not sub >> i & 1 and (not one_colour or (red >> i & 1) == colour):
                        reach |= reach << self.worth[hand[i]]
                self._plan(reach >> FIRST_STAGE & 1, 0)
                helpful[colour] |= reach >> 21 & 8191
        self._plan(1, 2)
        self._helped(helpful[0])
        self._helped(helpful[1])
