"""The command `phazed export`."""

from __future__ import annotations

from phazed.cli.terminal import OK, check_new, width
from phazed.rules.rulesets import RULESETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


def add(commands: Any) -> None:
    """Add the command to the parser."""
    export = commands.add_parser(
        "export", help="write a strong player as a single file of plain Python", description=_export.__doc__
    )
    export.add_argument("file", metavar="FILE", help="file to write, such as expert.py")
    export.add_argument("--game", choices=list(RULESETS), help="include only this game (default: all three)")
    export.add_argument("--force", action="store_true", help="overwrite the file if it exists")
    export.set_defaults(run=_export)


def _export(chosen: argparse.Namespace) -> int:
    """Write the player @strong as a single file that needs only Python and its standard library.

    The file defines the course's functions, so any referee can use it.
    """
    from shlex import quote

    from phazed.export.file import exported
    from phazed.game.starter import file_of
    from phazed.text import block
    from phazed.writing import write

    file = file_of(chosen.file)
    check_new(str(file), force=chosen.force)
    games = (chosen.game,) if chosen.game else tuple(RULESETS)
    content = exported(games).encode()
    write(file, content)
    size = f"{len(content) / 1e6:.1f} MB"
    print(
        block([f"{file} plays {', '.join(games)} and has {size} of plain Python. Submit it or try it:"], width()),
        end="\n\n",
    )
    name = quote(str(file))
    print(f"  phazed check {name}\n      check it under tournament conditions")
    print(f"  phazed match {name} @greedy @greedy @greedy --game {games[0]} --show\n      watch a game")
    return OK
