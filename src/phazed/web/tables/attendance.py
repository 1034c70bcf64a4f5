"""The browsers connected to a table, and the people at the table."""

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
"""Maximum number of messages queued for a browser; if there are more, its connection is closed."""


class Connection:
    """A browser's connection to a table: its seat, and its queue of outgoing messages."""

    def __init__(self, seat: int | None, token: str | None, *, is_host: bool) -> None:
        self.seat = seat
        self.token = token
        """Token with which the browser joined."""
        self.is_host = is_host
        self.name = ""
        """Name of a spectator; a player's name is stored in the seat."""
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(QUEUE_SIZE)
        """Outgoing messages; `None` closes the connection."""

    def send(self, message: ServerMessage) -> None:
        """Queue the message, or disconnect a browser that does not read its messages."""
        if self.outbox.qsize() >= QUEUE_SIZE - 1:
            self.close()
        else:
            self.outbox.put_nowait(json.dumps(message, separators=(",", ":")))

    def dismiss(self, reason: str) -> None:
        """Send the reason and close the connection after the queued messages."""
        self.send({"kind": "error", "re": None, "reason": reason, "final": True})
        self.outbox.put_nowait(None)

    def close(self) -> None:
        """Drop the queued messages and close the connection."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class Attendance:
    """A stored table in memory, with its connections."""

    def __init__(self, game: str, stored: StoredGame) -> None:
        self.game = game
        self.connections: set[Connection] = set()
        self.absences: dict[int, tuple[int, int]] = {}
        """For each seat with a stand-in, the hand and number of steps at which the stand-in started playing."""
        self.expected_until = 0.0
        """Time until which a person who has just taken a seat is expected to connect."""
        self._restore(stored)

    def _restore(self, stored: StoredGame) -> None:
        self.table = Table.restored(stored)
        self.host, self.rematch, self.code, self.settings, self.removed = stored[3:]

    def is_here(self, number: int) -> bool:
        """Return whether the seat's player is connected; bots always count as connected."""
        seat = self.table.seats[number]
        return not seat.is_person or any(connection.seat == number for connection in self.connections)

    def gives_seats(self, connection: Connection) -> bool:
        """Return whether the connection may give free seats to bots: the host's, or any player's in their absence."""
        no_host = not any(each.is_host for each in self.connections)
        return connection.is_host or (no_host and connection.seat is not None)

    @property
    def spectators(self) -> list[str]:
        """Names of the spectators."""
        return sorted(each.name for each in self.connections if each.seat is None)

    @property
    def people(self) -> list[int]:
        """Seats for people, taken or still free, except those of people who have resigned."""
        return [number for number, seat in enumerate(self.table.seats) if seat.is_person and not seat.resigned]

    @property
    def active(self) -> set[int]:
        """Seats of people who are connected and play without a stand-in."""
        return {number for number, seat in enumerate(self.table.seats) if seat.is_active and self.is_here(number)}

    @property
    def is_attended(self) -> bool:
        """Whether the host or a player is connected or about to connect."""
        here = any(each.is_host or each.seat is not None for each in self.connections)
        return here or time.monotonic() < self.expected_until

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask for hints: the host's choice or, by default, whether only one person is playing."""
        return len(self.people) < 2 if self.settings.hints is None else self.settings.hints

    def send_to_all(self, message: ServerMessage) -> None:
        """Send the same message to everybody."""
        for connection in list(self.connections):
            connection.send(message)

    @staticmethod
    def send_error(connections: Iterable[Connection], error: PhazedError) -> None:
        """Send an error that is not a reply to a request."""
        for connection in connections:
            connection.send({"kind": "error", "re": None, "reason": str(error)})
