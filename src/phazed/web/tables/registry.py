"""The registry of a server's tables, which loads them when needed, unloads idle ones and deletes old ones."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from phazed.storage.database import Unavailable
from phazed.storage.tables import HOUR
from phazed.web.jobs import Jobs
from phazed.web.tables.live_table import LiveTable
from phazed.web.tables.overview import Overview

if TYPE_CHECKING:
    from phazed.answers.lobby import TableOverview
    from phazed.storage.tables import Store

CONCURRENT_HINTS = 2
"""Number of hints computed at a time; the executor's other threads are left to the bots."""
CLEANUP_SECONDS = 20.0
"""Time between searches for idle tables."""


class Registry:
    """The tables of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.in_memory: dict[str, LiveTable] = {}
        self.bot_lock = asyncio.Lock()
        self._hints = Jobs(CONCURRENT_HINTS)
        self._overview = Overview(store)

    def table(self, game: str) -> LiveTable:
        """Return the game's table, loading it if it is not in memory."""
        if game not in self.in_memory:
            self.in_memory[game] = LiveTable(game, self.store.load(game), self.store, self.bot_lock, self._hints)
        return self.in_memory[game]

    def overview(self) -> list[TableOverview]:
        """Return the tables whose games are in progress or ended within the last ten minutes."""
        return self._overview.tables(self.in_memory)

    def remove_idle_tables(self) -> None:
        """Remove idle tables from memory."""
        for game in [game for game, live in self.in_memory.items() if live.is_idle]:
            del self.in_memory[game]

    async def clean_up_forever(self) -> None:
        """Remove idle tables from memory and delete old games periodically."""
        deleted_at = -HOUR
        while True:
            self.remove_idle_tables()
            if time.monotonic() - deleted_at > HOUR:
                deleted_at = time.monotonic()
                with suppress(Unavailable):  # for example if the disk is full; retried in an hour
                    self.store.delete_old_games(time.time(), but=self.in_memory)
            await asyncio.sleep(CLEANUP_SECONDS)

    def stop(self) -> None:
        """Close all connections and cancel all turns and hints, because the server is closing."""
        for live in self.in_memory.values():
            live.close()
        self._hints.stop()

    async def close(self) -> None:
        """Stop everything and close the store once no turn can write to it."""
        self.stop()
        for live in list(self.in_memory.values()):
            await live.bots.wait_closed()
        self.store.close()
