"""The handlers with which people find a table: the open ones, the one of a code, any; and links as QR codes."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from phazed.rules.errors import PhazedError
from phazed.web.server.bodies import json_object
from phazed.web.server.browsers import browser_of
from phazed.web.tables.lobby import Lobby, UnknownCode
from phazed.web.tables.messages import InvalidMessage, text_in
from phazed.web.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from starlette.requests import Request

    from phazed.web.tables.registry import GameRegistry

    T = TypeVar("T")

GUESS_RATE = (20, 0.5)
"""Codes of no table that a client may try: in a burst, and per second after it."""
MAX_CLIENTS = 10_000
"""Clients whose wrong codes are counted; when there are more, the count begins anew."""
MAX_LINK_LENGTH = 300
TOO_MANY_TABLES = "too many tables are being made: wait a moment and try again"


class TooManyRequests(PhazedError):
    """A client asks too often."""


class JoinHandlers:
    """The handlers of requests for tables to join."""

    def __init__(self, registry: GameRegistry, share: Sequence[str], table_bucket: TokenBucket) -> None:
        self._lobby = Lobby(registry)
        self._share = share
        self._table_bucket = table_bucket
        self._guesses: dict[str, TokenBucket] = {}

    async def open_tables(self, _: Request) -> Response:
        """The tables that wait for players."""
        return JSONResponse({"tables": self._lobby.open_tables()})

    async def find(self, request: Request) -> Response:
        """The table of a code."""
        code = request.path_params["code"]
        return JSONResponse(self._limited(request, lambda: self._lobby.find(code, browser_of(request))))

    async def join(self, request: Request) -> Response:
        """Take a free seat: at the table of a code or, without one, at any table."""
        fields = await json_object(request)
        name, browser = _name_in(fields), browser_of(request)
        if "code" in fields:
            code = text_in(fields, "code")
            made = self._limited(request, lambda: self._lobby.join(code, name, browser))
        else:
            if not self._table_bucket.take():
                raise TooManyRequests(TOO_MANY_TABLES)
            made = self._lobby.join_any(name, browser)
        return JSONResponse(made._asdict(), 201)

    def _limited(self, request: Request, look: Callable[[], T]) -> T:
        """What was looked up by a code; a client that tries many codes of no table has to wait."""
        client = request.client.host if request.client is not None else ""
        bucket = self._guesses.get(client)
        if bucket is not None and bucket.is_empty():
            raise TooManyRequests("too many wrong codes: wait a minute and try again")
        try:
            return look()
        except UnknownCode:
            if len(self._guesses) >= MAX_CLIENTS:
                self._guesses.clear()
            self._guesses.setdefault(client, TokenBucket(*GUESS_RATE)).take()
            raise

    async def qr_code(self, request: Request) -> Response:
        """A link to this server as a QR code, in SVG."""
        import segno

        link = text_in(await json_object(request), "link")
        host = request.headers.get("host", "")
        origins = (*self._share, f"http://{host}", f"https://{host}")
        if len(link) > MAX_LINK_LENGTH or not any(link.startswith(f"{origin}/") for origin in origins):
            raise InvalidMessage('"link" must be a link to this server')
        picture = BytesIO()
        segno.make(link, error="m", micro=False).save(picture, kind="svg", light="#fff", xmldecl=False)
        return Response(picture.getvalue(), media_type="image/svg+xml")


def _name_in(fields: dict[str, Any]) -> str:
    return "" if fields.get("name") is None else text_in(fields, "name")
