"""The entrants of a tournament: built-in players by name, and bots from files.

A bot is a `.py` file, or a folder with `bot.py` or `program.py` and any other modules. The files are read once, so
changing them has no effect on a running tournament.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from phazed.arena.bot_files import IGNORED, BadBot, check_link, read_bot_file, read_bot_folder
from phazed.bots import BOTS, NAMES
from phazed.names import alike, invisible, plain, spelled
from phazed.storage.entrant import Entrant
from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.arena.bot_files import BotFile, FileIdentity

__all__ = ["BadBot", "LoadedEntrants", "check_name", "load_entrant", "load_entrants"]

MAINS = ("bot.py", "program.py")
"""Possible names of a folder's main file, in order of preference."""


def load_entrant(text: str, name: str | None = None) -> Entrant:
    """Return the entrant given as a built-in player such as `@greedy`, a file or a folder."""
    if text.startswith("@"):
        if text[1:] not in NAMES:
            known = ", ".join(f"@{each}" for each in sorted(BOTS))
            raise BadBot(f"there is no built-in player {text}: choose one of {known}")
        return Entrant(name or text)
    path = Path(text)
    if path.is_dir():
        return _from_folder(path, name or path.resolve().name)
    if not path.is_file():
        kinds = "a bot must be a .py file or a folder that contains bot.py or program.py"
        raise BadBot(f"{path}: there is no such {'regular file' if path.exists() else 'file'}; {kinds}")
    if path.suffix != ".py":
        raise BadBot(f"{path}: the name of a bot's file must end in .py")
    return _entrant(name or path.stem, path.name, [read_bot_file(path)])


def _from_folder(folder: Path, name: str) -> Entrant:
    main = next((each for each in MAINS if (folder / each).is_file()), None)
    if main is None:
        raise BadBot(f"{folder}: a bot's folder must contain {MAINS[0]} or {MAINS[1]}")
    return _entrant(name, main, read_bot_folder(folder))


def _entrant(name: str, main: str, files: list[BotFile]) -> Entrant:
    entrant = Entrant(name, main, tuple((file.path, file.data) for file in files))
    entrant.linked = {file.linked: file.path for file in files if file.linked is not None}
    return entrant


class LoadedEntrants(NamedTuple):
    """The bots in a folder, and the reasons why some cannot take part."""

    entrants: tuple[Entrant, ...]
    problems: dict[str, str]
    """Reasons why bots cannot take part, by name."""
    failed: tuple[Entrant, ...] = ()
    """Bots that could be read but failed the pre-check."""


def load_entrants(folder: Path, built_in: tuple[str, ...] = ()) -> LoadedEntrants:
    """Return the built-in players, followed by all bots in the folder sorted by name."""
    if not folder.is_dir():
        raise BadBot(f"{folder}: there is no such folder of bots")
    found: dict[str, Entrant] = {}
    problems: dict[str, str] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")) or path.name in IGNORED or not (path.is_dir() or path.suffix == ".py"):
            continue
        name = path.name if path.is_dir() or path.stem in {*found, *problems} else path.stem
        try:
            check_link(path, folder.resolve())
            if path.is_symlink():
                raise BadBot("it is a link to another submission; replace it with the file itself")
            check_name(name)
            found[name] = load_entrant(str(path), name)
        except (BadBot, OSError) as error:
            problems[spelled(name)] = str(error).removeprefix(f"{path}: ")
    problems |= _confusable(found) | _sharing_files(found.values())
    built_in_players = [load_entrant(name) for name in dict.fromkeys(built_in)]
    bots = [entrant for name, entrant in found.items() if name not in problems]
    return LoadedEntrants((*built_in_players, *bots), problems)


def check_name(name: str) -> None:
    """Raise `BadBot` if the name has invisible characters or looks like the name of a built-in player."""
    if sign := invisible(name):
        raise BadBot(f"its name contains an invisible character ({sign}): rename it")
    if plain(name).startswith("@"):
        raise BadBot("its name begins with @, which is reserved for built-in players: rename it")


def _confusable(names: Iterable[str]) -> dict[str, str]:
    """Return an error message for each bot whose name looks like another bot's name."""
    return {
        name: f"its name looks like that of {printable(other)!r}: rename one of them"
        for name, other in alike(names).items()
    }


def _sharing_files(entrants: Iterable[Entrant]) -> dict[str, str]:
    """Return an error message for each bot that shares a hard-linked file, whose author cannot be determined."""
    users: dict[FileIdentity, list[Entrant]] = defaultdict(list)
    for each in entrants:
        for identity in each.linked:
            users[identity].append(each)
    return {
        one.name: f"{printable(one.linked[identity])} and a file of {printable(other.name)} are the same file (a "
        "hard link): replace it with a copy"
        for identity, both in users.items()
        for one, other in permutations(both, 2)
    }
