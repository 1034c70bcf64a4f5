"""What stands between the network and the table: whom the server answers, how much, and what a page may do.

The server answers to its own names only, so that no page from elsewhere can reach it under a name that it made point
here; it takes connections and requests that change something from its own pages only; and its pages may load nothing
that is not ours.
"""

from __future__ import annotations

import socket
import time
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


class Guard:
    """Refuses strangers, and puts the policy on every answer."""

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
            return "this server does not answer to that name: use an address that phazed play shows, or --name"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return "only the table's own pages may do that"
        return None

    def _is_ours(self, host: str) -> bool:
        """An address in numbers is nobody's trick; a name must be this machine's."""
        name = ""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            ip_address(name)
        except ValueError:
            return name in self._names
        return True


def names_of_this_machine(host: str) -> frozenset[str]:
    """The names under which the server may be asked for."""
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


class Allowance:
    """So much in a burst, and so much a second after it.

    >>> allowance = Allowance(burst=2, rate=2.0)
    >>> [allowance.wait(now) for now in (10.0, 10.0, 10.0, 10.0, 12.0)]
    [0.0, 0.0, 0.5, 1.0, 0.0]
    >>> allowance.take(12.0), allowance.take(12.0), allowance.take(12.5)
    (True, False, True)
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = float(burst)
        self._at = 0.0

    def take(self, now: float | None = None) -> bool:
        """Take one, if there is one."""
        if self._now(now) < 1:
            return False
        self._left -= 1
        return True

    def wait(self, now: float | None = None) -> float:
        """Take one in any case; how many seconds it takes until it is there."""
        self._left = self._now(now) - 1
        return max(0.0, -self._left / self._rate)

    def _now(self, now: float | None) -> float:
        """What is left by now."""
        now = time.monotonic() if now is None else now
        self._left = min(self._left + (now - self._at) * self._rate, self._burst)
        self._at = now
        return self._left
