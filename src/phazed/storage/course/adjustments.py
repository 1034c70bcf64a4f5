"""Marks that a teacher has changed manually, each with a comment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from phazed.storage.course.database import ClassError
from phazed.storage.database import storable

if TYPE_CHECKING:
    from phazed.storage.database import Database

POINTS = ""
"""Function name of an adjustment that adds points to the grade instead of replacing a function's mark."""
MAX_COMMENT = 1000
MAX_POINTS = 1e6


class Adjustment(NamedTuple):
    """A mark that a teacher has changed."""

    person: int
    function: str
    """Name of the function, or `POINTS`."""
    mark: float
    """Mark of the function, from 0 to 1, or points added to the grade, which may be negative."""
    comment: str
    """Reason for the adjustment, shown to the student."""
    time: float


class Adjustments:
    """The adjustments in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> dict[int, dict[str, Adjustment]]:
        """Return all adjustments, by person and function."""
        found: dict[int, dict[str, Adjustment]] = {}
        for row in self._database.rows("SELECT person, function, mark, comment, time FROM adjustments"):
            each = Adjustment(*row)
            found.setdefault(each.person, {})[each.function] = each
        return found

    def set(self, person: int, function: str, mark: float | None, comment: str) -> None:
        """Adjust a mark; a mark of `None` removes the adjustment."""
        comment = " ".join(comment.split())
        if mark is None:
            self._database.execute("DELETE FROM adjustments WHERE person = ? AND function = ?", person, function)
            return
        least, most = (-MAX_POINTS, MAX_POINTS) if function == POINTS else (0.0, 1.0)
        if not least <= mark <= most:
            raise ClassError(
                "give points to be added, such as 2.5 or -1" if function == POINTS else "a mark is from 0 to 100 %"
            )
        if not comment or len(comment) > MAX_COMMENT:
            raise ClassError(f"give a comment of 1 to {MAX_COMMENT} characters: the student sees it")
        values = (person, function, float(mark), storable(comment), time.time())
        self._database.execute("INSERT OR REPLACE INTO adjustments VALUES (?, ?, ?, ?, ?)", *values)
