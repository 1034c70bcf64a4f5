"""Resource limits of a bot: time, memory and output."""

from __future__ import annotations

from typing import NamedTuple

MEGABYTE = 1 << 20


class Limits(NamedTuple):
    """Resource limits of a bot.

    Times are in seconds and refer to CPU time unless stated otherwise; memory and output are in bytes.
    """

    start: float = 2.0
    """Limit for importing the bot."""
    play: float = 4.0
    match: float = 60.0
    """Limit for all plays in a match together."""
    idle: float = 10.0
    """Limit for the idle time in a match, to stop bots that sleep.

    Idle time is the wall-clock time in which the bot is being imported or called, but is neither computing nor waiting
    for a processor.
    """
    memory: int = 512 * MEGABYTE
    output: int = 64 * 1024
    """Amount of a bot's output kept per match; the rest is dropped."""
