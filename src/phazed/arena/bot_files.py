"""Reading the files of a submitted bot, with limits on their number, size and depth.

The limits are checked while the folder is being read, so a folder that far exceeds them is refused as quickly as one
that barely does. Only regular files are read. A link must stay inside the bot's folder. Compiled code is refused: a bot
consists of Python source and data files.
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
"""Extensions of files that Python would load as native code or bytecode."""
ELF = b"\x7fELF"
"""First bytes of a Linux library or executable."""


class BadBot(PhazedError):
    """A file or folder that is not a bot; the message says what a bot is."""


class BotFile(NamedTuple):
    """A file of a bot."""

    path: str
    """Path relative to the bot's folder, with slashes."""
    data: bytes
    linked: FileIdentity | None
    """Identity of the file if it has other hard links."""


def read_bot_file(path: Path) -> BotFile:
    """Read a bot that consists of a single file."""
    return _Reader(path).read(path, path.name)


def read_bot_folder(folder: Path) -> list[BotFile]:
    """Read all regular files in a folder and its subfolders, sorted by path."""
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
            raise BadBot(
                f"{self._place}: a bot can have at most {MAX_BYTES >> 20} MB; up to {_cut(name)} it has {size}"
            )
        data = path.read_bytes()
        if name.lower().endswith(COMPILED) or data.startswith(ELF):
            raise BadBot(
                f"{self._place}: {_cut(name)} is compiled code; a bot can contain only Python source and data files"
            )
        return BotFile(name, data, (about.st_dev, about.st_ino) if about.st_nlink > 1 else None)


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield all regular files in a folder tree with their relative paths; raise `BadBot` if a limit is exceeded."""
    inside = folder.resolve()
    waiting = [("", 0)]
    files, folders = 0, 0
    while waiting:
        place, depth = waiting.pop()
        for entry in _entries(folder / place):
            name = f"{place}{entry.name}"
            length = len(os.fsencode(name))
            if length > MAX_PATH:
                raise BadBot(f"{folder}: a path in a bot can have at most {MAX_PATH} bytes; {_cut(name)} has {length}")
            check_link(Path(entry.path), inside)
            if entry.is_dir():
                if entry.is_symlink():
                    continue  # the link's target is inside the folder and is visited there
                folders += 1
                if depth == MAX_DEPTH:
                    raise BadBot(
                        f"{folder}: a bot's folders can be at most {MAX_DEPTH} levels deep; {_cut(name)} is deeper"
                    )
                if folders > MAX_FOLDERS:
                    raise BadBot(f"{folder}: a bot can have at most {MAX_FOLDERS} folders; this one has more")
                waiting.append((f"{name}/", depth + 1))
            elif entry.is_file():
                files += 1
                if files > MAX_FILES:
                    raise BadBot(f"{folder}: a bot can have at most {MAX_FILES} files; this one has more")
                yield Path(entry.path), name


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name not in IGNORED:
                yield entry


def check_link(path: Path, inside: Path) -> None:
    """Raise `BadBot` if the path is a link to a target outside the folder."""
    if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
        raise BadBot(f"{path}: this link points outside the bot's folder; replace it with the file itself")


def _cut(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:28]} … {name[-28:]}"
