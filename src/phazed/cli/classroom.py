"""The commands for a class: `phazed class` for the teacher, `phazed submit` for students."""

from __future__ import annotations

import os

from phazed.cli.arena import check_isolation, executor_of, jobs_option, needs_the_arena
from phazed.cli.table import needs_the_web, server_options
from phazed.cli.terminal import NO, OK, UsageError, show_status, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from contextlib import AbstractContextManager
    from typing import Any

    from phazed.web.classroom.access import SingleSignOn

ACTIONS = "backup DIR TO, export DIR TO, delete DIR STUDENT-NUMBER"


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    about = "run a class: tables, a ladder of bots, a final"
    serve = commands.add_parser("class", help=about, description=_class.__doc__)
    serve.add_argument(
        "folder",
        nargs="+",
        metavar="DIR",
        help=f"folder of the class; a new folder creates a class. Or: {ACTIONS}",
    )
    server_options(serve)
    serve.add_argument("--title", help="title of the class")
    serve.add_argument("--game", choices=["phazed", "phazed_bonus", "phasedout"], help="game of the ladder")
    serve.add_argument("--roster", metavar="CSV", help="add the students of a file: name, student number, group")
    serve.add_argument("--user-header", metavar="HEADER", help="header in which a trusted proxy names the user")
    serve.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address of a proxy whose user header is trusted; may be repeated",
    )
    serve.add_argument(
        "--new-link", action="store_true", help="make a new link for the first teacher; the old one ends"
    )
    serve.add_argument("--no-browser", action="store_true", help="do not open a browser, only print the links")
    serve.add_argument("--trust-bots", action="store_true", help="run bots even if the system cannot isolate them")
    serve.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster, as a tournament does")
    jobs_option(serve)
    serve.set_defaults(run=_class, allow=[])

    submit = commands.add_parser("submit", help="hand in a bot to a class", description=_submit.__doc__)
    submit.add_argument("bot", metavar="FILE", help="a .py file, a .zip archive, or a folder with bot.py")
    submit.add_argument("--to", required=True, metavar="LINK", help="your personal sign-in link")
    submit.add_argument("--no-wait", action="store_true", help="do not wait for the check")
    submit.set_defaults(run=_submit)


def _class(chosen: argparse.Namespace) -> int:
    """Run a class on this machine.

    It has tables for people, a ladder on which students' bots play all the time, a final, and pages for the teacher.
    Everything is stored in the folder: after Ctrl-C or a crash, the same command continues.
    """
    from functools import partial
    from pathlib import Path
    from threading import Thread

    if len(chosen.folder) > 1:
        return _act(*chosen.folder)
    (chosen.folder,) = chosen.folder
    with needs_the_web(), needs_the_arena():
        from phazed.web.classroom.serve import ClassServer, serve_class
        from phazed.web.server.serve import listening, open_browser
    check_isolation((), trusted=chosen.trust_bots, attacked=True)
    _prepare(chosen)

    def started(own: str, shared: list[str], link: str) -> None:
        print(f"The class is open:  {own}/", flush=True)
        for address in shared:
            print(f"Students join at:   {address}/", flush=True)
        print(f"Your own link:      {link}", flush=True)
        print("Keep your link to yourself. Press Ctrl-C to stop; everything is saved.", flush=True)
        if not chosen.no_browser:
            Thread(target=open_browser, args=(link,), daemon=True).start()

    server = ClassServer(
        Path(chosen.folder),
        partial(_workers, chosen),
        chosen.jobs,
        tuple(chosen.name),
        _single_sign_on(chosen),
        chosen.trust_bots,
    )
    try:
        serve_class(server, listening(chosen.host, chosen.port), chosen.host, started)
    except KeyboardInterrupt:  # the usual way to stop it
        print("\nThe class is closed. Everything is saved.")
    return OK


def _workers(chosen: argparse.Namespace) -> AbstractContextManager[Any]:
    """Return the executor of matches: a cluster, or local processes with a lower priority than the server."""
    from phazed.arena.executors.pool import ResilientPool

    return executor_of(chosen) if chosen.cluster else ResilientPool(chosen.jobs, initializer=lower_priority)


def lower_priority() -> None:
    """Give this process the lowest scheduling priority."""
    os.nice(19)


def _act(action: str, *given: str) -> int:
    """Run an action on a class other than serving it."""
    actions = {"backup": _back_up, "export": _export, "delete": _delete}
    if action not in actions or len(given) != 2:
        raise UsageError(f"give only the folder of a class, or: {ACTIONS}")
    with needs_the_arena():
        actions[action](*given)
    return OK


def _back_up(folder: str, out: str) -> None:
    from pathlib import Path

    from phazed.course.backup import back_up

    back_up(Path(folder), Path(out), show_status)
    show_status("")
    print(f"{out} is a copy of the class, which phazed class can open. It contains everybody's sign-in links.")


def _export(folder: str, out: str) -> None:
    from pathlib import Path

    from phazed.course.backup import export

    export(Path(folder), Path(out), show_status)
    show_status("")
    print(f"{out} contains all data of the class, as files.")


def _delete(folder: str, number: str) -> None:
    from contextlib import closing
    from pathlib import Path

    from phazed.course.client import delete_on_server
    from phazed.course.deletion import delete_student
    from phazed.course.folder import ClassFolder
    from phazed.text import printable

    with closing(ClassFolder.existing(Path(folder))) as opened:
        # A running server keeps tables in memory, together with the players' names.
        name = delete_on_server(opened, number) if opened.is_served() else delete_student(opened, number)
    print(f"{printable(name)} was deleted, with all submissions; earlier backups and exports are not changed.")


def _single_sign_on(chosen: argparse.Namespace) -> SingleSignOn | None:
    if bool(chosen.user_header) != bool(chosen.trust_proxy):
        raise UsageError("--user-header and --trust-proxy belong together: only that address is trusted")
    if not chosen.user_header:
        return None
    from ipaddress import ip_address

    from phazed.web.classroom.access import SingleSignOn

    try:
        proxies = frozenset(str(ip_address(each)) for each in chosen.trust_proxy)
    except ValueError as error:
        raise UsageError(f"--trust-proxy: {error}; give an IP address such as 127.0.0.1") from None
    return SingleSignOn(chosen.user_header, proxies)


def _prepare(chosen: argparse.Namespace) -> None:
    """Create the class if it is new, and apply the options."""
    from contextlib import closing
    from pathlib import Path

    from phazed.course.folder import ClassFolder
    from phazed.course.roster import decoded, read_roster
    from phazed.text import counted

    entries = read_roster(decoded(_bytes_of(chosen.roster), chosen.roster), chosen.roster) if chosen.roster else []
    with closing(ClassFolder(Path(chosen.folder))) as folder:
        with folder.lock():
            pass  # refuse a folder that another server is using before changing anything
        changes = {name: value for name, value in (("title", chosen.title), ("game", chosen.game)) if value}
        folder.change_settings(changes)
        if chosen.new_link:
            folder.people.renew_key(folder.people.teacher().id)
        if entries:
            new = folder.people.add_students(entries)
            print(f"Roster: {counted(new, 'student')} new, {len(entries) - new} known")


def _bytes_of(file: str) -> bytes:
    try:
        with open(file, "rb") as opened:
            return opened.read()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}; name a CSV file") from None


def _submit(chosen: argparse.Namespace) -> int:
    """Hand in a bot to a class, wait for its check, and print the result."""
    from phazed.answers.check import Check
    from phazed.answers.form import from_json
    from phazed.course.client import submit, wait_for_check
    from phazed.terminal.check import check_text
    from phazed.text import printable

    made = submit(chosen.bot, chosen.to)
    late = " after the deadline" if made["late"] else ""
    print(f"{printable(made['title'])} is version {made['version']}, handed in{late}.")
    if chosen.no_wait:
        return OK
    found = wait_for_check(
        chosen.to, made["id"], lambda seconds: show_status(f"waiting for the check: {seconds:.0f} s")
    )
    show_status("")
    if found["check"] is None:
        print("The check could not be completed. Ask the teacher, or hand in another version.")
    else:
        print(check_text(from_json(Check, found["check"]), width()))
    if found["state"] == "passed":
        print("It plays on the ladder.")
        return OK
    print("It cannot play on the ladder: correct it, and hand it in again.")
    return NO
