# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Laying a phase card by card: the cards that may come next such that the phase can still be completed.

The cards of a set or an accumulation come in any order, those of a run from its start. A set or run is complete when it
has reached its size, an accumulation when it has reached its sum, so no action is needed to end a group. Counts
determine whether the rest of the hand can complete the phase; `rules.ways`, which lists every way, is the authority.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import (
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
        TWO_TOTALS,
        VALUES,
    )
    from phazed.core.table import worth_of

    UNKNOWN = -1


class Laying:
    """The groups so far, `first` and `second`, and the cards left in the hand.

    For the group in progress, it stores the number of cards (`placed`) and of wild cards (`wilds`), the `total`, the
    `key` (a set's value or suit, or a run's first value) and the `colour`; the last two are `UNKNOWN` until a card
    determines them.
    """

    def __init__(self, wraps: cython.int) -> None:
        if not cython.compiled:
            self.first = [0] * HAND_ROOM
            self.second = [0] * HAND_ROOM
            self.left = [0] * HAND_ROOM
            self.naturals = [0] * VALUES
            self.suits = [0] * SUITS
            self.coloured = [[0] * VALUES for _ in range(COLOURS)]
            self.sums = [0] * (FIRST_STAGE + 1)
        self.wraps = wraps
        self.kind = self.n = self.aces = 0
        self.clear()

    def clear(self) -> cython.void:
        """Reset to no phase in progress."""
        self.active = self.first_size = self.second_size = self.in_second = 0
        self.placed = self.wilds = self.total = 0
        self.key = self.colour = UNKNOWN

    def begin(self, kind: cython.int, hand: cython.p_int, n: cython.int) -> cython.void:
        """Start to lay a phase of that kind from a hand of at most twelve cards, which must contain it."""
        self.clear()
        self.active = 1
        self.kind = kind
        for i in range(VALUES):
            self.naturals[i] = 0
            for j in range(COLOURS):
                self.coloured[j][i] = 0
        for i in range(SUITS):
            self.suits[i] = 0
        self.aces = 0
        self.n = 0
        for i in range(n):
            if hand[i] != JOKER:
                self._put_back(hand[i])

    def _put_back(self, card: cython.int) -> cython.void:
        self.left[self.n] = card
        self.n += 1
        if card >= FIRST_ACE:
            self.aces += 1
        else:
            self.naturals[card >> 2] += 1
            self.suits[card & 3] += 1
            self.coloured[(card & 3) >> 1][card >> 2] += 1

    def _remove(self, card: cython.int) -> cython.void:
        i = 0
        while self.left[i] != card:
            i += 1
        self.n -= 1
        self.left[i] = self.left[self.n]
        if card >= FIRST_ACE:
            self.aces -= 1
        else:
            self.naturals[card >> 2] -= 1
            self.suits[card & 3] -= 1
            self.coloured[(card & 3) >> 1][card >> 2] -= 1

    def _is_total(self) -> cython.int:
        return self.kind == TWO_TOTALS or self.kind == TWO_COLOUR_TOTALS

    def _is_run(self) -> cython.int:
        return self.kind == RUN_OF_8 or (self.kind == RUN_AND_SET and not self.in_second)

    def _size(self) -> cython.int:
        """Return the final size of the group in progress, which must be a set or a run."""
        if self.kind == RUN_OF_8:
            return 8
        if self.kind == SUIT_OF_7:
            return 7
        return 3 if self.kind == TWO_SETS_OF_3 else 4

    def add(self, card: cython.int) -> cython.int:
        """Add an allowed card; return 1 when it completes the phase."""
        self._remove(card)
        self._join(card)
        if self.in_second:
            self.second[self.second_size] = card
            self.second_size += 1
        else:
            self.first[self.first_size] = card
            self.first_size += 1
        if self.total < FIRST_STAGE if self._is_total() else self.placed < self._size():
            return 0
        if self.in_second or self.kind == SUIT_OF_7 or self.kind == RUN_OF_8:
            return 1
        self.in_second = 1
        self.placed = self.wilds = self.total = 0
        self.key = self.colour = UNKNOWN
        return 0

    def allows(self, card: cython.int) -> cython.int:
        """Return whether the card, which must be one of the cards left, may come next."""
        placed = self.placed
        wilds = self.wilds
        total = self.total
        key = self.key
        colour = self.colour
        if not self._fits(card):
            return 0
        self._remove(card)
        self._join(card)
        answer = self._feasible()
        self._put_back(card)
        self.placed = placed
        self.wilds = wilds
        self.total = total
        self.key = key
        self.colour = colour
        return answer

    def _fits(self, card: cython.int) -> cython.int:
        """Return whether the card fits the group in progress, regardless of the cards that come after it."""
        value = card >> 2
        if self._is_total():
            if self.kind == TWO_COLOUR_TOTALS and self.colour != UNKNOWN and (card & 3) >> 1 != self.colour:
                return 0
            return self.total + worth_of(card) <= FIRST_STAGE
        if card >= FIRST_ACE:
            return 1
        if self._is_run():
            if self.kind == RUN_AND_SET and self.colour != UNKNOWN and (card & 3) >> 1 != self.colour:
                return 0
            if self.key != UNKNOWN:
                return value == (self.key + self.placed) % VALUES
            low = value - self.placed
            return self.wraps or 0 <= low <= VALUES - self._size()
        if self.key == UNKNOWN:
            return 1
        return (card & 3 if self.kind == SUIT_OF_7 else value) == self.key

    def _join(self, card: cython.int) -> cython.void:
        value = card >> 2
        if self._is_total():
            self.total += worth_of(card)
            self.colour = (card & 3) >> 1
        elif card >= FIRST_ACE:
            self.wilds += 1
        elif self._is_run():
            self.key = (value - self.placed + VALUES) % VALUES
            self.colour = (card & 3) >> 1
        else:
            self.key = card & 3 if self.kind == SUIT_OF_7 else value
        self.placed += 1

    def _feasible(self) -> cython.int:
        """Return whether the cards left can complete the group in progress and the phase."""
        if self._is_total():
            return self._totals_feasible()
        if self.kind == SUIT_OF_7:
            return self._suit_feasible()
        if self.kind == RUN_OF_8:
            return self._run_feasible()
        if self.kind == RUN_AND_SET and not self.in_second:
            return self._colour_run_feasible()
        return self._set_feasible()

    def _set_feasible(self) -> cython.int:
        size = self._size()
        if self.key != UNKNOWN:
            return self._set_of(self.key, size)
        for value in range(VALUES):
            if self._set_of(value, size):
                return 1
        return 0

    def _set_of(self, key: cython.int, size: cython.int) -> cython.int:
        """Return whether the group can become a set of that value, leaving another set if it is the first of two."""
        lacking = size - self.placed
        chosen = self.placed - self.wilds
        for count in range(max(2 - chosen, 0), min(lacking, self.naturals[key]) + 1):
            if lacking - count <= self.aces:
                if self.in_second:
                    return 1
                self.naturals[key] -= count
                self.aces -= lacking - count
                answer = self._has_set(size)
                self.naturals[key] += count
                self.aces += lacking - count
                if answer:
                    return 1
        return 0

    def _has_set(self, size: cython.int) -> cython.int:
        """Return whether the cards left contain a set."""
        for value in range(VALUES):
            if self.naturals[value] >= 2 and self.naturals[value] + self.aces >= size:
                return 1
        return 0

    def _suit_feasible(self) -> cython.int:
        lacking = 7 - self.placed
        chosen = self.placed - self.wilds
        for suit in range(SUITS):
            if self.key == UNKNOWN or self.key == suit:
                held = min(self.suits[suit], lacking)
                if chosen + held >= 2 and lacking - held <= self.aces:
                    return 1
        return 0

    def _run_feasible(self) -> cython.int:
        chosen = self.placed - self.wilds
        for low in range(VALUES if self.wraps else VALUES - 7):
            if self.key == UNKNOWN or self.key == low:
                held = 0
                for place in range(self.placed, 8):
                    if self.naturals[(low + place) % VALUES]:
                        held += 1
                if chosen + held >= 2 and 8 - self.placed - held <= self.aces:
                    return 1
        return 0

    def _colour_run_feasible(self) -> cython.int:
        """Return whether the colour run of four can be completed, leaving a set."""
        for colour in range(COLOURS):
            if self.colour == UNKNOWN or self.colour == colour:
                for low in range(VALUES if self.wraps else VALUES - 3):
                    if self.key == UNKNOWN or self.key == low:
                        if self._colour_run(colour, low, self.placed, self.placed - self.wilds):
                            return 1
        return 0

    def _colour_run(self, colour: cython.int, low: cython.int, at: cython.int, naturals: cython.int) -> cython.int:
        value = (low + at) % VALUES
        answer = 0
        if at == 4:
            return naturals >= 2 and self._has_set(4)
        if self.coloured[colour][value]:
            self.coloured[colour][value] -= 1
            self.naturals[value] -= 1
            answer = self._colour_run(colour, low, at + 1, naturals + 1)
            self.coloured[colour][value] += 1
            self.naturals[value] += 1
        if not answer and self.aces:
            self.aces -= 1
            answer = self._colour_run(colour, low, at + 1, naturals)
            self.aces += 1
        return answer

    def _totals_feasible(self) -> cython.int:
        lacking = FIRST_STAGE - self.total
        if self.in_second:
            return self._one_sum(lacking, self.colour if self.kind == TWO_COLOUR_TOTALS else UNKNOWN)
        if self.kind == TWO_TOTALS:
            return self._two_sums(lacking, UNKNOWN)
        if self._one_sum(lacking, self.colour) and self._one_sum(FIRST_STAGE, 1 - self.colour):
            return 1
        return self._two_sums(lacking, self.colour)

    def _one_sum(self, lacking: cython.int, colour: cython.int) -> cython.int:
        """Return whether some of the cards left, of that colour or of any, add up to `lacking`."""
        sums = 1
        for i in range(self.n):
            if colour == UNKNOWN or (self.left[i] & 3) >> 1 == colour:
                sums |= sums << worth_of(self.left[i])
        return sums >> lacking & 1

    def _two_sums(self, lacking: cython.int, colour: cython.int) -> cython.int:
        """Return whether some cards add up to `lacking` and others form another accumulation.

        Bit t of `sums[s]` is set if disjoint subsets of the cards so far add up to s and t, neither more than 34.
        """
        kept = 1
        kept = (kept << (FIRST_STAGE + 1)) - 1
        for s in range(FIRST_STAGE + 1):
            self.sums[s] = 0
        self.sums[0] = 1
        for i in range(self.n):
            if colour == UNKNOWN or (self.left[i] & 3) >> 1 == colour:
                worth = worth_of(self.left[i])
                for s in range(lacking, -1, -1):
                    self.sums[s] |= (self.sums[s] << worth) & kept
                    if s >= worth:
                        self.sums[s] |= self.sums[s - worth]
        return self.sums[lacking] >> FIRST_STAGE & 1

    def start(self, kind: int, cards: list[int]) -> None:
        """Start to lay a phase of that kind from these cards, which must contain it."""
        hand = cython.declare(cython.int[HAND_ROOM])
        if len(cards) > HAND_ROOM:
            raise ValueError(f"a hand can have at most {HAND_ROOM} cards, not {len(cards)}")
        for i, card in enumerate(cards):
            hand[i] = card
        self.begin(kind, hand, len(cards))

    def choices(self) -> list[int]:
        """Return the cards that may come next."""
        cards = {self.left[i] for i in range(self.n)}  # `allows` changes the order of the cards left
        return sorted(card for card in cards if self.allows(card))

    def put(self, card: int) -> bool:
        """Add a card, which must be one of the choices; return whether it completes the phase."""
        if card not in self.choices():
            raise ValueError(f"card {card} cannot come next")
        return self.add(card) != 0
