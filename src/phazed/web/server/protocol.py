"""HTTP connections with an idle timeout and a limit on their number."""

from __future__ import annotations

import errno
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

IDLE_TIMEOUT = 10.0
"""Seconds that a connection may stay open without a request."""
MAX_FILES = 65_536
"""Maximum number of open files, including connections, that is requested from the system."""
OUT_OF_RESOURCES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
"""Error numbers that mean that the system has run out of resources."""


class IdleTimeoutProtocol(H11Protocol):
    """uvicorn's HTTP protocol, extended to close idle connections and those above the limit.

    By itself, uvicorn waits forever for a request that has not started or whose header is incomplete.
    """

    _idle_timer: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_timer()
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            transport.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._idle_timer.cancel()
        self._start_timer()
        super().on_response_complete()

    def shutdown(self) -> None:
        """Close the connection after the response in progress, without waiting for the rest of a request."""
        super().shutdown()
        if self.cycle is not None and self.cycle.more_body:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._idle_timer.cancel()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        self._idle_timer = self.loop.call_later(IDLE_TIMEOUT, self._close_if_idle)

    def _close_if_idle(self) -> None:
        """Close the connection unless a response is in progress or it has become a WebSocket."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if self in self.connections and not answering:
            self.transport.close()


def max_connections() -> int:
    """Return the maximum number of connections: half the open files, so that some are left for games and pages."""
    return _max_files() // 2


def _max_files() -> int:
    """Raise the limit on open files as far as the system allows and return it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_FILES

    def files(limit: int) -> int:
        return MAX_FILES if limit == resource.RLIM_INFINITY else min(limit, MAX_FILES)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files(soft) < files(hard):
        with suppress(ValueError, OSError):  # some systems refuse the limit that they report
            resource.setrlimit(resource.RLIMIT_NOFILE, (files(hard), hard))
            soft = files(hard)
    return files(soft)


def report_exception(loop: asyncio.AbstractEventLoop, problem: dict[str, Any]) -> None:
    """Log an exception in the event loop, except that resources are exhausted, which could repeat endlessly."""
    if getattr(problem.get("exception"), "errno", None) not in OUT_OF_RESOURCES:
        loop.default_exception_handler(problem)
