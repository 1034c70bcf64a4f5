"""Which submissions share code: compared when the teacher asks, shown to the teacher only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from phazed.web.classroom.access import Denied
from phazed.web.classroom.grades import exported

if TYPE_CHECKING:
    from starlette.responses import Response

    from phazed.web.classroom.classroom import Visit


async def state(visit: Visit) -> Response:
    """What was found when submissions were last compared, and whether they are being compared now."""
    room = visit.room
    return JSONResponse({"found": room.folder.database.setting("similar"), "waiting": room.engine.is_comparing})


async def compare(visit: Visit) -> Response:
    """Compare the latest submissions of all students."""
    visit.room.engine.ask_similar()
    return JSONResponse({}, 202)


async def page(visit: Visit) -> Response:
    """The pairs side by side."""
    try:
        text = visit.room.folder.similar_file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Denied(404, "the submissions have not been compared") from None
    return exported(text)
