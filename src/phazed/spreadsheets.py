"""CSV files with untrusted text, escaped so that no spreadsheet evaluates it as a formula.

>>> print(csv_text([["name", "points"], ["=1+1", 3]]), end="")
"name","points"
"'=1+1","3"
"""

from __future__ import annotations

import csv
import io
import re

from phazed.rules.errors import PhazedError
from phazed.text import joined, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_FORMULA = re.compile("(^|[;,|])( *)(?=[-=+@\uff0d\uff1d\uff0b\uff20])")
"""The start of a formula: one of these characters or its full-width form, at the start of the text or after a character
at which a spreadsheet may split the text."""


class BadTable(PhazedError):
    """Text that is not CSV with the expected columns."""


def read_columns(
    text: str, file: str, columns: Sequence[Sequence[str]], expected: str
) -> Iterator[tuple[str, list[str]]]:
    """Yield, for each row of a roster, its file and line (for messages) and its fields in the given columns.

    Each column has several possible names. The first two columns are required; fields of other missing columns are
    empty.
    """
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    try:
        heads = {" ".join(str(head).split()).lower(): head for head in rows.fieldnames or ()}
        chosen = [next((heads[name] for name in names if name in heads), None) for names in columns]
        if None in chosen[:2]:
            found = joined([printable(head) for head in heads]) if any(heads) else "nothing"
            raise BadTable(f"{file}: a roster must have the columns {expected}, but there is {found}")
        for row in rows:
            fields = [(row.get(head) or "").strip() if head else "" for head in chosen]
            yield f"{file}, line {rows.line_num}", fields
    except csv.Error as error:
        raise BadTable(f"{file}, after line {rows.line_num}: this is not CSV ({error})") from None


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return the rows as CSV, with text made printable and formulas escaped."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for row in rows:
        writer.writerow([no_formula(printable(each)) if isinstance(each, str) else each for each in row])
    return text.getvalue()


def no_formula(text: str) -> str:
    """Return the text with an apostrophe before anything that a spreadsheet would read as a formula.

    >>> no_formula("=1+1"), no_formula("a;=1+1"), no_formula("greedy"), no_formula("e-mail")
    ("'=1+1", "a;'=1+1", 'greedy', 'e-mail')
    """
    return _FORMULA.sub(r"\1\2'", text)
