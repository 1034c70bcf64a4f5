"""Cards (rule 1).

A card is a two-character string, as in the course. Bots and files use the same form, so cards are never converted.
Tables hold the properties of cards:

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
    """An ordered sequence of cards, such as a hand, a group or a pile."""

VALUES = "234567890JQKA"
SUITS = "CDHS"
LOWEST, HIGHEST = 2, 13
"""The lowest and the highest value in a run: a two and a king."""
ACE_POINTS, JOKER_POINTS = 25, 15

FACES = tuple(value + suit for value in VALUES for suit in SUITS)
"""The 52 faces in the order of rule 8: by value, then by suit."""
JOKER = "ZZ"
ALL = (*FACES, JOKER)
ACES = frozenset(FACES[-len(SUITS) :])

_NUMBER = {card: VALUES.index(card[0]) + LOWEST for card in FACES}
VALUE = {card: 0 if card in ACES else number for card, number in _NUMBER.items()} | {JOKER: 0}
"""The value of a natural card in a set or run, 2 to 13; 0 for aces and jokers, which have none."""
WORTH = {card: 1 if card in ACES else number for card, number in _NUMBER.items()} | {JOKER: 0}
"""The value of a card in an accumulation; 0 for jokers, which belong to no group."""
POINTS = {card: ACE_POINTS if card in ACES else number for card, number in _NUMBER.items()} | {JOKER: JOKER_POINTS}
"""The penalty points of a card left in a hand."""
SUIT = {card: card[1] for card in FACES}
COLOUR = {card: "red" if card[1] in "DH" else "black" for card in FACES} | {JOKER: ""}
ORDER = {card: place for place, card in enumerate(ALL)}
by_order = ORDER.__getitem__
"""Sort key for hands and for groups in which the order does not matter."""


def card(text: str) -> Card:
    """Return the text if it is a card, or raise `InvalidNotation`.

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
    """Parse cards separated by spaces."""
    return tuple(map(card, text.split()))


def in_order(hand: Iterable[Card]) -> Cards:
    """Return the cards, sorted."""
    return tuple(sorted(hand, key=by_order))


def without(hand: Iterable[Card], taken: Iterable[Card]) -> Cards:
    """Return the hand without the taken cards, in the same order; the hand must contain them."""
    left = list(hand)
    for each in taken:
        left.remove(each)
    return tuple(left)


def total_worth(group: Iterable[Card]) -> int:
    """Return the sum of the cards in an accumulation."""
    total = 0
    for each in group:
        total += WORTH[each]
    return total


def value_name(value: int) -> str:
    """Return the character that represents a value on a card.

    >>> value_name(10), value_name(13)
    ('0', 'K')
    """
    return VALUES[value - LOWEST]
