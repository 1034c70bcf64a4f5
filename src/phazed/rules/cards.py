"""Cards (rule 1).

A card is what the course says it is: the string of its two characters, so that what a bot is given, what it answers and
what is written to a file are the same thing, and nothing is converted on the way of a play. What a card means stands in
tables, one for each question:

>>> hand = cards("2S 0D AH")
>>> [VALUE[card] for card in hand], [WORTH[card] for card in hand], [POINTS[card] for card in hand]
([2, 10, 0], [2, 10, 1], [2, 10, 25])
>>> COLOUR["0D"], by_order("KS") < by_order("AC")
('red', True)
"""

from __future__ import annotations

from phazed.rules.errors import InvalidNotation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Card = str
    Cards = tuple[Card, ...]
    """A hand, a group, a pile: some cards in an order."""

VALUES = "234567890JQKA"
SUITS = "CDHS"
LOWEST, HIGHEST = 2, 13
"""The values of a two and of a king: the ends of what a run can hold."""
ACE_POINTS, JOKER_POINTS = 25, 15

FACES = tuple(value + suit for value in VALUES for suit in SUITS)
"""The 52 faces in the order of rule 8: by value, then by suit."""
JOKER = "ZZ"
ALL = (*FACES, JOKER)
ACES = frozenset(FACES[-len(SUITS) :])

_NUMBER = {card: VALUES.index(card[0]) + LOWEST for card in FACES}
VALUE = {card: 0 if card in ACES else number for card, number in _NUMBER.items()} | {JOKER: 0}
"""What a natural card counts in a set or run, 2 to 13; 0 for aces and jokers, which have no value of their own."""
WORTH = {card: 1 if card in ACES else number for card, number in _NUMBER.items()} | {JOKER: 0}
"""What a card counts in an accumulation; a joker counts nothing because it belongs to none."""
POINTS = {card: ACE_POINTS if card in ACES else number for card, number in _NUMBER.items()} | {JOKER: JOKER_POINTS}
"""What a card costs when it is left in the hand."""
SUIT = {card: card[1] for card in FACES}
COLOUR = {card: "red" if card[1] in "DH" else "black" for card in FACES} | {JOKER: ""}
ORDER = {card: place for place, card in enumerate(ALL)}
by_order = ORDER.__getitem__
"""The key by which hands and order-free groups are sorted."""


def card(text: str) -> Card:
    """The card that the text denotes.

    >>> card("10S")
    Traceback (most recent call last):
    ...
    phazed.rules.errors.InvalidNotation: '10S' is not a card: write a value of 234567890JQKA and a suit of SHDC, ...
    """
    if text not in ORDER:
        raise InvalidNotation(
            f"{text!r} is not a card: write a value of {VALUES} and a suit of SHDC, as in 0H for the ten of hearts"
        )
    return text


def cards(text: str) -> Cards:
    """The cards written in a line, separated by spaces."""
    return tuple(map(card, text.split()))


def in_order(hand: Iterable[Card]) -> Cards:
    """The same cards, sorted."""
    return tuple(sorted(hand, key=by_order))


def without(hand: Iterable[Card], taken: Iterable[Card]) -> Cards:
    """What is left of a hand, in its order; each card taken must be there."""
    left = list(hand)
    for each in taken:
        left.remove(each)
    return tuple(left)


def total_worth(group: Iterable[Card]) -> int:
    """What the cards add up to as an accumulation."""
    total = 0
    for each in group:
        total += WORTH[each]
    return total


def value_name(value: int) -> str:
    """How a value is written on a card.

    >>> value_name(10), value_name(13)
    ('0', 'K')
    """
    return VALUES[value - LOWEST]
