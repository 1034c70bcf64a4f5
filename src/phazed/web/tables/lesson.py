"""The first hand of a newcomer: arranged cards, with which a phase can be laid in the first turn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from phazed.game.games import shuffled
from phazed.rules.cards import ACES, VALUE, cards, without
from phazed.rules.rulesets import HAND_SIZE, PHAZED, SEATS
from phazed.storage.tables import PERSON, Seat
from phazed.web.tables.seats import BOT_NAMES, clean_name, new_seed, new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from phazed.rules.cards import Card, Cards
    from phazed.storage.tables import Store

LEARNER = 1
"""The seat that leads in the first hand."""
HAND = cards("7S 2D QC KS QD 5C 7H 9H QH QS")
"""The first phase lacks the third seven, which is turned up; the fourth queen can be laid off."""
DISCARD, FIRST_DRAW = "7D", "4C"
"""What is turned up, and what is drawn by who does not take it: a card that does not help."""
OPPONENT = "casual"


def new_lesson(store: Store, name: object) -> tuple[str, str]:
    """Store a game whose first hand is arranged; its id, and the token of the learner's seat."""
    token = new_token()
    called = clean_name(name) if isinstance(name, str) else ""
    seats = [Seat(OPPONENT, bot) for bot in BOT_NAMES]
    seats[LEARNER] = Seat(PERSON, called or "You", token)
    table = Table(PHAZED, new_seed(), seats)
    game = store.add_game(table, token)
    table.deal(_deck(table.seed))
    store.save_hand(game, table)
    return game, token


def _deck(seed: object) -> Cards:
    """Return a deck that deals the learner those cards, and the others hands with which nobody lays a phase at once."""
    left = list(without(shuffled(PHAZED, seed, 0), [*HAND, DISCARD, FIRST_DRAW]))
    hands = [HAND, *(_slow_hand(left) for _ in range(SEATS - 1))]
    dealt = [hand[turn] for turn in range(HAND_SIZE) for hand in hands]
    return (*dealt, DISCARD, FIRST_DRAW, *left)


def _slow_hand(left: list[Card]) -> list[Card]:
    """Remove ten cards, without aces and with at most two of a value, and return them."""
    hand: list[Card] = []
    values: Counter[int] = Counter()
    for card in tuple(left):
        if len(hand) < HAND_SIZE and card not in ACES and values[VALUE[card]] < 2:
            values[VALUE[card]] += 1
            hand.append(card)
            left.remove(card)
    return hand
