"""The diagnosis of a system: the level of its protection from bots."""

from __future__ import annotations

from typing import NamedTuple

FULL, PARTIAL, NONE = "full", "partial", "none"
"""Levels of protection."""


class Attempt(NamedTuple):
    """An attack, and its outcome."""

    what: str
    stopped: bool
    how: str
    """The defence that stopped it, or the result of the attack."""


class Diagnosis(NamedTuple):
    """The diagnosis of a system's protection from bots."""

    level: str
    missing: tuple[str, ...]
    """Reasons why the level is not `full`."""
    attacks: tuple[Attempt, ...]
    system: dict[str, str]
    """Facts about the system, by name."""
