"""Random groups of a kind, and near misses with one change.

>>> from random import Random
>>> from phazed.rules.rulesets import PHAZED
>>> run = valid_group(PHAZED.kinds[4], Random(1))
>>> run, PHAZED.kinds[4].flaw(run)
(('JS', 'QC', 'KS', '2C'), None)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.rules.cards import ACES, LOWEST, VALUES, WORTH
from phazed.rules.groups import MIN_NATURALS, Accumulation, Run, SameSuit

if TYPE_CHECKING:
    from random import Random

    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind

SUITS = "SHDC"
BLACK, RED = "SC", "HD"
NATURALS = VALUES[:-1]
OTHER_COLOUR = {"S": "H", "C": "D", "H": "S", "D": "C"}
WITH_ACES = 0.6
"""Share of sets and runs with aces."""


def valid_group(kind: GroupKind, rng: Random) -> Cards:
    """Return cards that form a group of the kind; in a set or run, all but two may be aces."""
    suits = rng.choice([BLACK, RED]) if kind.one_colour else SUITS
    if isinstance(kind, Accumulation):
        return _accumulation(kind.size, suits, rng)
    if isinstance(kind, Run):
        cards = [VALUES[value - LOWEST] + rng.choice(suits) for value in rng.choice(kind.windows)]
    elif isinstance(kind, SameSuit):
        suit = rng.choice(suits)
        cards = [rng.choice(NATURALS) + suit for _ in range(kind.size)]
    else:
        value = rng.choice(NATURALS)
        cards = [value + rng.choice(suits) for _ in range(kind.size)]
    if rng.random() < WITH_ACES:
        for place in rng.sample(range(kind.size), rng.randint(1, kind.size - MIN_NATURALS)):
            cards[place] = "A" + rng.choice(SUITS)
    return tuple(cards)


def _accumulation(size: int, suits: str, rng: Random) -> Cards:
    while True:
        cards: list[Card] = []
        left = size
        while left > 0:
            cards.append(rng.choice(VALUES) + rng.choice(suits))
            left -= WORTH[cards[-1]]
        if left == 0:
            return tuple(cards)


def altered_group(kind: GroupKind, group: Cards, rng: Random) -> Cards:
    """Return the cards of a group with one change that may matter for its kind."""
    cards = list(group)
    place = rng.randrange(len(cards))
    naturals = [at for at, card in enumerate(cards) if card not in ACES]
    change = rng.random()
    if change < 0.15:
        del cards[place]
    elif change < 0.3:
        cards.insert(place, rng.choice(cards))
    elif change < 0.5 and not isinstance(kind, Accumulation):  # too many aces
        for at in naturals[1:]:
            cards[at] = "A" + rng.choice(SUITS)
    elif change < 0.7 and isinstance(kind, Run):
        one, other = rng.sample(range(len(cards)), 2)
        cards[one], cards[other] = cards[other], cards[one]
    elif change < 0.85 and kind.one_colour:
        at = rng.choice(naturals)
        cards[at] = cards[at][0] + OTHER_COLOUR[cards[at][1]]
    else:
        at = rng.choice(naturals)
        cards[at] = similar_card(cards[at], rng)
    return tuple(cards)


def similar_card(card: Card, rng: Random) -> Card:
    """Return another card of the same value or the same suit."""
    value, suit = card[0], card[1]
    return rng.choice([rng.choice(VALUES.replace(value, "")) + suit, value + rng.choice(SUITS.replace(suit, ""))])
