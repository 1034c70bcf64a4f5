"""The workspace of this process: the bots' folders on disk, and the sandbox server that runs the bots.

There is one workspace for each set of allowed packages, created on first use and removed when the process exits. A
workspace in use holds a file lock, so that the next process can recognise and remove a workspace left behind by a
killed process.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections import Counter
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING

from phazed.sandbox.bot import SandboxServerFailed
from phazed.sandbox.folders import BotFolders, fix_times
from phazed.sandbox.server import SandboxServer
from phazed.sandbox.unconfined import NotConfined, UnconfinedWorkspace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.sandbox.bot import SandboxedBot
    from phazed.sandbox.folders import Program
    from phazed.sandbox.limits import Limits
    from phazed.sandbox.protection import Protection


PREFIX = "phazed-bots-"
LOCK = "lock"
COMPILED_AT = 2
"""A bot's files are compiled before this start; for a bot that is started only once, compiling is not worthwhile."""
PYC_HEADER = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""Header that makes Python use bytecode without comparing it with its source."""


class Workspace(BotFolders):
    """The bots' folders and the sandbox server of this process."""

    def __init__(self, packages: Sequence[str] = (), protected: Protection | None = None) -> None:
        import fcntl

        _remove_stale()
        super().__init__(Path(tempfile.mkdtemp(prefix=PREFIX)).resolve())
        self.packages = tuple(packages)
        self._protected = protected
        self._lock = os.open(self.folder / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._starts: Counter[Path] = Counter()
        """Number of times that the bot in each folder was started."""
        self._server: SandboxServer | None = None

    @property
    def server(self) -> SandboxServer:
        """The sandbox server, which is restarted if it has exited."""
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
            raise NotConfined
        folder = self.bot_folder(bot)
        try:
            self._prepare(bot, folder, limits)
            return self.server.start(folder, bot.main, functions, limits, seed)
        except SandboxServerFailed:  # retry once, with a new server
            return self.server.start(folder, bot.main, functions, limits, seed)

    def _prepare(self, bot: Program, folder: Path, limits: Limits) -> None:
        """Compile a bot's files before its second start; the bot itself cannot write bytecode."""
        self._starts[folder] += 1
        if self._starts[folder] == COMPILED_AT:
            names = [name for name, _ in bot.files if name.endswith(".py")]
            for name, code in zip(names, self.server.compile(folder, names, limits)):
                if code:
                    path = Path(cache_from_source(folder / name))
                    path.parent.mkdir(exist_ok=True)
                    path.write_bytes(PYC_HEADER + code)
            fix_times(folder)

    def close(self) -> None:
        """Kill all bots' processes and remove their folders."""
        if self._server is not None:
            self._server.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _remove_stale() -> None:
    """Remove workspaces whose lock is not held by any process."""
    import fcntl

    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        try:
            lock = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:  # the workspace belongs to another user, or another process has just removed it
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path.parent, ignore_errors=True)
        except OSError:  # it is in use
            continue
        finally:
            os.close(lock)


_workspaces: dict[tuple[tuple[str, ...], int], Workspace | UnconfinedWorkspace] = {}


def workspace(packages: tuple[str, ...] = ()) -> Workspace | UnconfinedWorkspace:
    """Return this process's workspace for bots that may import these packages."""
    key = (packages, os.getpid())  # a forked process needs its own
    if key not in _workspaces:
        _workspaces[key] = Workspace(packages) if sys.platform == "linux" else UnconfinedWorkspace(packages)
        atexit.register(_workspaces[key].close)
    return _workspaces[key]
