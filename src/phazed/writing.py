"""Atomic writing of files."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def write(file: Path, content: bytes) -> None:
    """Write the file atomically: it is either complete or as it was before."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        os.replace(beside, file)
    except OSError as error:
        error.filename = str(file)  # which a full disk does not say
        raise
    finally:
        beside.unlink(missing_ok=True)
