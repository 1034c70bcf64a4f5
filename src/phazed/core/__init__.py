"""The compiled core behind the expert: an encoded state, and the search over hidden cards that works on it.

Here are the encoded table, the phase finder, the lay-off planner, the solitaire values, the simulator, the inference
about hidden cards and the search. Nothing here decides what is allowed: `phazed.rules` stays the authority, and the
core is tested against it.

The modules are written in Cython's pure-Python mode and are compiled when Phazed is installed. Where that was not
possible the same files run as plain Python: with the same results, but so slowly that a player with a time limit
thinks much less. Importing this package then warns, once.
"""

from __future__ import annotations

import os
import warnings
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path


def is_compiled() -> bool:
    """Whether the core's modules are compiled. All of them are, or none; none is imported to find out."""
    found = PathFinder.find_spec("phazed.core.table", __path__)
    return found is not None and str(found.origin).endswith(tuple(EXTENSION_SUFFIXES))


def why_not_compiled() -> str:
    """Why the core's modules are not compiled, as the install wrote it down."""
    try:
        return Path(__file__).with_name("not_compiled.txt").read_text(encoding="utf-8").strip()
    except OSError:
        return "it was not installed; install phazed with pip, or run make setup"


if not is_compiled() and os.environ.get("PHAZED_UNCOMPILED", "0") in ("", "0"):
    warnings.warn(
        "the core of phazed is not compiled, so the expert player thinks much less in its time: "
        f"{why_not_compiled()} (PHAZED_UNCOMPILED=1 silences this warning)",
        RuntimeWarning,
        stacklevel=2,
    )
