r"""The roster: the id that the organiser has assigned to each bot, for the ranking's CSV file.

>>> read_roster("id,name\n17,alice\n18,bob\n", "class.csv")
{'alice': '17', 'bob': '18'}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.spreadsheets import BadTable, read_columns
from phazed.text import counted, joined, printable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

MAX_NAMED = 10
"""Maximum number of names listed in a message."""


def read_roster(text: str, file: str) -> dict[str, str]:
    """Return the ids by bot name from a CSV file with the columns `name` and `id`; other columns are ignored."""
    ids: dict[str, str] = {}
    for where, (name, number) in read_columns(text, file, (["name"], ["id"]), "name and id in its first line"):
        if ids.get(name, number) != number:
            raise BadTable(f"{where}: {printable(name)} has two ids, {ids[name]} and {number}")
        ids[name] = number
    return ids


def unlisted(names: Collection[str], roster: Mapping[str, str]) -> str:
    """Describe the bots that are missing from the roster and the names without a bot; empty if there are none."""
    sentences = [
        _listed([name for name in names if name not in roster], "is not in the roster", "are not in the roster"),
        _listed(
            [name for name in roster if name not in names],
            "is in the roster but has not submitted a bot",
            "are in the roster but have not submitted a bot",
        ),
    ]
    return "; ".join(filter(None, sentences))


def _listed(names: list[str], is_one: str, are_many: str) -> str:
    if not names:
        return ""
    shown = [printable(name) or "(no name)" for name in names[:MAX_NAMED]]
    if len(names) > MAX_NAMED:
        shown.append(counted(len(names) - MAX_NAMED, "other"))
    return f"{joined(shown)} {is_one if len(names) == 1 else are_many}"
