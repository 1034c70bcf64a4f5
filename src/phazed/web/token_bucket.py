"""A token bucket for rate limits."""

from __future__ import annotations

import time


class TokenBucket:
    """A token bucket that allows `burst` actions at once, and then `rate` per second.

    >>> bucket = TokenBucket(burst=2, rate=2.0)
    >>> [bucket.wait(now) for now in (10.0, 10.0, 10.0, 10.0, 12.0)]
    [0.0, 0.0, 0.5, 1.0, 0.0]
    >>> bucket.take(12.0), bucket.take(12.0), bucket.take(12.5)
    (True, False, True)
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = float(burst)
        self._at = 0.0

    def is_empty(self, now: float | None = None) -> bool:
        """Return whether no token is available."""
        return self._refill(now) < 1

    def take(self, now: float | None = None) -> bool:
        """Take a token if one is available; return whether it was taken."""
        if self.is_empty(now):
            return False
        self._left -= 1
        return True

    def wait(self, now: float | None = None) -> float:
        """Take a token, possibly in advance; return the number of seconds until it is available."""
        self._left = self._refill(now) - 1
        return max(0.0, -self._left / self._rate)

    def _refill(self, now: float | None) -> float:
        """Add the tokens for the time since the last call and return the number available."""
        now = time.monotonic() if now is None else now
        self._left = min(self._left + (now - self._at) * self._rate, self._burst)
        self._at = now
        return self._left
