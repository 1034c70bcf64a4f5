"""Handlers for submissions, the ladder's scoreboard, and the page and matches of each bot."""

from __future__ import annotations

import json
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from starlette.responses import JSONResponse, Response

from phazed.arena.report.summary import shown_faults
from phazed.course.analyses import REVIEW, found_by
from phazed.course.checking import check_of
from phazed.course.engine import forgive
from phazed.course.ladder import MILESTONES
from phazed.course.uploads import MAX_UPLOAD, read_upload
from phazed.game.frames import frames_of
from phazed.storage.course.ladder import LadderStore
from phazed.storage.course.submissions import PASSED, WAITING, unpacked
from phazed.web.classroom.finals import without_evidence
from phazed.web.fields import text_in
from phazed.web.server.visit import Denied

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

    from phazed.answers.classroom import (
        CheckedVersion,
        Code,
        CodeFile,
        LadderBot,
        LadderMatch,
        LadderResults,
        MilestoneResult,
        Rating,
        Version,
    )
    from phazed.storage.course.submissions import BotId, Submission
    from phazed.web.classroom.classroom import ClassVisit

UPLOAD_SECONDS = 60.0
MAX_WAITING = 3
"""Maximum number of submissions per student that are waiting for their check."""
MAX_CODE = 200_000
"""Maximum number of bytes shown of a file in a submission."""
MAX_ALL_CODE = 1_000_000
"""Maximum number of bytes shown of all files in a submission."""
NO_SUBMISSION, NO_BOT, NO_MATCH = "there is no such submission", "there is no such bot", "there is no such match"


async def submit(visit: ClassVisit) -> Version | Response:
    """Add a new version: the request body is the file, and the query contains its name."""
    folder, person = visit.folder, visit.person
    if person.is_staff:
        raise Denied(400, "students hand in bots: sign in with a student's link, for example a made-up one's")
    title = visit.query("title")[:200] or "bot.py"
    entrant = read_upload(title, await visit.body(MAX_UPLOAD + 1, UPLOAD_SECONDS))
    versions = folder.submissions.of(person.id)
    if sum(each.state == WAITING for each in versions) >= MAX_WAITING:
        raise Denied(429, f"{MAX_WAITING} of your submissions wait for their check: wait until one is done")
    latest = next(iter(versions), None)
    if latest is not None and latest.digest == entrant.digest:
        return _version(visit, latest)  # the same file again, for example after a lost connection
    made = folder.submissions.add(person.id, entrant, title)
    visit.classroom.engine.wake()
    return JSONResponse(_version(visit, made), 201)


def _version(visit: ClassVisit, each: Submission) -> Version:
    """Return a submission for its author's list."""
    return {
        "id": each.id,
        "version": each.version,
        "title": each.title,
        "submitted": each.submitted,
        "late": each.late,
        "state": cast("Literal['waiting', 'passed', 'failed']", each.state),
        "active": each.active,
        "entered": each.entered,
        "resting": each.resting,
        "disqualified": each.disqualified,
        "standing": visit.classroom.standing_of(each.id),
        "graded": visit.classroom.is_graded(each),
    }


async def versions(visit: ClassVisit) -> list[Version]:
    """Return the visitor's submissions, latest first."""
    return [_version(visit, each) for each in visit.folder.submissions.of(visit.person.id)]


def _own(visit: ClassVisit) -> Submission:
    """Return the submission in the address; raise `Denied` unless the visitor is its author or a teacher."""
    return visit.submission(own=True, otherwise=NO_SUBMISSION)


async def detail(visit: ClassVisit) -> CheckedVersion:
    """Return a submission with its check, for its author and the teacher."""
    found = _own(visit)
    return {**_version(visit, found), "check": check_of(visit.folder.submissions, found.id)}


async def code(visit: ClassVisit) -> Response:
    """Return the files of a submission, for its author and the teacher."""
    found = _own(visit)
    packed = visit.folder.submissions.packed(found)
    text = await visit.classroom.jobs.run(("code", found.digest), read_code, *packed)
    return Response(text, media_type="application/json")


def read_code(main: str, content: bytes) -> bytes:
    """Return a bot's files as JSON, with Python files first and large files truncated."""
    left = MAX_ALL_CODE
    files: list[CodeFile] = []
    found = sorted(unpacked("", main, content).files, key=lambda each: (each[0] != main, not each[0].endswith(".py")))
    for path, data in found:
        length = min(MAX_CODE, left, len(data))
        left -= length
        cut = f"\n… {len(data) - length:,} more bytes" if len(data) > length else ""
        files.append({"path": path, "text": data[:length].decode("utf-8", "replace") + cut})
    shown: Code = {"main": main, "files": files}
    return json.dumps(shown).encode()


async def activate(visit: ClassVisit) -> dict[str, Any]:
    """Make another version the one that plays."""
    found = _own(visit)
    if found.state != PASSED:
        raise Denied(409, "this version has not passed its check, so it cannot play")
    visit.folder.submissions.activate(found)
    if found.resting is not None:
        forgive(visit.folder, found)
    visit.classroom.engine.wake()
    return {}


async def analyse(visit: ClassVisit) -> dict[str, Any]:
    """Request an analysis of a submission."""
    found, kind = _own(visit), text_in(await visit.fields(), "kind")
    if kind != REVIEW:
        raise Denied(400, f"there is no such analysis; there is {REVIEW}")
    visit.classroom.engine.ask(found.id, kind)
    return {}


async def analysis(visit: ClassVisit) -> dict[str, Any]:
    """Return the result or the error of an analysis, and whether the analysis is waiting or running."""
    found, kind = _own(visit), str(visit.request.path_params["kind"])
    if kind != REVIEW:
        raise Denied(404, "there is no such analysis")
    waiting = visit.classroom.engine.is_asked(found.id, kind)
    return {"waiting": waiting, "found": found_by(visit.folder.submissions, found.id, kind)}


# The ladder


async def scoreboard(visit: ClassVisit) -> Response:
    """Return the ladder's ranking; for the teacher, with real names."""
    classroom, person = visit.classroom, visit.visitor.person
    about = {
        "played": classroom.engine.scoreboard.played,
        "waiting": classroom.folder.submissions.count_waiting(),
        "paused": classroom.engine.paused.is_set(),
        "own": [] if person is None else classroom.folder.submissions.current_of(person.id),
    }
    _, rows = classroom.board(for_teacher=visit.for_teacher)
    # The rows are encoded once for everybody, because hundreds of pages request them every few seconds.
    return Response(json.dumps(about).encode()[:-1] + b', "rows": ' + rows + b"}", media_type="application/json")


async def bot(visit: ClassVisit) -> LadderBot:
    """Return a bot's public results and, for its author and the teacher, its errors."""
    classroom, found = visit.classroom, visit.submission(own=False, otherwise=NO_BOT)
    person = classroom.folder.people.get(found.person)
    private = visit.visitor.may_see(found.person)
    if person is None or (found.state != PASSED and not private):
        raise Denied(404, NO_BOT)
    path = classroom.folder.ladder_file
    played = await classroom.jobs.run(("bot", found.id, private), read_matches, path, found.id, private)
    name_of = cache(classroom.name_of)
    return {
        "submission": found.id,
        "name": person.shown,
        "version": found.version,
        "submitted": found.submitted,
        "state": cast("Literal['waiting', 'passed', 'failed']", found.state),
        "late": found.late,
        "active": found.active,
        "entered": found.entered,
        "resting": found.resting,
        "disqualified": found.disqualified,
        "standing": classroom.standing_of(found.id),
        "history": [cast("Rating", rated._asdict()) for rated in classroom.folder.submissions.ratings(found.id)],
        "versions": [
            {"id": each.id, "version": each.version, "submitted": each.submitted}
            for each in classroom.folder.submissions.of(found.person)
            if each.state == PASSED or private
        ],
        "private": private,
        "analyses": [REVIEW] if private else [],
        **played,
        "matches": [{**each, "names": [name_of(name) for name in each["names"]]} for each in played["matches"]],
    }


def read_matches(file: Path, bot: BotId, private: bool) -> LadderResults:
    """Return a bot's matches on the ladder, its results against each milestone and, with `private`, its errors."""
    nothing: LadderResults = {"matches": [], "milestones": [], "errors": [] if private else None, "played": 0}
    if not file.exists():
        return nothing
    with closing(LadderStore(file, must_exist=True)) as store:
        mine = store.number_of(bot.name)
        if mine is None:
            return nothing
        latest, against = store.matches_of(mine), store.against(mine)
        names = store.names(number for each in latest for number in each.placing.bots)
        matches: list[LadderMatch] = [
            {
                "match": each.placing.match,
                "names": [names[number] for number in each.placing.bots],
                "ranks": list(each.placing.ranks),
                "seat": each.placing.bots.index(mine),
                "error": each.offender,
                "recorded": each.recorded,
            }
            for each in latest
        ]
        milestones: list[MilestoneResult] = []
        for name in MILESTONES:
            met, ahead = against.get(store.number_of(name) or 0, (0, 0))
            milestones.append({"name": name, "met": met, "ahead": ahead})
        errors = list(shown_faults(store.faults(mine), {mine: 0})) if private else None
        played = store.counts([mine])[mine].matches
        return {"matches": matches, "milestones": milestones, "errors": errors, "played": played}


async def match(visit: ClassVisit) -> dict[str, Any]:
    """Return a ladder match for replay, with nicknames."""
    number, classroom = visit.number("match", NO_MATCH), visit.classroom
    found = await classroom.jobs.run(("match", number), read_frames, classroom.folder.ladder_file, number)
    if found is None:
        raise Denied(404, NO_MATCH)
    end = found["end"]
    if end["error"] is not None and not visit.for_teacher:
        end = {**end, "error": without_evidence(end["error"], own=False)}
    return {**found, "end": end, "names": [classroom.name_of(name) for name in found["names"]]}


def read_frames(file: Path, match: int) -> dict[str, Any] | None:
    """Return a ladder match for replay, or `None` if there is no such match."""
    if not file.exists():
        return None
    with closing(LadderStore(file, must_exist=True)) as store:
        if store.table_of(match) is None:
            return None
        record = store.record(match)
    return {"title": f"Match {match}", "game_title": record.rules.title, **frames_of(record)}
