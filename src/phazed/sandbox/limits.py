"""Resource limits of a bot: time, memory and output."""

from __future__ import annotations

from typing import NamedTuple

MEGABYTE = 1 << 20


class Limits(NamedTuple):
    """Resource limits of a bot.

    Times are seconds, CPU time unless stated otherwise; memory and output are bytes.
    """

    start: float = 2.0
    """Limit of the bot's import."""
    play: float = 4.0
    match: float = 60.0
    """Limit of all plays of a match together."""
    idle: float = 10.0
    """Limit of the idle time in a match, for bots that sleep.

    Idle time is wall-clock time, import included, in which the bot is called but neither computes nor waits for a
    processor.
    """
    memory: int = 512 * MEGABYTE
    output: int = 64 * 1024
    """Size of a bot's output that is kept per match; the rest is dropped."""
