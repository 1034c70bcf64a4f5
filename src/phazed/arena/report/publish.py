"""What a tournament leaves in its folder for people: the report, the ranking, the matches as pages, logs and records.

There are as many matches as one wants to look at, not as many as were played: those in which somebody erred first, then
the latest, which are the final's, and then an even choice from all. Any other is written when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.arena.report.pages import index_page, ranking_csv, ranking_json, replay_page
from phazed.arena.results.summary import summarize
from phazed.game.frames import short_name
from phazed.game.matchlog import write_log
from phazed.game.records import dumps, replay
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phazed.arena.results.store import Store
    from phazed.arena.results.summary import Summary

MATCHES = 200
"""So many matches are written, unless the user says otherwise."""
PLACES = {"replays": "html", "logs": "log", "records": "json"}


def publish(
    store: Store,
    *,
    planned: int | None = None,
    matches: int = MATCHES,
    told: Callable[[int, int], object] | None = None,
) -> Summary:
    """Write everything; what is there of a match already is left as it is."""
    chosen = _chosen(store, matches)
    for done, match in enumerate(chosen):
        if not all(path.exists() for path in _paths(store.folder, match)):
            publish_match(store, match)
        if told is not None:
            told(done + 1, len(chosen))
    written = {int(path.stem) for path in (store.folder / "replays").glob("*.html") if path.stem.isdecimal()}
    summary = summarize(store, replays=written, planned=planned)
    for name, text in (
        ("ranking.csv", ranking_csv(summary)),
        ("ranking.json", ranking_json(summary)),
        ("index.html", index_page(summary)),
    ):
        _write(store.folder / name, text)
    return summary


def publish_match(store: Store, match: int) -> list[Path]:
    """Write one match as a page, a log and a record; their paths."""
    record = store.record(match)
    page, log, data = _paths(store.folder, match)
    _write(page, replay_page(record, title=f"Match {match}", back=f"../index.html#match={match}"))
    names = [short_name(name) or f"Player {seat}" for seat, name in enumerate(record.names)]
    _write(log, "\n".join(write_log(replay(record), seed=record.seed, names=names)) + "\n")
    _write(data, dumps(record) + "\n")
    return [page, log, data]


def _paths(folder: Path, match: int) -> list[Path]:
    return [folder / place / f"{match}.{ending}" for place, ending in PLACES.items()]


def _chosen(store: Store, most: int) -> list[int]:
    """The matches to be written."""
    played = [match for (match,) in store.base.execute("SELECT number FROM matches ORDER BY number")]
    first_errors = "SELECT min(match) FROM errors GROUP BY bot, kind, reason ORDER BY min(match)"
    errors = [match for (match,) in store.base.execute(first_errors)]
    chosen = dict.fromkeys([*errors[: most // 2], *played[: -most // 4 - 1 : -1]])
    others = [match for match in played if match not in chosen]
    left = min(most - len(chosen), len(others))
    return [*chosen, *(others[place * len(others) // left] for place in range(left))]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    write(path, text.encode("utf-8", "backslashreplace"))
