"""The web application: routes, and the handlers of HTTP requests."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from phazed import __version__
from phazed.bots.levels import LEVELS
from phazed.game.frames import frames_of, phases
from phazed.game.matchlog import write_log
from phazed.game.records import dumps, replay
from phazed.rules.errors import NotNow, PhazedError
from phazed.rules.rulesets import RULESETS
from phazed.site.assets import FOLDERS, SITE
from phazed.site.page import page
from phazed.storage.database import StoreError, Unavailable
from phazed.storage.tables import NO_SUCH_GAME
from phazed.web.exercises import attempt, plays
from phazed.web.jobs import Busy, Jobs
from phazed.web.reviews import Reviews
from phazed.web.server.bodies import json_object
from phazed.web.server.browsers import with_browser_id
from phazed.web.server.daily import DailyHandlers
from phazed.web.server.guard import OriginGuard
from phazed.web.server.joining import TOO_MANY_TABLES, JoinHandlers, TooManyRequests
from phazed.web.server.websocket import handle_connection
from phazed.web.tables.continuation import moment_in
from phazed.web.tables.lobby import UnknownCode
from phazed.web.tables.messages import InvalidMessage, number_in, text_in
from phazed.web.tables.registry import GameRegistry
from phazed.web.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.websockets import WebSocket

    from phazed.game.records import Record
    from phazed.storage.tables import Store
    from phazed.web.server.results import Results
    from phazed.web.tables.registry import NewGame

STATUSES = {
    Busy: 503,
    Unavailable: 503,
    TooManyRequests: 429,
    StoreError: 404,
    UnknownCode: 404,
    NotNow: 409,
    PhazedError: 400,
}
"""HTTP status codes of errors."""
MAX_DIGITS = 18
"""Digits of a match's number, at most."""
TABLE_RATE = (1000, 10.0)
"""Tables that a server makes: in a burst, and per second after it."""
MAX_IDS = 20
"""Games in one request for summaries, at most."""
LEVELS_ABOUT = {
    "beginner": "Looks for its phase and nothing else. Good for a first game.",
    "casual": "Follows the plan nearest to completion and keeps the cards for it.",
    "strong": "Weighs all its plans at once, and watches what it leaves for the next player.",
    "expert": "Imagines what the others hold and plays out every choice.",
}


def application(
    store: Store,
    *,
    names: frozenset[str] = frozenset({"localhost"}),
    share: Sequence[str] = (),
    results: Results | None = None,
    extra_routes: Sequence[BaseRoute] = (),
) -> Starlette:
    """The application that serves the games of that store.

    `extra_routes` come before its own, and find the games in `app.state.registry`.
    """
    registry = GameRegistry(store)
    tables = TokenBucket(*TABLE_RATE)
    handlers = Handlers(registry, share, results, tables)
    joining = JoinHandlers(registry, share, tables)
    daily = DailyHandlers(store)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        cleanup = asyncio.create_task(registry.clean_up_forever())
        yield
        cleanup.cancel()
        await registry.close()

    def stop() -> None:
        """Cancel tasks that wait for threads, so that all requests and connections can end."""
        registry.stop()
        handlers.jobs.stop()
        handlers.reviews.stop()
        daily.stop()
        if results is not None:
            results.jobs.stop()

    routes: list[BaseRoute] = [
        *extra_routes,
        Route("/", _first_page),
        Route("/join", _page("join")),
        Route("/join/{code}", _page("join")),
        Route("/api/lobby", joining.open_tables),
        Route("/api/join", joining.join, methods=["POST"]),
        Route("/api/join/{code}", joining.find),
        Route("/api/qr", joining.qr_code, methods=["POST"]),
        Route("/table/{game}", _page("table")),
        Route("/replay/{game}", _page("replay")),
        Route("/review/{game}", _page("review")),
        Route("/rules", _page("rules")),
        Route("/daily", _page("daily")),
        Route("/statistics", _page("statistics")),
        Route("/api/daily", daily.results),
        Route("/api/rules", _rules),
        Route("/api/options", handlers.options),
        Route("/api/games", handlers.make, methods=["POST"]),
        Route("/api/games", handlers.summaries),
        Route("/api/games/{game}", handlers.summary),
        Route("/api/games/{game}/frames", handlers.frames),
        Route("/api/games/{game}/review", handlers.review),
        Route("/api/games/{game}/exercise", handlers.exercise),
        Route("/api/games/{game}/exercise", handlers.attempt, methods=["POST"]),
        Route("/api/games/{game}/log", handlers.log),
        Route("/api/games/{game}/record", handlers.record),
        WebSocketRoute("/api/games/{game}/socket", handlers.socket),
        *(_result_routes(results, handlers.reviews) if results is not None else []),
        *(Mount(f"/site/{name}", _compressed(StaticFiles(directory=str(SITE / name)))) for name in FOLDERS),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(OriginGuard, names=names)],
        exception_handlers={404: _not_found, **{kind: _error_handler(status) for kind, status in STATUSES.items()}},
        lifespan=lifespan,
    )
    app.state.stop = stop
    app.state.registry = registry
    return app


def _compressed(files: StaticFiles) -> GZipMiddleware:
    """The files, compressed for browsers that accept it: scripts and style sheets shrink to a third."""
    return GZipMiddleware(files, minimum_size=500, compresslevel=6)


async def _first_page(request: Request) -> Response:
    """The lobby; with `?now`, straight to a table."""
    return with_browser_id(request, HTMLResponse(page("now" if "now" in request.query_params else "index")))


def _page(name: str) -> Any:
    async def answer(request: Request) -> Response:
        return with_browser_id(request, HTMLResponse(page(name)))

    return answer


async def _rules(request: Request) -> Response:
    from phazed.game.rulebook import for_browser, rulebook

    return HTMLResponse(for_browser(rulebook(), four_colours=request.query_params.get("suits") == "four"))


def _error(status: int, reason: str) -> Response:
    return JSONResponse({"error": reason}, status)


async def _not_found(request: Request, _: Exception) -> Response:
    if request.url.path.startswith("/api/"):
        return _error(404, "there is nothing at this address")
    return HTMLResponse(page("lost"), 404)


def _error_handler(status: int) -> Any:
    """A handler that answers with the error's text."""

    async def answer(_: Request, error: Exception) -> Response:
        return _error(status, str(error))

    return answer


class Handlers:
    """The handlers of HTTP requests."""

    def __init__(
        self, registry: GameRegistry, share: Sequence[str], results: Results | None, table_bucket: TokenBucket
    ) -> None:
        self._hall = registry
        self._share = list(share)
        self._results = results
        self._table_bucket = table_bucket
        self.jobs = Jobs(at_once=1)
        self.reviews = Reviews()

    async def options(self, request: Request) -> Response:
        """The games and levels to choose from, and facts about the server."""
        games = [
            {
                "name": name,
                "title": rules.title,
                "about": rules.about,
                "phases": phases(rules),
                "any_order": rules.any_order,
                "max_hands": rules.max_hands,
            }
            for name, rules in RULESETS.items()
        ]
        levels = [{"name": name, "title": name.capitalize(), "about": LEVELS_ABOUT[name]} for name in LEVELS]
        has_class = any(getattr(route, "path", "") == "/class" for route in request.app.routes)
        facilities = {"results": self._results is not None, "class": has_class}
        about = {**facilities, "version": __version__, "share": self._share}
        return JSONResponse({"games": games, "levels": levels, **about})

    async def make(self, request: Request) -> Response:
        """Make a new table."""
        if not self._table_bucket.take():
            raise TooManyRequests(TOO_MANY_TABLES)
        fields = await json_object(request)
        if "daily" in fields or "lesson" in fields:
            made = self._hall.make_arranged(fields.get("name"), daily="daily" in fields)
        else:
            made = await self._play_on(fields) if "from" in fields else self._hall.make(fields)
        return JSONResponse(made._asdict(), 201)

    async def _play_on(self, fields: dict[str, Any]) -> NewGame:
        """Make a table that goes on from a moment of a finished game, or of a match of the tournament."""
        source = fields["from"]
        if not isinstance(source, dict):
            raise InvalidMessage('"from" must be an object such as {"game": ..., "hand": 0, "plays": 12, "seat": 1}')
        moment = moment_in(source)
        if "match" in source and self._results is not None:
            record, _ = await self._results.record(number_in(source, "match"))
            built_in = [name.removeprefix("@") if name.startswith("@") else "" for name in record.names]
            return self._hall.play_on(record, built_in, moment, fields.get("name"))
        table = self._hall.room(text_in(source, "game")).table
        return self._hall.play_on(table.record(), [seat.who for seat in table.seats], moment, fields.get("name"))

    async def summary(self, request: Request) -> Response:
        """What everybody may know about a game."""
        game = request.path_params["game"]
        found = self._hall.store.summaries([game])
        return JSONResponse(found[game]) if found else _error(404, NO_SUCH_GAME)

    async def summaries(self, request: Request) -> Response:
        """What everybody may know about those of the games that still exist."""
        asked = request.query_params.get("ids", "").split(",")[:MAX_IDS]
        return JSONResponse(self._hall.store.summaries(asked))

    async def frames(self, request: Request) -> Response:
        """A finished game for the replay."""
        return JSONResponse(await self._from_record(request, _frames))

    async def review(self, request: Request) -> Response:
        """The review of a finished game, or how far it is."""
        game = request.path_params["game"]
        store = self._hall.store
        found = await self.reviews.get(game, self._record(request), store.review_file(game))
        if found["state"] == "done":
            with suppress(Unavailable):  # the statistics do without it until the next look
                store.set_accuracy(game, [seat["accuracy"] for seat in found["review"]["seats"]])
        return JSONResponse(found)

    async def exercise(self, request: Request) -> Response:
        """The plays from which one can be chosen in a position of a finished game."""
        numbers = [request.query_params.get(name, "") for name in ("hand", "place")]
        if not all(text.isdecimal() and len(text) <= MAX_DIGITS for text in numbers):
            raise InvalidMessage('"hand" and "place" must be whole numbers')
        arguments = (self._record(request), *map(int, numbers))
        return JSONResponse(await self.jobs.run((plays, *numbers, request.path_params["game"]), plays, *arguments))

    async def attempt(self, request: Request) -> Response:
        """What a play in a position of a finished game would cost."""
        fields = await json_object(request)
        asked = (number_in(fields, "hand"), number_in(fields, "place"), text_in(fields, "play"))
        key = (attempt, *asked, request.path_params["game"])
        return JSONResponse(await self.jobs.run(key, attempt, self._record(request), *asked))

    async def log(self, request: Request) -> Response:
        """A finished game as a log in the original tournament's format."""
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
        """A browser's connection to a table."""
        await handle_connection(socket, self._hall, socket.path_params["game"])


def _frames(record: Record) -> dict[str, Any]:
    return {"game_title": record.rules.title, **frames_of(record)}


def _log(record: Record) -> str:
    return "\n".join(write_log(replay(record), seed=record.seed, names=record.names))


def _number(request: Request) -> int:
    """The number of the match in the address."""
    number: str = request.path_params["number"]
    if not number.isdecimal() or len(number) > MAX_DIGITS:
        raise StoreError("there is no such match")
    return int(number)


def _download(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _result_routes(results: Results, reviews: Reviews) -> list[Route]:
    """The routes to a tournament's results."""
    from phazed.answers.ranking import presentable

    async def summary(_: Request) -> Response:
        return JSONResponse(presentable(await results.summary()))

    async def progress(_: Request) -> Response:
        return JSONResponse(await results.progress())

    async def ranking_csv(_: Request) -> Response:
        return Response(await results.ranking("csv"), media_type="text/csv")

    async def ranking_json(_: Request) -> Response:
        return Response(await results.ranking("json"), media_type="application/json")

    async def match(request: Request) -> Response:
        return JSONResponse(await results.match(_number(request)))

    async def review(request: Request) -> Response:
        number = _number(request)
        return JSONResponse(await reviews.get(("match", number), *await results.record(number)))

    return [
        Route("/results", _page("results")),
        Route("/results/matches/{number}", _page("match")),
        Route("/review/match/{number}", _page("review")),
        Route("/results/ranking.csv", ranking_csv),
        Route("/results/ranking.json", ranking_json),
        Route("/api/results/summary", summary),
        Route("/api/results/progress", progress),
        Route("/api/results/matches/{number}", match),
        Route("/api/results/matches/{number}/review", review),
    ]
