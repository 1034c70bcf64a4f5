"""The results of the final, as everybody may see them: of other people's bots, no code, no traceback and no output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from starlette.responses import JSONResponse, Response

from phazed.answers.ranking import presentable
from phazed.arena.report.ranking import ranking_csv
from phazed.course import final
from phazed.course.store.people import TEACHER
from phazed.web.classroom.access import Denied
from phazed.web.server.results import Results

if TYPE_CHECKING:
    from phazed.answers.ranking import Error
    from phazed.web.classroom.classroom import Visit

E = TypeVar("E", "Error", dict[str, Any])
"""An error of a tournament or of a match."""
EVIDENCE = ("reason", "traceback", "call", "answer", "printed")
"""What an error says that may reveal the code of a bot."""


class FinalResults:
    """The results of the finals, each opened when it is first asked for."""

    def __init__(self) -> None:
        self._opened: dict[str, Results] = {}

    def latest(self, visit: Visit) -> Results:
        """The results of the latest final."""
        decided = final.finals(visit.room.folder)
        if not decided:
            raise Denied(404, "the final has not begun")
        name = decided[-1].name
        if name not in self._opened:
            self._opened[name] = Results(visit.room.folder.path / name)
        return self._opened[name]


def own_names(visit: Visit) -> set[str]:
    """The names of the visitor's own bots in the latest final."""
    person, submissions = visit.visitor.person, visit.room.folder.submissions
    if person is None:
        return set()
    mine = {each.id for each in submissions.of(person.id)}
    return {
        name for each in final.finals(visit.room.folder)[-1:] for name, number in each.bots.items() if number in mine
    }


async def summary(visit: Visit) -> Response:
    """What the report shows."""
    found = presentable(await visit.room.final_results.latest(visit).summary())
    if visit.visitor.role != TEACHER:
        own = own_names(visit)
        names = [bot["name"] for bot in found["bots"]]
        found["errors"] = [without_evidence(each, own=names[each["bot"]] in own) for each in found["errors"]]
    return JSONResponse(found)


def without_evidence(error: E, *, own: bool) -> E:
    """Return an error as others than the bot's author see it."""
    return error if own else cast("E", {**error, **{name: "" for name in EVIDENCE if name in error}})


async def progress(visit: Visit) -> Response:
    """How far the final is."""
    return JSONResponse(await visit.room.final_results.latest(visit).progress())


async def match(visit: Visit) -> Response:
    """A match for the replay."""
    number = visit.request.path_params["match"]
    if not (number.isascii() and number.isdecimal() and len(number) <= 12):
        raise Denied(404, "there is no such match")
    found = await visit.room.final_results.latest(visit).match(int(number))
    end = found["end"]
    if end["error"] is not None and visit.visitor.role != TEACHER:
        own = found["names"][end["error"]["seat"]] in own_names(visit)
        found = {**found, "end": {**end, "error": without_evidence(end["error"], own=own)}}
    return JSONResponse(found)


async def ranking(visit: Visit) -> Response:
    """The ranking for a gradebook, with student numbers."""
    folder = visit.room.folder
    found = await visit.room.final_results.latest(visit).summary()
    numbers = {}
    for name, number in final.finals(folder)[-1].bots.items():
        submission = folder.submissions.get(number)
        person = None if submission is None else folder.people.get(submission.person)
        numbers[name] = (person.number or "") if person is not None else ""
    headers = {"Content-Disposition": 'attachment; filename="final.csv"', "Cache-Control": "no-store"}
    return Response(ranking_csv(found, numbers), media_type="text/csv; charset=utf-8", headers=headers)
