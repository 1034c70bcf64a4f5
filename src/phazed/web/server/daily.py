"""The handlers of the daily deal: today's results, with the expert's as soon as it has played."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from phazed.storage.database import Unavailable
from phazed.web.jobs import Busy, Jobs
from phazed.web.tables.daily import OPPONENTS, RULES, experts_game, standing, store_game, today

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from phazed.storage.tables import Store


class DailyHandlers:
    """The daily deal of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs = Jobs(at_once=1)
        self._stopped = Event()
        self._expert: asyncio.Task[None] | None = None

    async def results(self, request: Request) -> Response:
        """Everybody's results of today's deal; the id of a game is told to who knows it already."""
        day, own = today(), request.query_params.get("game")
        rows = standing(self._store, day)
        if rows and not any(row["expert"] for row in rows) and (self._expert is None or self._expert.done()):
            self._expert = asyncio.create_task(self._play_as_expert(day))
        shown = [{**row, "id": None, "own": row["id"] == own} for row in rows]
        return JSONResponse({"day": day, "title": RULES.title, "opponents": OPPONENTS, "results": shown})

    async def _play_as_expert(self, day: str) -> None:
        """Let the expert play the deal of the day."""
        with suppress(Busy, Unavailable):  # the next request tries again
            table = await self._jobs.run(day, experts_game, self._store.daily_seed(day), self._stopped)
            store_game(self._store, table, day)

    def stop(self) -> None:
        """Discard the expert's game, because the server is closing."""
        self._stopped.set()
        self._jobs.stop()
