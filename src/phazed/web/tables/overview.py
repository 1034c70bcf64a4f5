"""The overview of all tables on a server, both in memory and stored."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from phazed.storage.database import StoreError
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phazed.answers.lobby import TableOverview
    from phazed.storage.tables import Store, TableSettings
    from phazed.web.tables.live_table import LiveTable

ENDED_SECONDS = 600.0
"""Time for which a finished game is still shown."""
RESTORE_SECONDS = 0.5
"""Time spent per call on restoring tables; the remaining tables are restored in later calls."""


class _Known(NamedTuple):
    """The cached overview of a table that is not in memory, and the time of the table's last change."""

    changed: float
    found: TableOverview | None
    """`None` if the game is damaged."""


NOTHING = _Known(-1.0, None)


class Overview:
    """The overview of the tables in a store; that of a table not in memory is cached until the table changes.

    Restoring hundreds of games would block the server for seconds, so it is spread over several calls.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, _Known] = {}

    def tables(self, in_memory: Mapping[str, LiveTable]) -> list[TableOverview]:
        """Return the tables whose games are in progress or ended within the last ten minutes, oldest first."""
        now = time.time()
        current = self._store.current_games(now - ENDED_SECONDS)
        self._known = {game: known for game, known in self._known.items() if game in current}
        shown: list[TableOverview] = []
        until = time.monotonic() + RESTORE_SECONDS
        for game, (changed, played) in current.items():
            live = in_memory.get(game)
            if live is None and time.monotonic() < until:
                self._restore(game, changed)
            found = self._known.get(game, NOTHING).found if live is None else _in_memory(live)
            if found is not None:
                shown.append({**found, "idle": None if played is None else round(now - played, 1)})
        return shown

    def _restore(self, game: str, changed: float) -> None:
        """Update the cached overview of a table that is not in memory if the table has changed."""
        if self._known.get(game, NOTHING).changed == changed:
            return
        try:
            found = self._store.load(game)
            self._known[game] = _Known(changed, _described(game, Table.restored(found), found.code, found.settings))
        except StoreError:
            self._known[game] = _Known(changed, None)


def _in_memory(live: LiveTable) -> TableOverview:
    found = _described(live.game, live.table, live.code, live.settings)
    for number, seat in enumerate(found["seats"]):
        seat["connected"] = live.is_here(number)
    return {**found, "spectators": live.spectators}


def _described(game: str, table: Table, code: str | None, settings: TableSettings) -> TableOverview:
    """Return the overview of a table without connections."""
    status = table.standing.status if table.state is None else table.state.status
    held = [0] * len(table.seats) if table.state is None else [len(hand) for hand in table.state.hands]
    return {
        "id": game,
        "code": code,
        "game": table.rules.name,
        "title": table.rules.title,
        "listed": settings.listed,
        "clock": settings.clock,
        "started": table.started,
        "over": table.over,
        "hand": table.number + 1,
        "turn": table.turn,
        "idle": None,
        "spectators": [],
        "seats": [
            {
                "name": seat.name,
                "kind": "person" if seat.is_person else "bot",
                "connected": not seat.is_person,
                "stand_in": seat.stand_in is not None,
                "phases": len(table.rules.completed(status[number])),
                "score": table.standing.scores[number],
                "cards": held[number],
            }
            for number, seat in enumerate(table.seats)
        ],
    }
