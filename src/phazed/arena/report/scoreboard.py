"""The progress of a tournament on the command line: matches played, estimated time left, and the top ten.

In a terminal, a block of lines is redrawn; otherwise, a line is written at intervals.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from phazed.progress import duration
from phazed.terminal.ranking import cut
from phazed.text import counted, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from phazed.arena.tournament import Tournament

TOP = 10
INTERVALS = 0.5, 10.0
"""Seconds between updates, in a terminal and elsewhere."""
RATING_SHARE = 0.05
"""Maximum share of the time spent on computing ratings for the top ten."""


class Scoreboard:
    """The display of a tournament's progress."""

    def __init__(self, stream: TextIO, width: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._width = width
        self._clock = clock
        self._is_terminal = stream.isatty()
        self._begun = clock()
        self._played_before: int | None = None
        """Number of matches played in earlier runs."""
        self._shown = self._rated = float("-inf")
        self._rating_time = 0.0
        self._top: list[str] = []
        self._lines = 0

    def update(self, tournament: Tournament) -> None:
        """Update the display after a match, unless the last update was too recent."""
        now = self._clock()
        if self._played_before is None:
            self._played_before = tournament.played - 1
        if now - self._shown < INTERVALS[not self._is_terminal] and tournament.played < tournament.planned:
            return
        self._shown = now
        if now - self._rated > self._rating_time / RATING_SHARE:
            self._top = list(_top(tournament))
            self._rated = self._clock()
            self._rating_time = self._rated - now
        done, total = tournament.played, tournament.planned
        left = (now - self._begun) / (done - self._played_before) * (total - done)
        errors = counted(sum(tournament.store.errors_by_bot().values()), "error", spec=",")
        line = f"{done:,} of {total:,} matches ({100 * done / total:.0f} %), {duration(left)} left, {errors}"
        if self._is_terminal:
            self._draw([line, *self._top])
        else:
            first = self._top[0].split(maxsplit=2) if self._top else []
            leads = f"; {first[2]} leads with {first[1]}" if first else ""
            self._stream.write(f"{line}{leads}\n")
            self._stream.flush()

    def _draw(self, lines: list[str]) -> None:
        up = f"\x1b[{self._lines}A" if self._lines else ""
        self._lines = len(lines)
        self._stream.write(up + "".join(f"\r{cut(line, self._width)}\x1b[K\n" for line in lines) + "\x1b[J")
        self._stream.flush()

    def end(self) -> None:
        """Erase the display from the terminal."""
        if self._lines:
            self._stream.write(f"\x1b[{self._lines}A\x1b[J")
            self._stream.flush()
            self._lines = 0


def _top(tournament: Tournament) -> Iterator[str]:
    strengths = tournament.strengths()
    best = sorted(tournament.active(), key=lambda bot: -strengths[bot])
    for rank, bot in enumerate(best[:TOP], 1):
        yield f"{rank:4}  {strengths[bot]:5.1f}  {shown_name(tournament.entrants[bot].name)}"
