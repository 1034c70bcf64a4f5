"""The lobby, where people find a table by its code, in the list of open tables, or by joining any open table."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from phazed.answers.lobby import NewTable
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import SEATS
from phazed.storage.tables import PERSON
from phazed.web.tables.creation import YOU, make
from phazed.web.tables.people import open_seats, own_seat, take_seat_by_code
from phazed.web.tables.seats import address_of, clean_name, read_code

if TYPE_CHECKING:
    from phazed.answers.lobby import FoundTable, OpenTable
    from phazed.web.tables.live_table import LiveTable
    from phazed.web.tables.registry import Registry

FILL_SECONDS = 30.0
"""Time after which bots take the free seats at a table created by `join_any`."""
ARRIVAL_SECONDS = 15.0
"""Time within which the creator of a table is expected to connect to it."""


class UnknownCode(PhazedError):
    """An error raised if no table has the code."""


class Lobby:
    """The tables on a server that people can find."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def open_tables(self) -> list[OpenTable]:
        """Return the listed tables that are waiting for players, longest-waiting first."""
        return [
            {
                "code": live.code or "",
                "title": live.table.rules.title,
                "host": host_of(live),
                "people": sum(seat.is_person and seat.taken for seat in live.table.seats),
                "free": len(open_seats(live)),
                "fill": live.clock.times()["fill"],
            }
            for live in self._waiting()
        ]

    def _waiting(self) -> list[LiveTable]:
        """Return the listed tables that have an open seat and somebody connected or about to connect."""
        tables = self._registry.in_memory.values()
        waiting = [live for live in tables if live.settings.listed and open_seats(live) and live.is_attended]
        return sorted(waiting, key=lambda live: live.opened)

    def find(self, code: str, browser: str | None) -> FoundTable:
        """Return the table with this code."""
        live = self._table(code)
        return {
            "id": live.game,
            "code": live.code or "",
            "title": live.table.rules.title,
            "host": host_of(live),
            "free": sum(not seat.taken for seat in live.table.seats),
            "started": live.table.started,
            "spectators": live.settings.spectators,
            "own": own_seat(live, browser) is not None,
        }

    def join(self, code: str, name: str, browser: str | None) -> NewTable:
        """Take a free seat at the table with this code."""
        return _seated(self._table(code), name, browser)

    def join_any(self, name: str, browser: str | None) -> NewTable:
        """Take a free seat at the longest-waiting table, or create a table that anybody can join."""
        for live in self._waiting():
            if browser is None or browser not in live.removed:
                return _seated(live, name, browser)
        fields: dict[str, Any] = {"seats": [YOU, *[PERSON] * (SEATS - 1)], "name": name}
        made = make(self._registry.store, fields, fills_at=time.time() + FILL_SECONDS)
        self._registry.table(made.id).expected_until = time.monotonic() + ARRIVAL_SECONDS  # listed from now on
        return made

    def _table(self, text: str) -> LiveTable:
        code = read_code(text)
        game = self._registry.store.game_of_code(code)
        if game is None:
            raise UnknownCode(f"no table has the code {code}: check the letters or ask for the code again")
        return self._registry.table(game)


def host_of(live: LiveTable) -> str:
    """Return the name of the host or, if the host is not playing, that of the first player."""
    people = [seat for seat in live.table.seats if seat.is_person and seat.taken]
    hosts = [seat for seat in people if seat.token == live.host]
    return (hosts or people)[0].name if people else ""


def _seated(live: LiveTable, name: str, browser: str | None) -> NewTable:
    number = take_seat_by_code(live, clean_name(name), browser)
    token = live.table.seats[number].token
    return NewTable(live.game, number, token, address_of(live.game, token))
