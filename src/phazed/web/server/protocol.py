"""The door: whoever comes in has to say soon what they want, and there is room for only so many."""

from __future__ import annotations

import errno
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

SILENCE = 10.0
"""Seconds that a connection may be open without a request."""
MOST_FILES = 65_536
"""Open files, connections among them, that we ask the system for."""
NO_ROOM = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
"""What the system says when it can open nothing more."""


class Door(H11Protocol):
    """HTTP as uvicorn speaks it, but for connections that bring no request, or are too many: those are closed.

    uvicorn itself waits for ever for a request that has not begun, or not come to the end of its head.
    """

    _silence: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            transport.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._silence.cancel()
        self._wait()
        super().on_response_complete()

    def shutdown(self) -> None:
        """Close the connection; a complete request is answered first, an incomplete one is not waited for."""
        super().shutdown()
        if self.cycle is not None and self.cycle.more_body:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._silence.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._silence = self.loop.call_later(SILENCE, self._close_if_silent)

    def _close_if_silent(self) -> None:
        """Close the connection, unless a request is being answered, or it has become a WebSocket's."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if self in self.connections and not answering:
            self.transport.close()


def most_connections() -> int:
    """How many there may be at once: half the files, so that some are left for games and pages, whoever comes."""
    return _most_files() // 2


def _most_files() -> int:
    """How many files we may have open, once we have asked for as many as we can get."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES

    def files(limit: int) -> int:
        return MOST_FILES if limit == resource.RLIM_INFINITY else min(limit, MOST_FILES)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files(soft) < files(hard):
        with suppress(ValueError, OSError):  # some systems promise more than they give
            resource.setrlimit(resource.RLIMIT_NOFILE, (files(hard), hard))
            soft = files(hard)
    return files(soft)


def complain(loop: asyncio.AbstractEventLoop, problem: dict[str, Any]) -> None:
    """Say what went wrong, but not that there is no room for one more: of that there may be no end."""
    if getattr(problem.get("exception"), "errno", None) not in NO_ROOM:
        loop.default_exception_handler(problem)
