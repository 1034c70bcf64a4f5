"""HTML from untrusted text: whatever is not `Markup` is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()

    def join(self, parts: Iterable[str]) -> Markup:
        """Join pieces of HTML."""
        return Markup(str.join(self, parts))


def html(content: str) -> Markup:
    """The content as HTML: one line of text, unless it is markup.

    >>> html("a < b"), html(Markup("<b>a</b>"))
    ('a &lt; b', '<b>a</b>')
    """
    return content if isinstance(content, Markup) else Markup(escape(printable(content)))


def element(tag: str, content: str, kind: str = "", **attributes: str) -> Markup:
    """An element with that content and class.

    >>> element("a", "more", "link", href="x.html?a&b")
    '<a class="link" href="x.html?a&amp;b">more</a>'
    """
    given = ({"class": kind} if kind else {}) | attributes
    said = "".join(f' {name}="{escape(value)}"' for name, value in given.items())
    return Markup(f"<{tag}{said}>{html(content)}</{tag}>")


def facts(rows: Iterable[tuple[str, str, str]]) -> Markup:
    """A list of titles, values and notes."""
    items = (
        element("div", Markup().join([element("dt", title), element("dd", value), element("dd", note, "note")]))
        for title, value, note in rows
    )
    return element("dl", Markup().join(items), "facts")


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """A table of texts, which may be wider than its place; the title is for screen readers."""
    head = element("tr", Markup().join(element("th", each, scope="col") for each in heads))
    body = Markup("\n").join(element("tr", Markup().join(element("td", cell) for cell in row)) for row in rows)
    content = Markup().join([element("thead", head), element("tbody", body)])
    inside = {"tabindex": "0", "role": "region", "aria-label": title}  # so that it can be scrolled by keyboard
    return element("div", element("table", content), "scroller", **inside)


def boxed(head: Markup, content: Iterable[Markup]) -> Markup:
    """A panel with a head."""
    return element("section", Markup().join([element("h3", head), *content]), "panel")


def text_boxes(texts: Mapping[str, str]) -> list[Markup]:
    """Preformatted texts with their titles; empty ones are left out."""
    return [
        element("div", Markup().join([element("p", title, "title"), element("pre", _lines(text), tabindex="0")]), "box")
        for title, text in texts.items()
        if text.strip()
    ]


def _lines(text: str) -> Markup:
    """The text as HTML with its line breaks and tabs, without other control characters."""
    kept = (sign if sign.isprintable() or sign in "\n\t" else "\ufffd" for sign in text.replace("\r\n", "\n"))
    return Markup(escape("".join(kept)))


def share(part: float, whole: float) -> str:
    """A share in percent.

    >>> share(1, 3), share(0, 0)
    ('33 %', '-')
    """
    return f"{100 * part / whole:.0f} %" if whole else "-"
