"""Starting the table: a port, the server, and the browser."""

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
from phazed.web.server.protocol import Door, complain, most_connections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType

    from phazed.web.server.results import Results
    from phazed.web.tables.store import Store

PORT = 8310
"""Where the table is when nobody says otherwise, so that a page finds it again after a restart."""
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""What the environment names where a browser can be opened."""
LARGEST_MESSAGE = 65_536
"""Bytes; a socket that sends more is closed by the server before we see it."""
BACKLOG = 200
"""Connections that wait to be let in, and are let in at a time."""


class NoPort(PhazedError):
    """The server cannot listen where it was asked to."""


def games_file() -> Path:
    """Where the games are kept when nobody says otherwise."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "phazed" / "tables.db"


def listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens there; without a port, at the usual one or, if that is taken, at any."""
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            return _bound(host, wanted)
        except OSError as error:
            problem = error
    raise NoPort(f"cannot listen at {host}, port {port or PORT}: {problem.strerror or problem}")


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
    """Where to open the table here, and where others can: under names that another server has, and in the network."""
    number, port = bound.getsockname()[:2]
    listens = ip_address(number)
    own = _address("127.0.0.1" if listens.is_unspecified else host, port)
    outward = None if listens.is_loopback else _outward_address() if listens.is_unspecified else host
    return own, [*(f"https://{name}" for name in names), *([_address(outward, port)] if outward else [])]


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _outward_address() -> str | None:
    """The address by which others in the house reach this machine; nothing is sent to find it out."""
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
    results: Results | None,
    started: Callable[[str, list[str]], None],
) -> None:
    """Serve the table until Ctrl-C; `started` is told the addresses once the server answers.

    `names` are those of another server through which the table is reached, with TLS.
    """
    own, shared = addresses(host, bound, names)
    store.served_at(own)
    app = application(store, names=names_of_this_machine(host).union(names), share=shared, results=results)
    server = _Server(
        uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            http=Door,
            limit_concurrency=most_connections(),
            backlog=BACKLOG,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,  # messages are small, and packing costs memory for every connection
            timeout_graceful_shutdown=1,
            server_header=False,
        ),
        lambda: started(own, shared),
        app.state.stop,
    )
    server.run(sockets=[bound])


class _Server(uvicorn.Server):
    """Says when it has started and before it ends, and no more of what goes wrong than one wants to read."""

    def __init__(self, config: uvicorn.Config, told: Callable[[], None], stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._told = told
        self._stop = stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(complain)
        await super().startup(sockets)
        self._told()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the server; a second signal does not hurry it, because uvicorn would then skip what closes the store."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stop()  # else uvicorn cancels whatever waits for a thread for over a second, and logs a traceback
        await super().shutdown(sockets)


def open_browser(address: str) -> None:
    """Open the address in a browser, if there is one with a window of its own.

    Where there is no screen, Python would look for a browser that draws in this very terminal.
    """
    if sys.platform in ("darwin", "win32") or any(map(os.environ.get, SCREENS)):
        webbrowser.open(address)
