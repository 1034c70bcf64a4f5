"""The report of a tournament as pages that one file each holds: the results, and the replay of a match.

A page works when it is opened from a folder without a network: style, program and data are inside, and its policy
forbids it to ask anybody for anything. Names, tracebacks and whatever else strangers wrote travel as data that no
parser of HTML can take for markup, and the program shows them as text. Should one of them still find a way to become
markup, the policy lets no script run but the one whose hash it names.

The programs and style sheets are hand-written files in `static/` and in `phazed.viewer`, inlined here as they are.
"""

from __future__ import annotations

import csv
import io
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
from phazed.text import counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phazed.game.games import Event
    from phazed.game.records import Record

_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' "
    "rx='7' fill='%2314694c'/%3E%3Cpath fill='%23fff' d='M16 4C18 10 27 15 27 21C27 27 19 27 17 23C17 26 18 27 20 28"
    "H12C14 27 15 26 15 23C13 27 5 27 5 21C5 15 14 10 16 4Z'/%3E%3C/svg%3E"
)

_IMPORT = re.compile(r'^import \{[^}]*\} from "(?:\.|/viewer)/[\w-]+\.js";\n', re.MULTILINE)
"""How our modules import each other; in a page they stand one after the other, and need not."""


def index_page(summary: Mapping[str, Any]) -> str:
    """The page of the whole tournament."""
    return _page(
        "report.html",
        styles=("base.css", "report.css"),
        scripts=("dom.js", "charts.js", "figures.js", "pieces.js", "tables.js", "lists.js", "report.js"),
        start='mountReport(document.getElementById("report"), data);',
        title=f"{TITLES[summary['game']]} tournament",
        data=_embedded(presentable(summary)),
    )


def presentable(summary: Mapping[str, Any]) -> dict[str, Any]:
    """The summary with names that a page can show."""
    return {**summary, "bots": [{**bot, "name": short_name(bot["name"]) or "(no name)"} for bot in summary["bots"]]}


def replay_page(record: Record, events: Iterable[Event], *, title: str, back: str | None = None) -> str:
    """The page that replays a recorded game, from its events; `back` is the target of its link back, if it has one."""
    facts = [TITLES[record.rules.name], counted(len(record.hands), "hand")]
    if record.seed is not None:
        facts.append(f"seed {record.seed}")
    return _page(
        "replay.html",
        styles=("base.css", "cards.css", "replay.css"),
        scripts=("dom.js", "cards.js", "moments.js", "replay.js"),
        start='mountReplay(document.getElementById("replay"), data, { address: true });',
        title=_markup(title),
        facts=_markup(" · ".join(facts)),
        back=f'<a class="back-link" href="{_markup(back)}">← Results</a>\n' if back else "",
        data=_embedded(frames(events, record.names, seed=record.seed)),
    )


def ranking_json(summary: Mapping[str, Any]) -> str:
    """The ranking for programs: of which tournament, and the row of every bot."""
    about = {key: summary[key] for key in ("game", "seed", "schedule", "planned", "played", "finished", "phases")}
    return json.dumps({**about, "bots": list(summary["bots"])}, indent=2, allow_nan=False) + "\n"


def ranking_csv(summary: Mapping[str, Any]) -> str:
    """The ranking for spreadsheets."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    phases = range(1, len(summary["phases"]) + 1)
    places = [f"place_{place}" for place in range(1, 5)]
    shares = [f"phase_{phase}_{word}" for phase in phases for word in ("due", "completed")]
    table.writerow(["rank", "low", "high", "name", *_PLAIN, *places, *shares, "status"])
    for bot in summary["bots"]:
        name = printable(bot["name"])
        table.writerow(
            [
                *(bot["rank"], bot["low"], bot["high"]),
                name if bot["built_in"] else _no_formula(name),
                *(bot[column] for column in _PLAIN),
                *bot["places"],
                *(chain.from_iterable(bot["phases"]) if bot["phases"] else [0] * len(shares)),
                _no_formula(printable(bot["status"])),
            ]
        )
    return text.getvalue()


_PLAIN = ("mu", "sigma", "matches", "wins", "errors", "points", "cpu", "slowest", "memory")
"""The columns whose values are numbers as they are."""
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the beginning of a formula, in wide letters too."""


def _no_formula(text: str) -> str:
    """A stranger's text that no spreadsheet computes; only our own names may begin with an at sign as they are.

    >>> _no_formula("=1+1"), _no_formula("greedy")
    ("'=1+1", 'greedy')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def _page(body: str, *, styles: tuple[str, ...], scripts: tuple[str, ...], start: str, **parts: str) -> str:
    """The page with that body, its places filled all in one go, so that nothing filled in is searched for places."""
    style = "\n".join(map(_part, styles))
    program = "\n".join(map(_part, scripts))
    read = 'const data = JSON.parse(document.getElementById("data").textContent);'
    script = f"{_IMPORT.sub('', program)}\n{read}\n{start}\n"
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    parts |= {"style": style, "script": script, "policy": policy, "icon": _ICON}
    template = _part("page.html").replace("{{body}}", _part(body))
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], template)


@cache
def _part(name: str) -> str:
    own, shared = files("phazed.arena.report") / "static" / name, files("phazed.viewer") / name
    return (own if own.is_file() else shared).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _markup(text: str) -> str:
    """A stranger's text as HTML, in elements and in attributes."""
    return escape(printable(text))


def _embedded(data: object) -> str:
    """JSON that stands inside a script element: of ASCII alone, without any sign that HTML knows."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
