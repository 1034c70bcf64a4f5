"""Handlers for the accounts of teachers and assistants, and for renewing one's own key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.web.fields import text_in
from phazed.web.server.visit import Denied

if TYPE_CHECKING:
    from phazed.answers.classroom import StaffMember
    from phazed.storage.course.people import Person
    from phazed.web.classroom.classroom import ClassVisit

NO_PERSON = "there is no such teacher or assistant"


def _member(visit: ClassVisit, person: Person) -> StaffMember:
    return {
        "id": person.id,
        "role": person.role,
        "name": person.name,
        "joined": person.joined,
        "link": visit.classroom.link_of(person),
        "own": person.id == visit.person.id,
    }


def _person_in(visit: ClassVisit) -> Person:
    person = visit.folder.people.get(visit.number("person", NO_PERSON))
    if person is None or not person.is_staff:
        raise Denied(404, NO_PERSON)
    return person


async def everybody(visit: ClassVisit) -> list[StaffMember]:
    """Return all teachers and assistants, with their links."""
    return [_member(visit, each) for each in visit.folder.people.staff()]


async def add(visit: ClassVisit) -> StaffMember:
    """Add a teacher or an assistant."""
    fields = await visit.fields()
    person = visit.folder.people.add_staff(text_in(fields, "role"), text_in(fields, "name"))
    visit.folder.database.add_event(f"{person.name} is now {person.role}", person.id)
    return _member(visit, person)


async def renew(visit: ClassVisit) -> dict[str, str]:
    """Give a teacher or an assistant a new link; the old link and all of the person's sessions become invalid."""
    return {"link": _renewed(visit, _person_in(visit))}


async def remove(visit: ClassVisit) -> dict[str, Any]:
    """Remove a teacher or an assistant, which ends all of the person's sessions."""
    person = _person_in(visit)
    if person.id == visit.person.id:
        raise Denied(400, "this is your own account: let another teacher remove it")
    visit.folder.people.remove_staff(person.id)
    return {}


async def renew_own(visit: ClassVisit) -> dict[str, str]:
    """Give the visitor a new link; all of their sessions end, including the current one."""
    return {"link": _renewed(visit, visit.person)}


def _renewed(visit: ClassVisit, person: Person) -> str:
    people = visit.folder.people
    people.renew_key(person.id)
    visit.folder.database.add_event("A new sign-in link was made", person.id)
    return visit.classroom.link_of(people.get(person.id) or person)
