"""The first hand of a newcomer: arranged cards, with which a phase can be laid in the first turn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from phazed.game.games import shuffled
from phazed.rules.cards import cards
from phazed.rules.rulesets import HAND_SIZE, PHAZED, SEATS
from phazed.storage.tables import PERSON, Seat
from phazed.web.tables.seats import BOT_NAMES, clean_name, new_seed, new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from phazed.rules.cards import Cards
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
    """A deck that deals the learner those cards, and is random otherwise."""
    arranged = Counter([*HAND, DISCARD, FIRST_DRAW])
    left = []
    for card in shuffled(PHAZED, seed, 0):
        if arranged[card]:
            arranged[card] -= 1
        else:
            left.append(card)
    rest = iter(left)
    dealt = [HAND[turn] if not place else next(rest) for turn in range(HAND_SIZE) for place in range(SEATS)]
    return (*dealt, DISCARD, FIRST_DRAW, *rest)
