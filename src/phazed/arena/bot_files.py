"""Reads the files of a submitted bot, within bounds.

The bounds are checked while the folder is read, before anything depends on its depth or size, so a folder far beyond
them costs no more than one just beyond. Only regular files are read. A link must stay inside the bot's folder.
Compiled code is refused: a bot consists of Python source and its data.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    FileIdentity: TypeAlias = tuple[int, int]
    """Device and inode of a file, which its hard links share."""

MAX_BYTES = 16 << 20
"""Maximum size of all files of a bot."""
MAX_FILES = 500
MAX_FOLDERS = 500
MAX_DEPTH = 16
"""Maximum depth of nested folders."""
MAX_PATH = 200
"""Maximum length of a file's path inside the bot's folder, in bytes."""
IGNORED = {"__pycache__", ".git", ".venv", "node_modules", ".DS_Store"}
COMPILED = (".so", ".pyd", ".dll", ".dylib", ".pyc", ".pyo")
"""Endings of files that Python would load as native code or bytecode."""
ELF = b"\x7fELF"
"""First bytes of a library or program for Linux."""


class BadBot(PhazedError):
    """A file or folder that is not a bot; the message says what a bot is."""


class BotFile(NamedTuple):
    """A file of a bot."""

    path: str
    """Path relative to the bot's folder, with slashes."""
    data: bytes
    linked: FileIdentity | None
    """Identity of the file, if it has hard links."""


def read_bot_file(path: Path) -> BotFile:
    """Read a bot that is a single file."""
    return _Reader(path).read(path, path.name)


def read_bot_folder(folder: Path) -> list[BotFile]:
    """Read the regular files in a folder and below, ordered by path."""
    reader = _Reader(folder)
    return sorted(reader.read(path, name) for path, name in _files(folder))


class _Reader:
    """A reader of one bot's files, which adds up their sizes."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._size = 0

    def read(self, path: Path, name: str) -> BotFile:
        about = path.stat()
        self._size += about.st_size
        if self._size > MAX_BYTES:
            size = f"{self._size / (1 << 20):.1f} MB"
            raise BadBot(f"{self._place}: a bot has at most {MAX_BYTES >> 20} MB; up to {_cut(name)} these are {size}")
        data = path.read_bytes()
        if name.lower().endswith(COMPILED) or data.startswith(ELF):
            raise BadBot(
                f"{self._place}: {_cut(name)} is compiled code, which no bot may bring along; a bot is Python source "
                "and its data"
            )
        return BotFile(name, data, (about.st_dev, about.st_ino) if about.st_nlink > 1 else None)


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the regular files in a folder and below, with relative paths; raise `BadBot` beyond the bounds."""
    inside = folder.resolve()
    waiting = [("", 0)]
    files, folders = 0, 0
    while waiting:
        place, depth = waiting.pop()
        for entry in _entries(folder / place):
            name = f"{place}{entry.name}"
            length = len(os.fsencode(name))
            if length > MAX_PATH:
                raise BadBot(f"{folder}: a path in a bot has at most {MAX_PATH} bytes; {_cut(name)} has {length}")
            check_link(Path(entry.path), inside)
            if entry.is_dir():
                if entry.is_symlink():
                    continue  # its files are inside the folder and are found there
                folders += 1
                if depth == MAX_DEPTH:
                    raise BadBot(f"{folder}: a bot's folders are at most {MAX_DEPTH} deep; {_cut(name)} is deeper")
                if folders > MAX_FOLDERS:
                    raise BadBot(f"{folder}: a bot has at most {MAX_FOLDERS} folders; there are more")
                waiting.append((f"{name}/", depth + 1))
            elif entry.is_file():
                files += 1
                if files > MAX_FILES:
                    raise BadBot(f"{folder}: a bot has at most {MAX_FILES} files; there are more")
                yield Path(entry.path), name


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name not in IGNORED:
                yield entry


def check_link(path: Path, inside: Path) -> None:
    """Raise `BadBot` if the path is a link that leads out of that folder."""
    if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
        raise BadBot(f"{path}: this link leads out of the bot's folder; replace it by the file itself")


def _cut(name: str) -> str:
    """Shorten a path for a message."""
    return name if len(name) <= 60 else f"{name[:28]} … {name[-28:]}"
