"""A browser's connection to a table, with its queue of outgoing messages."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phazed.answers.table import ServerMessage

QUEUE_SIZE = 200
"""Messages that wait for a browser before its connection is closed."""


class Connection:
    """A browser at the table: its seat, and the messages that are still to be sent to it."""

    def __init__(self, seat: int | None, token: str | None, *, is_host: bool) -> None:
        self.seat = seat
        self.token = token
        """The token with which the browser has joined."""
        self.is_host = is_host
        self.name = ""
        """The name of a person who watches; a player's is their seat's."""
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(QUEUE_SIZE)
        """What is to be sent; `None` closes the connection."""

    def send(self, message: ServerMessage) -> None:
        """Queue the message; a browser that does not read its messages is disconnected."""
        if self.outbox.qsize() >= QUEUE_SIZE - 1:
            self.close()
        else:
            self.outbox.put_nowait(json.dumps(message, separators=(",", ":")))

    def dismiss(self, reason: str) -> None:
        """Close the connection after what is queued, and say why."""
        self.send({"kind": "error", "re": None, "reason": reason, "final": True})
        self.outbox.put_nowait(None)

    def close(self) -> None:
        """Drop the queued messages, and close the connection."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)
