"""CSV files with untrusted names and texts, none of which a spreadsheet evaluates as a formula.

>>> print(csv_text([["name", "points"], ["=1+1", 3]]), end="")
"name","points"
"'=1+1","3"
"""

from __future__ import annotations

import csv
import io
import re

from phazed.text import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_FORMULA = re.compile("(^|[;,|])( *)(?=[-=+@\uff0d\uff1d\uff0b\uff20])")
"""The beginning of a formula: one of these characters or its full-width form, at the start of the text or after a
character at which a spreadsheet may split it."""


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return the rows as CSV; text is made printable, and none of it is a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for row in rows:
        writer.writerow([no_formula(printable(each)) if isinstance(each, str) else each for each in row])
    return text.getvalue()


def no_formula(text: str) -> str:
    """Return the text with an apostrophe wherever a spreadsheet would take it for a formula.

    >>> no_formula("=1+1"), no_formula("a;=1+1"), no_formula("greedy"), no_formula("e-mail")
    ("'=1+1", "a;'=1+1", 'greedy', 'e-mail')
    """
    return _FORMULA.sub(r"\1\2'", text)
