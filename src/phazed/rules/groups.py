"""Group kinds: which cards form a group (rule 2) and which cards may join a group on the table (rule 5).

Each kind is an instance of one of four classes: `SameValue`, `SameSuit`, `Run` and `Accumulation`. `kind.flaw(cards)`
returns why cards do not form such a group, and `kind.refuse(group, card, index)` why a card may not join a group; both
return `None` if there is no objection.

>>> from phazed.rules.cards import cards
>>> SET_OF_3.flaw(cards("2S 2S AH"))
>>> SET_OF_3.flaw(cards("2S 2S 9D"))
Refusal('2', 'mixes values: 2S 2S 9D')
>>> ACCUMULATION_34.refuse(cards("KS 0D 8C 3S"), "9S", 4)
>>> RUN_OF_8.refuse(cards("6S 7D 8D 9C 0S JH QD AS"), "2C", 8)
"""

from __future__ import annotations

from phazed.rules.cards import COLOUR, HIGHEST, JOKER, LOWEST, VALUE, WORTH, total_worth, value_name
from phazed.rules.errors import InvalidNotation
from phazed.rules.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.rules.cards import Card, Cards

THE_TABLE = "2"
"""The rule cited for flaws that no numbered rule covers: the table of group kinds in section 2."""
MIN_NATURALS = 2
MAX_RUN_LENGTH = HIGHEST - LOWEST + 1
STAGES = (34, 55, 68, 76, 81, 84, 86, 87, 88)
"""Sums at which an accumulation may stand at the end of a turn: 34, then +21, +13, +8, +5, +3, +2, +1, +1."""
AT_A_STAGE = frozenset(STAGES)


def next_stage(total: int) -> int | None:
    """Return the next stage of an accumulation with that sum, or `None` if it is closed.

    >>> next_stage(34), next_stage(60), next_stage(88)
    (55, 68, None)
    """
    for stage in STAGES:
        if stage > total:
            return stage
    return None


class GroupKind:
    """A kind of group: its type number (rule 2's table), name, size, and whether it has one colour."""

    __slots__ = ("name", "number", "one_colour", "size")
    noun: str
    """The class's name in messages."""
    ordered = False
    """Whether the order of the cards matters, so that a card can join only at the ends."""

    def __init__(self, number: int, name: str, size: int, *, one_colour: bool = False) -> None:
        self.number = number
        self.name = name
        self.size = size
        self.one_colour = one_colour

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.number}: {self.name}>"

    def flaw(self, cards: Cards) -> Refusal | None:
        """Return the reason why the cards, in this order, do not form a group of this kind, or `None`."""
        raise NotImplementedError  # pragma: no cover - every subclass overrides it

    def refuse(self, group: Cards, card: Card, index: int) -> Refusal | None:
        """Return the reason why the card may not join the group at that index (rules 5.3 to 5.5), or `None`."""
        raise NotImplementedError  # pragma: no cover - every subclass overrides it

    def _wrong_size(self, cards: Cards) -> Refusal:
        count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        return Refusal(THE_TABLE, "has {}, but {} needs {}: {}", count, self.name, self.size, cards)


def _holds_joker(cards: Cards) -> Refusal:
    return Refusal("2.5", "contains a joker, which cannot be in a group: {}", cards)


def _too_wild(cards: Cards) -> Refusal:
    return Refusal("1.4", "needs at least two natural cards: {}", cards)


def _first_natural(group: Cards) -> tuple[int, Card]:
    """Return the index of the first natural card, and the card."""
    for place, card in enumerate(group):
        if VALUE[card]:
            return place, card
    raise InvalidNotation(f"a set or run must have a natural card: {' '.join(group) or 'empty'}")


class SameValue(GroupKind):
    """A set of cards of one value."""

    __slots__ = ()
    noun = "set"

    def flaw(self, cards: Cards) -> Refusal | None:
        if len(cards) != self.size:
            return self._wrong_size(cards)
        value, naturals = -1, 0
        for card in cards:
            here = VALUE[card]
            if here == value:
                naturals += 1
            elif here:
                if naturals:
                    return Refusal(THE_TABLE, "mixes values: {}", cards)
                value, naturals = here, 1
            elif card == JOKER:
                return _holds_joker(cards)
        return _too_wild(cards) if naturals < MIN_NATURALS else None

    def refuse(self, group: Cards, card: Card, index: int) -> Refusal | None:
        value = VALUE[_first_natural(group)[1]]
        if VALUE[card] == value or card[0] == "A":
            return None
        return Refusal("5.3", "{} does not fit a set of value {}: {}", card, value_name(value), group)


class SameSuit(GroupKind):
    """A set of cards of one suit."""

    __slots__ = ()
    noun = "suit set"

    def flaw(self, cards: Cards) -> Refusal | None:
        if len(cards) != self.size:
            return self._wrong_size(cards)
        suit = ""
        naturals = 0
        for card in cards:
            if VALUE[card]:
                if naturals and card[1] != suit:
                    return Refusal(THE_TABLE, "mixes suits: {}", cards)
                suit = card[1]
                naturals += 1
            elif card == JOKER:
                return _holds_joker(cards)
        return _too_wild(cards) if naturals < MIN_NATURALS else None

    def refuse(self, group: Cards, card: Card, index: int) -> Refusal | None:
        suit = _first_natural(group)[1][1]
        if card[1] == suit or card[0] == "A":
            return None
        return Refusal("5.3", "{} does not fit a set of suit {}: {}", card, suit, group)


class Run(GroupKind):
    """A run: cards that ascend by one, in some games also from king to two."""

    __slots__ = ("windows", "wraps")
    noun = "run"
    ordered = True

    def __init__(self, number: int, name: str, size: int, *, one_colour: bool = False, wraps: bool = True) -> None:
        super().__init__(number, name, size, one_colour=one_colour)
        self.wraps = wraps
        starts = range(LOWEST, (HIGHEST if wraps else HIGHEST - size + 1) + 1)
        self.windows = tuple(tuple(_around(start + step) for step in range(size)) for start in starts)
        """The values of each possible run of this kind."""

    def flaw(self, cards: Cards) -> Refusal | None:
        if len(cards) != self.size:
            return self._wrong_size(cards)
        naturals = start = 0
        colour = ""
        for place, card in enumerate(cards):
            value = VALUE[card]
            if value:
                here = (value - place) % MAX_RUN_LENGTH if self.wraps else value - place
                if not naturals:
                    start, colour = here, COLOUR[card]
                elif here != start:
                    wanted = value_name(_around(start + place))
                    return Refusal("2.1", "is not in sequence: {} stands where {} belongs in {}", card, wanted, cards)
                elif self.one_colour and COLOUR[card] != colour:
                    return Refusal("2.2", "mixes colours: {}", cards)
                naturals += 1
            elif card == JOKER:
                return _holds_joker(cards)
        if naturals < MIN_NATURALS:
            return _too_wild(cards)
        if not self.wraps and (start < LOWEST or start + len(cards) - 1 > HIGHEST):
            return Refusal("2.1", "would go beyond 2 or K, which this game does not allow: {}", cards)
        return None

    def ends(self, group: Cards) -> tuple[int | None, int | None]:
        """Return the values that can join before the first and after the last card, with `None` for a closed end.

        >>> from phazed.rules.cards import cards
        >>> RUN_OF_8.ends(cards("6S 7D 8D 9C 0S JH QD AS"))
        (5, 2)
        """
        place, natural = _first_natural(group)
        before = VALUE[natural] - place - 1
        after = before + len(group) + 1
        if not self.wraps:
            return (before if before >= LOWEST else None), (after if after <= HIGHEST else None)
        if len(group) >= MAX_RUN_LENGTH:
            return None, None
        return _around(before), _around(after)

    def refuse(self, group: Cards, card: Card, index: int) -> Refusal | None:
        if 0 < index < len(group):
            return Refusal("5.4", "a card can join a run only at its ends, index 0 or {}: {}", len(group), group)
        wanted = self.ends(group)[0 if index == 0 else 1]
        if wanted is None:
            return Refusal("5.4", "the run is complete at this end, so {} cannot join: {}", card, group)
        if card[0] == "A":
            return None
        if VALUE[card] != wanted:
            return Refusal(
                "5.4", "{} does not continue the run, which needs {} here: {}", card, value_name(wanted), group
            )
        if self.one_colour and COLOUR[card] != (colour := COLOUR[_first_natural(group)[1]]):
            return Refusal("5.4", "{} is not {}, the run's colour: {}", card, colour, group)
        return None


def _around(value: int) -> int:
    """Wrap the value around, so that a two follows a king."""
    return (value - LOWEST) % MAX_RUN_LENGTH + LOWEST


class Accumulation(GroupKind):
    """An accumulation: cards that add up to `size` and, later, to the stages beyond it."""

    __slots__ = ()
    noun = "accumulation"

    def flaw(self, cards: Cards) -> Refusal | None:
        total = 0
        for card in cards:
            worth = WORTH[card]
            if not worth:
                return _holds_joker(cards)
            if self.one_colour and COLOUR[card] != COLOUR[cards[0]]:
                return Refusal(THE_TABLE, "mixes colours: {}", cards)
            total += worth
        if total != self.size:
            return Refusal(THE_TABLE, "adds up to {}, not {}: {}", total, self.size, cards)
        return None

    def refuse(self, group: Cards, card: Card, index: int) -> Refusal | None:
        if card == JOKER:
            return Refusal("5.5", "{} cannot join an accumulation: {}", card, group)
        if self.one_colour and COLOUR[card] != (colour := COLOUR[group[0]]):
            return Refusal("5.5", "{} is not {}, the accumulation's colour: {}", card, colour, group)
        total = total_worth(group)
        stage = next_stage(total)
        if stage is None:
            return Refusal("5.5", "the accumulation is closed at {}: {}", total, group)
        if total + WORTH[card] > stage:
            return Refusal(
                "5.5", "{} would take the accumulation from {} past its next stage, {}: {}", card, total, stage, group
            )
        return None


SET_OF_3 = SameValue(1, "a set of three of one value", 3)
SUIT_OF_7 = SameSuit(2, "a set of seven of one suit", 7)
SET_OF_4 = SameValue(3, "a set of four of one value", 4)
RUN_OF_8 = Run(4, "a run of eight", 8)
COLOUR_RUN_OF_4 = Run(5, "a run of four of one colour", 4, one_colour=True)
ACCUMULATION_34 = Accumulation(6, "an accumulation to 34", 34)
COLOUR_ACCUMULATION_34 = Accumulation(7, "an accumulation to 34 of one colour", 34, one_colour=True)
STRAIGHT_RUN_OF_8 = Run(4, "a run of eight", 8, wraps=False)
STRAIGHT_COLOUR_RUN_OF_4 = Run(5, "a run of four of one colour", 4, one_colour=True, wraps=False)
