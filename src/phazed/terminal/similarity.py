"""Similar submissions as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.answers.similarity import Pair


def pairs_text(pairs: Iterable[Pair]) -> str:
    """Return the pairs as text, one line per pair."""
    return "\n".join(
        f"{100 * pair.first_share:3.0f} % of {printable(pair.first)} and {100 * pair.second_share:3.0f} % of "
        f"{printable(pair.second)}"
        for pair in pairs
    )
