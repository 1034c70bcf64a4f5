"""What the host of a table has chosen for it."""

from __future__ import annotations

from typing import NamedTuple

CLOCKS = ("off", "relaxed", "quick")
"""The clocks that a table can have; `rooms.clock` says how long a turn takes with each."""


class TableSettings(NamedTuple):
    """The settings of a table."""

    listed: bool = False
    """Whether the lobby lists the table while it waits for players."""
    clock: str = "off"
    spectators: bool = True
    """Whether people may watch."""
    hints: bool | None = None
    """Whether players may ask for hints; `None` allows them unless two or more people play."""
    fills_at: float | None = None
    """The time, in seconds since the epoch, at which bots take the free seats; `None` if they do not."""


DEFAULTS = TableSettings()
