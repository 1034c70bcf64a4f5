"""The pages of a tournament's results, and its ranking as files."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

from phazed.game.frames import TITLES, frames, short_name
from phazed.site.export import as_markup, export
from phazed.spreadsheets import csv_text
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phazed.game.games import Event
    from phazed.game.records import Record


def index_page(summary: Mapping[str, Any]) -> str:
    """The page of the whole tournament."""
    return export(
        "export-report",
        styles=("/site/components/base.css", "/site/pages/report/report.css"),
        module="/site/pages/report/report.js",
        start='mountReport(document.getElementById("report"), data);',
        title=title_of(summary),
        data=presentable(summary),
    )


def presentable(summary: Mapping[str, Any]) -> dict[str, Any]:
    """The summary with its title, and with bots' names shortened and cleaned for a page."""
    bots = [{**bot, "name": short_name(bot["name"]) or "(no name)"} for bot in summary["bots"]]
    return {**summary, "title": title_of(summary), "bots": bots}


def title_of(summary: Mapping[str, Any]) -> str:
    """The title of the tournament."""
    return f"{TITLES[summary['game']]} tournament"


def replay_page(record: Record, events: Iterable[Event], *, title: str, back: str | None = None) -> str:
    """The page that replays a recorded game, from its events; `back` is the target of its link back, if it has one."""
    facts = [TITLES[record.rules.name], counted(len(record.hands), "hand")]
    if record.seed is not None:
        facts.append(f"seed {record.seed}")
    return export(
        "export-replay",
        styles=("/site/components/base.css", "/site/components/cards.css", "/site/components/replay.css"),
        module="/site/components/replay.js",
        start='mountReplay(document.getElementById("replay"), data, { address: true });',
        title=as_markup(title),
        facts=as_markup(" · ".join(facts)),
        back=f'<a class="back-link" href="{as_markup(back)}">← Results</a>\n' if back else "",
        data=frames(events, record.names, seed=record.seed),
    )


def ranking_data(summary: Mapping[str, Any]) -> dict[str, Any]:
    """The ranking as JSON data: facts about the tournament, and a row for every bot."""
    return {**{key: summary[key] for key in _FACTS}, "bots": list(summary["bots"])}


def ranking_json(summary: Mapping[str, Any]) -> str:
    """The ranking as JSON."""
    return json.dumps(ranking_data(summary), indent=2, allow_nan=False) + "\n"


def ranking_csv(summary: Mapping[str, Any], roster: Mapping[str, str] | None = None) -> str:
    """The ranking as CSV, for spreadsheets; with the ids of a roster, if there is one."""
    phases = range(1, len(summary["phases"]) + 1)
    places = [f"place_{place}" for place in range(1, 5)]
    shares = [f"phase_{phase}_{word}" for phase in phases for word in ("due", "completed")]
    ids = ["id"] if roster is not None else []
    rows = [
        [
            *(bot["rank"], bot["low"], bot["high"], bot["name"]),
            *([] if roster is None else [roster.get(bot["source"], "")]),
            *(bot[column] for column in _NUMBERS),
            *bot["places"],
            *(chain.from_iterable(bot["phases"]) if bot["phases"] else [0] * len(shares)),
            bot["status"],
        ]
        for bot in summary["bots"]
    ]
    return csv_text([["rank", "low", "high", "name", *ids, *_NUMBERS, *places, *shares, "status"], *rows])


_FACTS = ("game", "seed", "seed_hash", "schedule", "planned", "played", "finished", "phases")
_NUMBERS = ("mu", "sigma", "matches", "wins", "errors", "points", "cpu", "slowest", "waited", "memory")
"""Columns with plain numbers."""
