"""The comparison of two bots as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.text import WIDTH, block, counted

if TYPE_CHECKING:
    from phazed.answers.comparison import Comparison


def comparison_text(found: Comparison, width: int = WIDTH) -> str:
    """Return the result and each bot's first error as text."""
    lines = [found.words]
    for name, errors, first in zip(found.names, found.errors, found.first_errors):
        if first is not None:
            lost = f"{counted(errors, 'game')} because of an error"
            lines.append(f"{name} lost {lost}{', first' if errors > 1 else ''}: {first.reason}")
    return block(lines, width)
