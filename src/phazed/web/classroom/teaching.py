"""What only the teacher sees and does: the roster and its links, settings, the final, disqualifications, deletions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from phazed.course import final
from phazed.course.deletion import delete_student
from phazed.course.roster import read_roster
from phazed.course.store.people import STUDENT
from phazed.rules.errors import in_words
from phazed.spreadsheets import csv_text
from phazed.web.classroom.access import Denied
from phazed.web.server.bodies import json_object, read_body
from phazed.web.tables.messages import text_in

if TYPE_CHECKING:
    from phazed.course.store.people import Person
    from phazed.web.classroom.classroom import Visit

MAX_ROSTER = 2 << 20
"""Bytes of a roster."""
MAX_REASON = 500
COLUMNS = (
    *("rank", "low", "high", "full_name", "number", "section", "name", "version", "mu", "sigma", "matches", "wins"),
)
"""Of the ranking as CSV."""


async def overview(visit: Visit) -> Response:
    """Everything that the teacher's page shows."""
    room = visit.room
    folder = room.folder
    submissions = folder.submissions.all()
    waiting = sum(each.state == "waiting" for each in submissions)
    failure = room.engine.failure or room.final.failure
    return JSONResponse(
        {
            "settings": folder.settings._asdict(),
            "final": room.final_data(),
            "students": [_student(visit, person) for person in folder.people.all()],
            "present": room.presence.present(),
            "events": [event._asdict() for event in folder.database.events()],
            "matches": room.engine.scoreboard.played,
            "waiting": waiting,
            "failure": room.engine.problem or None if failure is None else in_words(failure),
            "rounds": [each._asdict() for each in folder.rounds.all()],
            "features": ["similar", "grading"],
        }
    )


def _student(visit: Visit, person: Person) -> dict[str, Any]:
    versions = visit.room.folder.submissions.of(person.id)
    playing = next((each for each in versions if each.active), None)
    latest = next(iter(versions), None)
    return {
        "id": person.id,
        "name": person.name,
        "number": person.number,
        "section": person.section,
        "nickname": person.nickname,
        "joined": person.joined,
        "link": visit.room.link_of(person),
        "versions": len(versions),
        "active": None if playing is None else playing._asdict(),
        "latest": None if latest is None else latest._asdict(),
    }


async def add_roster(visit: Visit) -> Response:
    """Add the students of a roster, which is the body of the request, as CSV."""
    data = await read_body(visit.request, MAX_ROSTER)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")  # as spreadsheets on Windows write it
    entries = read_roster(text, "the roster")
    new = visit.room.folder.people.add_students(entries)
    visit.room.folder.database.add_event(f"Roster: {new} students are new, {len(entries) - new} were known")
    return JSONResponse({"new": new, "known": len(entries) - new})


async def links(visit: Visit) -> Response:
    """The personal sign-in links of all students, for a mail merge."""
    rows = [[each.name, each.number, each.section, visit.room.link_of(each)] for each in visit.room.folder.people.all()]
    return _csv("sign-in-links.csv", [["name", "student number", "group", "link"], *rows])


async def standings(visit: Visit) -> Response:
    """The ranking of the ladder with names, for a gradebook."""
    rows = [row for row in visit.room.boards.get(visit.room, for_teacher=True)[0] if not row["milestone"]]
    return _csv("ladder.csv", [[*COLUMNS], *([row[column] for column in COLUMNS] for row in rows)])


def _csv(name: str, rows: list[list[Any]]) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(csv_text(rows), media_type="text/csv; charset=utf-8", headers=headers)


async def change_settings(visit: Visit) -> Response:
    """Change the settings of the class."""
    changed = visit.room.folder.change_settings(await json_object(visit.request))
    visit.room.engine.wake()
    return JSONResponse(changed._asdict())


def _student_in(visit: Visit) -> Person:
    person = visit.room.folder.people.get(visit.number("student"))
    if person is None or person.role != STUDENT:
        raise Denied(404, "there is no such student")
    return person


async def renew(visit: Visit) -> Response:
    """Give a student a new link; the old one and all sign-ins with it become invalid."""
    person = _student_in(visit)
    visit.room.folder.people.renew_key(person.id)
    renewed = visit.room.folder.people.get(person.id)
    visit.room.folder.database.add_event("A new sign-in link was made", person.id)
    return JSONResponse({"link": visit.room.link_of(renewed or person)})


async def delete(visit: Visit) -> Response:
    """Delete a student, with all submissions and their files."""
    person = _student_in(visit)
    delete_student(visit.room.folder, person.number or "")
    visit.room.engine.wake()
    return JSONResponse({})


async def disqualify(visit: Visit) -> Response:
    """Disqualify a submission, with a reason that the report shows; without one, let it play again."""
    found = visit.submission(own=True)
    if found is None:
        raise Denied(404, "there is no such submission")
    why = " ".join(text_in(await json_object(visit.request), "why").split())[:MAX_REASON] or None
    visit.room.folder.submissions.disqualify(found.id, why)
    what = f"Submission {found.id} was disqualified: {why}" if why else f"Submission {found.id} may play again"
    visit.room.folder.database.add_event(what, found.person)
    visit.room.engine.wake()
    if why and final.finals(visit.room.folder):
        visit.room.final.resume()
    return JSONResponse({"disqualified": why})


async def begin_final(visit: Visit) -> Response:
    """Close the submissions and play the final, or play it again with a reason."""
    fields = await json_object(visit.request)
    begun = final.begin(visit.room.folder, text_in(fields, "why"))
    visit.room.final.resume()
    return JSONResponse({"name": begun.name, "bots": len(begun.bots)}, 201)
