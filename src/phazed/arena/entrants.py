"""Who takes part: built-in players by name, and bots from files.

A bot is a `.py` file, or a folder with `bot.py` or `program.py` and its sibling modules. It is read here once and
travels as bytes from then on, so that nobody can change it in the middle of a tournament.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from phazed.bots import BOTS
from phazed.rules.errors import PhazedError

MAINS = ("bot.py", "program.py")
"""What the main file of a folder is called; the first that is there."""
MOST_BYTES = 16 << 20
"""All files of one bot together."""
MOST_FILES = 500
LEFT_OUT = {"__pycache__", ".git", ".venv", "node_modules", ".DS_Store"}


class BadBot(PhazedError):
    """A file or folder that is no bot: why, and what would be one."""


class Entrant(NamedTuple):
    """Somebody who takes part."""

    name: str
    """Unique in a tournament; built-in players begin with `@`."""
    main: str = ""
    """The file to be imported, relative to the bot's folder; empty for a built-in player."""
    files: tuple[tuple[str, bytes], ...] = ()
    """The bot's files, by relative path, sorted."""

    @property
    def built_in(self) -> bool:
        return not self.main

    @property
    def digest(self) -> str:
        """Tells two versions of a bot apart."""
        content = sha256(self.main.encode("utf-8", "surrogateescape"))
        for path, data in self.files:
            content.update(f"\0{path}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            content.update(data)
        return content.hexdigest()


def entrant(text: str, name: str | None = None) -> Entrant:
    """The one that `text` names: `@greedy`, a file or a folder."""
    if text.startswith("@"):
        if text[1:] not in BOTS:
            known = ", ".join(f"@{each}" for each in sorted(BOTS))
            raise BadBot(f"there is no built-in player {text}: choose one of {known}")
        return Entrant(name or text)
    path = Path(text)
    if path.is_dir():
        return _from_folder(path, name or path.resolve().name)
    if not path.is_file():
        kinds = "a bot is a .py file or a folder with bot.py or program.py in it"
        raise BadBot(f"{path}: there is no such {'regular file' if path.exists() else 'file'}; {kinds}")
    if path.suffix != ".py":
        raise BadBot(f"{path}: a bot's file ends in .py")
    if path.stat().st_size > MOST_BYTES:
        raise BadBot(f"{path}: a bot has at most {MOST_BYTES >> 20} MB")
    return Entrant(name or path.stem, path.name, ((path.name, path.read_bytes()),))


def _from_folder(folder: Path, name: str) -> Entrant:
    main = next((each for each in MAINS if (folder / each).is_file()), None)
    if main is None:
        raise BadBot(f"{folder}: there is neither {MAINS[0]} nor {MAINS[1]} in it")
    files: list[tuple[str, bytes]] = []
    size = 0
    for path in _walk(folder):
        size += path.stat().st_size
        if size > MOST_BYTES or len(files) >= MOST_FILES:
            raise BadBot(f"{folder}: a bot has at most {MOST_BYTES >> 20} MB in {MOST_FILES} files")
        files.append((path.relative_to(folder).as_posix(), path.read_bytes()))
    return Entrant(name, main, tuple(sorted(files)))


def _walk(folder: Path) -> list[Path]:
    """The regular files of a folder, below it too; `BadBot` at a link that leads out of it."""
    found: list[Path] = []
    inside = folder.resolve()
    for place, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if each not in LEFT_OUT]
        for each in sorted([*folders, *names]):
            path = Path(place, each)
            _check_link(path, inside)
            if each in names and each not in LEFT_OUT and path.is_file():
                found.append(path)
    return found


def _check_link(path: Path, inside: Path) -> None:
    if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
        raise BadBot(f"{path}: a link that leads out of the bot's folder; put the file itself there")


class Field(NamedTuple):
    """Who is in a folder: those who can take part, and why the others cannot."""

    entrants: tuple[Entrant, ...]
    problems: dict[str, str]
    """By name, why it cannot take part."""


def field(folder: Path, built_in: tuple[str, ...] = ()) -> Field:
    """All bots of a folder, in the order of their names, after the built-in players."""
    if not folder.is_dir():
        raise BadBot(f"{folder}: there is no such folder of bots")
    entrants = [entrant(name) for name in dict.fromkeys(built_in)]
    problems: dict[str, str] = {}
    taken: set[str] = set()
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")) or path.name in LEFT_OUT or not (path.is_dir() or path.suffix == ".py"):
            continue
        name = path.name if path.is_dir() or path.stem in taken else path.stem
        taken.add(name)
        try:
            _check_link(path, folder.resolve())
            if name.startswith("@"):
                raise BadBot("its name begins like that of a built-in player: call it otherwise")
            entrants.append(entrant(str(path), name))
        except (BadBot, OSError) as error:
            problems[name] = str(error).removeprefix(f"{path}: ")
    return Field(tuple(entrants), problems)
