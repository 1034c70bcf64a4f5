"""The command line.

Each command reads its arguments, calls one function, and prints the answer. A user's error results in one clear message
and exit code 2. A log that does not replay, an invalid play, or a bot that fails its check is a valid answer, with exit
code 1. Everything except the parser is imported only when a command needs it, so that `phazed --help` is fast.
"""

from __future__ import annotations

import argparse
import os
import sys
from io import TextIOWrapper

from phazed import __version__
from phazed.cli import (
    autograder,
    check,
    classroom,
    coach,
    completion,
    export,
    games,
    generate,
    grade,
    new,
    questions,
    similar,
    table,
    tournament,
    training,
)
from phazed.cli.terminal import INTERRUPTED, OK, USAGE
from phazed.rules.errors import PhazedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    parser = _parser()
    completion.complete(parser)
    chosen = parser.parse_args(arguments)
    if sys.stdout is None:  # closed by the calling process
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - used until the process exits
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal's encoding may lack some characters
    if not hasattr(chosen, "run"):
        parser.print_help()
        return OK
    try:
        return chosen.run(chosen)  # type: ignore[no-any-return]
    except PhazedError as error:
        print(f"phazed {chosen.command}: {error}", file=sys.stderr)
        return USAGE
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has closed the pipe
            return OK
        where = f"{error.filename}: " if error.filename else ""
        print(f"phazed {chosen.command}: {where}{error.strerror}", file=sys.stderr)
        return USAGE
    except (KeyboardInterrupt, EOFError):
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED


class _Version(argparse.Action):
    """An action that prints the version and whether the core is compiled; it imports the core only when needed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # the output below contains the same information
            from phazed.core import is_compiled, why_not_compiled
        slower = "core not compiled, so the expert is much slower: "
        print(f"phazed {__version__} ({'core compiled' if is_compiled() else slower + why_not_compiled()})")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="phazed",
        description="The card game Phazed: play it, look up its rules, and let bots compete.",
        epilog="exit codes: 0 success; 1 the answer is no: an invalid play, a log that does not replay, or a bot "
        "that failed; 2 an error in the command or its input; 130 interrupted",
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show the version, and whether the core is compiled"
    )
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")

    new.add(commands)
    games.add(commands)
    questions.add(commands)
    table.add(commands)
    tournament.add(commands)
    classroom.add(commands)
    check.add(commands)
    grade.add(commands)
    autograder.add(commands)
    similar.add(commands)
    coach.add(commands)
    training.add(commands)
    generate.add(commands)
    export.add(commands)
    completion.add(commands)
    return parser
