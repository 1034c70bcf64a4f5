"""The workspace of this process: the bots' folders on disk, and the sandbox server that runs the bots.

There is one workspace for each set of allowed packages, created on first use and removed when the process exits. A
workspace holds a file lock while it is in use, so the next process can recognise and remove what a killed one left.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING

from phazed.game.referee import Unplayable
from phazed.rules.errors import PhazedError
from phazed.sandbox.bot import SandboxServerFailed
from phazed.sandbox.server import SandboxServer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from phazed.sandbox.bot import SandboxedBot
    from phazed.sandbox.limits import Limits
    from phazed.sandbox.protection import Protection

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
MAX_BYTES = 1 << 30
"""Size up to which bots' files are kept on disk for their next match."""
COMPILED_AT = 2
"""Which start of a bot its files are compiled for: a bot that is started once would not gain by it."""
PYC_HEADER = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""The header of bytecode that Python does not compare with its source."""
MODIFIED, ACCESSED = 946684800, 2145916800
"""The times of all files of bots: the beginning of 2000 and of 2038."""


class NotConfined(Unplayable):
    """This system cannot confine bots, and the user has not said that these can be trusted."""


class Workspace:
    """The bots' folders and the sandbox server of this process."""

    def __init__(self, packages: Sequence[str] = (), protected: Protection | None = None) -> None:
        _remove_stale()
        self.packages = tuple(packages)
        self._protected = protected
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
        self._lock = os.open(self.folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._bot_folders: dict[str, tuple[Path, int]] = {}
        """Folder and size of each bot, by content hash, the least recently used first."""
        self._starts: dict[str, int] = {}
        """How often each of these bots was started."""
        self._server: SandboxServer | None = None

    @property
    def server(self) -> SandboxServer:
        """The sandbox server, started again if it has ended."""
        if self._server is not None and not self._server.alive:
            self._server.close()
            self._server = None
        if self._server is None:
            self._server = SandboxServer(self.folder, self.packages, self._protected)
        return self._server

    def start(
        self, bot: Program, functions: Sequence[str], limits: Limits, seed: str, *, trusted: bool = False
    ) -> SandboxedBot:
        """Start a process for the bot; `SandboxedBot.begin` waits until it has imported the bot."""
        if not (trusted or self.server.protected.full):
            raise NotConfined(
                "this system cannot confine bots (phazed doctor says what is missing); "
                "--trust-bots runs them anyway, with your own permissions"
            )
        folder = self.bot_folder(bot)
        try:
            self._prepare(bot, folder, limits)
            return self.server.start(folder, bot.main, functions, limits, seed)
        except SandboxServerFailed:  # once more, with a new server
            return self.server.start(folder, bot.main, functions, limits, seed)

    def _prepare(self, bot: Program, folder: Path, limits: Limits) -> None:
        """Give a bot that is started for the second time the bytecode of its files, which it cannot write itself."""
        key = bot.digest
        self._starts[key] = self._starts.get(key, 0) + 1
        if self._starts[key] == COMPILED_AT:
            names = [name for name, _ in bot.files if name.endswith(".py")]
            for name, code in zip(names, self.server.compile(folder, names, limits)):
                if code:
                    path = Path(cache_from_source(folder / name))
                    path.parent.mkdir(exist_ok=True)
                    path.write_bytes(PYC_HEADER + code)
            _fix_times(folder)

    def bot_folder(self, bot: Program) -> Path:
        """The folder with the bot's files."""
        key = bot.digest
        if key in self._bot_folders:
            self._bot_folders[key] = self._bot_folders.pop(key)  # now the most recently used
        else:
            size = sum(len(data) for _, data in bot.files)
            while self._bot_folders and sum(kept for _, kept in self._bot_folders.values()) + size > MAX_BYTES:
                oldest = next(iter(self._bot_folders))
                self._starts.pop(oldest, None)
                shutil.rmtree(self._bot_folders.pop(oldest)[0], ignore_errors=True)
            self._bot_folders[key] = (self._unpack(bot), size)
        return self._bot_folders[key][0]

    def _unpack(self, bot: Program) -> Path:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        for name, data in bot.files:
            path = folder / name
            if not path.resolve().is_relative_to(folder):
                raise PhazedError(f"{bot.name}: the path of the file {name!r} leads out of the bot's folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        _fix_times(folder)
        return folder

    def close(self) -> None:
        """Kill all bots' processes and remove their folders."""
        if self._server is not None:
            self._server.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _fix_times(folder: Path) -> None:
    """Give all files equal times, and times of access in the future, which the kernel does not update.

    By the time of access of its own files, a bot would remember from match to match what it has read.
    """
    for place, folders, names in os.walk(folder):
        for path in (place, *(os.path.join(place, name) for name in (*folders, *names))):
            os.utime(path, (ACCESSED, MODIFIED))


def _remove_stale() -> None:
    """Remove workspaces whose lock no process holds."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        try:
            lock = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:  # it belongs to another user, or another process has just removed it
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path.parent, ignore_errors=True)
        except OSError:  # it is in use
            continue
        finally:
            os.close(lock)


_workspaces: dict[tuple[tuple[str, ...], int], Workspace] = {}


def workspace(packages: tuple[str, ...] = ()) -> Workspace:
    """This process's workspace for bots that may import these packages."""
    key = (packages, os.getpid())  # a forked process needs its own
    if key not in _workspaces:
        _workspaces[key] = Workspace(packages)
        atexit.register(_workspaces[key].close)
    return _workspaces[key]
