"""The files of a report: the results page, the ranking, and selected matches as pages, logs and records.

The selection consists of the first match with each error, the latest matches, which are those of the final, and an even
selection of the others. Any other match is written on request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.arena.report.bot_results import bot_results
from phazed.arena.report.ranking import ranking_csv, ranking_json
from phazed.arena.report.summary import summarize
from phazed.game.frames import frames, short_name
from phazed.game.matchlog import write_log
from phazed.game.records import dumps, replay
from phazed.site.export import bot_page, replay_page, report_page
from phazed.terminal.ranking import bot_result_text, ranking_lines
from phazed.text import WIDTH, counted
from phazed.writing import file_names, write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from phazed.answers.ranking import Ranking
    from phazed.storage.results.rows import MatchNumber
    from phazed.storage.results.store import Store

MAX_MATCHES = 200
"""Maximum number of matches written by default."""
PAGES = "bots"
"""Folder for the bots' pages."""
FOLDERS = {"replays": "html", "logs": "log", "records": "json"}
"""Folders for the selected matches, with the extension of the files in each."""


def publish(
    store: Store,
    *,
    planned: int | None = None,
    max_matches: int = MAX_MATCHES,
    roster: Mapping[str, str] | None = None,
    on_progress: Callable[[int, int], object] | None = None,
    on_interrupt: Callable[[], object] = lambda: None,
) -> Ranking:
    """Write the report; existing files of a match are not written again.

    If Ctrl-C is pressed while matches are being written, `on_interrupt` is called and the remaining matches are
    skipped, but the report itself is still written. Each file is written atomically.
    """
    try:
        _publish_matches(store, max_matches, on_progress)
    except KeyboardInterrupt:
        on_interrupt()
    written = {int(path.stem) for path in (store.folder / "replays").glob("*.html") if path.stem.isdecimal()}
    ranking = summarize(store, replays=written, planned=planned)
    _publish_bots(store, ranking)
    for name, text in (
        ("ranking.csv", ranking_csv(ranking, roster)),
        ("ranking.json", ranking_json(ranking)),
        ("index.html", report_page(ranking, "\n".join(ranking_lines(ranking, WIDTH, len(ranking["bots"]))))),
    ):
        _write(store.folder / name, text)
    return ranking


def _publish_bots(store: Store, ranking: Ranking) -> None:
    """Write a page for every bot except built-in players, and add its path to the ranking."""
    results = sorted(bot_results(store, ranking), key=lambda each: each[1].bot["name"])
    for (place, result), file in zip(results, file_names([each.bot["name"] for _, each in results])):
        ranking["bots"][place]["page"] = f"{PAGES}/{file}.html"
        _write(store.folder / PAGES / f"{file}.html", bot_page(result, bot_result_text(result)))


def _publish_matches(store: Store, limit: int, on_progress: Callable[[int, int], object] | None) -> None:
    chosen = _select(store, limit)
    for done, match in enumerate(chosen):
        if not all(path.exists() for path in _paths(store.folder, match)):
            publish_match(store, match)
        if on_progress is not None:
            on_progress(done + 1, len(chosen))


def publish_match(store: Store, match: MatchNumber) -> list[Path]:
    """Write a match as a page, a log and a record, and return their paths."""
    record = store.record(match)
    events = list(replay(record))
    page, log, data = _paths(store.folder, match)
    facts = [record.rules.title, counted(len(record.hands), "hand"), f"seed {record.seed}"]
    shown = frames(events, record.names, seed=record.seed)
    back = f"../index.html#match={match}"
    _write(page, replay_page(shown, title=f"Match {match}", facts=" · ".join(facts), back=back))
    names = [short_name(name) or f"Player {seat}" for seat, name in enumerate(record.names)]
    _write(log, "\n".join(write_log(events, seed=record.seed, names=names)) + "\n")
    _write(data, dumps(record) + "\n")
    return [page, log, data]


def _paths(folder: Path, match: MatchNumber) -> list[Path]:
    return [folder / name / f"{match}.{extension}" for name, extension in FOLDERS.items()]


def _select(store: Store, limit: int) -> list[MatchNumber]:
    """Return the matches to write, at most `limit`."""
    played = store.match_numbers
    selected = dict.fromkeys([*store.first_errors()[: limit // 2], *played[: -limit // 4 - 1 : -1]])
    others = [match for match in played if match not in selected]
    left = min(limit - len(selected), len(others))
    return [*selected, *(others[index * len(others) // left] for index in range(left))]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    write(path, text.encode("utf-8", "backslashreplace"))
