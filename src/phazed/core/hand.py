# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The encoded state of a hand, changed in place by plays that are known to be legal.

`rules.state` is the authority; the tests compare the two. The phases completed by a player are stored as bits, even if
their order is fixed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import (
        DECK_EXHAUSTED,
        DECK_ROOM,
        DISCARD,
        DRAW,
        FIRST_ACE,
        GROUPS,
        HAND_ROOM,
        HAND_TURNS,
        JOKER,
        LAST_STAGE,
        LAY_OFF,
        LAY_PHASE,
        OUT_OF_CARDS,
        PHASES,
        RUN,
        SEATS,
        TAKE,
        TOTAL,
        TURN_LIMIT,
        TWO_COLOUR_TOTALS,
        TWO_TOTALS,
    )
    from phazed.core.table import Table, points_of, worth_of
    from phazed.core.trace import Trace


class Stream:
    """A random number generator (xorshift64*) with the same results in compiled and uncompiled code."""

    def __init__(self, seed: cython.ulonglong) -> None:
        self.mask = 0xFFFFFFFFFFFFFFFF  # attributes, because Cython has no literals of this size
        self.factor = 0x2545F4914F6CDD1D
        self.seed(seed)

    def seed(self, seed: cython.ulonglong) -> cython.void:
        self.state = ((seed * 2 + 1) * self.factor) & self.mask
        for i in range(4):
            self.below(2)

    def below(self, limit: cython.int) -> cython.int:
        """Return a random integer that is at least 0 and less than the limit."""
        x = self.state
        x = x ^ (x >> 12)
        x = x ^ ((x << 25) & self.mask)
        x = x ^ (x >> 27)
        self.state = x
        return (((x * self.factor) & self.mask) >> 33) * limit >> 31

    def share(self) -> cython.double:
        """Return a random number that is at least 0 and less than 1."""
        return self.below(1 << 30) / 1073741824.0


def _checked(number: int, most: int, what: str) -> int:
    """Return the number, or raise `ValueError` if it is not from 0 to `most`."""
    if not 0 <= number <= most:
        raise ValueError(f"{what} must be from 0 to {most}, not {number}")
    return number


def _check_cards(cards: list[int], most: int, what: str) -> None:
    """Check that there are at most `most` cards and that all codes are valid."""
    _checked(len(cards), most, f"the number of cards in {what}")
    for card in cards:
        _checked(card, JOKER, f"a card in {what}")


class Hand:
    """The location of every card; `laid[seat]` is the kind of the seat's phase on the table plus one, or 0."""

    def __init__(self, kinds: list[int], wraps: cython.int, any_order: cython.int, jokers: cython.int) -> None:
        if not cython.compiled:
            self.kinds = [0] * PHASES
            self.deck = [0] * DECK_ROOM
            self.pile = [0] * DECK_ROOM
            self.cards = [[0] * HAND_ROOM for _ in range(SEATS)]
            self.size = [0] * SEATS
            self.laid = [0] * SEATS
            self.done = [0] * SEATS
            self.before = [0] * SEATS
            self.skips = [0] * SEATS
        self.wraps = wraps
        self.any_order = any_order
        self.phases = _checked(len(kinds), PHASES, "the number of phases")
        for number, kind in enumerate(kinds):
            self.kinds[number] = _checked(kind, PHASES - 1, "a kind of phase")
        self.deck_size = _checked(2 * JOKER + jokers, DECK_ROOM, "the number of cards")
        for i in range(self.deck_size):
            self.deck[i] = i % JOKER if i < 2 * JOKER else JOKER
        self.table = Table(wraps)
        self.trace = Trace()
        self.leader = self.turns = self.drawn = self.pile_size = self.picked_up = self.plays = self.ended = 0
        self.fixed_draws = 0
        self.out = -1

    def seat(self) -> cython.int:
        return (self.leader + self.turns) & 3

    def due(self, seat: cython.int) -> cython.int:
        """Return the phases that the seat may lay next, as bits; 0 if it has laid one in this hand."""
        bit = 1
        if self.laid[seat]:
            return 0
        if self.any_order:
            return ((1 << self.phases) - 1) & ~self.done[seat]
        while self.done[seat] & bit:
            bit <<= 1
        return bit & ((1 << self.phases) - 1)

    def copy(self, other: Hand) -> cython.void:
        self.leader = other.leader
        self.turns = other.turns
        self.drawn = other.drawn
        self.pile_size = other.pile_size
        self.picked_up = other.picked_up
        self.ended = other.ended
        self.out = other.out
        for i in range(self.deck_size):
            self.deck[i] = other.deck[i]
        for i in range(other.pile_size):
            self.pile[i] = other.pile[i]
        for s in range(SEATS):
            self.size[s] = other.size[s]
            self.laid[s] = other.laid[s]
            self.done[s] = other.done[s]
            self.before[s] = other.before[s]
            self.skips[s] = other.skips[s]
            for i in range(HAND_ROOM):
                self.cards[s][i] = other.cards[s][i]
        self.table.copy(other.table)
        self.trace.copy(other.trace)

    def deal(self, leader: cython.int, stream: Stream) -> cython.void:
        for i in range(self.deck_size - 1, 0, -1):
            j = stream.below(i + 1)
            card = self.deck[i]
            self.deck[i] = self.deck[j]
            self.deck[j] = card
        self.start(leader)

    def start(self, leader: cython.int) -> cython.void:
        """Deal the deck in its current order: ten cards each, one at a time, and the first discard."""
        self.leader = leader
        for s in range(SEATS):
            for i in range(10):
                self.cards[(leader + s) & 3][i] = self.deck[4 * i + s]
            self.size[s] = 10
            self.laid[s] = 0
            self.skips[s] = 0
            self.before[s] = self.done[s]
        self.drawn = 41
        self.pile[0] = self.deck[40]
        self.pile_size = 1
        self.turns = 0
        self.plays = 0
        self.picked_up = 0
        self.ended = 0
        self.out = -1
        self.table.clear()
        self.trace.clear()

    def draw(self) -> cython.void:
        s = self.seat()
        if self.pile_size:
            self.trace.passes(s, self.pile[self.pile_size - 1], self.pile_size)
        self.cards[s][self.size[s]] = self.deck[self.drawn]
        self.size[s] += 1
        self.drawn += 1
        self.picked_up = 1
        self.plays += 1

    def take(self) -> cython.void:
        s = self.seat()
        self.trace.takes(s, self.pile[self.pile_size - 1], self.pile_size)
        self.pile_size -= 1
        self.cards[s][self.size[s]] = self.pile[self.pile_size]
        self.size[s] += 1
        self.picked_up = 1
        self.plays += 1
        self._pass_over()

    def _pass_over(self) -> cython.void:
        """Skip the card that this turn would have drawn, if every turn has a fixed card."""
        if self.fixed_draws and self.drawn < self.deck_size - 1:
            self.drawn += 1

    def drop(self, seat: cython.int, card: cython.int) -> cython.void:
        """Remove one copy of the card, if any, from the seat's hand; the other cards keep their order."""
        i = 0
        while i < self.size[seat] and self.cards[seat][i] != card:
            i += 1
        if i == self.size[seat]:
            return
        self.size[seat] -= 1
        while i < self.size[seat]:
            self.cards[seat][i] = self.cards[seat][i + 1]
            i += 1

    def lay(
        self,
        phase: cython.int,
        first: cython.p_int,
        first_size: cython.int,
        second: cython.p_int,
        second_size: cython.int,
    ) -> cython.void:
        s = self.seat()
        self.table.lay(s, phase, first, first_size, second, second_size)
        self.laid[s] = phase + 1
        self.plays += 1
        for i in range(self.phases):
            if self.kinds[i] == phase:
                self.done[s] |= 1 << i
        for i in range(first_size):
            self.drop(s, first[i])
            self.trace.plays(s, first[i])
        for i in range(second_size):
            self.drop(s, second[i])
            self.trace.plays(s, second[i])
        if self.size[s] == 0:
            self._end(OUT_OF_CARDS)
            self.out = s

    def lay_off(self, card: cython.int, place: cython.int, where: cython.int) -> cython.void:
        s = self.seat()
        self.table.add(place, card, where)
        self.plays += 1
        self.drop(s, card)
        self.trace.plays(s, card)
        if self.size[s] == 0:
            self._end(OUT_OF_CARDS)
            self.out = s

    def discard(self, card: cython.int) -> cython.void:
        s = self.seat()
        self.drop(s, card)
        self.trace.throws(s, card)
        self.pile[self.pile_size] = card
        self.pile_size += 1
        self.plays += 1
        if self.size[s] == 0:
            self._end(OUT_OF_CARDS)
            self.out = s
        elif self.drawn == self.deck_size:
            self._end(DECK_EXHAUSTED)
        else:
            self._next_turn()

    def skip(self, target: cython.int) -> cython.void:
        """Discard a joker, which makes the target miss its next turn."""
        self.skips[target] = 1
        self.discard(JOKER)

    def _next_turn(self) -> cython.void:
        self.picked_up = 0
        self.turns += 1
        while self.turns < HAND_TURNS and self.skips[self.seat()]:
            self.skips[self.seat()] = 0
            self.turns += 1
            self._pass_over()
        if self.turns >= HAND_TURNS:
            self._end(TURN_LIMIT)

    def _end(self, why: cython.int) -> cython.void:
        self.ended = why
        self.picked_up = 0

    def points(self, seat: cython.int) -> cython.int:
        total = 0
        for i in range(self.size[seat]):
            total += points_of(self.cards[seat][i])
        return total

    def put_groups(self, seat: cython.int, phase: cython.int, groups: list[list[int]]) -> None:
        """Put a phase's groups, with the cards laid off on them, on the table."""
        first = cython.declare(cython.int[DECK_ROOM])
        second = cython.declare(cython.int[DECK_ROOM])
        of_totals = phase == TWO_TOTALS or phase == TWO_COLOUR_TOTALS
        _checked(seat, SEATS - 1, "a seat")
        _checked(phase, PHASES - 1, "a kind of phase")
        _checked(len(groups), 2, "the number of groups")
        for number, group in enumerate(groups):
            _check_cards(group, DECK_ROOM, "a group")
            if of_totals:
                _checked(sum(worth_of(card) for card in group), LAST_STAGE, "an accumulation's total")
            if not group or (not of_totals and min(group) >= FIRST_ACE):
                raise ValueError("an accumulation must have a card, and any other group a natural card")
            for i, card in enumerate(group):
                if number == 0:
                    first[i] = card
                else:
                    second[i] = card
        sizes = [len(group) for group in groups] + [0, 0]
        self.table.lay(seat, phase, first, sizes[0], second, sizes[1])

    def put_cards(self, seat: cython.int, cards: list[int]) -> None:
        """Set the seat's cards; there can be at most eleven, which leaves room for one more."""
        _checked(seat, SEATS - 1, "a seat")
        _check_cards(cards, HAND_ROOM - 1, "a hand")
        self.size[seat] = len(cards)
        for i, card in enumerate(cards):
            self.cards[seat][i] = card

    def put_pile(self, cards: list[int]) -> None:
        """Set the discard pile; the top card comes last."""
        _check_cards(cards, DECK_ROOM - 1, "the pile")
        self.pile_size = len(cards)
        for i, card in enumerate(cards):
            self.pile[i] = card

    def put_deck(self, cards: list[int]) -> None:
        """Set the deck, including the cards dealt and drawn."""
        _check_cards(cards, self.deck_size, "the deck")
        for i, card in enumerate(cards):
            self.deck[i] = card

    def duplicate(self) -> Hand:
        twin = Hand([self.kinds[i] for i in range(self.phases)], self.wraps, self.any_order, self.deck_size - 2 * JOKER)
        twin.copy(self)
        return twin

    def held(self, seat: cython.int) -> list[int]:
        return [self.cards[seat][i] for i in range(self.size[seat])]

    def perform(self, kind: cython.int, content: tuple[int, ...], groups: list[list[int]]) -> None:
        """Apply an encoded legal play; `kind` is the play's kind in the rules."""
        cards = cython.declare(cython.int[HAND_ROOM])
        others = cython.declare(cython.int[HAND_ROOM])
        for group in groups:
            _check_cards(group, HAND_ROOM, "a group")
        if kind == DRAW:
            self.draw()
        elif kind == TAKE:
            self.take()
        elif kind == LAY_PHASE:
            for i, card in enumerate(groups[0]):
                cards[i] = card
            if len(groups) > 1:
                for i, card in enumerate(groups[1]):
                    others[i] = card
            self.lay(content[0], cards, len(groups[0]), others, len(groups[1]) if len(groups) > 1 else 0)
        elif kind == LAY_OFF:
            self.lay_off(content[0], content[1], content[2])
        elif kind == DISCARD:
            self.discard(content[0])
        else:
            self.skip(content[0])

    def snapshot(self) -> tuple[object, ...]:
        """Return everything that determines the rest of the hand, for comparisons."""
        groups = [
            (
                self.table.kind[i],
                self.table.key[i],
                self.table.low[i] if self.table.kind[i] == RUN else 0,
                self.table.length[i],
                self.table.total[i] if self.table.kind[i] == TOTAL else 0,
            )
            for i in range(GROUPS)
            if self.table.kind[i]
        ]
        return (
            self.leader,
            self.turns,
            self.drawn,
            [self.deck[i] for i in range(self.drawn, self.deck_size)],
            [self.pile[i] for i in range(self.pile_size)],
            [self.held(seat) for seat in range(SEATS)],
            groups,
            list(self.laid),
            list(self.done),
            list(self.skips),
            self.picked_up,
            self.ended,
        )
