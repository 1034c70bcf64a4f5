"""Submissions, the scoreboard of the ladder, the page of each bot, and its matches."""

from __future__ import annotations

import json
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from phazed.answers.form import to_json
from phazed.arena.results.store import NAME, Store
from phazed.arena.results.summary import shown_faults
from phazed.course.analyses import REVIEW, found_by
from phazed.course.checking import check_of
from phazed.course.ladder import MILESTONES
from phazed.course.store.people import TEACHER
from phazed.course.store.submissions import PASSED, WAITING
from phazed.course.uploads import MAX_UPLOAD, read_upload
from phazed.game.frames import frames_of
from phazed.web.classroom.access import Denied
from phazed.web.classroom.finals import without_evidence
from phazed.web.server.bodies import json_object, read_body
from phazed.web.tables.messages import text_in

if TYPE_CHECKING:
    from pathlib import Path

    from phazed.course.engine import Scoreboard
    from phazed.course.store.submissions import Submission
    from phazed.web.classroom.classroom import Classroom, Visit

    Rows = list[dict[str, Any]]

UPLOAD_SECONDS = 60.0
MAX_WAITING = 3
"""Submissions of one student that may wait for their check."""
MAX_CODE = 200_000
"""Characters of a submission's code that a page shows."""
MAX_MATCHES = 50
"""Matches that a bot's page lists."""
MAX_FAULTS = 20
BOARD_SECONDS = 5.0
"""How long the rows of the scoreboard are kept, at most: nicknames and disqualifications change them, too."""
DAY = 86_400.0
NO_SUBMISSION = "there is no such submission"


async def submit(visit: Visit) -> Response:
    """Hand in a new version: the body of the request is the file, and the query names it."""
    folder, person = visit.room.folder, visit.person
    if person.is_teacher:
        raise Denied(400, "students hand in bots: sign in with a student's link, for example a made-up one's")
    title = visit.request.query_params.get("title", "")[:200] or "bot.py"
    entrant = read_upload(title, await read_body(visit.request, MAX_UPLOAD + 1, UPLOAD_SECONDS))
    versions = folder.submissions.of(person.id)
    if sum(each.state == WAITING for each in versions) >= MAX_WAITING:
        raise Denied(429, f"{MAX_WAITING} of your submissions wait for their check: wait until one is done")
    latest = next(iter(versions), None)
    if latest is not None and latest.digest == entrant.digest:
        return JSONResponse(_version(visit, latest), 200)  # the same file again, for example after a lost connection
    made = folder.submissions.add(person.id, entrant, title, late=folder.settings.is_late(time.time()))
    visit.room.engine.wake()
    return JSONResponse(_version(visit, made), 201)


def _version(visit: Visit, each: Submission) -> dict[str, Any]:
    """What the author of a submission sees in the list of versions."""
    standing = visit.room.standing_of(each.id)
    return {
        "id": each.id,
        "version": each.version,
        "title": each.title,
        "submitted": each.submitted,
        "late": each.late,
        "state": each.state,
        "active": each.active,
        "resting": each.resting,
        "disqualified": each.disqualified,
        "standing": None if standing is None else visit.room.standing_data(standing),
        "graded": visit.room.is_graded(each),
    }


async def versions(visit: Visit) -> Response:
    """The own submissions, the latest first."""
    return JSONResponse([_version(visit, each) for each in visit.room.folder.submissions.of(visit.person.id)])


def _own(visit: Visit) -> Submission:
    """The submission in the address, which only its author and the teacher may see."""
    found = visit.submission(own=True)
    if found is None:
        raise Denied(404, NO_SUBMISSION)
    return found


async def detail(visit: Visit) -> Response:
    """Return a submission with its check, for its author and the teacher."""
    found = _own(visit)
    check = check_of(visit.room.folder.submissions, found.id)
    return JSONResponse({**_version(visit, found), "check": to_json(check)})


async def code(visit: Visit) -> Response:
    """The files of a submission, for its author and the teacher."""
    entrant = visit.room.folder.submissions.entrant(_own(visit))
    files = [{"path": path, "text": data.decode("utf-8", "replace")[:MAX_CODE]} for path, data in entrant.files]
    return JSONResponse({"main": entrant.main, "files": files})


async def activate(visit: Visit) -> Response:
    """Let another version play."""
    found = _own(visit)
    if found.state != PASSED:
        raise Denied(409, "this version has not passed its check, so it cannot play")
    visit.room.folder.submissions.activate(found)
    visit.room.engine.wake()
    return JSONResponse({})


async def analyse(visit: Visit) -> Response:
    """Ask for an analysis that takes a while."""
    found, kind = _own(visit), text_in(await json_object(visit.request), "kind")
    if kind != REVIEW:
        raise Denied(400, f"there is no such analysis; there is {REVIEW}")
    visit.room.engine.ask(found.id, kind)
    return JSONResponse({}, 202)


async def analysis(visit: Visit) -> Response:
    """Return the answer or the error of an analysis, and whether it is under way."""
    found, kind = _own(visit), str(visit.request.path_params["kind"])
    if kind != REVIEW:
        raise Denied(404, "there is no such analysis")
    waiting = visit.room.engine.is_asked(found.id, kind)
    return JSONResponse({"waiting": waiting, "found": to_json(found_by(visit.room.folder.submissions, found.id, kind))})


# The ladder


async def scoreboard(visit: Visit) -> Response:
    """The ranking of the ladder; the teacher also sees names."""
    room, person = visit.room, visit.visitor.person
    about = {
        "played": room.engine.scoreboard.played,
        "waiting": room.folder.submissions.count_waiting(),
        "paused": room.engine.paused.is_set(),
        "own": [] if person is None else room.folder.submissions.active_of(person.id),
    }
    _, rows = room.boards.get(room, for_teacher=person is not None and person.is_teacher)
    # The rows are encoded once for everybody: hundreds of pages ask every few seconds.
    return Response(json.dumps(about).encode()[:-1] + b', "rows": ' + rows + b"}", media_type="application/json")


class Boards:
    """The rows of the scoreboard, which are the same for all students until it is computed again."""

    def __init__(self) -> None:
        self._made: dict[bool, tuple[Scoreboard, float, Rows, bytes]] = {}

    def get(self, room: Classroom, *, for_teacher: bool) -> tuple[Rows, bytes]:
        """The rows, the best first, and the same as JSON; those for the teacher also have names."""
        board, made = room.engine.scoreboard, self._made.get(for_teacher)
        if made is None or made[0] is not board or time.monotonic() - made[1] > BOARD_SECONDS:
            rows = _rows(room, board, for_teacher=for_teacher)
            made = self._made[for_teacher] = (board, time.monotonic(), rows, json.dumps(rows).encode())
        return made[2:]


def _rows(room: Classroom, board: Scoreboard, *, for_teacher: bool) -> Rows:
    people = {person.id: person for person in room.folder.people.all()}
    # Some bots of the standings may have been replaced or deleted since.
    submissions = {f"s{each.id}": each for each in room.folder.submissions.active() if each.person in people}
    rows = []
    named = [(row, board.names[row.bot]) for row in board.standings]
    for row, name in [each for each in named if each[1] in MILESTONES or each[1] in submissions]:
        data = room.standing_data(row)
        if name in MILESTONES:
            rows.append({**data, "name": name, "milestone": True})
            continue
        each = submissions[name]
        person = people[each.person]
        data |= {"name": person.shown, "milestone": False, "submission": each.id, "version": each.version}
        data |= {"late": each.late, "resting": each.resting, "disqualified": each.disqualified}
        data["moved"] = _moved(room, each, row.rank)
        if for_teacher:
            data |= {"person": person.id, "full_name": person.name, "number": person.number, "section": person.section}
        rows.append(data)
    return rows


def _moved(room: Classroom, each: Submission, rank: int) -> int | None:
    """By how many ranks it has risen since yesterday, or since it began; `None` if nothing is known."""
    history = room.folder.submissions.ratings(each.id)
    before = [rated for rated in history if rated.time < time.time() - DAY][-1:] or history[:1]
    return before[0].rank - rank if before and rank else None


async def bot(visit: Visit) -> Response:
    """The page of a bot: what everybody may know; to its author and the teacher, also its errors."""
    room, found = visit.room, visit.submission(own=False)
    person = None if found is None else room.folder.people.get(found.person)
    if found is None or person is None or found.state != PASSED:
        raise Denied(404, "there is no such bot")
    private = visit.visitor.may_see(found.person)
    standing = room.standing_of(found.id)
    path = room.folder.ladder
    played = await room.jobs.run(("bot", found.id, private), read_matches, path, f"s{found.id}", private)
    matches = [{**each, "names": [room.name_of(name) for name in each["names"]]} for each in played["matches"]]
    return JSONResponse(
        {
            "submission": found.id,
            "name": person.shown,
            "version": found.version,
            "submitted": found.submitted,
            "late": found.late,
            "active": found.active,
            "resting": found.resting,
            "disqualified": found.disqualified,
            "standing": None if standing is None else room.standing_data(standing),
            "history": [rated._asdict() for rated in room.folder.submissions.ratings(found.id)],
            "versions": [
                {"id": each.id, "version": each.version, "submitted": each.submitted}
                for each in room.folder.submissions.of(found.person)
                if each.state == PASSED
            ],
            "private": private,
            "analyses": [REVIEW] if private else [],
            **played,
            "matches": matches,
        }
    )


def read_matches(path: Path, name: str, private: bool) -> dict[str, Any]:
    """A bot's matches on the ladder, its results against each milestone and, if asked for, its errors; in a thread."""
    nothing: dict[str, Any] = {"matches": [], "milestones": [], "errors": [] if private else None, "played": 0}
    if not (path / NAME).exists():
        return nothing
    with closing(Store.existing(path)) as store:
        names = [bot.name for bot in store.bots]
        if name not in names:
            return nothing
        mine = names.index(name)
        results = store.results()
        offenders = store.offenders()
        rows = [
            (match, seats, ranks)
            for match, seats, ranks in zip(store.match_numbers, results.seats.tolist(), results.ranks.tolist())
            if mine in seats
        ]
        matches = [
            {
                "match": match,
                "names": [names[bot] for bot in seats],
                "ranks": ranks,
                "seat": seats.index(mine),
                "error": offenders[match],
            }
            for match, seats, ranks in rows[: -MAX_MATCHES - 1 : -1]
        ]
        milestones = []
        for other in MILESTONES:
            met = [(seats, ranks) for _, seats, ranks in rows if names.index(other) in seats and 0 not in ranks]
            ahead = sum(ranks[seats.index(mine)] < ranks[seats.index(names.index(other))] for seats, ranks in met)
            milestones.append({"name": other, "met": len(met), "ahead": ahead})
        errors = None
        if private:
            errors = list(shown_faults((fault for fault in store.faults(MAX_FAULTS) if fault.bot == mine), {mine: 0}))
        return {"matches": matches, "milestones": milestones, "errors": errors, "played": len(rows)}


async def match(visit: Visit) -> Response:
    """A match of the ladder for the replay, with nicknames."""
    number = str(visit.request.path_params["match"])
    if not number.isascii() or not number.isdecimal() or len(number) > 12:
        raise Denied(404, "there is no such match")
    room = visit.room
    found = await room.jobs.run(("match", number), read_frames, room.folder.ladder, int(number))
    if found is None:
        raise Denied(404, "there is no such match")
    end = found["end"]
    if end["error"] is not None and visit.visitor.role != TEACHER:
        end = {**end, "error": without_evidence(end["error"], own=False)}
    return JSONResponse({**found, "end": end, "names": [room.name_of(name) for name in found["names"]]})


def read_frames(path: Path, match: int) -> dict[str, Any] | None:
    """A match of the ladder for the replay, in a thread; `None` if there is none."""
    if not (path / NAME).exists():
        return None
    with closing(Store.existing(path)) as store:
        if match not in store.offenders():
            return None
        record = store.record(match)
    return {"title": f"Match {match}", "game_title": record.rules.title, **frames_of(record)}
