"""Options, executors and output for the commands that run bots."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import contextmanager

from phazed.cli.terminal import UsageError, needs, print_json, whole, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any, TypeVar

    from phazed.sandbox.limits import Limits

    T = TypeVar("T")


def jobs_option(parser: argparse.ArgumentParser, what: str = "matches played") -> None:
    """Add `--jobs`; its help text begins with `what`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument(
        "--jobs",
        type=whole(1, 1024),
        default=cores,
        help=f"{what} at a time (default: {cores}, the number of cores)",
    )


def limit_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for a bot's resource limits."""
    limits = parser.add_argument_group("limits for each bot, with times in CPU seconds")
    seconds_option(limits, "--start-limit", 2.0, "for the import (default: 2)")
    seconds_option(limits, "--play-limit", 4.0, "for a play (default: 4)")
    seconds_option(limits, "--match-limit", 60.0, "for a match (default: 60)")
    seconds_option(limits, "--idle-limit", 10.0, "wall-clock seconds for waiting in a match (default: 10)")
    limits.add_argument("--memory", type=whole(32, 1 << 20), default=512, metavar="MB", help="memory (default: 512 MB)")


def seconds_option(parser: argparse._ActionsContainer, name: str, default: float, text: str) -> None:
    """Add an option for a limit in seconds."""
    parser.add_argument(name, type=_seconds, default=default, metavar="S", help=text)


def limits_of(chosen: argparse.Namespace) -> Limits:
    """Return the limits chosen on the command line."""
    from phazed.sandbox.limits import MEGABYTE, Limits

    return Limits(
        start=chosen.start_limit,
        play=chosen.play_limit,
        match=chosen.match_limit,
        idle=chosen.idle_limit,
        memory=chosen.memory * MEGABYTE,
    )


def _seconds(text: str) -> float:
    value = number(text)
    if not 0.01 <= value <= 86_400:
        raise argparse.ArgumentTypeError(f"a limit must be from 0.01 to 86400 seconds, not {text!r}")
    return value


def number(text: str) -> float:
    """Convert the text to a number; return NaN, which fails every range check, if that is impossible."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


def needs_the_arena() -> AbstractContextManager[None]:
    """Return a context manager for imports that need the extra `arena`."""
    return needs("arena", "msgspec", "numpy")


def check_isolation(packages: tuple[str, ...], *, trusted: bool, attacked: bool = False) -> str:
    """Return the level of protection from bots; raise `UsageError` unless it is full or the bots are trusted.

    The level is determined from the system's features or, if `attacked`, by test attacks.
    """
    from phazed.sandbox.doctor import level
    from phazed.sandbox.protection import protection

    found = level() if attacked or not protection().full else "full"
    if found != "full" and not trusted:
        raise UsageError(
            f"this system's protection from bots is {found}, so a bot could read or change your files; phazed doctor "
            "shows what is missing. If you trust all these bots, use --trust-bots"
        )
    from phazed.sandbox.landlock import package

    for name in packages:
        package(name)  # raises an error now rather than in every match
    return found


def check_own_bots(chosen: argparse.Namespace) -> None:
    """Check the isolation for the user's own bots; on systems that cannot isolate bots, trust them."""
    if sys.platform != "linux" and not chosen.trust_bots:
        print("This system cannot isolate bots, so your bot runs with your own permissions.", file=sys.stderr)
        chosen.trust_bots = True
    check_isolation(tuple(chosen.allow), trusted=chosen.trust_bots)


@contextmanager
def executor_of(chosen: argparse.Namespace) -> Iterator[Any]:
    """Yield an executor for matches: worker processes on this machine, or a cluster."""
    if getattr(chosen, "cluster", None):
        from phazed.arena.executors.cluster import connect

        with connect(chosen.cluster, packages=tuple(chosen.allow)) as cluster:
            yield cluster
    else:
        from phazed.arena.executors.pool import ResilientPool

        with ResilientPool(chosen.jobs) as pool:
            yield pool


def show_progress(what: str, done: int, total: int) -> None:
    """Show the progress if standard error is a terminal."""
    if sys.stderr.isatty():
        line = f"{what}: {done} of {total}" if done < total else ""
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)


def print_found(chosen: argparse.Namespace, answer: T, as_text: Callable[[T, int], str]) -> None:
    """Print an answer as text or, with `--json`, as JSON."""
    if chosen.json:
        from phazed.answers.form import to_json

        print_json(to_json(answer))
    else:
        print(as_text(answer, width()))
