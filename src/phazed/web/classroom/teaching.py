"""Handlers for the teacher: the roster and its links, settings, the final, disqualifications, deletions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from phazed.course import final
from phazed.course.deletion import delete_student
from phazed.course.roster import read_roster
from phazed.rules.errors import in_words
from phazed.spreadsheets import csv_text
from phazed.storage.course.people import STUDENT
from phazed.web.classroom.classroom import csv_download
from phazed.web.fields import text_in
from phazed.web.server.visit import Denied

if TYPE_CHECKING:
    from starlette.responses import Response

    from phazed.answers.classroom import ClassOverview, ClassSettings, PlayedRound, Student, StudentVersion
    from phazed.storage.course.people import Person
    from phazed.storage.course.submissions import Submission
    from phazed.web.classroom.classroom import ClassVisit

MAX_ROSTER = 2 << 20
"""Maximum size of a roster, in bytes."""
MAX_REASON = 500
NO_STUDENT = "there is no such student"
COLUMNS = (
    *("rank", "low", "high", "full_name", "number", "section", "name", "version", "mu", "sigma", "matches", "wins"),
)
"""Columns of the ranking as CSV."""


async def overview(visit: ClassVisit) -> ClassOverview:
    """Return the content of the teacher's page."""
    classroom = visit.classroom
    folder = classroom.folder
    submissions = folder.submissions.all()
    waiting = sum(each.state == "waiting" for each in submissions)
    failure = classroom.engine.failure or classroom.final.failure
    return {
        "settings": cast("ClassSettings", folder.settings._asdict()),
        "final": classroom.final_state(),
        "students": [_student(visit, person) for person in folder.people.all()],
        "present": classroom.presence.present(),
        "events": [{"time": event.time, "what": event.what} for event in folder.database.events()],
        "matches": classroom.engine.scoreboard.played,
        "waiting": waiting,
        "failure": classroom.engine.problem or None if failure is None else in_words(failure),
        "rounds": [cast("PlayedRound", each._asdict()) for each in folder.rounds.all()],
        "features": ["similar", "grading"],
    }


def _student(visit: ClassVisit, person: Person) -> Student:
    versions = visit.folder.submissions.of(person.id)
    playing = next((each for each in versions if each.active), None)
    latest = next(iter(versions), None)
    return {
        "id": person.id,
        "name": person.name,
        "number": person.number,
        "section": person.section,
        "nickname": person.nickname,
        "joined": person.joined,
        "link": visit.classroom.link_of(person),
        "versions": len(versions),
        "active": None if playing is None else _version(playing),
        "latest": None if latest is None else _version(latest),
    }


def _version(each: Submission) -> StudentVersion:
    return {
        "id": each.id,
        "version": each.version,
        "state": each.state,
        "late": each.late,
        "resting": each.resting,
        "disqualified": each.disqualified,
    }


async def add_roster(visit: ClassVisit) -> dict[str, int]:
    """Add the students of a roster, which is the body of the request, as CSV."""
    data = await visit.body(MAX_ROSTER)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")  # as spreadsheets on Windows write it
    entries = read_roster(text, "the roster")
    new = visit.folder.people.add_students(entries)
    visit.folder.database.add_event(f"Roster: {new} students are new, {len(entries) - new} were known")
    return {"new": new, "known": len(entries) - new}


async def links(visit: ClassVisit) -> Response:
    """Return the personal sign-in links of all students, for a mail merge."""
    rows = [[each.name, each.number, each.section, visit.classroom.link_of(each)] for each in visit.folder.people.all()]
    return csv_download("sign-in-links.csv", csv_text([["name", "student number", "group", "link"], *rows]))


async def standings(visit: ClassVisit) -> Response:
    """Return the ranking of the ladder with names, for a gradebook."""
    rows = [row for row in visit.classroom.board(for_teacher=True)[0] if not row["milestone"]]
    table = [[*COLUMNS], *([cast("dict[str, Any]", row)[column] for column in COLUMNS] for row in rows)]
    return csv_download("ladder.csv", csv_text(table))


async def change_settings(visit: ClassVisit) -> ClassSettings:
    """Change the settings of the class."""
    changed = visit.folder.change_settings(await visit.fields())
    visit.classroom.engine.wake()
    return cast("ClassSettings", changed._asdict())


def _student_in(visit: ClassVisit) -> Person:
    person = visit.folder.people.get(visit.number("student", NO_STUDENT))
    if person is None or person.role != STUDENT:
        raise Denied(404, NO_STUDENT)
    return person


async def renew(visit: ClassVisit) -> dict[str, str]:
    """Give a student a new link; the old one and all sign-ins with it become invalid."""
    person = _student_in(visit)
    visit.folder.people.renew_key(person.id)
    renewed = visit.folder.people.get(person.id)
    visit.folder.database.add_event("A new sign-in link was made", person.id)
    return {"link": visit.classroom.link_of(renewed or person)}


async def delete(visit: ClassVisit) -> dict[str, Any]:
    """Delete a student, with all submissions and their files."""
    person = _student_in(visit)
    delete_student(visit.folder, person.number or "")
    visit.classroom.engine.wake()
    return {}


async def disqualify(visit: ClassVisit) -> dict[str, str | None]:
    """Disqualify a submission, with a reason that the report shows; without one, let it play again."""
    found = visit.submission(own=True, otherwise="there is no such submission")
    why = " ".join(text_in(await visit.fields(), "why").split())[:MAX_REASON] or None
    visit.folder.submissions.disqualify(found.id, why)
    what = f"Submission {found.id} was disqualified: {why}" if why else f"Submission {found.id} may play again"
    visit.folder.database.add_event(what, found.person)
    visit.classroom.engine.wake()
    if why and final.finals(visit.folder):
        visit.classroom.final.resume()
    return {"disqualified": why}


async def begin_final(visit: ClassVisit) -> dict[str, Any]:
    """Close the submissions and play the final, or play it again with a reason."""
    fields = await visit.fields()
    begun = final.begin(visit.folder, text_in(fields, "why"))
    visit.classroom.final.resume()
    return {"name": begun.name, "bots": len(begun.bots)}
