# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The value of ten cards for a phase when one player plays alone, with one pick-up and one discard per turn.

The value of ten cards is `gamma * E[max(take the top discard, draw)]`. Eleven cards are worth 1 if they contain the
phase; otherwise they are worth as much as the best ten of them. For sets, suits, runs of eight and accumulations, the
values are exact and come from tables, which `phazed train solitaire` computes. The tables are indexed by the facts that
matter: the number of values held twice, three times, and so on; the number of cards of each suit; the set of values;
the multiset of worths. The colour run with its set and the accumulations of one colour have too many states: for them,
the next card is evaluated exactly, and later cards by the nearest plan.

Each table contains the value of every state, followed by the value of drawing from the deck in every state.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import (
        ACE,
        COLOURED_VALUES,
        COLOURS,
        FIRST_ACE,
        FIRST_STAGE,
        HAND_ROOM,
        JOKER,
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
    from phazed.core.sums import beside_first_stage
    from phazed.core.table import worth_of

    ACE_COUNTS, SUIT_COUNTS, LACKS = 9, 11, 5
    """Number of possible counts: of aces, of cards of a suit, and of cards that a group of four lacks."""
    SETS_SIZE = 6 * 4 * 3 * 3 * 2 * ACE_COUNTS
    SUIT_SIZE = SUIT_COUNTS**3 * ACE_COUNTS
    RUN_SIZE = VALUE_SUBSETS * ACE_COUNTS
    TOTALS_SIZE = 646646  # multisets of ten worths
    PLAN_SIZE = LACKS * LACKS * ACE_COUNTS
    """Number of states in each table."""
    PLAN_SET, PLAN_RUN = ACE_COUNTS, LACKS * ACE_COUNTS
    """Offset in the table of plans to the plan whose set, or run, lacks one more card."""
    WORTHS = 14
    """Size of arrays indexed by worths, which are from 1 to 13."""
    NO_CARD = 99
    """Code that excludes no card."""
    REACHED_BY_ACE = COLOURED_VALUES
    """Index of aces in `reached`, after the values in both colours."""

GAMMA = 0.75
"""The probability that a hand lasts another round."""


def from_table(number: cython.int) -> cython.double:
    """Convert a number in the tables to a value; 65535 stands for 1."""
    return number / 65535.0


class Values:
    """The tables, and the values of the last hand: `after[i]` without card `i`, and `deck` for drawing."""

    def __init__(self, wraps: cython.int, data: Any) -> None:
        """Split the data, unsigned shorts in the format of `phazed train solitaire`, into tables."""
        if not cython.compiled:
            self.plan = [0.0] * PLAN_SIZE
            self.choose = [[0] * 24 for _ in range(HAND_ROOM)]
            self.after = [0.0] * HAND_ROOM
            self.reached = [0.0] * (COLOURS * WORTHS)
            self.bits = [0] * (2 * VALUE_SUBSETS)
            self.window = [0] * VALUES
            self.rate = [0.0] * 5
            self.naturals = [0] * VALUES
            self.suits = [0] * SUITS
            self.coloured = [[0] * (VALUES + 1) for _ in range(COLOURS)]
        parts: list[Any] = []
        start = 0
        for size in (
            2 * SETS_SIZE,
            2 * SETS_SIZE,
            2 * SUIT_SIZE,
            2 * RUN_SIZE,
            2 * RUN_SIZE,
            2 * TOTALS_SIZE,
            PLAN_SIZE,
        ):
            parts.append(data[start : start + size])
            start += size
        if len(data) != start:
            raise ValueError(f"the solitaire values must have {start} numbers, not {len(data)}")
        self.wraps = wraps
        self.three = parts[0]
        self.four = parts[1]
        self.suit = parts[2]
        self.run = parts[3] if wraps else parts[4]
        self.totals = parts[5]
        for i in range(PLAN_SIZE):
            self.plan[i] = from_table(parts[6][i])
        self.gamma = GAMMA
        self.offered = 0.2
        self.longer = 0.3
        self.deck = 0.0
        self.aces = 0
        self._fill_tables()

    def _fill_tables(self) -> cython.void:
        for j in range(24):
            self.choose[0][j] = 1
            for i in range(1, HAND_ROOM):
                self.choose[i][j] = self.choose[i][j - 1] + self.choose[i - 1][j - 1] if j else 0
        for i in range(5):
            self.rate[i] = (4 - i) / 94.0
        for i in range(VALUES):
            self.window[i] = (15 << i | 15 >> (VALUES - i)) & (VALUE_SUBSETS - 1)
        for i in range(2 * VALUE_SUBSETS):
            self.bits[i] = self.bits[i >> 1] + (i & 1)

    def count(self, hand: cython.p_int, n: cython.int) -> cython.void:
        for i in range(VALUES):
            self.naturals[i] = 0
        for i in range(VALUES + 1):
            self.coloured[0][i] = 0
            self.coloured[1][i] = 0
        for i in range(SUITS):
            self.suits[i] = 0
        self.aces = 0
        for i in range(n):
            card = hand[i]
            if card < FIRST_ACE:
                self.naturals[card >> 2] += 1
                self.suits[card & 3] += 1
                self.coloured[(card & 3) >> 1][card >> 2] += 1
            elif card < JOKER:
                self.aces += 1
                self.coloured[(card & 3) >> 1][ACE] += 1

    def value(self, phase: cython.int, hand: cython.p_int) -> cython.double:
        """Return the value of ten cards, and set `deck` to the value of drawing."""
        self.count(hand, 10)
        if phase == RUN_AND_SET:
            return self._run_and_set()
        if phase == TWO_COLOUR_TOTALS:
            return self._colour_totals()
        if phase == TWO_SETS_OF_3:
            index = self._sets_index(NO_CARD)
            self.deck = from_table(self.three[SETS_SIZE + index])
            return from_table(self.three[index])
        if phase == TWO_SETS_OF_4:
            index = self._sets_index(NO_CARD)
            self.deck = from_table(self.four[SETS_SIZE + index])
            return from_table(self.four[index])
        if phase == SUIT_OF_7:
            index = self._suit_index(NO_CARD)
            self.deck = from_table(self.suit[SUIT_SIZE + index])
            return from_table(self.suit[index])
        if phase == RUN_OF_8:
            index = self._run_index(NO_CARD)
            self.deck = from_table(self.run[RUN_SIZE + index])
            return from_table(self.run[index])
        index = self._totals_index(hand)
        self.deck = from_table(self.totals[TOTALS_SIZE + index])
        return from_table(self.totals[index])

    def discards(self, phase: cython.int, hand: cython.p_int, n: cython.int) -> cython.void:
        """For each of eleven cards, set `after` to the value of the other ten."""
        if phase == TWO_TOTALS:
            self._discards_totals(hand, n)
            return
        self.count(hand, n)
        for i in range(n):
            card = hand[i]
            if i and hand[i - 1] == card:
                self.after[i] = self.after[i - 1]
                continue
            if phase == TWO_SETS_OF_3:
                self.after[i] = from_table(self.three[self._sets_index(card)])
            elif phase == TWO_SETS_OF_4:
                self.after[i] = from_table(self.four[self._sets_index(card)])
            elif phase == SUIT_OF_7:
                self.after[i] = from_table(self.suit[self._suit_index(card)])
            elif phase == RUN_OF_8:
                self.after[i] = from_table(self.run[self._run_index(card)])
            else:
                same = (card & 3) >> 1
                if card < FIRST_ACE:
                    self.naturals[card >> 2] -= 1
                    self.coloured[same][card >> 2] -= 1
                elif card < JOKER:
                    self.aces -= 1
                    self.coloured[same][ACE] -= 1
                self.after[i] = self._run_and_set() if phase == RUN_AND_SET else self._colour_totals()
                if card < FIRST_ACE:
                    self.naturals[card >> 2] += 1
                    self.coloured[same][card >> 2] += 1
                elif card < JOKER:
                    self.aces += 1
                    self.coloured[same][ACE] += 1

    def with_offered(self, phase: cython.int, card: cython.int) -> cython.double:
        """Return the value of the last ten cards with that card; the phase must have no table."""
        if phase == RUN_AND_SET:
            return (
                self.reached[REACHED_BY_ACE]
                if card >= FIRST_ACE
                else self.reached[((card & 3) >> 1) * VALUES + (card >> 2)]
            )
        return self.reached[((card & 3) >> 1) * WORTHS + worth_of(card)]

    def _sets_index(self, without: cython.int) -> cython.int:
        """Return the index of the counted cards, without one card, in the tables for two sets."""
        held = cython.declare(cython.int[7])
        aces = self.aces
        for i in range(7):
            held[i] = 0
        for i in range(VALUES):
            k = self.naturals[i]
            if k:
                held[k if k < 6 else 6] += 1
        if without < FIRST_ACE:
            k = self.naturals[without >> 2]
            held[k if k < 6 else 6] -= 1
            k -= 1
            held[k if k < 6 else 6] += 1
        elif without < JOKER:
            aces -= 1
        if held[6] > 1:
            held[6] = 1
        return ((((held[2] * 4 + held[3]) * 3 + held[4]) * 3 + held[5]) * 2 + held[6]) * ACE_COUNTS + aces

    def _suit_index(self, without: cython.int) -> cython.int:
        s = self.suits[0]
        c = self.suits[1]
        h = self.suits[2]
        aces = self.aces
        if without < FIRST_ACE:
            s -= without & 3 == 0
            c -= without & 3 == 1
            h -= without & 3 == 2
        elif without < JOKER:
            aces -= 1
        return ((s * SUIT_COUNTS + c) * SUIT_COUNTS + h) * ACE_COUNTS + aces

    def _run_index(self, without: cython.int) -> cython.int:
        mask = 0
        aces = self.aces
        for i in range(VALUES):
            if self.naturals[i]:
                mask |= 1 << i
        if without < FIRST_ACE:
            if self.naturals[without >> 2] == 1:
                mask ^= 1 << (without >> 2)
        elif without < JOKER:
            aces -= 1
        return mask * ACE_COUNTS + aces

    def _totals_index(self, hand: cython.p_int) -> cython.int:
        """Return the rank of the multiset of worths; jokers count as aces, which also help very little."""
        counts = cython.declare(cython.int[WORTHS])
        place = 0
        index = 0
        for i in range(WORTHS):
            counts[i] = 0
        for i in range(10):
            counts[worth_of(hand[i])] += 1
        for i in range(1, WORTHS):
            for k in range(counts[i]):
                index += self.choose[place + 1][i - 1 + place]
                place += 1
        return index

    def _discards_totals(self, hand: cython.p_int, n: cython.int) -> cython.void:
        counts = cython.declare(cython.int[WORTHS])
        worths = cython.declare(cython.int[HAND_ROOM])
        best = cython.declare(cython.double[WORTHS])
        place = 0
        before = 0
        behind = 0
        for i in range(WORTHS):
            counts[i] = 0
        for i in range(n):
            counts[worth_of(hand[i])] += 1
        for i in range(1, WORTHS):
            for k in range(counts[i]):
                worths[place] = i - 1
                place += 1
        for i in range(1, n):
            behind += self.choose[i][worths[i] + i - 1]
        for i in range(n):
            best[worths[i] + 1] = from_table(self.totals[before + behind])
            before += self.choose[i + 1][worths[i] + i]
            if i + 1 < n:
                behind -= self.choose[i + 1][worths[i + 1] + i]
        for i in range(n):
            self.after[i] = best[worth_of(hand[i])]

    def _run_and_set(self) -> cython.double:
        """Return the value of the counted cards for a colour run of four and a set of four.

        A plan is a window of four values in a colour and a value for the set. Plans whose run or set lacks at least two
        more cards than the best are skipped.
        """
        missing = cython.declare(cython.int[COLOURED_VALUES])
        lacks = cython.declare(cython.int[COLOURED_VALUES])
        sets = cython.declare(cython.int[VALUES])
        in_set = cython.declare(cython.double[VALUES])
        least = self._windows(missing, lacks)
        few = self._promising_sets(sets)
        a = self.aces
        best = 0.0
        for i in range(COLOURED_VALUES + 1):
            self.reached[i] = 0.0
        for i in range(few):
            in_set[i] = 0.0
        for colour in range(COLOURS):
            for low in range(VALUES if self.wraps else 9):
                w = colour * VALUES + low
                run = lacks[w]
                if run > least + 1 or run == 4:
                    continue
                in_run = 0.0
                held = self.window[low] & ~missing[w]
                for i in range(few):
                    value = sets[i]
                    four = 4 - self.naturals[value]
                    if four < 0:
                        four = 0
                    elif held >> value & 1:
                        four += 1  # the run uses a card that both need
                    at = PLAN_RUN * run + PLAN_SET * four + a
                    more = self.plan[at]
                    if more > best:
                        best = more
                    if a < ACE_COUNTS - 1 and self.plan[at + 1] > self.reached[REACHED_BY_ACE]:
                        self.reached[REACHED_BY_ACE] = self.plan[at + 1]
                    if run and self.plan[at - PLAN_RUN] > in_run:
                        in_run = self.plan[at - PLAN_RUN]
                    if four and self.plan[at - PLAN_SET] > in_set[i]:
                        in_set[i] = self.plan[at - PLAN_SET]
                held = missing[w]
                i = low
                while held:
                    if held >> i & 1:
                        held ^= 1 << i
                        if in_run > self.reached[colour * VALUES + i]:
                            self.reached[colour * VALUES + i] = in_run
                    i = i + 1 if i < 11 else 0
        for i in range(few):
            value = sets[i]
            if in_set[i] > self.reached[value]:
                self.reached[value] = in_set[i]
            if in_set[i] > self.reached[VALUES + value]:
                self.reached[VALUES + value] = in_set[i]
        return self._expected(best)

    def _windows(self, missing: cython.p_int, lacks: cython.p_int) -> cython.int:
        """Compute the values that each window of a colour run lacks, as bits, and their number; return the minimum."""
        least = 4
        for colour in range(COLOURS):
            held = 0
            for i in range(VALUES):
                if self.coloured[colour][i]:
                    held |= 1 << i
            for low in range(VALUES if self.wraps else 9):
                w = colour * VALUES + low
                missing[w] = self.window[low] & ~held
                lacks[w] = self.bits[missing[w]]
                if lacks[w] < least:
                    least = lacks[w]
        return least

    def _promising_sets(self, sets: cython.p_int) -> cython.int:
        """List the values held at most once less often than the most frequent value; return their number."""
        most = 1
        few = 0
        for value in range(VALUES):
            if self.naturals[value] > most:
                most = self.naturals[value]
        if most > 4:
            most = 4
        for value in range(VALUES):
            if self.naturals[value] and self.naturals[value] + 1 >= most:
                sets[few] = value
                few += 1
        return few

    def _expected(self, best: cython.double) -> cython.double:
        """Return the value of a turn in which each card leads to the better of `reached` and `best`; set `deck`."""
        draw = 0.0
        total = 0.0
        offer = 0.0
        for i in range(COLOURED_VALUES):
            if self.reached[i] < best:
                self.reached[i] = best
            chance = self.rate[self.coloured[0][i] if i < VALUES else self.coloured[1][i - VALUES]]
            draw += chance * self.reached[i]
            total += chance
        if self.reached[REACHED_BY_ACE] < best:
            self.reached[REACHED_BY_ACE] = best
        draw += (8 - self.aces) / 94.0 * self.reached[REACHED_BY_ACE]
        self.deck = draw
        for i in range(COLOURED_VALUES):
            chance = self.rate[self.coloured[0][i] if i < VALUES else self.coloured[1][i - VALUES]]
            offer += chance * (self.reached[i] if self.reached[i] > draw else draw)
        offer += (1.0 - total) * draw
        return self.gamma * offer

    def _two(self, first: cython.double, second: cython.double) -> cython.double:
        """Return the value of two accumulations, given each one's chance of completion per card (1 if complete)."""
        p = first * (1.0 + self.offered)
        q = second * (1.0 + self.offered)
        g = self.gamma
        if first >= 1.0:
            if second >= 1.0:
                return 1.0
            return g * q / (1.0 - g * (1.0 - q))
        if second >= 1.0:
            return g * p / (1.0 - g * (1.0 - p))
        return (
            g
            * (p * g * q / (1.0 - g * (1.0 - q)) + q * g * p / (1.0 - g * (1.0 - p)))
            / (1.0 - g * (1.0 - p - q if p + q < 1.0 else 0.0))
        )

    def _both_in_one(self, colour: cython.int) -> cython.int:
        """Return, as bits, the worths of cards of the colour that would complete two accumulations."""
        worths = cython.declare(cython.int[HAND_ROOM])
        n = 0
        found = 0
        for i in range(VALUES + 1):
            for k in range(self.coloured[colour][i]):
                worths[n] = 1 if i == ACE else i + 2
                n += 1
        reach = beside_first_stage(worths, n)
        for worth in range(1, WORTHS):
            if reach >> (FIRST_STAGE - worth) & 1:
                found |= 1 << worth
        return found

    def _colour_totals(self) -> cython.double:
        """Return the value of the counted cards for two accumulations of one colour each."""
        reach = cython.declare(cython.ulonglong[2])
        now = cython.declare(cython.double[2])
        both = cython.declare(cython.int[2])
        draw = 0.0
        offer = 0.0
        mass = 0.0
        same = 0.0
        for colour in range(COLOURS):
            reach[colour] = 1
            total = 0
            for i in range(VALUES + 1):
                worth = 1 if i == ACE else i + 2
                for k in range(self.coloured[colour][i]):
                    reach[colour] |= reach[colour] << worth
                    total += worth
            both[colour] = self._both_in_one(colour) if total >= 55 else 0
            if both[colour]:
                chance = 0.0
                for worth in range(1, WORTHS):
                    if both[colour] >> worth & 1:
                        chance += self.rate[self.coloured[colour][ACE if worth == 1 else worth - 2]]
                here = self._two(1.0, chance)
                if here > same:
                    same = here
            if reach[colour] >> FIRST_STAGE & 1:
                now[colour] = 1.0
                for worth in range(1, WORTHS):
                    self.reached[colour * WORTHS + worth] = 1.0
                continue
            here = 0.0
            mean = 0.0
            for worth in range(1, WORTHS):
                chance = self.rate[self.coloured[colour][ACE if worth == 1 else worth - 2]]
                if reach[colour] >> (FIRST_STAGE - worth) & 1:
                    self.reached[colour * WORTHS + worth] = 1.0
                    here += chance
                else:
                    then = reach[colour] | (reach[colour] << worth)
                    self.reached[colour * WORTHS + worth] = self.bits[(then >> 21) & 8191] * 4.0 / 94.0
                    mean += chance * self.reached[colour * WORTHS + worth]
            now[colour] = here + self.longer * mean
        for colour in range(COLOURS):
            for worth in range(1, WORTHS):
                chance = self.rate[self.coloured[colour][ACE if worth == 1 else worth - 2]]
                here = self.reached[colour * WORTHS + worth]
                if here < now[colour]:
                    here = now[colour]
                here = self._two(here, now[1 - colour])
                if here < same:
                    here = same
                if both[colour] >> worth & 1:
                    here = 1.0
                self.reached[colour * WORTHS + worth] = here
                draw += chance * here
                mass += chance
        self.deck = draw
        for colour in range(COLOURS):
            for worth in range(1, WORTHS):
                chance = self.rate[self.coloured[colour][ACE if worth == 1 else worth - 2]]
                here = self.reached[colour * WORTHS + worth]
                offer += chance * (here if here > draw else draw)
        offer += (1.0 - mass) * draw
        return self.gamma * offer
