"""Another game of the same four players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.rules.errors import NotNow
from phazed.storage.tables import Seat
from phazed.web.tables.seats import new_seed, new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from phazed.answers.table import RematchMessage
    from phazed.web.tables.attendance import Connection
    from phazed.web.tables.live_table import Room


def ask_for_rematch(room: Room, connection: Connection) -> None:
    """Make the table of the rematch, unless there is one, and invite everybody to it."""
    if connection.seat is None and not room.table.of_bots:
        raise NotNow("only players at the table can ask for a rematch: you are watching")
    if not room.table.over:
        raise NotNow("the game is not over yet")
    if room.rematch_tokens() is None:
        _make_rematch(room, connection.seat)
    by = None if connection.seat is None else room.table.seats[connection.seat].name
    for each in room.connections:
        message: RematchMessage = {"kind": "rematch", "address": room.rematch_address(each)}
        if each is not connection:
            message["by"] = by
        each.send(message)


def _make_rematch(room: Room, asking: int | None) -> None:
    """Make a table for the same four players; the one who asks is its host, the other people have yet to join."""
    seats = [
        Seat(
            seat.who,
            seat.name,
            new_token() if seat.is_person else None,
            taken=number == asking or seat.bot is not None,
            stand_in=None if number == asking else seat.stand_in,
        )
        for number, seat in enumerate(room.table.seats)
    ]
    for seat, before in zip(seats, room.table.seats):
        seat.browser = before.browser
    host = None if asking is None else seats[asking].token
    settings = room.settings._replace(listed=False, fills_at=None)
    rematch = room.store.add_game(Table(room.table.rules, new_seed(), seats), host, settings=settings)
    room.store.set_rematch(room.game, rematch)
    room.rematch = rematch
