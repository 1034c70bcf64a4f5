"""Handlers for the teacher: the roster and its links, settings, the final, disqualifications, and deletions."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, cast

from phazed.course import final
from phazed.course.deletion import delete_student, is_name_of, replacement
from phazed.course.engine import forgive
from phazed.course.folder import ClassFolder
from phazed.course.roster import decoded, read_roster
from phazed.rules.errors import in_words
from phazed.spreadsheets import csv_text
from phazed.storage.course.people import STUDENT
from phazed.web.classroom.classroom import csv_download
from phazed.web.classroom.operation import load_of
from phazed.web.fields import text_in
from phazed.web.server.visit import Denied

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.responses import Response

    from phazed.answers.classroom import (
        ClassOverview,
        ClassSettings,
        PlayedRound,
        Student,
        StudentVersion,
        StudentVersions,
    )
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
"""Columns of the ranking in CSV."""


async def overview(visit: ClassVisit) -> ClassOverview:
    """Return the content of the teacher's page."""
    classroom = visit.classroom
    folder = classroom.folder
    versions, counts = folder.submissions.important(), folder.submissions.counts()
    failure = classroom.engine.failure or classroom.final.failure
    return {
        "settings": cast("ClassSettings", folder.settings._asdict()),
        "final": classroom.final_state(),
        "students": [
            _student(visit, person, versions.get(person.id, []), counts.get(person.id, 0))
            for person in folder.people.all()
        ],
        "present": classroom.presence.present(),
        "events": [{"time": event.time, "what": event.what} for event in folder.database.events()],
        "matches": classroom.engine.scoreboard.played,
        "waiting": folder.submissions.count_waiting(),
        "failure": classroom.engine.problem or None if failure is None else in_words(failure),
        "rounds": [cast("PlayedRound", each._asdict()) for each in folder.rounds.all()],
        "features": ["similar", "grading"],
        "server": load_of(classroom),
    }


def _student(visit: ClassVisit, person: Person, versions: list[Submission], count: int) -> Student:
    playing = next((each for each in versions if each.active), None)
    latest = next(iter(versions), None)
    return {
        "id": person.id,
        "name": person.name,
        "number": person.number,
        "section": person.section,
        "nickname": person.nickname,
        "joined": person.joined,
        "email": person.email,
        "extension": person.extension,
        "link": visit.classroom.link_of(person),
        "versions": count,
        "active": None if playing is None else _version(playing),
        "latest": None if latest is None else _version(latest),
    }


def _version(each: Submission) -> StudentVersion:
    return {
        "id": each.id,
        "version": each.version,
        "state": each.state,
        "submitted": each.submitted,
        "late": each.late,
        "active": each.active,
        "entered": each.entered,
        "resting": each.resting,
        "disqualified": each.disqualified,
    }


async def student(visit: ClassVisit) -> StudentVersions:
    """Return a student with all versions, including those that have failed their check."""
    person = _student_in(visit)
    own = visit.folder.submissions.of(person.id)
    return {**_student(visit, person, own, len(own)), "all": [_version(each) for each in own]}


async def add_roster(visit: ClassVisit) -> dict[str, int]:
    """Add the students from the roster in the request body."""
    entries = read_roster(decoded(await visit.body(MAX_ROSTER), "the roster"), "the roster")
    new = visit.folder.people.add_students(entries)
    visit.folder.database.add_event(f"Roster: {new} students are new, {len(entries) - new} were known")
    return {"new": new, "known": len(entries) - new}


async def links(visit: ClassVisit) -> Response:
    """Return the personal sign-in links of all students as CSV, for a mail merge."""
    rows = [
        [each.name, each.number, each.section, each.email, visit.classroom.link_of(each)]
        for each in visit.folder.people.all()
    ]
    return csv_download("sign-in-links.csv", csv_text([["name", "student number", "group", "email", "link"], *rows]))


async def standings(visit: ClassVisit) -> Response:
    """Return the ladder's ranking as CSV with names, for a gradebook."""
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
    """Give a student a new link; the old link and all of the student's sessions become invalid."""
    person = _student_in(visit)
    visit.folder.people.renew_key(person.id)
    renewed = visit.folder.people.get(person.id)
    visit.folder.database.add_event("A new sign-in link was made", person.id)
    return {"link": visit.classroom.link_of(renewed or person)}


async def reset_nickname(visit: ClassVisit) -> dict[str, Any]:
    """Delete a student's nickname, so that the student has to choose a new one."""
    person = _student_in(visit)
    visit.folder.people.reset_nickname(person.id)
    visit.folder.database.add_event("A nickname was reset", person.id)
    return {}


async def extend(visit: ClassVisit) -> dict[str, float | None]:
    """Give a student an individual deadline; without a time, remove it."""
    person, deadline = _student_in(visit), (await visit.fields()).get("deadline")
    visit.folder.extend(person.id, deadline)
    visit.folder.database.add_event(f"{person.name} has an extension" if deadline else "An extension ended", person.id)
    visit.classroom.engine.wake()
    return {"deadline": deadline}


async def delete(visit: ClassVisit) -> dict[str, Any]:
    """Delete a student from all stores and from the tables in memory."""
    person = _student_in(visit)
    own = {(place.game, place.seat) for place in visit.folder.rounds.of(person.id)}
    for game, live in visit.server.registry.in_memory.items():
        for number, seat in enumerate(live.table.seats):
            if seat.is_person and ((game, number) in own or is_name_of(person, seat.name)):
                live.rename(number, replacement(person))
    await visit.classroom.jobs.run(("delete", person.id), _delete, visit.folder.path, person.number or "")
    visit.classroom.engine.wake()
    return {}


def _delete(path: Path, number: str) -> None:
    with closing(ClassFolder(path)) as folder:
        delete_student(folder, number)


async def wake(visit: ClassVisit) -> dict[str, Any]:
    """Let a submission that is paused because of its errors play again."""
    found = visit.submission(own=True, otherwise="there is no such submission")
    forgive(visit.folder, found)
    visit.folder.database.add_event(f"Submission {found.id} plays again", found.person)
    visit.classroom.engine.wake()
    return {}


async def disqualify(visit: ClassVisit) -> dict[str, str | None]:
    """Disqualify a submission for a reason that the report shows; without a reason, let it play again."""
    found = visit.submission(own=True, otherwise="there is no such submission")
    why = " ".join(text_in(await visit.fields(), "why").split())[:MAX_REASON] or None
    visit.folder.submissions.disqualify(found.id, why)
    what = f"Submission {found.id} was disqualified: {why}" if why else f"Submission {found.id} may play again"
    visit.folder.database.add_event(what, found.person)
    visit.classroom.engine.wake()
    if final.finals(visit.folder):
        visit.classroom.final.resume()
    return {"disqualified": why}


async def begin_final(visit: ClassVisit) -> dict[str, Any]:
    """Close submissions and start the final, or start it again for a reason."""
    fields = await visit.fields()
    begun = final.begin(visit.folder, text_in(fields, "why"))
    visit.classroom.final.resume()
    return {"name": begun.name, "bots": len(begun.bots)}
