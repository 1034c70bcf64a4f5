"""The HTML pages, each with its title, assets and body, in a shared template."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from phazed.site.assets import body, card_shapes, modules

if TYPE_CHECKING:
    from collections.abc import Sequence


class Page(NamedTuple):
    """The contents of a page."""

    title: str
    body: str
    """Name of the body in `bodies/`."""
    loads: tuple[str, ...]
    """Style sheets and modules, in addition to the common ones."""
    kind: str = ""
    """CSS class of the body element, which determines the page's width."""
    header: str = "header"
    """Name of the header in `bodies/`; empty if the page has none."""


CLASS_HEADER = "class-header"
CLASS_STYLES = "/site/pages/class/class.css"
PAGES = {
    "index": Page("Phazed", "index", ("/site/pages/lobby/lobby.css", "/site/pages/lobby/lobby.js")),
    "now": Page("Phazed", "now", ("/site/pages/lobby/now.js",), header=""),
    "join": Page("Join a table · Phazed", "join", ("/site/pages/lobby/join.css", "/site/pages/lobby/join.js")),
    "table": Page(
        "Table · Phazed",
        "table",
        (
            "/site/pages/table/end/end.css",
            "/site/pages/table/help/tour.css",
            "/site/pages/rules.css",
            "/site/pages/table/table.css",
            "/site/pages/table/hand/builder.css",
            "/site/pages/table/table.js",
        ),
        kind="table-page",
        header="",
    ),
    "replay": Page("Replay · Phazed", "replay", ("/site/components/replay.css", "/site/pages/replays.js"), kind="wide"),
    "review": Page(
        "Review · Phazed",
        "review",
        ("/site/components/replay.css", "/site/pages/review/review.css", "/site/pages/review/review.js"),
        kind="wide",
    ),
    "rules": Page("The rules of Phazed", "rules", ("/site/pages/rules.css", "/site/pages/rules.js")),
    "daily": Page("Daily deal · Phazed", "daily", ("/site/pages/figures.css", "/site/pages/daily.js")),
    "statistics": Page("Statistics · Phazed", "statistics", ("/site/pages/figures.css", "/site/pages/statistics.js")),
    "results": Page(
        "Results · Phazed", "results", ("/site/pages/report/report.css", "/site/pages/results.js"), kind="report-width"
    ),
    "match": Page("Match · Phazed", "replay", ("/site/components/replay.css", "/site/pages/match.js"), kind="wide"),
    "lost": Page("Not found · Phazed", "lost", ()),
    "class": Page("Class · Phazed", "class", (CLASS_STYLES, "/site/pages/class/home.js"), header=CLASS_HEADER),
    "sign-in": Page("Sign in · Phazed", "sign-in", (CLASS_STYLES, "/site/pages/class/sign-in.js"), header=CLASS_HEADER),
    "forbidden": Page(
        "Access denied · Phazed", "forbidden", (CLASS_STYLES, "/site/pages/class/alone.js"), header=CLASS_HEADER
    ),
    "scoreboard": Page(
        "Scoreboard · Phazed",
        "scoreboard",
        (CLASS_STYLES, "/site/pages/class/scoreboard.css", "/site/pages/class/scoreboard.js"),
        header=CLASS_HEADER,
    ),
    "league": Page("League · Phazed", "league", (CLASS_STYLES, "/site/pages/class/league.js"), header=CLASS_HEADER),
    "bot": Page(
        "Bot · Phazed",
        "bot",
        (CLASS_STYLES, "/site/pages/class/bot.css", "/site/pages/class/bot.js"),
        header=CLASS_HEADER,
    ),
    "ladder-match": Page(
        "Match · Phazed",
        "replay",
        ("/site/components/replay.css", CLASS_STYLES, "/site/pages/class/ladder-match.js"),
        kind="wide",
        header=CLASS_HEADER,
    ),
    "teacher": Page(
        "Teacher · Phazed",
        "teacher",
        (CLASS_STYLES, "/site/pages/class/teacher.css", "/site/pages/class/teacher.js"),
        header=CLASS_HEADER,
    ),
    "grading": Page("Grading · Phazed", "grading", (CLASS_STYLES, "/site/pages/class/grading.js"), header=CLASS_HEADER),
    "similar": Page(
        "Similar submissions · Phazed", "similar", (CLASS_STYLES, "/site/pages/class/similar.js"), header=CLASS_HEADER
    ),
    "projector": Page(
        "All tables · Phazed",
        "projector",
        (CLASS_STYLES, "/site/pages/class/projector.css", "/site/pages/class/projector.js"),
        kind="projector-page",
        header="",
    ),
}
COMMON_STYLES = ("/site/components/base.css", "/site/components/cards.css", "/site/shell/site.css")


@cache
def page(name: str) -> str:
    """Return the HTML of the page with this name."""
    declared = PAGES[name]
    shell = ("/site/shell/site.js",) if declared.header else ()
    parts = {
        "shapes": card_shapes(),
        "title": declared.title,
        "links": _links((*COMMON_STYLES, *shell, *declared.loads)),
        "class": declared.kind,
        "header": body(declared.header) if declared.header else "",
        "body": body(declared.body),
    }
    text = body("page")
    for place, part in parts.items():
        text = text.replace(f"{{{{{place}}}}}", part)
    return text


def _links(addresses: Sequence[str]) -> str:
    """Return links to the assets, preloading imported modules so that a browser fetches them in parallel."""
    imported = [each for address in addresses if address.endswith(".js") for each in modules(address)]
    return "\n".join(
        _link(address, is_preload=address not in addresses) for address in dict.fromkeys([*addresses, *imported])
    )


def _link(address: str, *, is_preload: bool) -> str:
    if address.endswith(".css"):
        return f'<link rel="stylesheet" href="{address}">'
    if is_preload:
        return f'<link rel="modulepreload" href="{address}">'
    return f'<script type="module" src="{address}"></script>'
