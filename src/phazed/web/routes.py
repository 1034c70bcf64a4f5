"""All addresses of the servers, with the role required for each and its handler.

A handler takes a `Visit` and returns a response, or an answer to be sent as JSON. The name of a page can be given in
place of a handler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from starlette import routing
from starlette.responses import HTMLResponse, JSONResponse, Response

from phazed.answers.form import to_json
from phazed.rules.errors import NotNow, PhazedError
from phazed.site.page import page
from phazed.storage.database import NotFound, Unavailable
from phazed.web.jobs import Busy
from phazed.web.server import games
from phazed.web.server.visit import ANYBODY, GUEST, Denied, Visit, with_browser_id
from phazed.web.tables.lobby import UnknownCode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from starlette.requests import Request

    Handler = Callable[[Any], Awaitable[Any]]

    class Enter(Protocol):
        """A function that returns the visit of a request, or refuses it."""

        def __call__(self, request: Request, role: str, *, heavy: bool) -> Visit: ...


STATUSES: dict[type[PhazedError], int] = {Busy: 503, Unavailable: 503, NotFound: 404, UnknownCode: 404, NotNow: 409}
"""HTTP status codes for errors; `Denied` has its own, and all others are bad requests."""


class Route(NamedTuple):
    """An address with its handler."""

    method: str
    path: str
    role: str
    """Role required; each role includes the rights of those before it in `classroom.access.ROLES`."""
    handler: Handler | str
    """A handler function, or the name of a page."""
    status: int = 200
    """HTTP status code of an answer."""
    heavy: bool = False
    """Whether the answer takes so long that it is asked for less often."""


TABLE = (
    Route("GET", "/", ANYBODY, games.first_page),
    Route("GET", "/join", ANYBODY, "join"),
    Route("GET", "/join/{code}", ANYBODY, "join"),
    Route("GET", "/table/{game}", ANYBODY, "table"),
    Route("GET", "/replay/{game}", ANYBODY, "replay"),
    Route("GET", "/review/{game}", ANYBODY, "review"),
    Route("GET", "/rules", ANYBODY, "rules"),
    Route("GET", "/daily", ANYBODY, "daily"),
    Route("GET", "/statistics", ANYBODY, "statistics"),
    Route("GET", "/api/lobby", ANYBODY, games.open_tables),
    Route("POST", "/api/join", ANYBODY, games.join, 201),
    Route("GET", "/api/join/{code}", ANYBODY, games.find),
    Route("POST", "/api/qr", ANYBODY, games.qr_code),
    Route("GET", "/api/daily", ANYBODY, games.daily),
    Route("GET", "/api/rules", ANYBODY, games.rules),
    Route("GET", "/api/options", ANYBODY, games.options),
    Route("POST", "/api/games", ANYBODY, games.make_table, 201),
    Route("GET", "/api/games", ANYBODY, games.summaries),
    Route("GET", "/api/games/{game}", ANYBODY, games.summary),
    Route("GET", "/api/games/{game}/frames", ANYBODY, games.frames),
    Route("GET", "/api/games/{game}/review", ANYBODY, games.review),
    Route("GET", "/api/games/{game}/exercise", ANYBODY, games.exercise),
    Route("POST", "/api/games/{game}/exercise", ANYBODY, games.try_play),
    Route("GET", "/api/games/{game}/log", ANYBODY, games.log),
    Route("GET", "/api/games/{game}/record", ANYBODY, games.record),
)
"""Routes for tables and games."""


TOURNAMENT = (
    Route("GET", "/results", ANYBODY, "results"),
    Route("GET", "/results/matches/{number}", ANYBODY, "match"),
    Route("GET", "/review/match/{number}", ANYBODY, "review"),
    Route("GET", "/results/ranking.csv", ANYBODY, games.ranking_csv),
    Route("GET", "/results/ranking.json", ANYBODY, games.ranking_json),
    Route("GET", "/api/results/summary", ANYBODY, games.ranking),
    Route("GET", "/api/results/progress", ANYBODY, games.progress),
    Route("GET", "/api/results/matches/{number}", ANYBODY, games.match),
    Route("GET", "/api/results/matches/{number}/review", ANYBODY, games.match_review),
)
"""Routes for the results of a tournament."""


def classroom() -> tuple[Route, ...]:
    """Return the routes of a class; its handlers take a `ClassVisit`."""
    from phazed.storage.course.people import ASSISTANT, STUDENT, TEACHER
    from phazed.web.classroom import accounts, bots, finals, grades, operation, playing, staff, teaching

    return (
        Route("GET", "/healthz", ANYBODY, operation.health),
        Route("GET", "/class", ANYBODY, "class"),
        Route("GET", "/sign-in", ANYBODY, "sign-in"),
        Route("GET", "/scoreboard", GUEST, "scoreboard"),
        Route("GET", "/league", GUEST, "league"),
        Route("GET", "/bots/{submission}", GUEST, "bot"),
        Route("GET", "/ladder/matches/{match}", GUEST, "ladder-match"),
        Route("GET", "/results", GUEST, "results"),
        Route("GET", "/results/matches/{match}", GUEST, "match"),
        Route("GET", "/teacher", ASSISTANT, "teacher"),
        Route("GET", "/projector", ASSISTANT, "projector"),
        Route("GET", "/api/class/me", ANYBODY, accounts.me),
        Route("POST", "/api/class/sign-in", ANYBODY, accounts.sign_in),
        Route("POST", "/api/class/sign-out", STUDENT, accounts.sign_out),
        Route("POST", "/api/class/nickname", STUDENT, accounts.set_nickname),
        Route("GET", "/api/class/submissions", STUDENT, bots.versions),
        Route("POST", "/api/class/submissions", STUDENT, bots.submit),
        Route("GET", "/api/class/submissions/{submission}", STUDENT, bots.detail),
        Route("GET", "/api/class/submissions/{submission}/code", STUDENT, bots.code, heavy=True),
        Route("POST", "/api/class/submissions/{submission}/activate", STUDENT, bots.activate),
        Route("POST", "/api/class/submissions/{submission}/analyses", STUDENT, bots.analyse, 202),
        Route("GET", "/api/class/submissions/{submission}/analyses/{kind}", STUDENT, bots.analysis),
        Route("GET", "/api/class/scoreboard", GUEST, bots.scoreboard),
        Route("GET", "/api/class/bots/{submission}", GUEST, bots.bot, heavy=True),
        Route("GET", "/api/class/matches/{match}", GUEST, bots.match, heavy=True),
        Route("GET", "/api/results/summary", GUEST, finals.summary, heavy=True),
        Route("GET", "/api/results/progress", GUEST, finals.progress),
        Route("GET", "/api/results/matches/{match}", GUEST, finals.match, heavy=True),
        Route("GET", "/results/ranking.csv", ASSISTANT, finals.ranking, heavy=True),
        Route("GET", "/api/class/round", STUDENT, playing.current),
        Route("GET", "/api/class/league", GUEST, playing.league),
        Route("GET", "/api/class/tables", ASSISTANT, playing.tables),
        Route("POST", "/api/class/rounds", ASSISTANT, playing.start_round, 201),
        Route("GET", "/api/class/overview", ASSISTANT, teaching.overview),
        Route("POST", "/api/class/roster", TEACHER, teaching.add_roster),
        Route("GET", "/api/class/links.csv", TEACHER, teaching.links, heavy=True),
        Route("GET", "/api/class/ladder.csv", ASSISTANT, teaching.standings, heavy=True),
        Route("POST", "/api/class/settings", TEACHER, teaching.change_settings),
        Route("GET", "/api/class/students/{student}", ASSISTANT, teaching.student),
        Route("POST", "/api/class/students/{student}/renew", ASSISTANT, teaching.renew),
        Route("POST", "/api/class/students/{student}/nickname", ASSISTANT, teaching.reset_nickname),
        Route("POST", "/api/class/students/{student}/extension", TEACHER, teaching.extend),
        Route("POST", "/api/class/students/{student}/adjust", TEACHER, grades.adjust),
        Route("POST", "/api/class/students/{student}/delete", TEACHER, teaching.delete),
        Route("POST", "/api/class/submissions/{submission}/disqualify", TEACHER, teaching.disqualify),
        Route("POST", "/api/class/submissions/{submission}/wake", ASSISTANT, teaching.wake),
        Route("GET", "/api/class/staff", TEACHER, staff.everybody),
        Route("POST", "/api/class/staff", TEACHER, staff.add, 201),
        Route("POST", "/api/class/staff/{person}/renew", TEACHER, staff.renew),
        Route("POST", "/api/class/staff/{person}/remove", TEACHER, staff.remove),
        Route("POST", "/api/class/key", STUDENT, staff.renew_own),
        Route("GET", "/teacher/grading", ASSISTANT, "grading"),
        Route("GET", "/teacher/similar", ASSISTANT, "similar"),
        Route("GET", "/teacher/similar/pairs", ASSISTANT, grades.similar_pairs, heavy=True),
        Route("GET", "/api/class/similar", ASSISTANT, grades.similar),
        Route("POST", "/api/class/similar", ASSISTANT, grades.compare, 202),
        Route("GET", "/api/class/grades", ASSISTANT, grades.grades),
        Route("POST", "/api/class/grades", TEACHER, grades.grade_all, 202),
        Route("GET", "/api/class/grades.csv", ASSISTANT, grades.grades_csv, heavy=True),
        Route("GET", "/grades/{submission}", STUDENT, grades.grade_page, heavy=True),
        Route("POST", "/api/class/final", TEACHER, teaching.begin_final, 201),
    )


def anybody(request: Request, role: str, *, heavy: bool) -> Visit:
    """Return the visit of a server that has no roles."""
    return Visit(request)


def endpoints(routes: Iterable[Route], enter: Enter = anybody) -> list[routing.Route]:
    """Return the routes for Starlette; `enter` checks that the request may come from the role."""
    return [routing.Route(each.path, _endpoint(each, enter), methods=[each.method]) for each in routes]


def _endpoint(route: Route, enter: Enter) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            visit = enter(request, route.role, heavy=route.heavy)
            if isinstance(route.handler, str):
                return with_browser_id(request, HTMLResponse(page(route.handler)))
            found = await route.handler(visit)
        except PhazedError as error:
            return refused(error, for_page=isinstance(route.handler, str))
        return found if isinstance(found, Response) else JSONResponse(to_json(found), route.status)

    return answer


def refused(error: PhazedError, *, for_page: bool = False) -> Response:
    """Return the response to a request that failed with this error."""
    if isinstance(error, Denied):
        if for_page:
            return HTMLResponse(page("sign-in" if error.status == 401 else "forbidden"), error.status)
        status = error.status
    else:
        status = next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 400)
    return JSONResponse({"error": str(error)}, status)
