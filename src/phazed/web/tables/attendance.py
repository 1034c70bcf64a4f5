"""Connections of browsers to a table, and the people at it."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING

from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.answers.table import ServerMessage
    from phazed.rules.errors import PhazedError
    from phazed.storage.tables import StoredGame

QUEUE_SIZE = 200
"""Maximum number of messages queued for a browser; its connection is closed before a further one."""


class Connection:
    """A browser at a table: its seat, and its queue of outgoing messages."""

    def __init__(self, seat: int | None, token: str | None, *, is_host: bool) -> None:
        self.seat = seat
        self.token = token
        """The token with which the browser has joined."""
        self.is_host = is_host
        self.name = ""
        """Name of a spectator; players have the name of their seat."""
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(QUEUE_SIZE)
        """Outgoing messages; `None` closes the connection."""

    def send(self, message: ServerMessage) -> None:
        """Queue the message; a browser that does not read its messages is disconnected."""
        if self.outbox.qsize() >= QUEUE_SIZE - 1:
            self.close()
        else:
            self.outbox.put_nowait(json.dumps(message, separators=(",", ":")))

    def dismiss(self, reason: str) -> None:
        """Send the reason, and close the connection after the queued messages."""
        self.send({"kind": "error", "re": None, "reason": reason, "final": True})
        self.outbox.put_nowait(None)

    def close(self) -> None:
        """Drop the queued messages, and close the connection."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class Attendance:
    """A stored table in memory, and who is connected to it."""

    def __init__(self, game: str, stored: StoredGame) -> None:
        self.game = game
        self.connections: set[Connection] = set()
        self.absences: dict[int, tuple[int, int]] = {}
        """For each seat with a stand-in the hand, and the number of its steps, since which the stand-in has played."""
        self.expected_until = 0.0
        """Time until which a person who has just taken a seat may connect."""
        self._restore(stored)

    def _restore(self, stored: StoredGame) -> None:
        self.table = Table.restored(stored)
        self.host, self.rematch, self.code, self.settings, self.removed = stored[3:]

    def is_here(self, number: int) -> bool:
        """Return whether a seat's player is connected; bots always are."""
        seat = self.table.seats[number]
        return not seat.is_person or any(connection.seat == number for connection in self.connections)

    def gives_seats(self, connection: Connection) -> bool:
        """Return whether the connection, a host's or a player's while the host is away, may give free seats to bots."""
        no_host = not any(each.is_host for each in self.connections)
        return connection.is_host or (no_host and connection.seat is not None)

    @property
    def spectators(self) -> list[str]:
        """Names of the people who watch."""
        return sorted(each.name for each in self.connections if each.seat is None)

    @property
    def people(self) -> list[int]:
        """Seats of people who have not resigned, taken or still free."""
        return [number for number, seat in enumerate(self.table.seats) if seat.is_person and not seat.resigned]

    @property
    def active(self) -> set[int]:
        """Seats whose players are connected and play themselves."""
        return {number for number, seat in enumerate(self.table.seats) if seat.is_active and self.is_here(number)}

    @property
    def is_attended(self) -> bool:
        """Whether the host or a player is connected, or is about to connect."""
        here = any(each.is_host or each.seat is not None for each in self.connections)
        return here or time.monotonic() < self.expected_until

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask for hints: as the host has chosen, or else if only one person plays."""
        return len(self.people) < 2 if self.settings.hints is None else self.settings.hints

    def send_to_all(self, message: ServerMessage) -> None:
        """Send everybody the same message."""
        for connection in list(self.connections):
            connection.send(message)

    @staticmethod
    def send_error(connections: Iterable[Connection], error: PhazedError) -> None:
        """Report an error to connections that have not caused it."""
        for connection in connections:
            connection.send({"kind": "error", "re": None, "reason": str(error)})
