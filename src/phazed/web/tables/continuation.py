"""Games that go on from a moment of a finished one: a person in one of the seats, built-in players in the others."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from phazed.bots import BOTS
from phazed.game.game import Game
from phazed.rules.rulesets import SEATS
from phazed.storage.tables import PERSON, Seat
from phazed.web.tables.messages import InvalidMessage, number_in
from phazed.web.tables.seats import clean_name, distinct, new_seed, new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phazed.game.records import Record
    from phazed.storage.tables import Store

STAND_IN = "strong"
"""The built-in player in the seat of a person, or of a bot that is not built in."""


class Moment(NamedTuple):
    """A moment of a finished game, and the seat that a person takes in it."""

    hand: int
    plays: int
    """How many plays of the hand have been made."""
    seat: int | None
    """`None` is the seat whose turn it is."""


def moment_in(fields: Mapping[str, Any]) -> Moment:
    """The moment that was asked for."""
    seat = None if fields.get("seat") is None else number_in(fields, "seat", 0, SEATS - 1)
    return Moment(number_in(fields, "hand"), number_in(fields, "plays"), seat)


def play_on(store: Store, record: Record, players: Sequence[str], moment: Moment, name: object) -> tuple[str, int, str]:
    """Store a game that begins as the finished one did, up to the moment: its id, the person's seat and token.

    `players` sat at the finished game: built-in ones keep their seats. The hands after this one are dealt anew.
    """
    turn = _turn(record, moment)
    own = turn if moment.seat is None else moment.seat
    seats = [
        Seat(who if who in BOTS else STAND_IN, called) for who, called in zip(players, map(clean_name, record.names))
    ]
    called = clean_name(name) if isinstance(name, str) else ""
    others = [seat.name for number, seat in enumerate(seats) if number != own]
    token = new_token()
    seats[own] = Seat(PERSON, distinct(called or "You", others), token)
    table = Table(record.rules, new_seed(), seats)
    game = store.add_game(table, token)
    for number, (deck, plays) in enumerate(record.hands[: moment.hand + 1]):
        table.deal(deck)
        store.save_hand(game, table)
        for play in plays[: moment.plays] if number == moment.hand else plays:
            table.play(play)
        store.save_plays(game, table, 0)
    return game, own, token


def _turn(record: Record, moment: Moment) -> int:
    """Whose turn it is at the moment, which must be one of a hand in progress."""
    if moment.hand >= len(record.hands) or moment.plays >= len(record.hands[moment.hand].plays):
        raise InvalidMessage("a game goes on from a moment within a hand: this one is not in the game, or ends a hand")
    *earlier, (_, plays) = record.hands[: moment.hand + 1]
    made = [*chain.from_iterable(hand.plays for hand in earlier), *plays[: moment.plays]]
    return Game(record.rules, decks=[hand.deck for hand in record.hands], plays=made).state.seat
