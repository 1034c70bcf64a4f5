"""Grades of mistakes, and accuracy.

A loss counts as a mistake only if it clearly exceeds its standard error. The thresholds for the three grades and the
scale of the accuracy are based on the games in `benchmarks/mistakes.py`; see `docs/coach.md`.
"""

from __future__ import annotations

from math import exp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    MistakeGrade = Literal["inaccuracy", "mistake", "blunder"]

CLEAR = 3.0
"""Number of standard errors that a loss must exceed to count as a mistake."""
GRADES: tuple[MistakeGrade, ...] = ("inaccuracy", "mistake", "blunder")
INACCURACY, MISTAKE, BLUNDER = GRADES
THRESHOLDS: dict[MistakeGrade, float] = {BLUNDER: 0.05, MISTAKE: 0.02, INACCURACY: 0.005}
"""Minimum loss for each grade, as a chance of winning."""
SCALE = 0.01
"""Mean loss per decision at which the accuracy is 100/e."""


def grade(loss: float, error: float) -> MistakeGrade | None:
    """Return the grade of a mistake, or `None` if the loss is too small or too uncertain to be one.

    >>> grade(0.06, 0.01), grade(0.03, 0.005), grade(0.008, 0.002), grade(0.06, 0.03), grade(0.001, 0.0001)
    ('blunder', 'mistake', 'inaccuracy', None, None)
    """
    if loss <= CLEAR * error:
        return None
    return next((name for name, least in THRESHOLDS.items() if loss >= least), None)


def accuracy(losses: Sequence[float]) -> float:
    """Return the accuracy from 0 to 100, based on the mean loss over all decisions; 100 if there are none.

    >>> accuracy([0.0, 0.0]), round(accuracy([0.0, 0.02])), accuracy([])
    (100.0, 37, 100.0)
    """
    average = max(sum(losses) / len(losses), 0.0) if losses else 0.0
    return 100 * exp(-average / SCALE)
