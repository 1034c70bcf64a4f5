"""People at a table: joining and leaving, the browsers to which seats belong, and spectators.

A seat belongs to the first browser that takes it; from then on, its link works only in that browser. Programs that send
no browser id can take a seat with the link alone, as long as the seat does not belong to a browser.
"""

from __future__ import annotations

import time
from itertools import count
from typing import TYPE_CHECKING

from phazed.rules.errors import NotNow, PhazedError
from phazed.web.tables.attendance import Connection
from phazed.web.tables.live_table import NO_SPECTATORS, REMOVED
from phazed.web.tables.seats import clean_name, distinct, nameless, numbered, same

if TYPE_CHECKING:
    from phazed.storage.tables import Seat
    from phazed.web.tables.live_table import LiveTable

MAX_WATCHERS = 50
"""Maximum number of spectators at a table."""
MOVED = "you have moved to another device, which now has this seat"


def join(live: LiveTable, token: str | None, name: str | None, browser: str | None) -> Connection:
    """Connect a browser, given the hash of its id, to the token's seat or, without a seat, as a spectator."""
    connection = Connection(_seat_of(live, token), token, is_host=token is not None and same(token, live.host))
    called = clean_name(name)
    if connection.seat is None:
        _admit_spectator(live, connection, called)
    live.connections.add(connection)
    had_stand_in = connection.seat is not None and live.table.seats[connection.seat].stand_in is not None
    try:
        if connection.seat is not None and token is not None:
            _take_seat(live, connection.seat, called, browser, token)
            connection.is_host = same(token, live.host)  # the host's token may have just changed
        if not live.begin() and not live.deal_if_ready():
            live.send_seats(but=connection)
            live.send_table(connection)
    except PhazedError:
        live.connections.discard(connection)
        raise
    if connection.seat is not None:
        _dismiss_other_device(live, connection)
        if had_stand_in and live.table.seats[connection.seat].is_active:
            live.send_absence(connection, connection.seat)
    live.bots.resume()
    return connection


def leave(live: LiveTable, connection: Connection) -> None:
    """Remove a closed connection; the player keeps the seat."""
    live.connections.discard(connection)
    live.idle_since = time.monotonic()
    live.send_seats()
    try:
        live.deal_if_ready()
    except PhazedError as error:
        live.send_error(live.connections, error)


# ------------------------------------------------------------------------------------------- seats


def _seat_of(live: LiveTable, token: str | None) -> int | None:
    """Return the token's seat, or `None` if the browser may only watch."""
    if token is None:
        return None
    for number, seat in enumerate(live.table.seats):
        if same(token, seat.token) or _moves_with(seat, token):
            return number
    if same(token, live.host):
        return None
    watch = ", or watch without a link" if live.settings.spectators else ""
    raise NotNow(f"this link is not valid for any seat at this table: ask for a new one{watch}")


def _moves_with(seat: Seat, token: str) -> bool:
    """Return whether the token belongs to the seat's one-time link and is still valid."""
    return seat.transfer is not None and same(token, seat.transfer.token) and time.time() < seat.transfer.until


def _take_seat(live: LiveTable, number: int, name: str, browser: str | None, token: str) -> None:
    """Take the seat under the given name; a returning player keeps the number added to the name last time."""
    seat = live.table.seats[number]
    if browser is not None and browser in live.removed:
        raise NotNow(REMOVED)
    moves = _moves_with(seat, token)
    if not moves and seat.browser not in (None, browser):
        watch = ", or watch" if live.settings.spectators else ""
        raise NotNow(
            f"{seat.name} has taken this seat in another browser: to continue here, choose “Continue on another "
            f"device” in the menu there{watch}"
        )
    known = seat.name in numbered(name) if seat.taken else seat.name != nameless(number)
    live.sit(number, seat.name if not name or known else name, browser, moves_to=token if moves else None)


def open_seats(live: LiveTable) -> list[int]:
    """Return the free seats not reserved for a named person; anyone with the code may take one."""
    if live.table.started:
        return []
    seats = enumerate(live.table.seats)
    return [number for number, seat in seats if not seat.taken and seat.name == nameless(number)]


def own_seat(live: LiveTable, browser: str | None) -> int | None:
    """Return the seat that belongs to the browser, or `None`."""
    seats = enumerate(live.table.seats)
    return next((number for number, seat in seats if browser is not None and seat.browser == browser), None)


def take_seat_by_code(live: LiveTable, name: str, browser: str | None) -> int:
    """Give a person with the code their own seat, the one reserved under their name, or any free seat."""
    if browser is not None and browser in live.removed:
        raise NotNow(REMOVED)
    own = own_seat(live, browser)
    if own is not None:
        return own
    if live.table.started:
        raise NotNow("the game at this table has already started")
    seats = enumerate(live.table.seats)
    expected = [number for number, seat in seats if not seat.taken and seat.name.casefold() == name.casefold()]
    free = expected or open_seats(live)
    if not free:
        kept = [seat.name for seat in live.table.seats if not seat.taken]
        raise NotNow(
            f"the free seats are reserved for {' and '.join(kept)}: join under that name if it is yours"
            if kept
            else "all seats at this table are taken"
        )
    live.sit(free[0], name or nameless(free[0]), browser)
    if not live.begin():
        live.send_seats()
    return free[0]


def _dismiss_other_device(live: LiveTable, connection: Connection) -> None:
    """Close the seat's other connections, which were opened before its player moved to this device."""
    for each in live.connections:
        if each.seat == connection.seat and each.token != connection.token:
            each.dismiss(MOVED)


# ------------------------------------------------------------------------------------------- spectators


def _admit_spectator(live: LiveTable, connection: Connection, name: str) -> None:
    """Name a spectator, or raise `NotNow` if spectators are not allowed or there are too many."""
    if not live.settings.spectators and not connection.is_host:
        raise NotNow(NO_SPECTATORS)
    if not connection.is_host and len(live.spectators) >= MAX_WATCHERS:
        raise NotNow("too many people are already watching: come back later")
    name_spectator(live, connection, name)


def name_spectator(live: LiveTable, connection: Connection, name: str) -> None:
    """Give a spectator a name that differs from those of all players and other spectators."""
    others = [each.name for each in live.connections - {connection} if each.seat is None]
    if name:
        connection.name = distinct(name, [*others, *(seat.name for seat in live.table.seats)])
    else:
        unused = (f"Spectator {number}" for number in count(1))
        connection.name = next(each for each in unused if each not in others)
