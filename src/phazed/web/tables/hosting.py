"""What the host of a table decides: who gets a free seat, when the game begins, who has to leave, and the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.rules.errors import NotNow
from phazed.web.tables.people import NO_SPECTATORS, REMOVED, name_for
from phazed.web.tables.seats import BOT_NAMES, nameless, new_token
from phazed.web.tables.stand_ins import STAND_IN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.storage.tables import TableSettings
    from phazed.web.tables.live_table import Room


def give_to_bot(room: Room, numbers: Iterable[int], who: str = STAND_IN) -> None:
    """Give free seats to bots; the game begins if these were the last."""
    with room.changing_seats():
        for number in numbers:
            _seat_bot(room, number, who)
    if not room.begin():
        room.send_table_to_all()
    room.bots.resume()


def fill_free_seats(room: Room) -> None:
    """Give all free seats to bots, so that the game begins."""
    if room.table.started:
        raise NotNow("the game has begun already")
    give_to_bot(room, [number for number, seat in enumerate(room.table.seats) if not seat.taken])


def remove_person(room: Room, number: int) -> None:
    """Take the seat away from its person: before the game it is free again, in the game a bot takes it."""
    seat, browser = room.table.seats[number], room.table.seats[number].browser
    while room.table.turn == number and room.table.can_undo:
        room.undo()
    with room.changing_seats(removed=browser):
        if room.table.started:
            _seat_bot(room, number, STAND_IN)
        else:
            seat.name, seat.token, seat.taken = nameless(number), new_token(), False
        seat.browser = seat.transfer = None
    if browser is not None:
        room.removed |= {browser}
    for connection in [each for each in room.connections if each.seat == number]:
        room.connections.discard(connection)
        connection.dismiss(REMOVED)
    room.ready.discard(number)
    if not room.deal_if_ready():
        room.send_table_to_all()
    room.bots.resume()


def change_settings(room: Room, settings: TableSettings) -> None:
    """Change the settings, and tell everybody."""
    room.store.save_settings(room.game, settings)
    room.settings = settings
    if not settings.spectators:
        for connection in [each for each in room.connections if each.seat is None and not each.is_host]:
            room.connections.discard(connection)
            connection.dismiss(NO_SPECTATORS)
    room.send_seats()


def _seat_bot(room: Room, number: int, who: str) -> None:
    seat = room.table.seats[number]
    seat.name = name_for(room, number, BOT_NAMES[number])
    seat.who, seat.token, seat.taken, seat.stand_in, seat.resigned = who, None, True, None, False
