"""Pages exported as files that can be opened without a server.

An exported page contains its style sheet, script and data, and its content security policy forbids all requests. Names,
tracebacks and other untrusted text are embedded as JSON that an HTML parser cannot interpret as markup, and the script
inserts them as text. Even if one of them became markup, the policy would allow only the script with the given hash.

The site's own scripts and style sheets are inlined without a build step.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from phazed.answers.form import to_json
from phazed.answers.ranking import presentable
from phazed.site.assets import body, card_shapes, modules, text, without_imports
from phazed.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phazed.answers.grade import Grade, Gradebook
    from phazed.answers.ranking import BotResult, Ranking
    from phazed.answers.similarity import Similarity

_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' "
    "rx='7' fill='%2314694c'/%3E%3Cpath fill='%23fff' d='M16 4C18 10 27 15 27 21C27 27 19 27 17 23C17 26 18 27 20 28"
    "H12C14 27 15 26 15 23C13 27 5 27 5 21C5 15 14 10 16 4Z'/%3E%3C/svg%3E"
)


STYLES = ("/site/components/base.css",)


def report_page(ranking: Ranking, text: str) -> str:
    """Return the page with a tournament's results."""
    return _export(
        "export-report",
        styles=(*STYLES, "/site/pages/report/report.css"),
        module="/site/pages/report/report.js",
        start='mountReport(document.getElementById("report"), data);',
        data=presentable(ranking),
        title=ranking["title"],
        text=text,
    )


def bot_page(result: BotResult, text: str) -> str:
    """Return the page with a bot's results."""
    name = shown_name(result.bot["name"])
    data = result._replace(bot={**result.bot, "name": name})
    return _document("report/bot", "mountBot", data, title=f"{name}: {result.title}", text=text)


def grade_page(grade: Grade, text: str) -> str:
    """Return the page with a submission's grade."""
    data = grade._replace(name=shown_name(grade.name))
    return _document("grading/grade", "mountGrade", data, title=f"{data.name}: {grade.title}: grade", text=text)


def gradebook_page(book: Gradebook, text: str) -> str:
    """Return the page with a class's grades."""
    data = book._replace(rows=tuple(row._replace(name=shown_name(row.name)) for row in book.rows))
    title = f"{book.title}: grades" if book.title else "Grades"
    return _document("grading/gradebook", "mountGradebook", data, style="grading/gradebook", title=title, text=text)


def similarity_page(similarity: Similarity, text: str) -> str:
    """Return the page with similar submissions."""
    style, title = "similarity/similarity", "Similar submissions"
    return _document("similarity/similarity", "mountSimilarity", similarity, style=style, title=title, text=text)


def _document(module: str, mount: str, answer: Any, *, title: str, text: str, style: str = "") -> str:
    """Return the page for an answer; if scripts are disabled, it shows the text."""
    styles = ("/site/pages/document.css", *([f"/site/pages/{style}.css"] if style else []))
    return _export(
        "export-document",
        styles=(*STYLES, *styles),
        module=f"/site/pages/{module}.js",
        start=f'{mount}(document.getElementById("document"), data);',
        data=to_json(answer),
        title=title,
        text=text,
    )


def replay_page(frames: dict[str, Any], *, title: str, facts: str, back: str | None = None) -> str:
    """Return the page with the replay of a game; `back` is the address for the link back to the results."""
    link = f'<a class="back-link" href="{as_markup(back)}">← Results</a>\n' if back else ""
    return _export(
        "export-replay",
        styles=(*STYLES, "/site/components/cards.css", "/site/components/replay.css"),
        module="/site/components/replay.js",
        start='mountReplay(document.getElementById("replay"), data, { address: true });',
        data=frames,
        markup={"back": link},
        title=title,
        facts=facts,
    )


def _export(
    template: str,
    *,
    styles: tuple[str, ...],
    module: str,
    start: str,
    data: object,
    markup: Mapping[str, str] = MappingProxyType({}),
    **texts: str,
) -> str:
    """Return a page with the body `template` and a script that runs `start` with `data`.

    The template is filled in a single pass, so placeholders in inserted text are not replaced.
    """
    style = "\n".join(map(text, styles))
    program = "\n".join(without_imports(text(each)) for each in modules(module))
    read = 'const data = JSON.parse(document.getElementById("data").textContent);'
    script = f"{program}\n{read}\n{start}\n"
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {name: as_markup(each) for name, each in texts.items()} | {**markup}
    parts |= {"style": style, "script": script, "policy": policy, "icon": _ICON, "shapes": card_shapes()}
    parts["data"] = _embedded(data)
    page = body("export").replace("{{body}}", body(template))
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], page)


def as_markup(untrusted: str) -> str:
    """Escape untrusted text for elements and attributes, replacing control characters except line breaks and tabs."""
    return escape("".join(sign if sign.isprintable() or sign in "\n\t" else "\ufffd" for sign in untrusted))


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def _embedded(data: object) -> str:
    """Return JSON for a script element, in ASCII and without characters that are special in HTML."""
    encoded = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return encoded.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
