"""The command `phazed new`."""

from __future__ import annotations

from phazed.cli.terminal import OK, check_new, game_option, width, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


def add(commands: Any) -> None:
    """Add the command to the parser."""
    new = commands.add_parser("new", help="create a simple bot to start from", description=_new.__doc__)
    new.add_argument("name", metavar="NAME", help="the bot's name, such as my_bot for the file my_bot.py")
    game_option(new, default="phazed")
    new.add_argument("--force", action="store_true", help="overwrite the file if it exists")
    new.set_defaults(run=_new)


def _new(chosen: argparse.Namespace) -> int:
    """Create a first bot: a file with the function that plays.

    Comments explain the arguments and the possible answers. The bot plays legally but badly.
    """
    from shlex import quote

    from phazed.game.starter import file_of, starter
    from phazed.text import block

    file = file_of(chosen.name)
    check_new(str(file), force=chosen.force)
    write(str(file), starter(chosen.game, file.name).rstrip("\n"))
    name = quote(str(file))
    print(
        block([f"{file} is a bot that plays legally but badly. Open it in an editor and try it:"], width()),
        end="\n\n",
    )
    for command, what in (
        (f"phazed check {name}", "check it under tournament conditions and see the next step"),
        (f"phazed match {name} @casual @casual @casual --game {chosen.game} --show", "watch a game"),
    ):
        print(f"  {command}\n      {what}")
    return OK
