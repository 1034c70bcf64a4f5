"""The server's health, and its load for the teacher's page."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.responses import Response

    from phazed.answers.classroom import ServerLoad
    from phazed.web.classroom.classroom import Classroom, ClassVisit

FREE_BYTES = 100 << 20
"""Free disk space, in bytes, below which the server is not healthy."""


async def health(visit: ClassVisit) -> Response:
    """Return the server's health for a monitor: status 200, or 503 with the reasons."""
    problems = problems_of(visit.classroom)
    return JSONResponse(
        {"status": "failing" if problems else "ok", "problems": problems},
        503 if problems else 200,
        headers={"Cache-Control": "no-store"},
    )


def problems_of(classroom: Classroom) -> list[str]:
    """Return descriptions of all problems, without details that only the teacher may see."""
    problems = []
    if classroom.engine.failure is not None:
        problems.append("checks and matches have stopped")
    if classroom.final.failure is not None:
        problems.append("the final has stopped")
    if shutil.disk_usage(classroom.folder.path).free < FREE_BYTES:
        problems.append("the disk is almost full")
    return problems


def load_of(classroom: Classroom) -> ServerLoad:
    """Return the server's load, for the teacher's page."""
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
