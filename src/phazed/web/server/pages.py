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
    header: bool = True
    """Whether it has the site's header."""


PAGES = {
    "index": Page("Phazed", "index", ("/static/lobby/lobby.css", "/static/lobby/lobby.js")),
    "now": Page("Phazed", "now", ("/static/lobby/now.js",), header=False),
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
        header=False,
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
    title, body, loads, kind, has_header = PAGES[name]
    header, its_module = (_part("header"), ("/static/site/site.js",)) if has_header else ("", ())
    parts = {
        "shapes": card_shapes(),
        "title": title,
        "links": _links((*COMMON_STYLES, *its_module, *loads)),
        "class": kind,
        "header": header,
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
