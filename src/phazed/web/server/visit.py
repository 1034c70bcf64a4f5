"""A request and the data for its handler: the server's tables, the request's body, the browser's id.

The browser's id is stored in a cookie that pages cannot read. A seat belongs to the browser that has taken it.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect

from phazed.rules.errors import PhazedError
from phazed.storage.database import StoreError
from phazed.web.fields import InvalidMessage, from_json
from phazed.web.jobs import Jobs
from phazed.web.reviews import Reviews
from phazed.web.tables.daily import Daily
from phazed.web.tables.lobby import Lobby
from phazed.web.tables.registry import Registry
from phazed.web.tables.seats import browser_hash
from phazed.web.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import HTTPConnection, Request
    from starlette.responses import Response

    from phazed.storage.tables import Store
    from phazed.web.server.results import Results
    from phazed.web.tables.live_table import LiveTable

TABLE_RATE = (1000, 10.0)
"""Rate limit for new tables on a server: burst, and number per second."""
MAX_REQUEST_BYTES = 16_384
REQUEST_TIMEOUT = 10.0
"""Maximum time for receiving the body of a request, in seconds."""
NOT_AN_OBJECT = "the request must be a JSON object"
ANYBODY, GUEST = "anybody", "guest"
"""Roles that need no sign-in: anybody, and anybody if the teacher of a class allows guests."""
COOKIE = "phazed-browser"
VALID = re.compile(r"[A-Za-z0-9_-]{24}")
COOKIE_SECONDS = 400 * 24 * 3600
"""Lifetime of the cookie, the longest that browsers allow."""
MAX_DIGITS = 12
"""Maximum number of digits in a number that is part of an address."""


class Denied(PhazedError):
    """An error that refuses a request with an HTTP status."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class TableServer:
    """The tables of a server, and the tournament results that it shows, if any."""

    def __init__(self, store: Store, share: Sequence[str], results: Results | None) -> None:
        self.registry = Registry(store)
        self.lobby = Lobby(self.registry)
        self.daily = Daily(store)
        self.jobs = Jobs(at_once=1)
        self.reviews = Reviews()
        self.share = list(share)
        """Addresses at which other machines can reach the server."""
        self.results = results
        self.new_tables = TokenBucket(*TABLE_RATE)
        self.guesses: dict[str, TokenBucket] = {}
        """Rate limit for wrong codes, by client."""

    @property
    def store(self) -> Store:
        return self.registry.store

    def stop(self) -> None:
        """Cancel tasks that are waiting for threads, so that all requests and connections can be closed."""
        for part in (self.registry, self.jobs, self.reviews, self.daily):
            part.stop()
        if self.results is not None:
            self.results.jobs.stop()


class Visit:
    """A request to a server."""

    def __init__(self, request: Request) -> None:
        self.request = request

    @property
    def server(self) -> TableServer:
        found: TableServer = self.request.app.state.server
        return found

    @property
    def results(self) -> Results:
        """Results of the tournament that the server shows."""
        if self.server.results is None:
            raise Denied(404, "this server shows no tournament")
        return self.server.results

    @property
    def game(self) -> str:
        """Id of the game in the address."""
        return str(self.request.path_params["game"])

    @property
    def browser(self) -> str | None:
        """Hash of the browser's id; `None` if the browser has not sent one."""
        return browser_of(self.request)

    @property
    def client(self) -> str:
        """Address of the client."""
        return client_of(self.request)

    def number(self, name: str, otherwise: str) -> int:
        """Return a number in the address; if it is not a number, raise `Denied` with the text `otherwise`."""
        text = str(self.request.path_params[name])
        if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
            raise Denied(404, otherwise)
        return int(text)

    def query(self, name: str, default: str = "") -> str:
        """Return a query parameter."""
        return self.request.query_params.get(name, default)

    def table(self, game: str) -> LiveTable:
        """Return the table of the game."""
        try:
            return self.server.registry.table(game)
        except StoreError as error:
            raise Denied(404, str(error)) from None

    async def body(self, limit: int, seconds: float | None = None) -> bytes:
        """Return the body of the request, which may have at most `limit` bytes."""
        parts, size = [], 0
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT if seconds is None else seconds):
                async for part in self.request.stream():
                    parts.append(part)
                    size += len(part)
                    if size > limit:
                        raise InvalidMessage(f"a request can have at most {limit:,} bytes")
        except (TimeoutError, ClientDisconnect):
            raise InvalidMessage("the request is incomplete") from None
        return b"".join(parts)

    async def fields(self) -> dict[str, Any]:
        """Return the JSON object in the body."""
        fields = from_json(await self.body(MAX_REQUEST_BYTES), NOT_AN_OBJECT)
        if not isinstance(fields, dict):
            raise InvalidMessage(NOT_AN_OBJECT)
        return fields


def client_of(connection: HTTPConnection) -> str:
    """Return the address of the client."""
    return connection.client.host if connection.client is not None else ""


def browser_of(connection: HTTPConnection) -> str | None:
    """Return the hash of the browser's id, or `None` if the browser has not sent one."""
    found = connection.cookies.get(COOKIE, "")
    return browser_hash(found) if VALID.fullmatch(found) else None


def with_browser_id(request: Request, response: Response) -> Response:
    """Add a new id to the response if the browser has none."""
    if browser_of(request) is None:
        response.set_cookie(
            COOKIE,
            secrets.token_urlsafe(18),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return response
