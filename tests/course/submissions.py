"""Submissions for tests."""

from __future__ import annotations

from phazed.storage.entrant import Entrant


def submission(source, name="ann"):
    """A submission of one file."""
    return Entrant(name, "bot.py", (("bot.py", source.encode()),))
