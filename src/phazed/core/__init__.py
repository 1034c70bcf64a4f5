"""The compiled core: the encoded state of a hand, and the policies, inference and search that use it.

The core never decides whether a play is legal: `phazed.rules` remains the authority, and the core is tested against it.

The modules are written in Cython's pure-Python mode and compiled when Phazed is installed. If compilation fails, the
same files run as plain Python, with the same results, but so slowly that a player with a time limit searches much less.
In that case, importing this package emits a warning.
"""

from __future__ import annotations

import os
import warnings
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path


def is_compiled() -> bool:
    """Return whether the core's modules are compiled (all or none), without importing them."""
    found = PathFinder.find_spec("phazed.core.table", __path__)
    return found is not None and str(found.origin).endswith(tuple(EXTENSION_SUFFIXES))


def why_not_compiled() -> str:
    """Return the reason why the core's modules are not compiled, as recorded at installation."""
    try:
        return Path(__file__).with_name("not_compiled.txt").read_text(encoding="utf-8").strip()
    except OSError:
        return "phazed is not installed; install it with pip, or run make setup"


if not is_compiled() and os.environ.get("PHAZED_UNCOMPILED", "0") in ("", "0"):
    warnings.warn(
        "the core of phazed is not compiled, so the expert player searches much less in the same time: "
        f"{why_not_compiled()} (PHAZED_UNCOMPILED=1 silences this warning)",
        RuntimeWarning,
        stacklevel=2,
    )
