"""The page of similar submissions, for teachers: all pairs, and the code of each pair side by side."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from phazed.arena.report.markup import Markup, element, table
from phazed.game.frames import short_name
from phazed.site.export import plain_page
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phazed.course.similarity.compare import Match, Pair

MAX_PAIRS = 100
"""How many pairs are shown with their code."""
COLOURS = 4
"""Of matches; the fifth has the colour of the first again."""
TITLE = "Similar submissions"


def similarity_page(pairs: Sequence[Pair], submissions: Mapping[str, Mapping[str, str]]) -> str:
    """The page of the pairs that `find_similar` has found in the submissions."""
    parts = [
        element("p", "For the teacher", "overline"),
        element("h1", TITLE),
        element(
            "p",
            "Shared code is a reason to look at two submissions, not a proof of anything. Names, numbers, texts, "
            "comments and white space do not count.",
            "muted",
        ),
    ]
    if pairs:
        rows = [
            [
                element("a", f"{100 * pair.share:.0f} %", href=f"#pair-{number}"),
                _name(pair.first),
                f"{100 * pair.first_share:.0f} %",
                _name(pair.second),
                f"{100 * pair.second_share:.0f} %",
                counted(len(pair.matches), "part"),
            ]
            for number, pair in enumerate(pairs[:MAX_PAIRS])
        ]
        heads = ["similar", "submission", "of it in the other", "submission", "of it in the other", "shared"]
        parts.append(table(TITLE, heads, rows))
        if len(pairs) > MAX_PAIRS:
            parts.append(element("p", f"And {counted(len(pairs) - MAX_PAIRS, 'pair')} more.", "muted"))
        parts += [_side_by_side(number, pair, submissions) for number, pair in enumerate(pairs[:MAX_PAIRS])]
    else:
        parts.append(element("p", "No two submissions share much code.", "notice"))
    style = (files("phazed.course.similarity") / "similar.css").read_text(encoding="utf-8")
    return plain_page(TITLE, Markup().join(parts), style)


def _name(name: str) -> str:
    return short_name(name) or "(no name)"


def _side_by_side(number: int, pair: Pair, submissions: Mapping[str, Mapping[str, str]]) -> Markup:
    head = element("h2", f"{_name(pair.first)} and {_name(pair.second)}", id=f"pair-{number}")
    sides = [
        element("div", Markup().join(_files(submissions[name], _marked(pair.matches, side))), "side")
        for side, name in enumerate((pair.first, pair.second))
    ]
    return Markup().join([head, element("div", Markup().join(sides), "sides")])


def _marked(matches: Sequence[Match], side: int) -> dict[tuple[str, int], int]:
    """The number of the match, by file and line; the longest counts where several share a line."""
    found: dict[tuple[str, int], int] = {}
    for number, match in enumerate(matches):
        file, lines = (match.second_file, match.second_lines) if side else (match.first_file, match.first_lines)
        for line in range(lines[0], lines[1] + 1):
            found.setdefault((file, line), number)
    return found


def _files(sources: Mapping[str, str], marked: Mapping[tuple[str, int], int]) -> Iterator[Markup]:
    for path, source in sorted(sources.items()):
        yield element("h3", path)
        lines = (_line(number, text, marked.get((path, number))) for number, text in enumerate(source.splitlines(), 1))
        yield element("div", Markup().join(lines), "code", tabindex="0", role="region", **{"aria-label": path})


def _line(number: int, text: str, match: int | None) -> Markup:
    kept = "".join(sign if sign.isprintable() or sign == "\t" else "\ufffd" for sign in text)
    kind = "line" if match is None else f"line match-{match % COLOURS}"
    title = {} if match is None else {"title": f"part {match + 1}"}
    content = Markup(f"{element('span', str(number), 'number')}{escape(kept)}")
    return element("span", content, kind, **title)
