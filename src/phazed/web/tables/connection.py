"""A browser at a table, and what it is still to be told."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phazed.web.tables.messages import Message

QUEUE = 200
"""Messages that wait for a browser before it is given up."""


class Connection:
    """A browser at the table: which seat it has, and what it is still to be told."""

    def __init__(self, seat: int | None, *, is_host: bool) -> None:
        self.seat = seat
        self.is_host = is_host
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(QUEUE)
        """What is to be sent; `None` ends it."""

    def tell(self, message: Message) -> None:
        """Have the message sent; who does not read is given up."""
        if self.outbox.qsize() >= QUEUE - 1:
            self.give_up()
        else:
            self.outbox.put_nowait(json.dumps(message, separators=(",", ":")))

    def give_up(self) -> None:
        """Forget what waits, and end."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)
