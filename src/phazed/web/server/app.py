"""The web application: addresses, requests and sockets, in front of the hall."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from phazed import __version__
from phazed.bots.levels import LEVELS
from phazed.game.frames import TITLES, frames_of, phases
from phazed.game.matchlog import write_log
from phazed.game.records import dumps, replay
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import RULESETS
from phazed.web.jobs import Busy, Jobs
from phazed.web.server.guard import Allowance, Guard
from phazed.web.server.pages import FOLDERS, page
from phazed.web.server.websocket import talk
from phazed.web.tables.messages import Unclear, from_json
from phazed.web.tables.registry import Hall
from phazed.web.tables.store import NO_SUCH_GAME, Failing, StoreError
from phazed.web.tables.table import NotNow

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from starlette.requests import Request
    from starlette.websockets import WebSocket

    from phazed.game.records import Record
    from phazed.web.server.results import Results
    from phazed.web.tables.store import Store

STATUSES = {Busy: 503, Failing: 503, StoreError: 404, NotNow: 409, PhazedError: 400}
"""What an error is in HTTP."""
LARGEST_REQUEST = 16_384
READING = 10.0
"""Seconds that a request may take to come to its end."""
NO_OBJECT = "expected a JSON object, and this is none"
LONGEST_NUMBER = 18
"""Digits of a match's number."""
NEW_TABLES = (1000, 10.0)
"""How many tables a server makes, in a burst, and a second after it."""
MOST_ASKED = 20
"""Games that can be asked about in one request."""
ABOUT = {
    "phazed": "Seven phases, one after the other: sets, a suit, accumulations and runs. Aces are wild, and a run may "
    "turn the corner from king to two.",
    "phazed_bonus": "The same seven phases in whatever order you like, and four jokers that let another player "
    "miss a turn.",
    "phasedout": "The older sibling: five phases, no accumulations, and runs end at the king. The quickest "
    "of the three.",
}
LEVELS_ABOUT = {
    "beginner": "Looks for its phase and nothing else. Good for a first game.",
    "casual": "Follows one plan, the nearest, and keeps what belongs to it.",
    "strong": "Weighs all plans at once and minds what it leaves to the next player.",
    "expert": "Imagines what the others hold and plays every choice out.",
}


def application(
    store: Store,
    *,
    names: frozenset[str] = frozenset({"localhost"}),
    share: Sequence[str] = (),
    results: Results | None = None,
) -> Starlette:
    """The application with the games of that store."""
    hall = Hall(store)
    desk = _Desk(hall, share, results)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tidying = asyncio.create_task(hall.keep_tidy())
        yield
        tidying.cancel()
        await hall.close()

    def stop() -> None:
        """Cancel what waits for threads, so that all requests and connections can end."""
        hall.stop()
        desk.jobs.stop()
        if results is not None:
            results.jobs.stop()

    routes = [
        Route("/", _first_page),
        Route("/table/{game}", _page("table")),
        Route("/replay/{game}", _page("replay")),
        Route("/rules", _page("rules")),
        Route("/api/rules", _rules),
        Route("/api/options", desk.options),
        Route("/api/games", desk.make, methods=["POST"]),
        Route("/api/games", desk.known),
        Route("/api/games/{game}", desk.about),
        Route("/api/games/{game}/frames", desk.frames),
        Route("/api/games/{game}/log", desk.log),
        Route("/api/games/{game}/record", desk.record),
        WebSocketRoute("/api/games/{game}/socket", desk.socket),
        *(_result_routes(results) if results is not None else []),
        *(Mount(f"/{name}", StaticFiles(directory=str(folder))) for name, folder in FOLDERS.items()),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={404: _not_found, **{kind: _saying(status) for kind, status in STATUSES.items()}},
        lifespan=lifespan,
    )
    app.state.stop = stop
    return app


async def _first_page(request: Request) -> Response:
    """The first page; with `?now`, straight to a table."""
    return HTMLResponse(page("now" if "now" in request.query_params else "index"))


def _page(name: str) -> Any:
    async def answer(_: Request) -> Response:
        return HTMLResponse(page(name))

    return answer


async def _rules(request: Request) -> Response:
    from phazed.game.rulebook import for_browser, rulebook

    return HTMLResponse(for_browser(rulebook(), four_colours=request.query_params.get("suits") == "four"))


def _sentence(status: int, sentence: str) -> Response:
    return JSONResponse({"error": sentence}, status)


async def _not_found(request: Request, _: Exception) -> Response:
    if request.url.path.startswith("/api/"):
        return _sentence(404, "there is nothing at this address")
    return HTMLResponse(page("lost"), 404)


def _saying(status: int) -> Any:
    """Answers to an error with what it says."""

    async def answer(_: Request, error: Exception) -> Response:
        return _sentence(status, str(error))

    return answer


class _Desk:
    """Where requests are answered."""

    def __init__(self, hall: Hall, share: Sequence[str], results: Results | None) -> None:
        self._hall = hall
        self._share = list(share)
        self._has_results = results is not None
        self._tables = Allowance(*NEW_TABLES)
        self.jobs = Jobs(at_once=1)

    async def options(self, _: Request) -> Response:
        """What a table can be made of."""
        games = [
            {
                "name": name,
                "title": TITLES[name],
                "about": ABOUT[name],
                "phases": phases(rules),
                "any_order": rules.any_order,
                "most_hands": rules.most_hands,
            }
            for name, rules in RULESETS.items()
        ]
        levels = [{"name": name, "title": name.capitalize(), "about": LEVELS_ABOUT[name]} for name in LEVELS]
        about = {"results": self._has_results, "version": __version__, "share": self._share}
        return JSONResponse({"games": games, "levels": levels, **about})

    async def make(self, request: Request) -> Response:
        """A new table."""
        if not self._tables.take():
            return _sentence(429, "too many tables have been made just now: wait a moment and try again")
        made = self._hall.make(await _json(request))
        return JSONResponse(made._asdict(), 201)

    async def about(self, request: Request) -> Response:
        """What everybody may know of a game."""
        game = request.path_params["game"]
        found = self._hall.store.about([game])
        return JSONResponse(found[game]) if found else _sentence(404, NO_SUCH_GAME)

    async def known(self, request: Request) -> Response:
        """Of the games that a browser remembers, those that are still here."""
        asked = request.query_params.get("ids", "").split(",")[:MOST_ASKED]
        return JSONResponse(self._hall.store.about(asked))

    async def frames(self, request: Request) -> Response:
        """A finished game for the replay."""
        return JSONResponse(await self._from_record(request, frames_of))

    async def log(self, request: Request) -> Response:
        """A finished game as the original tournament's log."""
        text = await self._from_record(request, _log)
        return PlainTextResponse(f"{text}\n", headers=_download("phazed-match.log"))

    async def record(self, request: Request) -> Response:
        """A finished game as a record."""
        text = dumps(self._record(request))
        return Response(f"{text}\n", media_type="application/json", headers=_download("phazed-record.json"))

    async def _from_record(self, request: Request, function: Callable[[Record], Any]) -> Any:
        """The function's result for the record, computed in a thread."""
        return await self.jobs.run((function, request.path_params["game"]), function, self._record(request))

    def _record(self, request: Request) -> Record:
        return self._hall.room(request.path_params["game"]).table.record()

    async def socket(self, socket: WebSocket) -> None:
        """A browser at a table."""
        await talk(socket, self._hall, socket.path_params["game"])


def _log(record: Record) -> str:
    return "\n".join(write_log(replay(record), seed=record.seed, names=record.names))


async def _json(request: Request) -> dict[str, Any]:
    """The object that was sent, of a size that we want to read."""
    body = b""
    try:
        async with asyncio.timeout(READING):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST_REQUEST:
                    raise Unclear(f"a request has at most {LARGEST_REQUEST:,} bytes")
    except (TimeoutError, ClientDisconnect):
        raise Unclear("the request has not come to its end") from None
    said = from_json(body, NO_OBJECT)
    if not isinstance(said, dict):
        raise Unclear(NO_OBJECT)
    return said


def _download(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _result_routes(results: Results) -> list[Route]:
    """The results of a tournament."""
    from phazed.arena.report.pages import presentable

    async def summary(_: Request) -> Response:
        return JSONResponse(presentable(await results.summary()))

    async def ranking_csv(_: Request) -> Response:
        return Response(await results.ranking("csv"), media_type="text/csv")

    async def ranking_json(_: Request) -> Response:
        return Response(await results.ranking("json"), media_type="application/json")

    async def match(request: Request) -> Response:
        number = request.path_params["number"]
        if not number.isdecimal() or len(number) > LONGEST_NUMBER:
            return _sentence(404, "there is no such match")
        return JSONResponse(await results.match(int(number)))

    return [
        Route("/results", _page("results")),
        Route("/results/matches/{number}", _page("match")),
        Route("/results/ranking.csv", ranking_csv),
        Route("/results/ranking.json", ranking_json),
        Route("/api/results/summary", summary),
        Route("/api/results/matches/{number}", match),
    ]
