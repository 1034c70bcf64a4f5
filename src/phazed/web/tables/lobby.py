"""How people find a table: by its code, in the list of open tables, or at any that waits for players."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, TypedDict

from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import SEATS
from phazed.storage.tables import PERSON
from phazed.web.tables.codes import read_code
from phazed.web.tables.people import open_seats, own_seat, take_seat_by_code
from phazed.web.tables.registry import YOU, NewGame
from phazed.web.tables.seats import address_of, clean_name

if TYPE_CHECKING:
    from phazed.web.tables.live_table import Room
    from phazed.web.tables.registry import GameRegistry

FILL_SECONDS = 30.0
"""Time that the first person at a table for anybody waits for others, before bots take the free seats."""
ARRIVAL_SECONDS = 15.0
"""Time that a person who has made a table may take to connect to it."""


class OpenTable(TypedDict):
    """A table that waits for players, as the lobby lists it."""

    code: str | None
    title: str
    host: str
    people: int
    free: int
    fill: float | None
    """Seconds until bots take the free seats; `None` if they do not."""


class FoundTable(TypedDict):
    """A table as somebody sees it who has its code."""

    id: str
    code: str | None
    title: str
    host: str
    free: int
    started: bool
    spectators: bool
    own: bool
    """Whether this browser has a seat there."""


class UnknownCode(PhazedError):
    """No table has the code."""


class Lobby:
    """The tables of a server that people can find."""

    def __init__(self, registry: GameRegistry) -> None:
        self._registry = registry

    def open_tables(self) -> list[OpenTable]:
        """The listed tables that wait for players, the longest-waiting first."""
        return [
            {
                "code": room.code,
                "title": room.table.rules.title,
                "host": host_of(room),
                "people": sum(seat.is_person and seat.taken for seat in room.table.seats),
                "free": len(open_seats(room)),
                "fill": room.clock.times()["fill"],
            }
            for room in self._waiting()
        ]

    def _waiting(self) -> list[Room]:
        """The rooms of listed tables with an open seat at which somebody is, or will be in a moment."""
        rooms = [
            room
            for room in self._registry.rooms.values()
            if room.settings.listed and open_seats(room) and room.is_attended
        ]
        return sorted(rooms, key=lambda room: room.opened)

    def find(self, code: str, browser: str | None) -> FoundTable:
        """The table of that code."""
        room = self._room(code)
        return {
            "id": room.game,
            "code": room.code,
            "title": room.table.rules.title,
            "host": host_of(room),
            "free": sum(not seat.taken for seat in room.table.seats),
            "started": room.table.started,
            "spectators": room.settings.spectators,
            "own": own_seat(room, browser) is not None,
        }

    def join(self, code: str, name: str, browser: str | None) -> NewGame:
        """Take a free seat at the table of that code."""
        return _seated(self._room(code), name, browser)

    def join_any(self, name: str, browser: str | None) -> NewGame:
        """Take a free seat at the longest-waiting table, or make a table that waits for anybody."""
        for room in self._waiting():
            if browser is None or browser not in room.removed:
                return _seated(room, name, browser)
        fields: dict[str, Any] = {"seats": [YOU, *[PERSON] * (SEATS - 1)], "name": name}
        made = self._registry.make(fields, fills_at=time.time() + FILL_SECONDS)
        self._registry.room(made.id).expected_until = time.monotonic() + ARRIVAL_SECONDS  # so it is listed from now on
        return made

    def _room(self, text: str) -> Room:
        code = read_code(text)
        game = self._registry.store.game_of_code(code)
        if game is None:
            raise UnknownCode(f"no table has the code {code}: check the letters, or ask for the code again")
        return self._registry.room(game)


def host_of(room: Room) -> str:
    """The name of the host or, if that person only watches or has gone, of the first player."""
    people = [seat for seat in room.table.seats if seat.is_person and seat.taken]
    hosts = [seat for seat in people if seat.token == room.host]
    return (hosts or people)[0].name if people else ""


def _seated(room: Room, name: str, browser: str | None) -> NewGame:
    number = take_seat_by_code(room, clean_name(name), browser)
    token = room.table.seats[number].token
    return NewGame(room.game, number, token, address_of(room.game, token))
