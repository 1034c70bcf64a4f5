"""The folders on disk that contain bots' files while the bots are running."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from typing import Protocol

    class Program(Protocol):
        """A bot's files, and the name of its main file."""

        @property
        def name(self) -> str: ...

        @property
        def main(self) -> str: ...

        @property
        def files(self) -> tuple[tuple[str, bytes], ...]: ...

        @property
        def digest(self) -> str: ...


MAX_BYTES = 1 << 30
"""Maximum total size of the bots' files kept on disk for their next match."""
MODIFIED, ACCESSED = 946684800, 2145916800
"""Timestamps of all bots' files: the beginnings of 2000 and 2038."""


class BotFolders:
    """The bots' folders, which share a parent folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: dict[str, tuple[Path, int]] = {}
        """Folder and size of each bot by content hash, least recently used first."""

    def bot_folder(self, bot: Program) -> Path:
        """Return the folder with the bot's files, creating it if necessary."""
        key = bot.digest
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)  # now the most recently used
        else:
            size = sum(len(data) for _, data in bot.files)
            while self._kept and sum(kept for _, kept in self._kept.values()) + size > MAX_BYTES:
                shutil.rmtree(self._kept.pop(next(iter(self._kept)))[0], ignore_errors=True)
            self._kept[key] = (self._unpack(bot), size)
        return self._kept[key][0]

    def _unpack(self, bot: Program) -> Path:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        for name, data in bot.files:
            path = folder / name
            if not path.resolve().is_relative_to(folder):
                raise PhazedError(f"{bot.name}: the path of the file {name!r} points outside the bot's folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        fix_times(folder)
        return folder


def fix_times(folder: Path) -> None:
    """Give all files the same timestamps, with access times in the future, which the kernel does not update.

    Otherwise a bot could use access times to remember from match to match which files it has read.
    """
    for place, folders, names in os.walk(folder):
        for path in (place, *(os.path.join(place, name) for name in (*folders, *names))):
            os.utime(path, (ACCESSED, MODIFIED))
