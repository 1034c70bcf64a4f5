"""Progress reports for long tasks, with the time left: one updated line on a terminal, occasional lines elsewhere.

>>> from sys import stdout
>>> seconds = iter([0.0, 30.0, 60.0])
>>> report = Progress(stdout, lambda: next(seconds)).begin("the hands")
>>> report(10, 100)
the hands: 10 %, 4 min 30 s left
>>> report(100, 100)
the hands: done in 1 min 0 s
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    Report = Callable[[float, float], None]
    """A callback that takes the amount done and the total amount."""

EVERY = 0.2, 10.0
"""Minimum seconds between two reports, on a terminal and elsewhere."""


def duration(seconds: float) -> str:
    """Return a duration in words.

    >>> duration(0.4), duration(59.6), duration(7380)
    ('0 s', '1 min 0 s', '2 h 3 min')
    """
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"


class Progress:
    """A reporter that writes to a stream; `clock` returns seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._rewrites = stream.isatty()

    def begin(self, name: str, already: float = 0) -> Report:
        """Start a task and return its callback; `already` is the amount done before the start."""
        begun = self._clock()
        last = begun
        if self._rewrites:
            self._say(f"{name} ...", "")

        def report(done: float, total: float) -> None:
            nonlocal last
            now = self._clock()
            if done >= total:
                self._say(f"{name}: done in {duration(now - begun)}", "\n")
            elif now - last >= EVERY[not self._rewrites]:
                last = now
                left = (now - begun) / (done - already) * (total - done) if done > already else None
                say = "" if left is None else f", {duration(left)} left"
                self._say(f"{name}: {100 * done / total:.0f} %{say}", "" if self._rewrites else "\n")

        return report

    def _say(self, text: str, end: str) -> None:
        self._stream.write(f"\r{text}\x1b[K{end}" if self._rewrites else f"{text}{end}")
        self._stream.flush()
