"""The diagnosis of how well a system is protected from bots."""

from __future__ import annotations

from typing import NamedTuple

FULL, PARTIAL, NONE = "full", "partial", "none"
"""Levels of protection."""


class Attempt(NamedTuple):
    """An attack and its outcome."""

    what: str
    stopped: bool
    how: str
    """How the attack was stopped, or what it achieved."""


class Diagnosis(NamedTuple):
    """The result of a diagnosis."""

    level: str
    missing: tuple[str, ...]
    """Reasons why the level is not `full`."""
    attacks: tuple[Attempt, ...]
    system: dict[str, str]
    """Facts about the system, by name."""
