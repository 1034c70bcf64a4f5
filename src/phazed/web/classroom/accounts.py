"""Sign-in, and what people decide about themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from phazed.course.store.people import TEACHER
from phazed.rules.rulesets import ruleset
from phazed.web.server.bodies import json_object
from phazed.web.tables.messages import text_in

if TYPE_CHECKING:
    from starlette.responses import Response

    from phazed.web.classroom.classroom import Visit


async def me(visit: Visit) -> Response:
    """Who is signed in, and what a page needs to know about the class."""
    folder, visitor = visit.room.folder, visit.visitor
    settings, person = folder.settings, visitor.person
    about = {
        "title": settings.title,
        "game": settings.game,
        "game_title": ruleset(settings.game).title,
        "deadline": settings.deadline,
        "guests": settings.guests,
        "final": visit.room.final_data(),
    }
    if person is None:
        return JSONResponse({**about, "role": None})
    own = {"role": person.role, "name": person.name, "nickname": person.nickname, "shown": person.shown}
    key = folder.key_of(person) if person.role != TEACHER else None
    return JSONResponse({**about, **own, "csrf": visit.room.access.csrf(visitor), "key": key})


async def sign_in(visit: Visit) -> Response:
    """Sign in with the key of a personal link."""
    fields = await json_object(visit.request)
    _, response = visit.room.access.sign_in(visit.request, text_in(fields, "key"))
    return response


async def sign_out(visit: Visit) -> Response:
    """Forget who is signed in in this browser."""
    return visit.room.access.sign_out()


async def set_nickname(visit: Visit) -> Response:
    """Choose what the others see."""
    fields = await json_object(visit.request)
    visit.room.folder.people.set_nickname(visit.person.id, text_in(fields, "nickname"))
    person = visit.room.folder.people.get(visit.person.id)
    return JSONResponse({"nickname": person.nickname if person else None})
