"""The operation of the server: its health, and its load for the teacher's page."""

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
"""Free space below which the server is not healthy."""


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
