"""The pages: what each is called, what it loads, and its body, put into the one frame that all of them share."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Page(NamedTuple):
    """A page."""

    title: str
    body: str
    """A file in `bodies/`."""
    loads: tuple[str, ...]
    """Style sheets and modules, beside those that every page has."""
    kind: str = ""
    """The class of its body, which says how wide it is."""
    header: bool = True
    """Whether it has the header with the product's name and the ways to other pages."""


PAGES = {
    "index": Page("Phazed", "index", ("/static/lobby/lobby.css", "/static/lobby/lobby.js")),
    "now": Page("Phazed", "now", ("/static/lobby/now.js",), header=False),
    "table": Page(
        "The table · Phazed",
        "table",
        (
            "/static/table/end/ending.css",
            "/static/table/tour.css",
            "/static/pages/rules.css",
            "/static/table/table.css",
            "/static/table/hand/builder.css",
            "/static/table/table.js",
        ),
        kind="table-page",
        header=False,
    ),
    "replay": Page("Replay · Phazed", "replay", ("/viewer/replay.css", "/static/pages/replays.js"), kind="wide"),
    "rules": Page("The rules of Phazed", "rules", ("/static/pages/rules.css", "/static/pages/rules.js")),
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
"""The folders that the server shows under these names."""
EVERYWHERE = ("/viewer/base.css", "/viewer/cards.css", "/static/site/site.css")


@cache
def page(name: str) -> str:
    """The page of that name, as HTML."""
    title, body, loads, kind, has_header = PAGES[name]
    header, its_module = (_part("header"), ("/static/site/site.js",)) if has_header else ("", ())
    parts = {
        "title": title,
        "links": _links((*EVERYWHERE, *its_module, *loads)),
        "class": kind,
        "header": header,
        "body": _part(body),
    }
    text = _part("page")
    for place, part in parts.items():
        text = text.replace(f"{{{{{place}}}}}", part)
    return text


def _links(addresses: Sequence[str]) -> str:
    """What the page loads; also modules that others import, or a browser would find them one after the other."""
    found = dict.fromkeys(addresses)
    for address in addresses:
        if address.endswith(".js"):
            _follow(address, found)
    return "\n".join(_link(address, asked=address in addresses) for address in found)


def _link(address: str, *, asked: bool) -> str:
    if address.endswith(".css"):
        return f'<link rel="stylesheet" href="{address}">'
    if asked:
        return f'<script type="module" src="{address}"></script>'
    return f'<link rel="modulepreload" href="{address}">'


_IMPORT = re.compile(r'^(?:import|\}) [^;]*?from "([./\w-]+)";$', re.MULTILINE)


def _follow(module: str, found: dict[str, None]) -> None:
    """Add everything that the module imports, and so on."""
    _, folder, name = module.split("/", 2)
    text = FOLDERS[folder].joinpath(name).read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        address = normpath(join(dirname(module), imported))
        if address not in found:
            found[address] = None
            _follow(address, found)


def _part(name: str) -> str:
    return files("phazed.web").joinpath("bodies", f"{name}.html").read_text(encoding="utf-8")
