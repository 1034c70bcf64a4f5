"""Exit codes, options, input and output shared by all commands."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import contextmanager

from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import RULESETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phazed.game.render import Style

OK, NO, USAGE, INTERRUPTED = 0, 1, 2, 130


class UsageError(PhazedError):
    """An error that the user can correct."""


def game_option(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Add `--game`."""
    shown = f"default: {default}" if default else "default: the game in the file"
    parser.add_argument("--game", choices=list(RULESETS), default=default, help=f"game ({shown})")


def json_option(parser: argparse.ArgumentParser, what: str) -> None:
    """Add `--json`; its help text begins with `what`."""
    parser.add_argument("--json", action="store_true", help=f"{what} as JSON")


def print_json(data: object) -> None:
    """Print data as JSON."""
    import json

    print(json.dumps(data, indent=2))


def show_status(text: str) -> None:
    """Replace the status line if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


@contextmanager
def waiting(what: str, seconds: float = 1.0) -> Iterator[None]:
    """Show in a terminal how long a task has been running, starting after `seconds`."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Event, Thread
    from time import monotonic

    done, begun = Event(), monotonic()

    def show() -> None:
        while not done.wait(seconds):
            show_status(f"{what} ... {monotonic() - begun:.0f} s")

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        show_status("")


def bot_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for bots from files."""
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="PACKAGE",
        help="package that bots may import; may be repeated",
    )
    parser.add_argument(
        "--trust-bots",
        action="store_true",
        help="run bots even if this system cannot isolate them; they then have your permissions",
    )


@contextmanager
def needs(extra: str, *packages: str) -> Iterator[None]:
    """Return a context manager for imports of packages that are installed only with the given extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name == "fcntl":
            raise UsageError(
                "this command needs the file locks of Linux or macOS and does not run on this system"
            ) from None
        if error.name not in packages:
            raise
        raise UsageError(f"this needs the package {error.name}: pip install 'phazed[{extra}]'") from None


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a converter to whole numbers within the given bounds, for argparse."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{value} is not between {least} and {most}")
        return value

    return number


def style_here() -> Style:
    """Return the output style for this terminal."""
    from phazed.game.render import Style

    return Style.for_stream(sys.stdout, os.environ)


def width() -> int:
    """Return the terminal's width, limited to between 40 and 100 columns."""
    import shutil

    return max(40, min(100, shutil.get_terminal_size().columns))


def seed_of(text: str | None) -> int | str:
    """Return the user's seed or, if there is none, a random one."""
    from random import SystemRandom

    from phazed.game.games import read_seed

    return (
        SystemRandom().randrange(2**31)
        if text is None
        else read_seed(text.encode("utf-8", "backslashreplace").decode())
    )


def check_new(file: str, *, force: bool) -> None:
    """Raise `UsageError` unless the file can be created or, with `force`, overwritten."""
    from pathlib import Path

    path = Path(file)
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise UsageError(
            f"{file} cannot be written: {'it is a folder' if path.is_dir() else 'there is no such folder'}"
        )
    if path.exists() and not force:
        raise UsageError(f"{file} already exists; use --force to overwrite it")


def write(file: str, text: str) -> None:
    """Write a text file, with a newline at its end."""
    try:
        with open(file, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(f"{text}\n")
    except OSError as error:
        error.filename = file  # if the disk is full, the error does not name the file
        raise


def read(file: str, expected: str) -> str:
    """Return the text of a file or, for `-`, of standard input."""
    try:
        if file == "-":
            return sys.stdin.read().removeprefix("\ufeff")
        with open(file, encoding="utf-8-sig") as stream:
            return stream.read()
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not a text file: expected {expected}") from None
