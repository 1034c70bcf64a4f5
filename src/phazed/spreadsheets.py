"""CSV files that a spreadsheet takes for data only: names and texts in them come from strangers.

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
"""Where a formula begins: with one of these characters or their full-width forms, at the beginning of the text or of
what follows a character at which a spreadsheet may split it."""


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV; text is made printable, and none of it is a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for row in rows:
        writer.writerow([no_formula(printable(each)) if isinstance(each, str) else each for each in row])
    return text.getvalue()


def no_formula(text: str) -> str:
    """Text with an apostrophe wherever a spreadsheet would take it for a formula.

    >>> no_formula("=1+1"), no_formula("a;=1+1"), no_formula("greedy"), no_formula("e-mail")
    ("'=1+1", "a;'=1+1", 'greedy', 'e-mail')
    """
    return _FORMULA.sub(r"\1\2'", text)
