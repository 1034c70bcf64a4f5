"""Sign-in, and what people decide about themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.rules.rulesets import ruleset
from phazed.storage.course.people import TEACHER
from phazed.web.fields import text_in

if TYPE_CHECKING:
    from starlette.responses import Response

    from phazed.web.classroom.classroom import ClassVisit


async def me(visit: ClassVisit) -> dict[str, Any]:
    """Return the person who is signed in, and facts about the class."""
    folder, visitor = visit.folder, visit.visitor
    settings, person = folder.settings, visitor.person
    about = {
        "title": settings.title,
        "game": settings.game,
        "game_title": ruleset(settings.game).title,
        "deadline": settings.deadline,
        "guests": settings.guests,
        "final": visit.classroom.final_data(),
    }
    if person is None:
        return {**about, "role": None}
    own = {"role": person.role, "name": person.name, "nickname": person.nickname, "shown": person.shown}
    key = folder.key_of(person) if person.role != TEACHER else None
    return {**about, **own, "csrf": visit.classroom.access.csrf(visitor), "key": key}


async def sign_in(visit: ClassVisit) -> Response:
    """Sign in with the key of a personal link."""
    return visit.classroom.access.sign_in(visit.request, text_in(await visit.fields(), "key"))


async def sign_out(visit: ClassVisit) -> Response:
    """Sign out in this browser."""
    return visit.classroom.access.sign_out()


async def set_nickname(visit: ClassVisit) -> dict[str, str | None]:
    """Change the name that others see."""
    people = visit.folder.people
    people.set_nickname(visit.person.id, text_in(await visit.fields(), "nickname"))
    person = people.get(visit.person.id)
    return {"nickname": person.nickname if person else None}
