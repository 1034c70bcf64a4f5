"""A stopwatch for searches, with two clocks: the thread's CPU time and the wall clock.

On an idle machine the two agree. On a busy machine, or if a thread has to wait, the wall clock runs ahead, and time
limits apply to it.
"""

from __future__ import annotations

from time import monotonic, thread_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SLICE = 0.005
"""Approximate seconds of work between two readings of the clocks."""


class Stopwatch:
    """A stopwatch that starts when it is created."""

    def __init__(self) -> None:
        self._processor = thread_time()
        self._wall = monotonic()

    def seconds(self) -> float:
        """Return the seconds since the start, in CPU time or wall-clock time, whichever is greater."""
        return max(thread_time() - self._processor, monotonic() - self._wall)

    def slices(self, count: int, limit: float) -> Iterator[int]:
        """Divide `count` steps of work into short slices, and yield their sizes until the limit is reached.

        The caller does the work of a slice before requesting the next one. The first slice is always yielded and is a
        single step.

        >>> list(Stopwatch().slices(10, limit=0.0))
        [1]
        """
        size = 1
        while count:
            start = self.seconds()
            yield size
            count -= size
            now = self.seconds()
            if now >= limit:
                return
            size = min(max(int(size * SLICE / max(now - start, 1e-9)), 1), 4 * size, count)
