"""Where bots live in this process: their folders on the disk, and the cells that they run in.

There is one house for every set of packages, made when it is first needed and closed when the process ends. While it
lives it holds a lock, so that what a killed process left behind can be told, and is swept by the next.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from phazed.game.referee import Unplayable
from phazed.rules.errors import PhazedError
from phazed.sandbox.server import Cells, CellsFailed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from phazed.sandbox.limits import Limits
    from phazed.sandbox.server import Cell

    class Program(Protocol):
        """A bot's files, and which of them is imported."""

        @property
        def name(self) -> str: ...

        @property
        def main(self) -> str: ...

        @property
        def files(self) -> tuple[tuple[str, bytes], ...]: ...

        @property
        def digest(self) -> str: ...


PREFIX = "phazed-bots-"
LOCK = "lock"
MOST_BYTES = 1 << 30
"""So much of bots' files is kept, for their next match."""


class NotConfined(Unplayable):
    """This system cannot keep bots from doing harm, and nobody has said that these may be trusted."""


class House:
    """The cells of this process, and the bots' folders."""

    def __init__(self, packages: Sequence[str] = ()) -> None:
        _sweep()
        self.packages = tuple(packages)
        self.base = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
        self._lock = os.open(self.base / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._folders: dict[str, tuple[Path, int]] = {}
        self._cells: Cells | None = None

    @property
    def cells(self) -> Cells:
        if self._cells is not None and not self._cells.alive:
            self._cells.close()
            self._cells = None
        if self._cells is None:
            self._cells = Cells(self.base, self.packages)
        return self._cells

    def start(
        self, bot: Program, functions: Sequence[str], limits: Limits, seed: str, *, trusted: bool = False
    ) -> Cell:
        """A process for the bot, not yet imported."""
        if not (trusted or self.cells.protected.full):
            raise NotConfined(
                "this system cannot keep bots from doing harm (phazed doctor says what is missing): "
                "--trust-bots runs them all the same, with your own rights"
            )
        folder = self.folder(bot)
        try:
            return self.cells.start(folder, bot.main, functions, limits, seed)
        except CellsFailed:  # once more, with a new zygote
            return self.cells.start(folder, bot.main, functions, limits, seed)

    def folder(self, bot: Program) -> Path:
        """The folder with the bot's files."""
        key = bot.digest
        if key in self._folders:
            self._folders[key] = self._folders.pop(key)  # the last that would have to go
        else:
            size = sum(len(data) for _, data in bot.files)
            while self._folders and sum(kept for _, kept in self._folders.values()) + size > MOST_BYTES:
                shutil.rmtree(self._folders.pop(next(iter(self._folders)))[0], ignore_errors=True)
            self._folders[key] = (self._unpacked(bot), size)
        return self._folders[key][0]

    def _unpacked(self, bot: Program) -> Path:
        folder = Path(tempfile.mkdtemp(dir=self.base))
        for name, data in bot.files:
            path = folder / name
            if not path.resolve().is_relative_to(folder):
                raise PhazedError(f"{bot.name}: the file {name!r} would lie outside of the bot's folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return folder

    def close(self) -> None:
        """End all bots' processes, and remove their folders."""
        if self._cells is not None:
            self._cells.close()
        shutil.rmtree(self.base, ignore_errors=True)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _sweep() -> None:
    """Remove the folders whose locks nobody holds."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        try:
            lock = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:  # somebody else's, or swept by another process just now
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path.parent, ignore_errors=True)
        except OSError:  # it is in use
            continue
        finally:
            os.close(lock)


_houses: dict[tuple[tuple[str, ...], int], House] = {}


def house(packages: tuple[str, ...] = ()) -> House:
    """This process's house for bots that may import those packages."""
    key = (packages, os.getpid())  # a forked process needs one of its own
    if key not in _houses:
        _houses[key] = House(packages)
        atexit.register(_houses[key].close)
    return _houses[key]
