"""Resource limits of a bot: time, memory and output."""

from __future__ import annotations

from typing import NamedTuple

MEGABYTE = 1 << 20


class Limits(NamedTuple):
    """Resource limits of a bot. Times are seconds, CPU time unless stated otherwise; memory and output are bytes."""

    start: float = 2.0
    """For importing the bot."""
    play: float = 4.0
    match: float = 60.0
    """For all plays of a match together."""
    idle: float = 10.0
    """Wall-clock time of a match, its import included, in which it is called but neither computes nor waits for a
    processor: for bots that sleep."""
    memory: int = 512 * MEGABYTE
    output: int = 64 * 1024
    """How much of a bot's output is kept per match; the rest is dropped."""
