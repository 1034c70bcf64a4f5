"""The command `phazed completion`: shell completion for commands, options and values, using argcomplete."""

from __future__ import annotations

import os

from phazed.bots import BOTS
from phazed.cli.terminal import OK, needs

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

PLAYERS = frozenset({"A", "B", "GAME|BOT", "PLAYER"})
"""Metavars of arguments that accept a built-in player."""
FILES = PLAYERS | {"BOT", "CALL", "CSV", "DIR", "FILE", "HTML", "RESULTS", "SUBMISSIONS", "TOML"}
"""Metavars of arguments that accept a file or folder."""


def add(commands: Any) -> None:
    """Add the command to the parser."""
    completion = commands.add_parser(
        "completion",
        help="print a script that completes commands in your shell",
        description=_completion.__doc__,
        epilog='bash: add eval "$(phazed completion bash)" to ~/.bashrc; zsh: add eval "$(phazed completion zsh)" to '
        "~/.zshrc, after compinit; fish: phazed completion fish > ~/.config/fish/completions/phazed.fish",
    )
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help="your shell")
    completion.set_defaults(run=_completion)


def _completion(chosen: argparse.Namespace) -> int:
    """Print a script that makes your shell complete commands, options and their values."""
    with needs("completion", "argcomplete"):
        from argcomplete.shell_integration import shellcode

    print(shellcode(["phazed"], shell=chosen.shell))
    return OK


def complete(parser: argparse.ArgumentParser) -> None:
    """Write the completions of a command line and exit, if a shell's completion script runs this process."""
    if "_ARGCOMPLETE" in os.environ:  # pragma: no cover - only in processes started by a shell
        breaks = "_ARGCOMPLETE_COMP_WORDBREAKS"
        os.environ[breaks] = os.environ.get(breaks, "").replace("@", "")  # lets bash treat @ as part of a word
        with needs("completion", "argcomplete"):
            from argcomplete import autocomplete

        autocomplete(parser, always_complete_options=False, default_completer=_values)  # type: ignore[arg-type]


def _values(prefix: str, action: argparse.Action, **_: Any) -> Iterator[str]:  # pragma: no cover - as above
    """Yield the built-in players, files and folders that an argument accepts."""
    from glob import escape, glob

    if action.metavar in PLAYERS:
        yield from (f"@{name}" for name in BOTS)
    if action.metavar in FILES:
        yield from (f"{path}/" if os.path.isdir(path) else path for path in sorted(glob(f"{escape(prefix)}*")))
