"""The operation of the server: its health, its load for the teacher's page, and the log of requests."""

from __future__ import annotations

import logging
import os
import shutil
import time
from collections import deque
from logging.handlers import RotatingFileHandler
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from phazed.answers.classroom import ServerLoad
    from phazed.web.classroom.classroom import Classroom, ClassVisit

PERSON = "phazed.person"
"""Key of the id of the person in the scope of a request."""
LOG_BYTES, LOG_FILES = 10 << 20, 4
"""Size of a log file, and number of older ones."""
MINUTE = 60.0
MAX_TIMES = 5000
"""Maximum number of requests whose times are known."""
FREE_BYTES = 100 << 20
"""Free space below which the server is not healthy."""


class Answered(NamedTuple):
    """A request that has been answered."""

    at: float
    seconds: float


class RequestLog:
    """The requests of a server: a log file, and the times of the latest ones."""

    def __init__(self, file: Path) -> None:
        self._handler = RotatingFileHandler(
            file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True
        )
        self._times: deque[Answered] = deque(maxlen=MAX_TIMES)

    def add(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        """Add a request. The line has the id of a person and no name; a query may have one, so it is left out."""
        self._times.append(Answered(time.monotonic(), seconds))
        client = scope.get("client") or ("-",)
        moment = time.strftime("%Y-%m-%dT%H:%M:%S%z")
        path = str(scope["path"]).encode("unicode_escape").decode()[:200]
        who, milliseconds = scope.get(PERSON, "-"), f"{1000 * seconds:.0f}ms"
        line = f"{moment} {client[0]} {who} {scope['method']} {path} {status} {size} {milliseconds}"
        self._handler.emit(logging.LogRecord("phazed", logging.INFO, "", 0, line, None, None))

    def times(self) -> tuple[int, float, float]:
        """Return the number of requests of the last minute, and the median and the 95 % quantile of their seconds."""
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
    """Middleware that adds every request to the log."""

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


async def health(visit: ClassVisit) -> Response:
    """Return whether the server works, for a monitor: 200 if so, 503 with the reasons if not."""
    problems = problems_of(visit.classroom)
    return JSONResponse(
        {"status": "failing" if problems else "ok", "problems": problems},
        503 if problems else 200,
        headers={"Cache-Control": "no-store"},
    )


def problems_of(classroom: Classroom) -> list[str]:
    """Return what does not work, without details that are for the teacher only."""
    problems = []
    if classroom.engine.failure is not None:
        problems.append("checks and matches have stopped")
    if classroom.final.failure is not None:
        problems.append("the final has stopped")
    if shutil.disk_usage(classroom.folder.path).free < FREE_BYTES:
        problems.append("the disk is almost full")
    return problems


def load_of(classroom: Classroom) -> ServerLoad:
    """Return the load of the server, for the teacher's page."""
    requests, median, late = classroom.log.times()
    return {
        "load": round(os.getloadavg()[0], 2),
        "processors": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        "queue": classroom.engine.queue(),
        "requests": requests,
        "median": round(median, 4),
        "slow": round(late, 4),
        "used": classroom.engine.space,
        "limit": classroom.folder.settings.space << 20,
        "free": shutil.disk_usage(classroom.folder.path).free,
    }
