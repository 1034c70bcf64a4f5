"""Handlers for signing in and out, and for a person's own account."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from phazed.rules.rulesets import ruleset
from phazed.web.fields import flag_in, text_in
from phazed.web.server.visit import Denied

if TYPE_CHECKING:
    from typing import Literal

    from starlette.responses import Response

    from phazed.answers.classroom import Me
    from phazed.web.classroom.classroom import ClassVisit


async def me(visit: ClassVisit) -> Me:
    """Return the person who is signed in, and information about the class."""
    folder, visitor = visit.folder, visit.visitor
    settings, person = folder.settings, visitor.person
    about: Me = {
        "title": settings.title,
        "game": settings.game,
        "game_title": ruleset(settings.game).title,
        "deadline": settings.deadline,
        "guests": settings.guests,
        "final": visit.classroom.final_state(),
        "role": None,
    }
    if person is None:
        return about
    return {
        **about,
        "deadline": settings.deadline and max(settings.deadline, person.extension or 0),
        "role": cast("Literal['student', 'assistant', 'teacher']", person.role),
        "name": person.name,
        "nickname": person.nickname,
        "shown": person.shown,
        "csrf": visit.classroom.access.csrf(visitor),
        "key": None if person.is_staff else folder.key_of(person),
    }


async def sign_in(visit: ClassVisit) -> Response:
    """Sign in with the key of a personal link."""
    fields = await visit.fields()
    switch = flag_in(fields, "switch") if "switch" in fields else False
    return visit.classroom.access.sign_in(visit.request, text_in(fields, "key"), switch=switch)


async def sign_out(visit: ClassVisit) -> Response:
    """End the session of this browser."""
    return visit.classroom.access.sign_out(visit.visitor)


async def set_nickname(visit: ClassVisit) -> dict[str, str | None]:
    """Change the nickname that other people see."""
    people = visit.folder.people
    if visit.person.is_staff:
        raise Denied(400, "teachers and assistants are shown by their names")
    people.set_nickname(visit.person.id, text_in(await visit.fields(), "nickname"))
    person = people.get(visit.person.id)
    return {"nickname": person.nickname if person else None}
