"""Rendering of the rulebook for the terminal, the documentation and the browser.

The text is in `phazed/rulebook.md`. A paragraph that begins with a bold number is a rule. A `cards` block has one
example per line, `label: cards`, with ` / ` between the groups of a phase and ` + ` before cards that are added.
Examples become pictures in the documentation and the browser.

    python -m phazed.game.rulebook docs     writes docs/rules.md and docs/pictures/
"""

from __future__ import annotations

import re
import sys
import textwrap
from html import escape
from itertools import zip_longest
from pathlib import Path

from phazed.game import svg
from phazed.game.render import PLAIN
from phazed.rules.cards import cards
from phazed.rules.errors import InvalidNotation
from phazed.text import block as broken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.game.render import Style

SOURCE = Path(__file__).parent.parent / "rulebook.md"
FENCE = "```"
FOR_BOTS = "> "
"""Prefix of a block for bot authors, which the browser's page for players omits."""
NARROWEST = 8
"""Minimum width of a table column."""


def blocks(text: str) -> Iterator[str]:
    """Yield the text's paragraphs, headings, tables and examples."""
    return (block for block in re.split(r"\n\n+", text.strip()))


def rulebook() -> str:
    """Return the whole rulebook as Markdown."""
    return SOURCE.read_text(encoding="utf-8")


def find(number: str) -> str:
    """Return one rule with its examples, or a whole section, as Markdown.

    >>> find("1.2")
    '**1.2** Phazed Bonus adds four jokers, each written `ZZ`, for 108 cards.'
    >>> find("9.9")
    Traceback (most recent call last):
    ...
    phazed.rules.errors.InvalidNotation: there is no rule 9.9: the rules are 1.1 to 7.4, the sections 1 to 7
    """
    parts = list(blocks(rulebook()))
    begin, end = (f"## {number} ", ("## ", "# ")) if number.isdecimal() else (f"**{number}** ", ("**", "#"))
    first = next((place for place, part in enumerate(parts) if part.startswith(begin)), None)
    if first is None:
        raise InvalidNotation(f"there is no rule {number}: the rules are 1.1 to 7.4, the sections 1 to 7")
    last = next((place for place, part in enumerate(parts) if place > first and part.startswith(end)), len(parts))
    return "\n\n".join(parts[first:last])


def for_terminal(text: str, style: Style = PLAIN, width: int = 80) -> str:
    """Render Markdown as text of that width."""
    return "\n\n".join(_block_for_terminal(block, style, width) for block in blocks(text))


def _block_for_terminal(block: str, style: Style, width: int) -> str:
    block = re.sub(f"^{FOR_BOTS}", "", block, flags=re.MULTILINE)
    if block.startswith("#"):
        return style.strong(block.lstrip("# "))
    if block.startswith("|"):
        return _table(block, width)
    if block.startswith(FENCE):
        return broken((_example_line(style, *example) for example in _examples(block)), width)
    bold = re.match(r"\*\*([\d.]+)\*\* ", block)
    plain = textwrap.fill(_unmarked(block), width, break_on_hyphens=False)
    return style.strong(bold[1]) + plain[len(bold[1]) :] if bold else plain


def _unmarked(text: str) -> str:
    """Return a paragraph without its Markdown marks."""
    return re.sub(r"\*\*|`|\*(?=\w)|(?<=\w)\*", "", text.replace("\n", " "))


def _table(block: str, width: int) -> str:
    """Return a table as aligned columns; cells of the widest columns are wrapped if the table is too wide."""
    rows = [[_unmarked(cell.strip()) for cell in row.split("|")[1:-1]] for row in block.splitlines()]
    del rows[1]
    widths = [max(map(len, column)) for column in zip(*rows)]
    while sum(widths) + 2 * len(widths) - 2 > width and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    lines = []
    for row in rows:
        cells = [textwrap.wrap(cell, size, break_on_hyphens=False) for cell, size in zip(row, widths)]
        lines += [
            "  ".join(part.ljust(size) for part, size in zip(parts, widths)).rstrip()
            for parts in zip_longest(*cells, fillvalue="")
        ]
    return "\n".join(lines)


def _examples(block: str) -> Iterator[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    """Yield the label and the groups of each line in a `cards` block; each group comes with the sign before it."""
    for line in block.splitlines()[1:-1]:
        label, _, shown = line.partition(": ")
        parts = re.split(r" ([/+]) ", f" / {shown}")[1:]
        yield label, [(sign, cards(group)) for sign, group in zip(parts[::2], parts[1::2])]


def _example_line(style: Style, label: str, groups: list[tuple[str, tuple[str, ...]]]) -> str:
    row = "".join(f" {sign} {style.cards(group)}" for sign, group in groups)
    return f"  {label}: {row[3:]}"


def write_docs(folder: Path) -> None:
    """Write `rules.md` and its pictures to the folder."""
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures_of(rulebook()).items():
        (pictures / name).write_text(picture, encoding="utf-8")
    (folder / "rules.md").write_text(for_docs(rulebook()), encoding="utf-8")


def for_docs(text: str) -> str:
    """Return the rulebook as Markdown with pictures instead of examples."""
    note = "<!-- Generated from src/phazed/rulebook.md by `make docs`: edit that file, not this one. -->"
    return "\n\n".join([note, *(_block_for_docs(block) for block in blocks(text))]) + "\n"


def _block_for_docs(block: str) -> str:
    if not block.startswith(FENCE):
        return block
    lines = []
    for label, groups in _examples(block):
        row = " ".join(
            f"{'+ ' if sign == '+' else ''}![{' '.join(group)}](pictures/{_file(label, place)})"
            for place, (sign, group) in enumerate(groups, 1)
        )
        lines.append(f"*{label}*<br>\n{row}")
    return "\n\n".join(lines)


def pictures_of(text: str) -> dict[str, str]:
    """Return the pictures of all examples by file name."""
    return {
        _file(label, place): svg.group(group)
        for block in blocks(text)
        if block.startswith(FENCE)
        for label, groups in _examples(block)
        for place, (_, group) in enumerate(groups, 1)
    }


def _file(label: str, place: int) -> str:
    return f"{'-'.join(re.findall(r'[a-z0-9]+', label.lower()))}-{place}.svg"


def for_browser(text: str, *, four_colours: bool = False) -> str:
    r"""Return the rulebook as HTML for a web page that has its own title and styles.

    The anchors of sections and rules are their numbers.

    >>> print(for_browser("## 1 Cards\n\n**1.2** Jokers are written `ZZ`."))
    <section id="section-1">
    <h2>1 Cards</h2>
    <section class="rule" id="rule-1-2">
    <h3>1.2</h3>
    <p>Jokers are written <code>ZZ</code>.</p>
    </section>
    </section>
    """
    lines: list[str] = []
    opened: list[int] = []  # depths of the sections not yet closed
    for block in blocks(text):
        opens = re.match(r"## (?P<section>\d+) |\*\*(?P<rule>[\d.]+)\*\* ", block)
        if opens is None:
            lines.append(_block_for_browser(block, four_colours))
            continue
        depth = 1 if opens["section"] else 2
        while opened and opened[-1] >= depth:
            lines.append("</section>")
            opened.pop()
        opened.append(depth)
        if opens["section"]:
            lines += [f'<section id="section-{opens["section"]}">', f"<h2>{_marked(block[3:])}</h2>"]
        else:
            number, words = opens["rule"], block[opens.end() :]
            place = number.replace(".", "-")
            lines += [f'<section class="rule" id="rule-{place}">', f"<h3>{number}</h3>", f"<p>{_marked(words)}</p>"]
    lines += ["</section>"] * len(opened)
    return "\n".join(filter(None, lines))


def _block_for_browser(block: str, four_colours: bool) -> str:
    if block.startswith(("# ", FOR_BOTS)):
        return ""
    if block.startswith("|"):
        return _table_for_browser(block)
    if block.startswith(FENCE):
        figures = "\n".join(_figure(*example, four_colours) for example in _examples(block))
        return f'<div class="examples">\n{figures}\n</div>'
    return f"<p>{_marked(block)}</p>"


def _marked(text: str) -> str:
    """Return a paragraph as HTML; references to rules become links."""
    words = escape(text.replace("\n", " "))
    for mark, element in ((r"`(.+?)`", "code"), (r"\*\*(.+?)\*\*", "b"), (r"\*(.+?)\*", "em")):
        words = re.sub(mark, rf"<{element}>\1</{element}>", words)
    return re.sub(r"\bsee (\d)\.(\d)\b", r'see <a href="#rule-\1-\2">\1.\2</a>', words)


def _table_for_browser(block: str) -> str:
    rows = [[_marked(cell.strip()) for cell in row.split("|")[1:-1]] for row in block.splitlines()]
    head = "".join(f'<th scope="col">{cell}</th>' for cell in rows[0])
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[2:])
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _figure(label: str, groups: list[tuple[str, tuple[str, ...]]], four_colours: bool) -> str:
    plus = '<span class="sign">+</span> '
    pictures = [(plus if sign == "+" else "") + svg.group(group, four_colours=four_colours) for sign, group in groups]
    shown = " ".join(pictures)
    return f'<figure>\n<div class="cards">{shown}</div>\n<figcaption>{escape(label)}</figcaption>\n</figure>'


if __name__ == "__main__":
    write_docs(Path(sys.argv[1]))
