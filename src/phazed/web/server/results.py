"""The results of a tournament, read from its folder on each request, since the tournament may still be running."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from phazed.arena.report.ranking import ranking_csv, ranking_json
from phazed.arena.report.summary import summarize
from phazed.game.frames import frames_of
from phazed.storage.database import NotFound
from phazed.storage.results.store import Store
from phazed.web.jobs import Jobs

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeAlias

    from phazed.answers.ranking import Progress, Ranking
    from phazed.game.records import Record

    Version: TypeAlias = tuple[int, int, int]

RANKINGS = {"csv": ranking_csv, "json": ranking_json}


class Results:
    """A results folder, from which each request reads the matches played so far."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._summary: tuple[Version, Ranking] | None = None
        self.jobs = Jobs(at_once=2)
        with closing(Store.existing(folder)):  # a folder without results is refused immediately
            pass

    async def progress(self) -> Progress:
        """Return the numbers of matches played and planned, and a version that changes whenever the results change."""
        return await self.jobs.run("progress", self._progress)

    def _progress(self) -> Progress:
        with closing(Store.existing(self._folder)) as store:
            version = _version(store)
        played, planned, _ = version
        return {"played": played, "planned": planned, "finished": played >= planned, "version": version}

    async def summary(self) -> Ranking:
        """Return the ranking, which is computed again if the results have changed."""
        return await self.jobs.run("summary", self._summarize)

    def _summarize(self) -> Ranking:
        with closing(Store.existing(self._folder)) as store:
            version = _version(store)
            if self._summary is None or self._summary[0] != version:
                summary = summarize(store, replays=store.match_numbers, planned=version[1])
                self._summary = (version, summary)
        return self._summary[1]

    async def ranking(self, ending: str) -> str:
        """Return the ranking for programs (`json`) or spreadsheets (`csv`)."""
        return RANKINGS[ending](await self.summary())

    async def match(self, number: int) -> dict[str, Any]:
        """Return a match for a replay."""
        return await self.jobs.run(number, self._match, number)

    async def record(self, number: int) -> tuple[Record, Path]:
        """Return the record of a match and the file for its review."""
        record = await self.jobs.run(("record", number), self._record, number)
        return record, self._folder / "reviews" / f"{number}.review"

    def _record(self, number: int) -> Record:
        with closing(Store.existing(self._folder)) as store:
            if number not in store.offenders():
                raise NotFound(f"there is no match {number} in these results")
            return store.record(number)

    def _match(self, number: int) -> dict[str, Any]:
        record = self._record(number)
        return {"title": f"Match {number}", "game_title": record.rules.title, **frames_of(record)}


def _version(store: Store) -> Version:
    """Return the numbers of matches played, matches planned and events, without which the results never change."""
    return store.played, store.settings.get("planned", 0), len(store.events)
