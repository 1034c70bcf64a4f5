"""Reviews of finished games: computed in a thread, one at a time, and kept in a file beside the game.

A page asks until the review is there, and shows meanwhile how far it is. What has been judged is written every few
plays, so that a review goes on where a server that was stopped left it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING, Any

from phazed.answers.form import to_json
from phazed.rules.errors import PhazedError
from phazed.web.jobs import Jobs

if TYPE_CHECKING:
    from collections.abc import Hashable
    from pathlib import Path

    from phazed.coach.review import Judged
    from phazed.game.records import Record

EFFORT, SEED = 1.0, "0"
"""Those of `phazed review`, so that both find each other's reviews."""
PATIENCE = 0.7
"""Seconds that a request waits for a review before it is answered with the progress."""
MAX_FOUND = 16
"""Reviews held in memory."""


class ServerStops(PhazedError):
    """The server is closing, so the review is left as it is."""


class Reviews:
    """The reviews of a server."""

    def __init__(self) -> None:
        self._jobs = Jobs(at_once=1)
        self._found: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()
        self._progress: dict[Hashable, tuple[int, int]] = {}
        self._stopped = Event()

    async def get(self, key: Hashable, record: Record, place: Path) -> dict[str, Any]:
        """The review or, as long as it is not there, how far it is; it is begun if nobody has asked for it."""
        found = self._found.get(key)
        if found is None:
            asked = asyncio.ensure_future(self._jobs.run(key, self._review, key, record, place))
            done, _ = await asyncio.wait({asked}, timeout=PATIENCE)
            if not done:
                asked.cancel()  # the job goes on
                judged, total = self._progress.get(key, (0, 0))
                return {"state": "running", "done": judged, "total": total}
            found = self._found[key] = asked.result()
            while len(self._found) > MAX_FOUND:
                self._found.popitem(last=False)
        return {"state": "done", "review": found}

    def _review(self, key: Hashable, record: Record, place: Path) -> dict[str, Any]:
        """Review the game, in a thread."""
        from phazed.coach.kept import review_and_keep, save

        def on_progress(done: int, total: int) -> None:
            self._progress[key] = (done, total)
            if self._stopped.is_set():
                raise ServerStops("the server is closing")

        def keep(place: Path, name: str, judged: Judged) -> None:
            with suppress(OSError):  # a folder that cannot be written to: the review is held in memory
                save(place, name, judged)

        try:
            found = review_and_keep(record, place, effort=EFFORT, seed=SEED, on_progress=on_progress, keep=keep)
            data: dict[str, Any] = to_json(found.answer())
            return data
        finally:
            self._progress.pop(key, None)

    def stop(self) -> None:
        """End the reviews, because the server is closing."""
        self._stopped.set()
        self._jobs.stop()
