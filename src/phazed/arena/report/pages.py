"""The HTML pages of a report, each in one self-contained file: the results, and the replay of a match.

A page works when it is opened from a folder, without a network: it contains its style sheet, script and data, and its
content security policy forbids all requests. Names, tracebacks and other untrusted text are embedded as JSON that an
HTML parser cannot take for markup, and the script inserts them as text. Should one become markup all the same, the
policy allows no script but the one whose hash it names.

The scripts and style sheets are the files in `static/` and in `phazed.viewer`, inlined without a build step.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any

from phazed.game.frames import TITLES, frames, short_name
from phazed.spreadsheets import csv_text
from phazed.text import counted, printable
from phazed.viewer import card_shapes, modules, without_imports

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phazed.game.games import Event
    from phazed.game.records import Record

_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' "
    "rx='7' fill='%2314694c'/%3E%3Cpath fill='%23fff' d='M16 4C18 10 27 15 27 21C27 27 19 27 17 23C17 26 18 27 20 28"
    "H12C14 27 15 26 15 23C13 27 5 27 5 21C5 15 14 10 16 4Z'/%3E%3C/svg%3E"
)

_FOLDERS = {"report": files("phazed.arena.report") / "static", "viewer": files("phazed.viewer")}
"""The folders of the files, by the first part of their address."""


def index_page(summary: Mapping[str, Any]) -> str:
    """The page of the whole tournament."""
    return _page(
        "report.html",
        styles=("/viewer/base.css", "/report/report.css"),
        module="/report/report.js",
        start='mountReport(document.getElementById("report"), data);',
        title=title_of(summary),
        data=_embedded(presentable(summary)),
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
    return _page(
        "replay.html",
        styles=("/viewer/base.css", "/viewer/cards.css", "/viewer/replay.css"),
        module="/viewer/replay.js",
        start='mountReplay(document.getElementById("replay"), data, { address: true });',
        title=_markup(title),
        facts=_markup(" · ".join(facts)),
        back=f'<a class="back-link" href="{_markup(back)}">← Results</a>\n' if back else "",
        data=_embedded(frames(events, record.names, seed=record.seed)),
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


def plain_page(title: str, body: str, more_style: str = "") -> str:
    """A page without a script, from its body's HTML; with more CSS after that of all such pages."""
    style = "\n".join([*map(_part, ("/viewer/base.css", "/report/bot-page.css")), *filter(None, [more_style])])
    policy = f"default-src 'none'; style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    parts = {"title": _markup(title), "style": style, "policy": policy, "icon": _ICON, "body": body}
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], _part("/report/plain.html"))


def _page(body: str, *, styles: tuple[str, ...], module: str, start: str, **parts: str) -> str:
    """Fill the page template; in a single pass, so that inserted text is not searched for placeholders."""
    style = "\n".join(map(_part, styles))
    program = "\n".join(without_imports(_part(each)) for each in modules(module, _part))
    read = 'const data = JSON.parse(document.getElementById("data").textContent);'
    script = f"{program}\n{read}\n{start}\n"
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    parts |= {"style": style, "script": script, "policy": policy, "icon": _ICON, "shapes": card_shapes()}
    template = _part("/report/page.html").replace("{{body}}", _part(f"/report/{body}"))
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], template)


@cache
def _part(address: str) -> str:
    _, folder, name = address.split("/")
    return (_FOLDERS[folder] / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _markup(text: str) -> str:
    """Untrusted text as HTML, for elements and attributes."""
    return escape(printable(text))


def _embedded(data: object) -> str:
    """JSON for a script element: ASCII only, without characters that are special in HTML."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
