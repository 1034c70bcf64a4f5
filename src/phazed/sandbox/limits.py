"""What a bot may use: time, memory and output."""

from __future__ import annotations

from typing import NamedTuple

MEGABYTE = 1 << 20


class Limits(NamedTuple):
    """What a bot may use. Times are of its processor, in seconds; memory and output in bytes."""

    start: float = 2.0
    play: float = 4.0
    match: float = 60.0
    """All its plays of a match together."""
    patience: float = 3.0
    """How many times as long each of these may take by the clock on the wall, for bots that sleep."""
    memory: int = 512 * MEGABYTE
    output: int = 64 * 1024
    """How much of what it prints in a match is kept; the rest is lost."""
