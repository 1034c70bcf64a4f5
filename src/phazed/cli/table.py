"""The command of the table in the browser: `phazed play`."""

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
"""What stands between the dots of a host name."""


def add(commands: Any) -> None:
    """Add the command to the parser."""
    play = commands.add_parser("play", help="play in the browser", description=_play.__doc__)
    play.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 lets others in the network join")
    play.add_argument("--port", type=whole(0, 65535), help="the port (default: 8310 or, if it is taken, a free one)")
    play.add_argument(
        "--name",
        action="append",
        default=[],
        type=_host_name,
        metavar="HOST",
        help="a name under which a server with TLS passes the table on to others; may be repeated",
    )
    play.add_argument("--games", metavar="FILE", help="the file that the games are kept in (default: your own)")
    play.add_argument("--results", metavar="DIR", help="show the results of a tournament, too")
    play.add_argument("--no-browser", action="store_true", help="open no browser, show the address only")
    play.set_defaults(run=_play)


def _play(chosen: argparse.Namespace) -> int:
    """Sit down at a table in the browser, with bots or with others. Games are kept: after Ctrl-C, the same command goes
    on with them."""
    from pathlib import Path
    from threading import Thread

    with _needs_the_web():
        from phazed.web.server.serve import games_file, listening, open_browser, serve
        from phazed.web.tables.store import StoreInUse, Store

    results = _results(chosen.results)
    try:
        store = Store(Path(chosen.games) if chosen.games else games_file())
    except StoreInUse as error:
        wishes = (chosen.port, chosen.results, chosen.host, chosen.name)
        if not error.address or wishes != (None, None, "127.0.0.1", []):
            raise
        print(f"The table is open already: {error.address}/")
        if not chosen.no_browser:
            open_browser(f"{error.address}/?now")
        return OK

    def started(own: str, shared: list[str]) -> None:
        print(f"The table is open: {own}/", flush=True)
        for address in shared:
            print(f"Others join at:    {address}/", flush=True)
        print("Ctrl-C ends it; the games are kept.", flush=True)
        if not chosen.no_browser:  # in a thread, because some browsers hold up whoever starts them
            first = f"{own}/results" if results is not None else f"{own}/?now"
            Thread(target=open_browser, args=(first,), daemon=True).start()

    try:
        bound = listening(chosen.host, chosen.port)
        serve(store, bound, chosen.host, names=chosen.name, results=results, started=started)
    except KeyboardInterrupt:  # the usual way to end it
        print("\nThe table is closed. Your games are kept.")
    finally:
        store.close()
    return OK


def _host_name(text: str) -> str:
    """A host name, for argparse."""
    name = text.lower()
    if not all(map(LABEL.fullmatch, name.split("."))):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a host name: give it without https://, port and path, such as table.example.org"
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


def _needs_the_web() -> AbstractContextManager[None]:
    """For imports of what only an install of the extra `web` has."""
    return needs("web", "starlette", "uvicorn", "websockets")
