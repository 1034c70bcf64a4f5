"""The command `phazed play`: the table in the browser."""

from __future__ import annotations

import argparse
import re

from phazed.cli.terminal import OK, needs, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import Any

    from phazed.web.server.results import Results

LABEL = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
"""Pattern for a label, that is, a part of a host name between dots."""


def add(commands: Any) -> None:
    """Add the command to the parser."""
    play = commands.add_parser("play", help="play in the browser", description=_play.__doc__)
    server_options(play)
    play.add_argument("--games", metavar="FILE", help="file for the games (default: in your data directory)")
    play.add_argument("--results", metavar="DIR", help="also show the results of a tournament")
    play.add_argument("--no-browser", action="store_true", help="do not open a browser, only print the address")
    play.set_defaults(run=_play)


def server_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the addresses of a server."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets others join")
    parser.add_argument("--port", type=whole(0, 65535), help="port (default: 8310 or, if that is taken, any free port)")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        type=_host_name,
        metavar="HOST",
        help="host name of a TLS proxy through which others reach the server; may be repeated",
    )


def _play(chosen: argparse.Namespace) -> int:
    """Play at a table in the browser, with bots or with other people.

    Games are saved; after Ctrl-C, the same command continues them.
    """
    from pathlib import Path
    from threading import Thread

    with needs_the_web():
        from phazed.storage.tables import Store, StoreInUse
        from phazed.web.server.serve import games_file, listening, open_browser, serve

    results = _results(chosen.results)
    try:
        store = Store(Path(chosen.games) if chosen.games else games_file())
    except StoreInUse as error:
        options = (chosen.port, chosen.results, chosen.host, chosen.name)
        if not error.address or options != (None, None, "127.0.0.1", []):
            raise
        print(f"The table is already open: {error.address}/")
        if not chosen.no_browser:
            open_browser(f"{error.address}/?now")
        return OK

    def started(own: str, shared: list[str]) -> None:
        print(f"The table is open: {own}/", flush=True)
        for address in shared:
            print(f"Others join at:    {address}/", flush=True)
        print("Press Ctrl-C to stop; the games are saved.", flush=True)
        if not chosen.no_browser:  # in a thread, since some browsers block the process that starts them
            first = f"{own}/results" if results is not None else f"{own}/?now"
            Thread(target=open_browser, args=(first,), daemon=True).start()

    try:
        bound = listening(chosen.host, chosen.port)
        serve(store, bound, chosen.host, names=chosen.name, results=results, started=started)
    except KeyboardInterrupt:  # the usual way to stop the server
        print("\nThe table is closed. Your games are saved.")
    finally:
        store.close()
    return OK


def _host_name(text: str) -> str:
    """Validate a host name for argparse and return it in lower case."""
    name = text.lower()
    if not all(map(LABEL.fullmatch, name.split("."))):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a host name: give one without https://, port and path, such as table.example.org"
        )
    return name


def _results(folder: str | None) -> Results | None:
    if folder is None:
        return None
    from pathlib import Path

    from phazed.cli.arena import needs_the_arena

    with needs_the_arena():
        from phazed.web.server.results import Results

    return Results(Path(folder))


def needs_the_web() -> AbstractContextManager[None]:
    """Return a context manager for imports that need the extra `web`."""
    return needs("web", "segno", "starlette", "uvicorn", "websockets")
