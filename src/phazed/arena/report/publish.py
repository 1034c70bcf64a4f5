"""Writes the files of a report: the page with the results, the ranking, and some matches as pages, logs and records.

Not all matches are written, but a selection: the first with each error, then the latest, which are those of the final,
then an even selection of the others. Any other match is written on request.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from phazed.arena.report.bot_pages import BotResults, bot_page, file_names
from phazed.arena.report.pages import index_page, ranking_csv, ranking_json, replay_page
from phazed.arena.report.reviews import kept_review
from phazed.arena.results.meetings import meetings
from phazed.arena.results.summary import MAX_FAULTS, summarize
from phazed.game.frames import short_name
from phazed.game.matchlog import write_log
from phazed.game.records import dumps, replay
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from typing import Any

    from phazed.arena.jobs import MatchNumber
    from phazed.arena.results.rows import Fault
    from phazed.arena.results.store import Store
    from phazed.arena.results.summary import Summary

MAX_MATCHES = 200
"""How many matches are written by default."""
PAGES = "bots"
"""The folder of the bots' pages."""
MAX_PRINTS = 5
"""How many different outputs are shown on a bot's page."""
FOLDERS = {"replays": "html", "logs": "log", "records": "json"}
"""Where matches are written, and the extension of the files there."""


def publish(
    store: Store,
    *,
    planned: int | None = None,
    max_matches: int = MAX_MATCHES,
    roster: Mapping[str, str] | None = None,
    on_progress: Callable[[int, int], object] | None = None,
    on_interrupt: Callable[[], object] = lambda: None,
) -> Summary:
    """Write the report; files of a match that exist are not written again.

    Ctrl-C while matches are written calls `on_interrupt` and leaves out the rest of them; the report itself is written
    nevertheless. Each file is written completely or not at all.
    """
    try:
        _publish_matches(store, max_matches, on_progress)
    except KeyboardInterrupt:
        on_interrupt()
    written = {int(path.stem) for path in (store.folder / "replays").glob("*.html") if path.stem.isdecimal()}
    summary = summarize(store, replays=written, planned=planned)
    _publish_bots(store, summary)
    for name, text in (
        ("ranking.csv", ranking_csv(summary, roster)),
        ("ranking.json", ranking_json(summary)),
        ("index.html", index_page(summary)),
    ):
        _write(store.folder / name, text)
    return summary


def _publish_bots(store: Store, summary: Summary) -> None:
    """Write the page of every bot that was handed in, and add its path to the summary."""
    bots = summary["bots"]
    places = {bot["number"]: place for place, bot in enumerate(bots)}
    by_bot: dict[int, list[list[Any]]] = defaultdict(list)
    for match in summary["matches"]:
        for player in match[1]:
            by_bot[player].append(match)
    faults: dict[int, list[Fault]] = defaultdict(list)
    for fault in store.faults(MAX_FAULTS):
        faults[places[fault.bot]].append(fault)
    prints = {places[bot]: outputs for bot, outputs in store.prints(MAX_PRINTS).items()}
    met = meetings(store.results(), [bot["number"] for bot in bots if bot["number"] is not None])
    handed_in = sorted(
        (bot for bot in range(len(bots)) if not bots[bot]["built_in"]), key=lambda bot: bots[bot]["name"]
    )
    for place, file in zip(handed_in, file_names([bots[place]["name"] for place in handed_in])):
        bots[place]["page"] = f"{PAGES}/{file}.html"
        number = bots[place]["number"]
        review = None if number is None else kept_review(store, number)
        results = BotResults(place, by_bot[place], faults[place], prints.get(place, []), met, review)
        _write(store.folder / PAGES / f"{file}.html", bot_page(summary, results))


def _publish_matches(store: Store, limit: int, on_progress: Callable[[int, int], object] | None) -> None:
    """Write a selection of the matches."""
    chosen = _select(store, limit)
    for done, match in enumerate(chosen):
        if not all(path.exists() for path in _paths(store.folder, match)):
            publish_match(store, match)
        if on_progress is not None:
            on_progress(done + 1, len(chosen))


def publish_match(store: Store, match: MatchNumber) -> list[Path]:
    """Write one match as a page, a log and a record; return their paths."""
    record = store.record(match)
    events = list(replay(record))
    page, log, data = _paths(store.folder, match)
    _write(page, replay_page(record, events, title=f"Match {match}", back=f"../index.html#match={match}"))
    names = [short_name(name) or f"Player {seat}" for seat, name in enumerate(record.names)]
    _write(log, "\n".join(write_log(events, seed=record.seed, names=names)) + "\n")
    _write(data, dumps(record) + "\n")
    return [page, log, data]


def _paths(folder: Path, match: MatchNumber) -> list[Path]:
    return [folder / name / f"{match}.{extension}" for name, extension in FOLDERS.items()]


def _select(store: Store, limit: int) -> list[MatchNumber]:
    """The matches to be written, at most `limit`."""
    played = store.match_numbers
    selected = dict.fromkeys([*store.first_errors()[: limit // 2], *played[: -limit // 4 - 1 : -1]])
    others = [match for match in played if match not in selected]
    left = min(limit - len(selected), len(others))
    return [*selected, *(others[index * len(others) // left] for index in range(left))]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    write(path, text.encode("utf-8", "backslashreplace"))
