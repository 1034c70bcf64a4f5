"""The sandbox server, which starts the zygote (the process that all bots are forked from) and sends it requests.

The zygote's answers are trusted, since no bot can reach it. A bot's answers are not: see `bot`.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import select
import socket
import struct
import subprocess
import sys
from math import ceil
from threading import Lock
from typing import TYPE_CHECKING, Any

from phazed.sandbox import landlock, seccomp
from phazed.sandbox.bot import MAX_STACK, Channel, SandboxedBot, SandboxServerFailed
from phazed.sandbox.bot_process import ExitStatus
from phazed.sandbox.limits import MEGABYTE
from phazed.sandbox.protection import protection
from phazed.sandbox.unconfined import ENVIRONMENT, OPTIONS, PROGRAM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from phazed.sandbox.landlock import Package
    from phazed.sandbox.limits import Limits
    from phazed.sandbox.protection import Protection

CAPSET = {"x86_64": 126, "aarch64": 91}
MAX_BYTECODE = 64 * MEGABYTE
EXIT_TIMEOUT = 5.0
"""Seconds that the zygote is given to exit before it is killed."""


class SandboxServer:
    """A handle for the zygote, from which bots' processes are forked.

    `folder` is the parent of all bots' folders.
    """

    def __init__(self, folder: Path, packages: Sequence[str] = (), protected: Protection | None = None) -> None:
        self.protected = protection() if protected is None else protected
        granted = [landlock.package(name) for name in packages]
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, *OPTIONS, str(PROGRAM)],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=ENVIRONMENT,
                start_new_session=True,
            )
        self._control = ours
        self._lock = Lock()
        self.running: set[SandboxedBot] = set()
        """Bots whose processes have not been killed."""
        self.hides_processes: bool = self._request(self._setup(folder, granted))
        """Whether the list of processes is hidden from bots."""

    @property
    def pid(self) -> int:
        """The zygote's process ID."""
        return self._process.pid

    def _setup(self, folder: Path, granted: Iterable[Package]) -> dict[str, Any]:
        """Return the zygote's instructions for confining bots."""
        machine = os.uname().machine
        linux = sys.platform == "linux"
        version = self.protected.landlock
        return {
            "linux": linux,
            "landlock": landlock.attributes(version) if version else b"",
            "first layer": landlock.first_layer(folder, granted) if version else [],
            "second layer": landlock.second_layer(granted) if version else [],
            "read": landlock.READ,
            "seccomp": seccomp.program(machine) if self.protected.seccomp else b"",
            "own pid": struct.pack("<I", seccomp.OWN_PID),
            "capset": CAPSET.get(machine, 0) if linux else 0,
            "packages": {each.name: each.origin for each in granted},
        }

    def start(self, folder: Path, main: str, functions: Sequence[str], limits: Limits, seed: str) -> SandboxedBot:
        """Start a process for the bot in the folder."""
        start = {"main": main, "functions": tuple(functions), "seed": seed, "compile": []}
        pid, channel = self._fork(folder, limits, start)
        return SandboxedBot(self, pid, folder, functions, channel, limits)

    def compile(self, folder: Path, names: Sequence[str], limits: Limits) -> list[bytes]:
        """Compile the named files in a sandbox and return their bytecode, which is empty for files with errors.

        The bytecode is as untrusted as the files and may be executed only in their bot's sandbox.
        """
        roomy = limits._replace(output=MAX_BYTECODE)
        start = {"main": "", "functions": (), "seed": "", "compile": list(names)}
        pid, channel = self._fork(folder, roomy, start)
        try:
            select.select([channel.answers], [], [], limits.start)  # until the process exits and so closes the pipe
            self.kill_and_reap(pid)
            data = os.pread(channel.output, MAX_BYTECODE, 0)
        finally:
            for each in channel:
                os.close(each)
        found: list[bytes] = []
        while len(found) < len(names):
            length = int.from_bytes(data[:4], "little")
            found.append(data[4 : 4 + length] if len(data) >= 4 + length else b"")
            data = data[4 + length :]
        return found

    def _fork(self, folder: Path, limits: Limits, start: dict[str, Any]) -> tuple[int, Channel]:
        """Fork a process, then send it its settings, so that the next process does not inherit them."""
        start |= {
            "folder": str(folder),
            "output": limits.output,
            "limits": {
                "RLIMIT_AS": limits.memory,
                "RLIMIT_CPU": ceil(limits.start + limits.match + limits.play) + 2,
                "RLIMIT_FSIZE": limits.output + MAX_STACK,
                "RLIMIT_STACK": 8 * MEGABYTE,
                "RLIMIT_NOFILE": 64,
                "RLIMIT_CORE": 0,
                "RLIMIT_MEMLOCK": 0,
                "RLIMIT_SIGPENDING": 64,  # counted over all of a user's processes
            },
        }
        output = os.memfd_create("output") if hasattr(os, "memfd_create") else _unnamed_file()
        (their_calls, calls), (answers, their_answers) = os.pipe(), os.pipe()
        channel = Channel(calls, answers, output)
        try:
            try:
                pid = self._request(("fork",), [their_calls, their_answers, output])
            finally:
                os.close(their_calls)
                os.close(their_answers)
            if pid < 0:
                raise SandboxServerFailed(f"no process can be started for a bot: {os.strerror(-pid)}")
            data = marshal.dumps(start)
            with contextlib.suppress(
                BrokenPipeError
            ):  # the process has already exited, as its missing answer will show
                os.write(calls, len(data).to_bytes(4, "little") + data)
        except BaseException:
            for each in channel:
                os.close(each)
            raise
        return pid, channel

    def kill_and_reap(self, pid: int) -> ExitStatus:
        """Kill a bot's process and collect its exit status."""
        return ExitStatus(*self._request(("kill and reap", pid)))

    def _request(self, message: Any, descriptors: Sequence[int] = ()) -> Any:
        data = marshal.dumps(message)
        with self._lock:  # a cluster worker may play matches in several threads
            answer = self._exchange(data, descriptors)
        if not answer:
            self.close()
            raise SandboxServerFailed("the process that bots are forked from has exited; run phazed doctor")
        return marshal.loads(answer[4:])  # noqa: S302 - sent by the zygote, which no bot can reach

    def _exchange(self, data: bytes, descriptors: Sequence[int]) -> bytes:
        """Send a request and return the answer, which is empty if the zygote has exited."""
        answer = b""
        try:
            sent = socket.send_fds(self._control, [len(data).to_bytes(4, "little") + data], descriptors)
            self._control.sendall(data[sent - 4 :])
            while len(answer) < 4 or len(answer) < 4 + int.from_bytes(answer[:4], "little"):
                more = self._control.recv(1 << 16)
                if not more:
                    return b""
                answer += more
        except OSError:
            return b""
        except BaseException:  # interrupted: the next request would receive the answer to this one
            self._control.close()
            raise
        return answer

    @property
    def alive(self) -> bool:
        return self._control.fileno() >= 0 and self._process.poll() is None

    def close(self) -> None:
        """Stop the zygote and, with it, all bots' processes."""
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_TIMEOUT)
            return
        self._process.kill()
        self._process.wait()


def _unnamed_file() -> int:
    from tempfile import TemporaryFile

    with TemporaryFile() as file:
        return os.dup(file.fileno())
