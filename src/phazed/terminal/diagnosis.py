"""The diagnosis of a system as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.answers.diagnosis import FULL
from phazed.text import WIDTH, block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.answers.diagnosis import Diagnosis


def diagnosis_text(diagnosis: Diagnosis, width: int = WIDTH) -> str:
    """Return the diagnosis as text."""
    return block(_lines(diagnosis), width)


def _lines(diagnosis: Diagnosis) -> Iterator[str]:
    missing = f" Reasons: {'; '.join(diagnosis.missing)}." if diagnosis.missing else ""
    yield f"Protection from bots: {diagnosis.level}.{missing}"
    if diagnosis.level != FULL:
        yield "A tournament with bots from files needs full protection, or --trust-bots if you trust all of them."
    if diagnosis.attacks:
        yield ""
        yield "Attacks by hostile bots:"
    for attack in diagnosis.attacks:
        yield f"  {'stopped    ' if attack.stopped else 'NOT stopped'}  {attack.what}"
    if diagnosis.system:
        yield ""
    for name, fact in diagnosis.system.items():
        yield f"{name}: {fact}"
