"""The code that Phazed itself ships, with which submissions are compared: its rules and players.

The exported player is made from this code, so the comparison finds it as well.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from phazed.course.similarity.documents import Document, code_of
from phazed.course.similarity.tokens import tokens
from phazed.course.similarity.winnowing import run_hashes, winnow
from phazed.game.starter import starter
from phazed.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGES = ("rules", "game", "core", "bots")
NAME = "Phazed"
"""Name of this code in a comparison."""
MIN_TOKENS = 60
EXPORTED, TAKEN = 0.8, 0.3
"""Minimum shares of a submission in this code for it to be the exported player, or to contain much of the code."""


@cache
def shipped_sources() -> dict[str, str]:
    """Return the sources of the packages from which the exported player is made, by path."""
    found = {"coursework.py": (files("phazed") / "coursework.py").read_text(encoding="utf-8")}
    for package in PACKAGES:
        for path in sorted((files("phazed") / package).iterdir(), key=lambda each: each.name):
            if path.name.endswith(".py"):
                found[f"{package}/{path.name}"] = path.read_text(encoding="utf-8")
    return found


@cache
def _fingerprints() -> frozenset[int]:
    values: set[int] = set()
    for source in shipped_sources().values():
        values.update(winnow(run_hashes([code_of(token.text) for token in tokens(source)])).values())
    return frozenset(values)


@cache
def _given() -> frozenset[int]:
    """Return the hashes of the files that `phazed new` writes, which everybody may use."""
    codes = ([code_of(token.text) for token in tokens(starter(game, "my_bot.py"))] for game in RULESETS)
    return frozenset(value for each in codes for value in run_hashes(each))


def shipped_share(sources: Mapping[str, str]) -> float:
    """Return the share of a submission that is code shipped with Phazed; starter files do not count."""
    document = Document("", sources, _given())
    if document.size < MIN_TOKENS or not document.fingerprints:
        return 0.0
    known = _fingerprints()
    return sum(value in known for value in document.fingerprints.values()) / len(document.fingerprints)


def shipped_remark(sources: Mapping[str, str]) -> str:
    """Return a remark if much of a submission is code shipped with Phazed; otherwise return an empty string."""
    share = shipped_share(sources)
    if share >= EXPORTED:
        return f"this is the exported player of Phazed: {share:.0%} of its code is Phazed's own"
    return f"{share:.0%} of its code is Phazed's own, like that of the exported player" if share >= TAKEN else ""
