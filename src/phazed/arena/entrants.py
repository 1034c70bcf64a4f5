"""The entrants of a tournament: built-in players by name, and bots from files.

A bot is a `.py` file, or a folder with `bot.py` or `program.py` and its sibling modules. Its files are read once, so
nobody can change a bot during a tournament.
"""

from __future__ import annotations

import os
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from phazed.bots import BOTS
from phazed.rules.errors import PhazedError

MAINS = ("bot.py", "program.py")
"""Possible names of a folder's main file, in order of preference."""
MAX_BYTES = 16 << 20
"""Size of all files of one bot together."""
MAX_FILES = 500
IGNORED = {"__pycache__", ".git", ".venv", "node_modules", ".DS_Store"}


class BadBot(PhazedError):
    """A file or folder that is not a bot: why, and what would be one."""


class _Fields(NamedTuple):
    name: str
    """Unique in a tournament; names of built-in players begin with `@`."""
    main: str = ""
    """The file to be imported, relative to the bot's folder; empty for a built-in player."""
    files: tuple[tuple[str, bytes], ...] = ()
    """The bot's files by relative path, sorted."""


class Entrant(_Fields):
    """A participant of a tournament."""

    @property
    def built_in(self) -> bool:
        return not self.main

    @cached_property
    def digest(self) -> str:
        """Content hash of the main file's name and of all files; the entrant's name does not count."""
        content = sha256(self.main.encode("utf-8", "surrogateescape"))
        for path, data in self.files:
            content.update(f"\0{path}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            content.update(data)
        return content.hexdigest()


def load_entrant(text: str, name: str | None = None) -> Entrant:
    """The entrant that `text` names: `@greedy`, a file or a folder."""
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
        raise BadBot(f"{path}: the name of a bot's file ends in .py")
    if path.stat().st_size > MAX_BYTES:
        raise BadBot(f"{path}: a bot has at most {MAX_BYTES >> 20} MB")
    return Entrant(name or path.stem, path.name, ((path.name, path.read_bytes()),))


def _from_folder(folder: Path, name: str) -> Entrant:
    main = next((each for each in MAINS if (folder / each).is_file()), None)
    if main is None:
        raise BadBot(f"{folder}: there is neither {MAINS[0]} nor {MAINS[1]} in it")
    files: list[tuple[str, bytes]] = []
    size = 0
    for path in _walk(folder):
        size += path.stat().st_size
        if size > MAX_BYTES or len(files) >= MAX_FILES:
            raise BadBot(f"{folder}: a bot has at most {MAX_BYTES >> 20} MB in {MAX_FILES} files")
        files.append((path.relative_to(folder).as_posix(), path.read_bytes()))
    return Entrant(name, main, tuple(sorted(files)))


def _walk(folder: Path) -> list[Path]:
    """All regular files in a folder and below; `BadBot` if a link leads out of it."""
    found: list[Path] = []
    inside = folder.resolve()
    for place, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if each not in IGNORED]
        for each in sorted([*folders, *names]):
            path = Path(place, each)
            _check_link(path, inside)
            if each in names and each not in IGNORED and path.is_file():
                found.append(path)
    return found


def _check_link(path: Path, inside: Path) -> None:
    if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
        raise BadBot(f"{path}: this link leads out of the bot's folder; replace it by the file itself")


class LoadedEntrants(NamedTuple):
    """The bots of a folder: those that can take part, and why the others cannot."""

    entrants: tuple[Entrant, ...]
    problems: dict[str, str]
    """Why a bot cannot take part, by its name."""


def load_entrants(folder: Path, built_in: tuple[str, ...] = ()) -> LoadedEntrants:
    """The built-in players, and all bots of a folder ordered by name."""
    if not folder.is_dir():
        raise BadBot(f"{folder}: there is no such folder of bots")
    entrants = [load_entrant(name) for name in dict.fromkeys(built_in)]
    problems: dict[str, str] = {}
    taken: set[str] = set()
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")) or path.name in IGNORED or not (path.is_dir() or path.suffix == ".py"):
            continue
        name = path.name if path.is_dir() or path.stem in taken else path.stem
        taken.add(name)
        try:
            _check_link(path, folder.resolve())
            if name.startswith("@"):
                raise BadBot("its name begins with @, like that of a built-in player: rename it")
            entrants.append(load_entrant(str(path), name))
        except (BadBot, OSError) as error:
            problems[name] = str(error).removeprefix(f"{path}: ")
    return LoadedEntrants(tuple(entrants), problems)
