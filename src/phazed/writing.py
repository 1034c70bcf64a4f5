"""Atomic file writes and safe file names."""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def write(file: Path, content: bytes) -> None:
    """Write the file atomically: if writing fails, the file stays as it was."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        os.replace(beside, file)
    except OSError as error:
        error.filename = str(file)  # a disk-full error does not name the file
        raise
    finally:
        beside.unlink(missing_ok=True)


_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)
"""File names that denote devices on Windows."""


def file_names(names: Sequence[str]) -> list[str]:
    """Return a file name without extension for each name; it is safe on all systems and unique regardless of case.

    >>> file_names(["ann", "Ann", "../etc", "été", "", "con"])
    ['ann', 'Ann-2', '_etc', '_t_', 'bot', 'con_']
    """
    taken: set[str] = set()
    found = []
    for name in names:
        safe = _UNSAFE.sub("_", name)[:60] or "bot"
        safe = f"{safe}_" if _RESERVED.fullmatch(safe) else safe
        number, free = 1, safe
        while free.lower() in taken:
            number += 1
            free = f"{safe}-{number}"
        taken.add(free.lower())
        found.append(free)
    return found
