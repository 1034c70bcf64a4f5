"""Reviews of finished games, computed one at a time in a thread and stored in a file next to the game.

A page polls until the review is finished, showing the progress. The plays reviewed so far are stored at intervals, so
that a review is continued after the server has been restarted.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

from phazed.rules.errors import PhazedError
from phazed.web.jobs import Jobs

if TYPE_CHECKING:
    from collections.abc import Hashable
    from pathlib import Path

    from phazed.answers.game_review import GameReview, ReviewReply
    from phazed.coach.review import Judged
    from phazed.game.records import Record

EFFORT, SEED = 1.0, "0"
"""Effort and seed, the same as those of `phazed review`, so that both can use each other's stored reviews."""
PROGRESS_SECONDS = 0.7
"""Seconds that a request waits for a review before it returns the progress instead."""
MAX_FOUND = 16
"""Maximum number of reviews kept in memory."""


class ServerStops(PhazedError):
    """An error that ends a review because the server is closing."""


class Reviews:
    """The reviews of a server."""

    def __init__(self) -> None:
        self._jobs = Jobs(at_once=1)
        self._found: OrderedDict[Hashable, GameReview] = OrderedDict()
        self._progress: dict[Hashable, tuple[int, int]] = {}
        self._stopped = Event()

    async def get(self, key: Hashable, record: Record, place: Path) -> ReviewReply:
        """Return the review or, until it is finished, its progress; start the review if necessary."""
        found = self._found.get(key)
        if found is None:
            asked = asyncio.ensure_future(self._jobs.run(key, self._review, key, record, place))
            done, _ = await asyncio.wait({asked}, timeout=PROGRESS_SECONDS)
            if not done:
                asked.cancel()  # the job continues
                judged, total = self._progress.get(key, (0, 0))
                return {"state": "running", "done": judged, "total": total}
            found = self._found[key] = asked.result()
            while len(self._found) > MAX_FOUND:
                self._found.popitem(last=False)
        return {"state": "done", "review": found}

    def _review(self, key: Hashable, record: Record, place: Path) -> GameReview:
        """Review the game; runs in a thread."""
        from phazed.coach.kept import review_and_keep, save

        def on_progress(done: int, total: int) -> None:
            self._progress[key] = (done, total)
            if self._stopped.is_set():
                raise ServerStops("the server is closing")

        def keep(place: Path, name: str, judged: Judged) -> None:
            with suppress(OSError):  # if the folder is not writable, the review is kept in memory only
                save(place, name, judged)

        try:
            return review_and_keep(record, place, effort=EFFORT, seed=SEED, on_progress=on_progress, keep=keep).answer()
        finally:
            self._progress.pop(key, None)

    def stop(self) -> None:
        """Stop all reviews, because the server is closing."""
        self._stopped.set()
        self._jobs.stop()
