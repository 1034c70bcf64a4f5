"""The addresses of a class: what is at each of them, and who may see or do it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import HTMLResponse, JSONResponse
from starlette.routing import Route

from phazed.course.store.people import STUDENT, TEACHER
from phazed.site.page import page
from phazed.storage.database import Unavailable
from phazed.web.classroom import accounts, bots, finals, grades, playing, similar, teaching
from phazed.web.classroom.access import ANYBODY, GUEST, Denied
from phazed.web.classroom.classroom import Visit
from phazed.web.server.browsers import with_browser_id

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from phazed.web.classroom.classroom import Classroom

    Handler = Callable[[Visit], Awaitable[Response]]


class Address(NamedTuple):
    """Something that can be asked for."""

    method: str
    path: str
    role: str
    """Who may: those with this role, and with the roles after it in `access.ROLES`."""
    handler: Handler | str
    """What answers: a function, or the name of a page."""


ADDRESSES = (
    Address("GET", "/class", ANYBODY, "class"),
    Address("GET", "/sign-in", ANYBODY, "sign-in"),
    Address("GET", "/scoreboard", GUEST, "scoreboard"),
    Address("GET", "/league", GUEST, "league"),
    Address("GET", "/bots/{submission}", GUEST, "bot"),
    Address("GET", "/ladder/matches/{match}", GUEST, "ladder-match"),
    Address("GET", "/results", GUEST, "results"),
    Address("GET", "/results/matches/{match}", GUEST, "match"),
    Address("GET", "/teacher", TEACHER, "teacher"),
    Address("GET", "/projector", TEACHER, "projector"),
    Address("GET", "/api/class/me", ANYBODY, accounts.me),
    Address("POST", "/api/class/sign-in", ANYBODY, accounts.sign_in),
    Address("POST", "/api/class/sign-out", STUDENT, accounts.sign_out),
    Address("POST", "/api/class/nickname", STUDENT, accounts.set_nickname),
    Address("GET", "/api/class/submissions", STUDENT, bots.versions),
    Address("POST", "/api/class/submissions", STUDENT, bots.submit),
    Address("GET", "/api/class/submissions/{submission}", STUDENT, bots.detail),
    Address("GET", "/api/class/submissions/{submission}/code", STUDENT, bots.code),
    Address("POST", "/api/class/submissions/{submission}/activate", STUDENT, bots.activate),
    Address("POST", "/api/class/submissions/{submission}/analyses", STUDENT, bots.analyse),
    Address("GET", "/api/class/submissions/{submission}/analyses/{kind}", STUDENT, bots.analysis),
    Address("GET", "/api/class/scoreboard", GUEST, bots.scoreboard),
    Address("GET", "/api/class/bots/{submission}", GUEST, bots.bot),
    Address("GET", "/api/class/matches/{match}", GUEST, bots.match),
    Address("GET", "/api/results/summary", GUEST, finals.summary),
    Address("GET", "/api/results/progress", GUEST, finals.progress),
    Address("GET", "/api/results/matches/{match}", GUEST, finals.match),
    Address("GET", "/results/ranking.csv", TEACHER, finals.ranking),
    Address("GET", "/api/class/round", STUDENT, playing.current),
    Address("GET", "/api/class/league", GUEST, playing.league),
    Address("GET", "/api/class/tables", TEACHER, playing.tables),
    Address("POST", "/api/class/rounds", TEACHER, playing.start_round),
    Address("GET", "/api/class/overview", TEACHER, teaching.overview),
    Address("POST", "/api/class/roster", TEACHER, teaching.add_roster),
    Address("GET", "/api/class/links.csv", TEACHER, teaching.links),
    Address("GET", "/api/class/ladder.csv", TEACHER, teaching.standings),
    Address("POST", "/api/class/settings", TEACHER, teaching.change_settings),
    Address("POST", "/api/class/students/{student}/renew", TEACHER, teaching.renew),
    Address("POST", "/api/class/students/{student}/delete", TEACHER, teaching.delete),
    Address("POST", "/api/class/submissions/{submission}/disqualify", TEACHER, teaching.disqualify),
    Address("GET", "/teacher/grading", TEACHER, "grading"),
    Address("GET", "/teacher/similar", TEACHER, "similar"),
    Address("GET", "/teacher/similar/pairs", TEACHER, similar.page),
    Address("GET", "/api/class/similar", TEACHER, similar.state),
    Address("POST", "/api/class/similar", TEACHER, similar.compare),
    Address("GET", "/api/class/grades", TEACHER, grades.grades),
    Address("POST", "/api/class/grades", TEACHER, grades.grade_all),
    Address("GET", "/api/class/grades.csv", TEACHER, grades.grades_csv),
    Address("GET", "/grades/{submission}", STUDENT, grades.grade_page),
    Address("POST", "/api/class/final", TEACHER, teaching.begin_final),
)


def routes(room: Classroom) -> list[Route]:
    """The routes of a class."""
    return [Route(each.path, _endpoint(room, each), methods=[each.method]) for each in ADDRESSES]


def _endpoint(room: Classroom, address: Address) -> Callable[[Request], Awaitable[Response]]:
    """A handler that checks who is asking before anything else."""

    async def answer(request: Request) -> Response:
        is_page = isinstance(address.handler, str)
        try:
            visitor = room.access.visitor(request)
            room.access.check(request, visitor, address.role)
            if isinstance(address.handler, str):
                return with_browser_id(request, HTMLResponse(page(address.handler)))
            return await address.handler(Visit(room, request, visitor))
        except Denied as denied:
            if is_page:
                return HTMLResponse(page("sign-in" if denied.status == 401 else "forbidden"), denied.status)
            return JSONResponse({"error": str(denied)}, denied.status)
        except Unavailable as error:
            return JSONResponse({"error": str(error)}, 503)

    return answer
