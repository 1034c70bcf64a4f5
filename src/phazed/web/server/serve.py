"""Starting the server: its socket, its addresses, and the browser."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from phazed.rules.errors import PhazedError
from phazed.web.server.app import application
from phazed.web.server.guard import names_of_this_machine
from phazed.web.server.protocol import IdleTimeoutProtocol, max_connections, report_exception

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import FrameType

    from starlette.middleware import Middleware
    from starlette.routing import BaseRoute

    from phazed.storage.tables import Store
    from phazed.web.server.results import Results

PORT = 8310
"""Default port, which is fixed so that pages can reconnect after a restart."""
DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Environment variables; at least one is set if a browser can be opened."""
MAX_MESSAGE_BYTES = 65_536
"""Maximum size of a WebSocket message; uvicorn closes connections that send larger ones."""
BACKLOG = 200
"""Maximum number of connections waiting to be accepted."""


class CannotListen(PhazedError):
    """An error raised if the server cannot listen at an address."""


def games_file() -> Path:
    """Return the default file for games."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "phazed" / "tables.db"


def listening(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; without a port, use the default one or, if that is taken, any free port."""
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            return _bound(host, wanted)
        except OSError as error:
            problem = error
    raise CannotListen(f"cannot listen at {host}, port {port or PORT}: {problem.strerror or problem}")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
    except OSError:
        bound.close()
        raise
    return bound


def addresses(host: str, bound: socket.socket, names: Iterable[str] = ()) -> tuple[str, list[str]]:
    """Return the address for this machine and those for others: a proxy's names and the address in the network."""
    number, port = bound.getsockname()[:2]
    listens = ip_address(number)
    own = _address("127.0.0.1" if listens.is_unspecified else host, port)
    outward = None if listens.is_loopback else _network_address() if listens.is_unspecified else host
    return own, [*(f"https://{name}" for name in names), *([_address(outward, port)] if outward else [])]


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _network_address() -> str | None:
    """Return this machine's address in the local network, without sending a packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def serve(
    store: Store,
    bound: socket.socket,
    host: str,
    *,
    names: Iterable[str] = (),
    results: Results | None = None,
    extra_routes: Sequence[BaseRoute] = (),
    middleware: Sequence[Middleware] = (),
    proxy_headers: bool = True,
    started: Callable[[str, list[str]], None],
) -> None:
    """Serve tables until Ctrl-C is pressed; `started` is called with the addresses once the server is ready.

    `names` are host names of a TLS proxy through which others reach the server. With `proxy_headers`, a proxy on this
    machine is trusted to report the client's address; otherwise that of the connection itself is used.
    """
    own, shared = addresses(host, bound, names)
    store.publish_address(own)
    app = application(
        store,
        names=names_of_this_machine(host).union(names),
        share=shared,
        results=results,
        extra_routes=extra_routes,
        middleware=middleware,
    )
    server = _Server(
        uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            http=IdleTimeoutProtocol,
            limit_concurrency=max_connections(),
            backlog=BACKLOG,
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,  # messages are small, and compression needs memory for every connection
            timeout_graceful_shutdown=1,
            server_header=False,
            proxy_headers=proxy_headers,
        ),
        lambda: started(own, shared),
        app.state.server.stop,
    )
    server.run(sockets=[bound])


class _Server(uvicorn.Server):
    """uvicorn's server, with callbacks after its start and before its shutdown."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None], stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._started = started
        self._stop = stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(report_exception)
        await super().startup(sockets)
        self._started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down on the first signal; ignore a second one, which would make uvicorn skip closing the store."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stop()  # otherwise uvicorn cancels tasks that wait longer than a second for a thread and logs a traceback
        await super().shutdown(sockets)


def open_browser(address: str) -> None:
    """Open the address in a browser if there is a display.

    Without a display, `webbrowser` would start a text browser in this terminal.
    """
    if sys.platform in ("darwin", "win32") or any(map(os.environ.get, DISPLAY_VARIABLES)):
        webbrowser.open(address)
