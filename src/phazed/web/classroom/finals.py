"""Handlers for the results of the final; they never reveal code, tracebacks or output of other people's bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from phazed.answers.ranking import presentable
from phazed.arena.report.ranking import ranking_csv
from phazed.course import final
from phazed.web.classroom.classroom import csv_download

if TYPE_CHECKING:
    from starlette.responses import Response

    from phazed.answers.ranking import Error, Progress, Ranking
    from phazed.web.classroom.classroom import ClassVisit

E = TypeVar("E", "Error", dict[str, Any])
"""An error in a tournament or in a match."""
EVIDENCE = ("reason", "traceback", "call", "answer", "printed")
"""Fields of an error that may reveal a bot's code."""


def own_names(visit: ClassVisit) -> set[str]:
    """Return the names of the visitor's bots in the latest final."""
    person, submissions = visit.visitor.person, visit.folder.submissions
    if person is None:
        return set()
    mine = {each.id for each in submissions.of(person.id)}
    return {name for each in final.finals(visit.folder)[-1:] for name, number in each.bots.items() if number in mine}


async def summary(visit: ClassVisit) -> Ranking:
    """Return the ranking for the results page."""
    found = presentable(await visit.classroom.final_results().summary())
    if not visit.for_teacher:
        own = own_names(visit)
        names = [bot["name"] for bot in found["bots"]]
        found["errors"] = [without_evidence(each, own=names[each["bot"]] in own) for each in found["errors"]]
    return found


def without_evidence(error: E, *, own: bool) -> E:
    """Return an error without the fields that may reveal code, unless the bot is the visitor's own."""
    return error if own else cast("E", {**error, **{name: "" for name in EVIDENCE if name in error}})


async def progress(visit: ClassVisit) -> Progress:
    """Return the progress of the final."""
    return await visit.classroom.final_results().progress()


async def match(visit: ClassVisit) -> dict[str, Any]:
    """Return a match for replay."""
    number = visit.number("match", "there is no such match")
    found = await visit.classroom.final_results().match(number)
    end = found["end"]
    if end["error"] is not None and not visit.for_teacher:
        own = found["names"][end["error"]["seat"]] in own_names(visit)
        found = {**found, "end": {**end, "error": without_evidence(end["error"], own=own)}}
    return found


async def ranking(visit: ClassVisit) -> Response:
    """Return the ranking of the students' bots as CSV for a gradebook, with student numbers."""
    folder = visit.folder
    found = await visit.classroom.final_results().summary()
    numbers = final.numbers_of(folder, final.finals(folder)[-1])
    return csv_download("final.csv", ranking_csv(final.among_students(found), numbers))
