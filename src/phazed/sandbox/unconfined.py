"""Bots without a sandbox, for systems other than Linux: a student's own bot in a plain process with time limits.

The process runs the same program as that of a sandboxed bot and can import the same modules, but it has the user's
permissions. Only features that Python provides on every system are used, so times are wall-clock times.
"""

from __future__ import annotations

import marshal
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Thread
from typing import IO, TYPE_CHECKING, cast

from phazed.game.referee import Offence, Unplayable
from phazed.sandbox import landlock
from phazed.sandbox.bot_process import PLAY, START, BotProcess, ExitStatus, complete, ended_itself, stack_text
from phazed.sandbox.folders import BotFolders

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from phazed.sandbox.folders import Program
    from phazed.sandbox.limits import Limits

PROGRAM = Path(__file__).with_name("zygote.py")
OPTIONS = ("-s", "-S", "-P", "-B", "-W", "ignore::SyntaxWarning")
"""Options for the interpreter that runs bots, so that it can import only the standard library. Warnings of the compiler
are suppressed: they are not output of the bot, and contain paths of this machine."""
ENVIRONMENT = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LANG": "C.UTF-8"}
NEEDED = ("SYSTEMROOT",)
"""Environment variables without which Python does not start on some systems."""
LATE_TIME = 0.5
"""Seconds to wait for an answer beyond the time limit, so that a late answer can be reported as such."""
STACK_TIMEOUT = 1.0
"""Further seconds that the process is given to write its stack; its own clock starts only when Python has started."""


class NotConfined(Unplayable):
    """An error raised if this system cannot confine bots and the user has not declared them trusted."""

    def __init__(self) -> None:
        super().__init__(
            "this system cannot confine bots (phazed doctor shows what is missing); "
            "use --trust-bots to run them anyway, with your own permissions"
        )


class UnconfinedWorkspace(BotFolders):
    """This process's folders for bots, from which it starts their processes."""

    def __init__(self, packages: Sequence[str] = ()) -> None:
        super().__init__(Path(tempfile.mkdtemp(prefix="phazed-own-bots-")).resolve())
        self._packages = {each.name: each.origin for each in map(landlock.package, packages)}

    def start(
        self, bot: Program, functions: Sequence[str], limits: Limits, seed: str, *, trusted: bool = False
    ) -> UnconfinedBot:
        """Start a process for the bot; `UnconfinedBot.begin` waits until it has imported the bot."""
        if not trusted:
            raise NotConfined
        folder = self.bot_folder(bot)
        start = {
            "folder": str(folder),
            "main": bot.main,
            "functions": tuple(functions),
            "seed": seed,
            "output": limits.output,
            "packages": self._packages,
            "times": (limits.start, limits.play),
        }
        return UnconfinedBot(folder, functions, limits, start)

    def close(self) -> None:
        """Remove the bots' folders."""
        shutil.rmtree(self.folder, ignore_errors=True)


class UnconfinedBot(BotProcess):
    """The unconfined process of a bot."""

    def __init__(self, folder: Path, wanted: Sequence[str], limits: Limits, start: dict[str, object]) -> None:
        handle, name = tempfile.mkstemp(prefix="output-", dir=folder.parent)
        self._output = Path(name)
        kept = {name: os.environ[name] for name in NEEDED if name in os.environ}
        with open(handle, "wb") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, *OPTIONS, str(PROGRAM), "alone"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                env=ENVIRONMENT | kept,
                bufsize=0,
            )
        super().__init__(self._process.pid, folder, wanted, limits)
        self._calls = cast("IO[bytes]", self._process.stdin)
        self._received: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = Thread(target=_read, args=(self._process.stdout, self._received), daemon=True)
        self._reader.start()
        self._printed_until: int | None = None
        data = marshal.dumps(start)
        self._start = len(data).to_bytes(4, "little") + data

    @property
    def cpu(self) -> float:
        """Wall-clock time of all plays, since the CPU time of another process is not available on every system."""
        return self.waited - self.started

    def _import(self) -> bytes:
        text = self._exchange(self._start, self.limits.start, bytes(4), START)
        self.started = self.waited
        return text

    def _ask(self, call: bytes, token: bytes) -> bytes:
        before = self.waited
        limit = min(self.limits.play, self.limits.match - (before - self.started))
        text = self._exchange(call, limit, token, PLAY)
        self.calls += 1
        self.slowest = max(self.slowest, self.waited - before)
        return text

    def _exchange(self, message: bytes, limit: float, token: bytes, what: str) -> bytes:
        """Send a message and receive the reply within the limit."""
        if self.ended:
            self._died(what)
        begun = time.monotonic()
        data, text = b"", None
        try:
            while message:
                message = message[self._calls.write(message) :]
            while text is None:
                data += (more := self._received.get(timeout=max(begun + limit + LATE_TIME - time.monotonic(), 0)))
                if not more:
                    self._died(what)
                text = complete(data, token)
        except queue.Empty:
            raise Offence("timeout", self._too_slow(limit, what), traceback=self._stack()) from None
        except OSError:
            self._died(what)
        finally:
            self.waited += time.monotonic() - begun
        if time.monotonic() - begun > limit:
            raise Offence("timeout", self._too_slow(limit, what))
        return text

    def _died(self, what: str) -> NoReturn:
        raise ended_itself(self._process.wait(), what)

    def _stack(self) -> str:
        """Return the main thread's stack at the timeout, which faulthandler has written after the bot's output."""
        deadline = time.monotonic() + STACK_TIMEOUT
        while not (data := self._output.read_bytes()).endswith(b" in <module>\n") and time.monotonic() < deadline:
            time.sleep(0.01)
        printed, _, written = data.rpartition(b"Timeout (")
        self._printed_until = len(printed)
        threads = self._local(written.decode("utf-8", "backslashreplace")).split("(most recent call first):")
        return stack_text(threads[-1])

    @property
    def printed(self) -> str:
        text = self._output.read_bytes() if self._output.exists() else b""
        return text[: self._printed_until][: self.limits.output].decode("utf-8", "backslashreplace")

    def close(self) -> ExitStatus:
        if self._exit is None:
            self._process.kill()
            self._reader.join()
            with self._process:  # closes the pipes and waits for the exit
                pass
            self._exit = ExitStatus(self._process.returncode, self.waited, 0)
        return self._exit

    def free(self) -> None:
        self.close()
        self._output.unlink(missing_ok=True)


def _read(pipe: IO[bytes], received: queue.SimpleQueue[bytes]) -> None:
    """Pass on the output of the process, and an empty string at its end."""
    while data := os.read(pipe.fileno(), 1 << 16):
        received.put(data)
    received.put(b"")
