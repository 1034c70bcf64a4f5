"""The log of requests: a file, and the response times of the latest requests."""

from __future__ import annotations

import logging
import time
from collections import deque
from logging.handlers import RotatingFileHandler
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PERSON = "phazed.person"
"""Key of the person's id in the scope of a request."""
LOG_BYTES, LOG_FILES = 10 << 20, 4
"""Maximum size of a log file, and number of old log files that are kept."""
MINUTE = 60.0
MAX_TIMES = 5000
"""Maximum number of requests whose response times are kept."""


class Answered(NamedTuple):
    """An answered request."""

    at: float
    seconds: float


class RequestLog:
    """The requests to a server: a log file, and the response times of the latest requests."""

    def __init__(self, file: Path) -> None:
        self._handler = RotatingFileHandler(
            file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True
        )
        self._times: deque[Answered] = deque(maxlen=MAX_TIMES)

    def add(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        """Log a request, with the person's id and without the query, which may contain a name."""
        self._times.append(Answered(time.monotonic(), seconds))
        client = scope.get("client") or ("-",)
        moment = time.strftime("%Y-%m-%dT%H:%M:%S%z")
        path = str(scope["path"]).encode("unicode_escape").decode()[:200]
        who, milliseconds = scope.get(PERSON, "-"), f"{1000 * seconds:.0f}ms"
        line = f"{moment} {client[0]} {who} {scope['method']} {path} {status} {size} {milliseconds}"
        self._handler.emit(logging.LogRecord("phazed", logging.INFO, "", 0, line, None, None))

    def times(self) -> tuple[int, float, float]:
        """Return the number of requests in the last minute, and the median and 95th percentile of their duration."""
        since = time.monotonic() - MINUTE
        latest = [each.seconds for each in self._times if each.at > since]
        if len(latest) < 2:
            alone = sum(latest)
            return len(latest), alone, alone
        parts = quantiles(latest, n=20)
        return len(latest), parts[9], parts[18]

    def close(self) -> None:
        self._handler.close()


class LogRequests:
    """Middleware that logs every request."""

    def __init__(self, app: ASGIApp, log: RequestLog) -> None:
        self._app = app
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, size = time.monotonic(), 500, 0

        async def sent(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            self._log.add(scope, status, size, time.monotonic() - begun)
