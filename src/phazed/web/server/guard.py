"""Protection against other sites: host checks, origin checks and security headers.

To prevent DNS rebinding, the server answers only to its own host names. It accepts WebSockets and requests that change
something only from its own pages. These pages cannot load anything from other sites.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocketClose

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class OriginGuard:
    """Middleware that checks the host and origin, and adds the security headers to every response."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        if problem is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await WebSocketClose(1008, problem)(scope, receive, send)
        else:
            await PlainTextResponse(f"{problem}\n", 403)(scope, receive, _with_headers(send))

    def _problem(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "this server does not answer to that name: use an address shown by phazed play, or --name"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return "only this server's own pages may do that"
        return None

    def _is_ours(self, host: str) -> bool:
        """Return whether the host is an IP address, which cannot be rebound, or one of this machine's names."""
        name = ""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            ip_address(name)
        except ValueError:
            return name in self._names
        return True


def names_of_this_machine(host: str) -> frozenset[str]:
    """Return the host names to which the server answers."""
    own = socket.gethostname().lower()
    return frozenset({"localhost", host.lower(), own, f"{own.partition('.')[0]}.local"})


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
