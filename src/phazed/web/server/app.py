"""The web application: its routes, static files and middleware."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles

from phazed.site.assets import FOLDERS, SITE
from phazed.site.page import page
from phazed.web.routes import TABLE, TOURNAMENT, endpoints, refused
from phazed.web.server.guard import OriginGuard
from phazed.web.server.visit import Denied, TableServer
from phazed.web.server.websocket import handle_connection

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.websockets import WebSocket

    from phazed.storage.tables import Store
    from phazed.web.server.results import Results


def application(
    store: Store,
    *,
    names: frozenset[str] = frozenset({"localhost"}),
    share: Sequence[str] = (),
    results: Results | None = None,
    extra_routes: Sequence[BaseRoute] = (),
    middleware: Sequence[Middleware] = (),
) -> Starlette:
    """Return an application that serves the games in the store.

    `extra_routes` take precedence over the application's own routes and can access the tables in `app.state.server`.
    """
    server = TableServer(store, share, results)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        cleanup = asyncio.create_task(server.registry.clean_up_forever())
        yield
        cleanup.cancel()
        await server.registry.close()

    async def socket(connection: WebSocket) -> None:
        await handle_connection(connection, server.registry, connection.path_params["game"])

    app = Starlette(
        routes=[
            *extra_routes,
            *endpoints(TABLE),
            WebSocketRoute("/api/games/{game}/socket", socket),
            *(endpoints(TOURNAMENT) if results is not None else []),
            *(Mount(f"/site/{name}", _compressed(StaticFiles(directory=str(SITE / name)))) for name in FOLDERS),
        ],
        middleware=[*middleware, Middleware(OriginGuard, names=names)],
        exception_handlers={404: _not_found},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


def _compressed(files: StaticFiles) -> GZipMiddleware:
    """Compress static files for browsers that accept it; scripts and style sheets shrink to a third of their size."""
    return GZipMiddleware(files, minimum_size=500, compresslevel=6)


async def _not_found(request: Request, _: Exception) -> Response:
    if request.url.path.startswith("/api/"):
        return refused(Denied(404, "there is nothing at this address"))
    return HTMLResponse(page("lost"), 404)
