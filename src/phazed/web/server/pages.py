"""The HTML pages: title, assets and body of each, in one shared template."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from phazed.viewer import card_shapes, modules

if TYPE_CHECKING:
    from collections.abc import Sequence


class Page(NamedTuple):
    """A page."""

    title: str
    body: str
    """A file in `bodies/`."""
    loads: tuple[str, ...]
    """Style sheets and modules, in addition to those of every page."""
    kind: str = ""
    """The class of its body, which sets its width."""
    header: str = "header"
    """The file in `bodies/` with its header; empty if it has none."""


CLASS_HEADER = "class-header"
CLASS_STYLES = "/static/class/class.css"
PAGES = {
    "index": Page("Phazed", "index", ("/static/lobby/lobby.css", "/static/lobby/lobby.js")),
    "now": Page("Phazed", "now", ("/static/lobby/now.js",), header=""),
    "join": Page("Join a table · Phazed", "join", ("/static/lobby/join.css", "/static/lobby/join.js")),
    "table": Page(
        "Table · Phazed",
        "table",
        (
            "/static/table/end/end.css",
            "/static/table/help/tour.css",
            "/static/pages/rules.css",
            "/static/table/table.css",
            "/static/table/hand/builder.css",
            "/static/table/table.js",
        ),
        kind="table-page",
        header="",
    ),
    "replay": Page("Replay · Phazed", "replay", ("/viewer/replay.css", "/static/pages/replays.js"), kind="wide"),
    "review": Page(
        "Review · Phazed",
        "review",
        ("/viewer/replay.css", "/static/review/review.css", "/static/review/review.js"),
        kind="wide",
    ),
    "rules": Page("The rules of Phazed", "rules", ("/static/pages/rules.css", "/static/pages/rules.js")),
    "daily": Page("Daily deal · Phazed", "daily", ("/static/pages/figures.css", "/static/pages/daily.js")),
    "statistics": Page(
        "Statistics · Phazed", "statistics", ("/static/pages/figures.css", "/static/pages/statistics.js")
    ),
    "results": Page(
        "Results · Phazed", "results", ("/report/report.css", "/static/pages/results.js"), kind="report-width"
    ),
    "match": Page("Match · Phazed", "replay", ("/viewer/replay.css", "/static/pages/match.js"), kind="wide"),
    "lost": Page("Not found · Phazed", "lost", ()),
    "class": Page("Class · Phazed", "class", (CLASS_STYLES, "/static/class/home.js"), header=CLASS_HEADER),
    "sign-in": Page("Sign in · Phazed", "sign-in", (CLASS_STYLES, "/static/class/sign-in.js"), header=CLASS_HEADER),
    "forbidden": Page(
        "Not for you · Phazed", "forbidden", (CLASS_STYLES, "/static/class/alone.js"), header=CLASS_HEADER
    ),
    "scoreboard": Page(
        "Scoreboard · Phazed",
        "scoreboard",
        (CLASS_STYLES, "/static/class/scoreboard.css", "/static/class/scoreboard.js"),
        header=CLASS_HEADER,
    ),
    "league": Page("League · Phazed", "league", (CLASS_STYLES, "/static/class/league.js"), header=CLASS_HEADER),
    "bot": Page(
        "Bot · Phazed",
        "bot",
        (CLASS_STYLES, "/static/class/bot.css", "/static/class/bot.js"),
        header=CLASS_HEADER,
    ),
    "ladder-match": Page(
        "Match · Phazed",
        "replay",
        ("/viewer/replay.css", CLASS_STYLES, "/static/class/ladder-match.js"),
        kind="wide",
        header=CLASS_HEADER,
    ),
    "teacher": Page(
        "Teacher · Phazed",
        "teacher",
        (CLASS_STYLES, "/static/class/teacher.css", "/static/class/teacher.js"),
        header=CLASS_HEADER,
    ),
    "grading": Page("Grading · Phazed", "grading", (CLASS_STYLES, "/static/class/grading.js"), header=CLASS_HEADER),
    "similar": Page(
        "Similar submissions · Phazed", "similar", (CLASS_STYLES, "/static/class/similar.js"), header=CLASS_HEADER
    ),
    "projector": Page(
        "All tables · Phazed",
        "projector",
        (CLASS_STYLES, "/static/class/projector.css", "/static/class/projector.js"),
        kind="projector-page",
        header="",
    ),
}
FOLDERS = {
    "static": files("phazed.web") / "static",
    "viewer": files("phazed.viewer"),
    "report": files("phazed.arena.report") / "static",
}
"""Folders that the server serves under these names."""
COMMON_STYLES = ("/viewer/base.css", "/viewer/cards.css", "/static/site/site.css")


@cache
def page(name: str) -> str:
    """The page of that name, as HTML."""
    title, body, loads, kind, header = PAGES[name]
    its_module = ("/static/site/site.js",) if header else ()
    parts = {
        "shapes": card_shapes(),
        "title": title,
        "links": _links((*COMMON_STYLES, *its_module, *loads)),
        "class": kind,
        "header": _part(header) if header else "",
        "body": _part(body),
    }
    text = _part("page")
    for place, part in parts.items():
        text = text.replace(f"{{{{{place}}}}}", part)
    return text


def _links(addresses: Sequence[str]) -> str:
    """Links to the assets; imported modules are preloaded, or a browser would fetch them one after the other."""
    imported = [each for address in addresses if address.endswith(".js") for each in modules(address, _text)]
    return "\n".join(
        _link(address, is_preload=address not in addresses) for address in dict.fromkeys([*addresses, *imported])
    )


def _link(address: str, *, is_preload: bool) -> str:
    if address.endswith(".css"):
        return f'<link rel="stylesheet" href="{address}">'
    if is_preload:
        return f'<link rel="modulepreload" href="{address}">'
    return f'<script type="module" src="{address}"></script>'


def _text(address: str) -> str:
    _, folder, name = address.split("/", 2)
    return FOLDERS[folder].joinpath(name).read_text(encoding="utf-8")


def _part(name: str) -> str:
    return files("phazed.web").joinpath("bodies", f"{name}.html").read_text(encoding="utf-8")
