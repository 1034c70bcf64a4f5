"""A roster: the organiser's id of every bot, for the ranking as a spreadsheet.

>>> read_roster("id,name\\n17,alice\\n18,bob\\n", "class.csv")
{'alice': '17', 'bob': '18'}
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from phazed.rules.errors import PhazedError
from phazed.text import counted, joined, printable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

COLUMNS = ("name", "id")
MAX_NAMED = 10
"""How many names a message lists."""


class BadRoster(PhazedError):
    """A roster that cannot be used: why, and what would be one."""


def read_roster(text: str, file: str) -> dict[str, str]:
    """The id of every bot, by name, from a CSV file with these columns; others are ignored."""
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    try:
        heads = {str(head).strip().lower(): head for head in rows.fieldnames or ()}
        missing = [column for column in COLUMNS if column not in heads]
        if missing:
            found = joined([printable(head) for head in heads]) if heads else "nothing"
            raise BadRoster(f"{file}: a roster has the columns name and id in its first line; there is {found}")
        ids: dict[str, str] = {}
        for row in rows:
            name, number = ((row[heads[column]] or "").strip() for column in COLUMNS)
            if ids.get(name, number) != number:
                raise BadRoster(
                    f"{file}, line {rows.line_num}: {printable(name)} has two ids, {ids[name]} and {number}"
                )
            ids[name] = number
    except csv.Error as error:
        raise BadRoster(f"{file}, after line {rows.line_num}: this is not CSV ({error})") from None
    return ids


def unlisted(names: Collection[str], roster: Mapping[str, str]) -> str:
    """A sentence about bots that are not in the roster, and names in it without a bot; empty if all fit."""
    sentences = [
        _listed([name for name in names if name not in roster], "is not in the roster", "are not in the roster"),
        _listed([name for name in roster if name not in names], "of the roster is no bot", "of the roster are no bots"),
    ]
    return "; ".join(filter(None, sentences))


def _listed(names: list[str], is_one: str, are_many: str) -> str:
    if not names:
        return ""
    shown = [printable(name) or "(no name)" for name in names[:MAX_NAMED]]
    if len(names) > MAX_NAMED:
        shown.append(counted(len(names) - MAX_NAMED, "other"))
    return f"{joined(shown)} {is_one if len(names) == 1 else are_many}"
