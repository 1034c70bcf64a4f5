"""Who is at a table: joining and leaving, seats and the browsers to which they belong, names, people who watch.

A seat belongs to the first browser that takes it; from then on its link opens it in that browser only. Programs that
send no browser id are let in by the link alone, as long as the seat belongs to no browser.
"""

from __future__ import annotations

import time
from itertools import count
from typing import TYPE_CHECKING

from phazed.rules.errors import NotNow, PhazedError
from phazed.storage.tables import Transfer
from phazed.web.tables.attendance import Connection
from phazed.web.tables.seats import address_of, clean_name, distinct, nameless, new_token, numbered, same
from phazed.web.tables.stand_ins import tell_what_was_played

if TYPE_CHECKING:
    from phazed.storage.tables import Seat
    from phazed.web.tables.live_table import Room
    from phazed.web.tables.messages import JoinRequest

MAX_WATCHERS = 50
"""People who may watch one table at a time."""
TRANSFER_SECONDS = 600.0
"""Time for which a one-time link to another device opens the seat."""
REMOVED = "the host has removed you from this table"
MOVED = "you have moved to another device, which has this seat now"
NO_SPECTATORS = "the host does not let anybody look on at this table"


def join(room: Room, request: JoinRequest, browser: str | None) -> Connection:
    """Connect a browser, known by the hash of its id: to its seat, if the token opens one, or to watch."""
    token, name = request
    connection = Connection(_seat_of(room, token), token, is_host=token is not None and same(token, room.host))
    called = clean_name(name or "")
    if connection.seat is None:
        _admit_spectator(room, connection, called)
    room.connections.add(connection)
    had_stand_in = connection.seat is not None and room.table.seats[connection.seat].stand_in is not None
    try:
        if connection.seat is not None and token is not None:
            _take_seat(room, connection.seat, called, browser, token)
            connection.is_host = same(token, room.host)  # whose token may just have become another one
        if not room.begin() and not room.deal_if_ready():
            room.send_seats(but=connection)
            room.send_table(connection)
    except PhazedError:
        room.connections.discard(connection)
        raise
    if connection.seat is not None:
        _dismiss_other_device(room, connection)
        if had_stand_in and room.table.seats[connection.seat].is_active:
            tell_what_was_played(room, connection, connection.seat)
    room.bots.resume()
    return connection


def leave(room: Room, connection: Connection) -> None:
    """Remove a connection that has ended; the seat stays its player's."""
    room.connections.discard(connection)
    room.idle_since = time.monotonic()
    room.send_seats()
    try:
        room.deal_if_ready()
    except PhazedError as error:
        room.send_error(room.connections, error)


# ------------------------------------------------------------------------------------------- seats


def _seat_of(room: Room, token: str | None) -> int | None:
    """The seat that the token opens, if it opens one."""
    if token is None:
        return None
    for number, seat in enumerate(room.table.seats):
        if same(token, seat.token) or _moves_with(seat, token):
            return number
    if same(token, room.host):
        return None
    watch = ", or watch without it" if room.settings.spectators else ""
    raise NotNow(f"this link opens no seat at this table: ask for a new one{watch}")


def _moves_with(seat: Seat, token: str) -> bool:
    """Whether the token is that of the seat's one-time link, which is still valid."""
    return seat.transfer is not None and same(token, seat.transfer.token) and time.time() < seat.transfer.until


def _take_seat(room: Room, number: int, name: str, browser: str | None, token: str) -> None:
    """Sit down under that name; a player who comes back keeps the number that was added to it the last time."""
    seat = room.table.seats[number]
    if browser is not None and browser in room.removed:
        raise NotNow(REMOVED)
    moves = _moves_with(seat, token)
    if not moves and seat.browser not in (None, browser):
        watch = ", or watch" if room.settings.spectators else ""
        raise NotNow(
            f"{seat.name} has taken this seat in another browser: to play on here, choose “Continue on another "
            f"device” in the menu there{watch}"
        )
    known = seat.name in numbered(name) if seat.taken else seat.name != nameless(number)
    sit(room, number, seat.name if not name or known else name, browser, moves_to=token if moves else None)


def sit(room: Room, number: int, name: str, browser: str | None = None, *, moves_to: str | None = None) -> None:
    """Let a person take the seat, change their name, or move to another device with its one-time token."""
    seat = room.table.seats[number]
    called, owner = name_for(room, number, name), browser if moves_to else seat.browser or browser
    stand_in = seat.stand_in if seat.resigned else None
    if moves_to is None and (seat.taken, seat.name, seat.stand_in, seat.browser) == (True, called, stand_in, owner):
        return
    with room.changing_seats():
        seat.taken, seat.name, seat.stand_in, seat.browser = True, called, stand_in, owner
        if moves_to is not None:
            if room.host == seat.token:
                room.host = moves_to
            seat.token, seat.transfer = moves_to, None


def name_for(room: Room, number: int, name: str) -> str:
    """The name for that seat, made distinct from the names of the others."""
    return distinct(name, [seat.name for other, seat in enumerate(room.table.seats) if other != number])


def open_seats(room: Room) -> list[int]:
    """The seats that anybody may take who knows the code: free ones without the name of somebody who is expected."""
    if room.table.started:
        return []
    seats = enumerate(room.table.seats)
    return [number for number, seat in seats if not seat.taken and seat.name == nameless(number)]


def own_seat(room: Room, browser: str | None) -> int | None:
    """The seat that belongs to the browser, if one does."""
    seats = enumerate(room.table.seats)
    return next((number for number, seat in seats if browser is not None and seat.browser == browser), None)


def take_seat_by_code(room: Room, name: str, browser: str | None) -> int:
    """Let a person sit down who knows the code: in their own seat, in one with their name, or in any free one."""
    if browser is not None and browser in room.removed:
        raise NotNow(REMOVED)
    own = own_seat(room, browser)
    if own is not None:
        return own
    if room.table.started:
        raise NotNow("the game at this table has begun")
    seats = enumerate(room.table.seats)
    expected = [number for number, seat in seats if not seat.taken and seat.name.casefold() == name.casefold()]
    free = expected or open_seats(room)
    if not free:
        kept = [seat.name for seat in room.table.seats if not seat.taken]
        raise NotNow(
            f"the free seats are kept for {' and '.join(kept)}: join under that name, if it is yours"
            if kept
            else "all seats at this table are taken"
        )
    sit(room, free[0], name or nameless(free[0]), browser)
    if not room.begin():
        room.send_seats()
    room.bots.resume()
    return free[0]


def new_transfer(room: Room, number: int) -> str:
    """Make a one-time link with which the seat's player moves to another device; its address."""
    token = new_token()
    with room.changing_seats():
        room.table.seats[number].transfer = Transfer(token, time.time() + TRANSFER_SECONDS)
    return address_of(room.game, token)


def _dismiss_other_device(room: Room, connection: Connection) -> None:
    """Close the seat's connections that were opened before its player moved here."""
    for each in room.connections:
        if each.seat == connection.seat and each.token != connection.token:
            each.dismiss(MOVED)


# ------------------------------------------------------------------------------------------- people who watch


def _admit_spectator(room: Room, connection: Connection, name: str) -> None:
    """Give a person who watches a name, unless nobody may watch or too many do."""
    if not room.settings.spectators and not connection.is_host:
        raise NotNow(NO_SPECTATORS)
    if not connection.is_host and len(room.spectators) >= MAX_WATCHERS:
        raise NotNow("too many people are watching already: come back later")
    name_spectator(room, connection, name)


def name_spectator(room: Room, connection: Connection, name: str) -> None:
    """Name a person who watches; no player and nobody else who watches is called the same."""
    others = [each.name for each in room.connections - {connection} if each.seat is None]
    if name:
        connection.name = distinct(name, [*others, *(seat.name for seat in room.table.seats)])
    else:
        unused = (f"Spectator {number}" for number in count(1))
        connection.name = next(each for each in unused if each not in others)
