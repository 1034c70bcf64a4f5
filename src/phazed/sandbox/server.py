"""Cells: a process for every bot, confined by the kernel, called by the referee, watched while it answers.

The bots' side is `zygote`. What comes from there is believed to be hostile: an answer is at most 64 KB of JSON behind
its length, read by a strict reader and then judged by the rules; a byte too many is an error, and so is one too early.
Time is what the kernel has counted for the process, looked up while the bot still thinks.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from math import ceil
from pathlib import Path
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from phazed.game.referee import Offence, Unplayable
from phazed.sandbox import landlock, seccomp
from phazed.sandbox.limits import MEGABYTE, Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import NoReturn

    from phazed.sandbox.landlock import Package

CAPSET = {"x86_64": 126, "aarch64": 91}
SECCOMP_SYSCALL = {"x86_64": 317, "aarch64": 277}
ACTION_AVAILABLE = 2
MOST_ANSWER = 64 * 1024
AT_A_TIME = 1 << 12
"""So many bytes are read at a time: few answers are longer."""
MOST_THREADS = 64
_CALL = struct.Struct("<I4sBB")
_decode = msgspec.json.Decoder().decode
FORMS: dict[str, tuple[type, ...]] = {
    "answer": (object,),
    "raised": (str, str),
    "unreadable": (str, str),
    "ready": (list,),
}
"""What a bot's side says: a word, and what follows it; to answers that are watched one more part is added."""
SOME_TIME = 0.005
"""Whoever used less of a processor since its threads were last counted has not started many."""
LOOKED_AFTER = 0.1
"""While a bot thinks, its clock is looked at after so many seconds at the latest."""


class CellsFailed(Unplayable):
    """No bot's process can be had here: not a bot's error."""


class Protection(NamedTuple):
    """What this system can protect us with."""

    landlock: int
    """The kernel's version of it, 0 for none."""
    seccomp: bool

    @property
    def full(self) -> bool:
        return self.landlock > 0 and self.seccomp


def protection() -> Protection:
    """What there is here."""
    if sys.platform != "linux" or os.uname().machine not in seccomp.MACHINES:
        return Protection(0, seccomp=False)
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    wanted = struct.pack("=I", seccomp.ERRNO)
    available = libc.syscall(SECCOMP_SYSCALL[os.uname().machine], ACTION_AVAILABLE, 0, wanted) == 0
    return Protection(landlock.version(), seccomp=available)


class Ended(NamedTuple):
    """How a bot's process ended, and what it had used by then."""

    code: int
    """Its exit code, or the negative number of the signal that ended it."""
    cpu: float
    memory: int


class Cells:
    """Forks bots' processes. `folder` is where all their folders are."""

    def __init__(self, folder: Path, packages: Sequence[str] = (), protected: Protection | None = None) -> None:
        self.protected = protection() if protected is None else protected
        granted = [landlock.package(name) for name in packages]
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-s", "-S", "-P", "-B", str(Path(__file__).with_name("zygote.py"))],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LANG": "C.UTF-8"},
                start_new_session=True,
            )
        self._control = ours
        self._lock = Lock()
        self.living: set[Cell] = set()
        """The bots' processes that have not been ended."""
        self._ask(self._setup(folder, granted))

    def _setup(self, folder: Path, granted: Iterable[Package]) -> dict[str, Any]:
        """All that a bot's process has to be told before it is one."""
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

    def start(self, folder: Path, main: str, functions: Sequence[str], limits: Limits, seed: str) -> Cell:
        """Fork a process for the bot in that folder."""
        ours, theirs = socket.socketpair()
        output = os.memfd_create("output") if hasattr(os, "memfd_create") else _unnamed_file()
        order = {
            "folder": str(folder),
            "main": main,
            "functions": tuple(functions),
            "seed": seed,
            "output": limits.output,
            "limits": {
                "RLIMIT_AS": limits.memory,
                "RLIMIT_CPU": ceil(limits.start + limits.match + limits.play) + 2,
                "RLIMIT_FSIZE": limits.output,
                "RLIMIT_STACK": 8 * MEGABYTE,
                "RLIMIT_NOFILE": 64,
                "RLIMIT_CORE": 0,
                "RLIMIT_MEMLOCK": 0,
                "RLIMIT_SIGPENDING": 64,  # all processes of a user share these
            },
        }
        try:
            with theirs:
                pid = self._ask(("fork", order), [theirs.fileno(), output])
            if pid < 0:
                raise CellsFailed(f"no process can be started for a bot: {os.strerror(-pid)}")
        except BaseException:
            ours.close()
            os.close(output)
            raise
        return Cell(self, pid, folder, functions, ours, output, limits)

    def bury(self, pid: int) -> Ended:
        """End the process."""
        return Ended(*self._ask(("bury", pid)))

    def _ask(self, message: Any, descriptors: Sequence[int] = ()) -> Any:
        data = marshal.dumps(message)
        with self._lock:  # a cluster's worker may play in several threads
            answer = self._answer(data, descriptors)
        if not answer:
            self.close()
            raise CellsFailed("the process that bots are forked from has ended; see what phazed doctor says")
        return marshal.loads(answer[4:])  # noqa: S302 - from our own zygote, which no bot can reach

    def _answer(self, data: bytes, descriptors: Sequence[int]) -> bytes:
        """What the zygote answers; nothing if it is no more."""
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
        except BaseException:  # interrupted between question and answer: the next answer would be to this question
            self._control.close()
            raise
        return answer

    @property
    def alive(self) -> bool:
        return self._control.fileno() >= 0 and self._process.poll() is None

    def close(self) -> None:
        """End all bots' processes."""
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
            return
        self._process.kill()
        self._process.wait()


def _unnamed_file() -> int:
    from tempfile import TemporaryFile

    with TemporaryFile() as file:
        return os.dup(file.fileno())


class Cell:
    """One bot's process."""

    def __init__(
        self,
        cells: Cells,
        pid: int,
        folder: Path,
        asked: Sequence[str],
        channel: socket.socket,
        output: int,
        limits: Limits,
    ) -> None:
        self.pid = pid
        self._folder = folder
        self._asked = asked
        self.limits = limits
        self.functions: tuple[str, ...] = ()
        """Which of the functions it was asked for the bot defines."""
        self.started = 0.0
        """Seconds of its processor that importing took."""
        self.slowest = 0.0
        self.calls = 0
        self._cells = cells
        self._clock = (~pid << 3) | 2  # of a process by its number: what clock_getcpuclockid computes
        self._channel = channel
        self._output = output
        self._used = 0.0
        """What its clock showed when it last answered: what it does between two calls counts for the second."""
        self._looked = 0.0
        """What its clock showed when its threads were last counted."""
        self._waited = 0.0
        """Seconds by the clock on the wall that its plays took."""
        self._excess = ""
        """What it was ended for while another bot was asked."""
        self._thread = get_ident()
        cells.living.add(self)
        self._ended: Ended | None = None

    @property
    def cpu(self) -> float:
        """Seconds of its processor that its plays took."""
        return self._used - self.started

    def _seconds(self) -> float:
        try:
            return time.clock_gettime(self._clock)
        except OSError:  # it is no more, or this system has no such clock
            return 0.0

    def begin(self) -> None:
        """Wait until the bot is imported; `Offence` if that fails."""
        if not self._channel.recv(1):  # which is written when the process is confined, and before the bot is imported
            why = self.printed.strip().rpartition("\n")[2] or "no more is known"
            self.close()
            raise CellsFailed(f"a bot's process cannot be confined ({why}); see what phazed doctor says")
        often = struct.pack("@ll", 0, int(LOOKED_AFTER * 1e6))
        self._channel.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, often)
        said = self._read(self._receive(self.limits.start, bytes(4), "start"), "start")
        if said[0] == "raised":
            raise Offence("start", f"it cannot be imported: {self._local(said[1])}", traceback=self._local(said[2]))
        if said[0] != "ready" or not all(name in self._asked for name in said[1]):
            raise Offence("start", "it answered before it was asked anything")
        self.functions = tuple(said[1])
        self.started = self._used = self._seconds()
        self._waited = 0.0

    def call(self, function: str, arguments: bytes) -> Any:
        """What the bot's function answers to the arguments, which are encoded; `Offence` if it does not."""
        return self.watched(function, arguments, watch=False)[0]

    def watched(self, function: str, arguments: bytes, *, watch: bool = True) -> tuple[Any, bool]:
        """The answer, and whether the arguments were changed, if that was to be watched."""
        token = os.urandom(4)  # which no answer can know that was written before the call
        head = _CALL.pack(len(arguments), token, self.functions.index(function), watch)
        before = self._used
        self._send(head + arguments)
        limit = min(self.limits.play, self.limits.match - (before - self.started))
        text = self._receive(limit, token, "play")
        self._used = used = self._seconds()
        self.calls += 1
        taken = used - before
        if taken > self.slowest:
            self.slowest = taken
        if taken > limit:
            raise Offence("timeout", self._too_slow(limit, "play"))
        if used - self._looked > SOME_TIME:  # to start many threads takes longer
            self._looked = used
            if self._has_too_many_threads():
                raise Offence("limit", self._excess)
        said = self._read(text, "play")
        if said[0] == "answer":
            return said[1], len(said) > 2 and said[2] is True
        if said[0] == "raised":
            raise Offence("exception", self._local(said[1]), traceback=self._local(said[2]))
        if said[0] == "ready":
            raise Offence("malformed", "it does not answer what it was asked")
        raise Offence("malformed", f"the answer cannot be sent: {said[2]} (rule 6.7)", answer=said[1])

    def _send(self, data: bytes) -> None:
        try:
            if self._channel.send(data, socket.MSG_DONTWAIT) < len(data):
                raise BlockingIOError
        except BlockingIOError:
            raise Offence("malformed", "it does not read what it is asked") from None
        except OSError:
            self._died()

    def _local(self, text: str) -> str:
        """The text with the bot's files named as its author knows them."""
        return text.replace(f"{self._folder}{os.sep}", "")

    def _receive(self, limit: float, token: bytes, what: str) -> bytes:
        """One answer of the bot, as it comes: bytes behind their length and the call's token."""
        begun = time.monotonic()
        data = b""
        while True:
            try:
                more = self._channel.recv(AT_A_TIME)
            except BlockingIOError:  # nothing for a while
                self._check(limit, begun, what)
                continue
            except ConnectionResetError:
                more = b""
            if not more:
                self._died(limit, what)
            data += more
            if len(data) >= 8:
                length = int.from_bytes(data[:4], "little")
                if data[4:8] != token:
                    raise Offence("malformed", "it answered before it was asked, or more than once")
                if length > MOST_ANSWER:
                    raise Offence("malformed", f"it announced an answer of {length} bytes, of {MOST_ANSWER} allowed")
                if len(data) > length + 8:
                    raise Offence("malformed", "it wrote more than its answer")
                if len(data) == length + 8:
                    self._waited += time.monotonic() - begun
                    return data[8:]
            self._check(limit, begun, what)  # who writes byte by byte is watched, too

    def _check(self, limit: float, begun: float, what: str) -> None:
        """Look at the bot while it thinks."""
        now = self._seconds()
        used = now - self._used
        if used > limit:
            self._used = now
            raise Offence("timeout", self._too_slow(limit, what))
        patience, waited = limit * self.limits.patience, time.monotonic() - begun
        if waited > patience:
            raise Offence("timeout", f"no answer within {patience:g} s, of which it used {used:.1f} s of a processor")
        most = self.limits.match * self.limits.patience
        if self._waited + waited > most:
            raise Offence("timeout", f"its plays of this match take more than {most:g} s by the clock on the wall")
        for cell in list(self._cells.living):  # of this match: a bot whose turn it is not need not be idle
            if cell._thread == self._thread and cell._has_too_many_threads():
                cell.close()
        if self._excess:
            raise Offence("limit", self._excess)

    def _has_too_many_threads(self) -> bool:
        if self._threads() > MOST_THREADS:
            self._excess = f"it has more than {MOST_THREADS} threads"
        return bool(self._excess)

    def _too_slow(self, limit: float, what: str) -> str:
        if what == "start":
            return f"it takes more than {limit:g} s to import (rule 7.4)"
        if limit < self.limits.play:
            return f"its plays of this match take more than {self.limits.match:g} s (rule 7.4)"
        return f"its play takes more than {limit:g} s (rule 7.4)"

    def _threads(self) -> int:
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as file:
                return int(file.read().rpartition(b")")[2].split()[17])
        except (OSError, IndexError):  # it is no more, or this system does not tell
            return 0

    def _died(self, limit: float = 0.0, what: str = "play") -> NoReturn:
        """The process is no more: say how it ended."""
        alive = self._cells.alive
        code, cpu, _ = self.close()
        if not alive:
            raise CellsFailed("the process that bots are forked from has ended; see what phazed doctor says")
        if self._excess:
            raise Offence("limit", self._excess)
        if code in (-signal.SIGXCPU, -signal.SIGKILL) and limit and cpu - self._used > limit:
            raise Offence("timeout", self._too_slow(limit, what))
        if code >= 0:
            raise Offence("crash" if what == "play" else "start", f"its process ended itself, with exit code {code}")
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        raise Offence("crash" if what == "play" else "start", f"its process crashed ({name})")

    def _read(self, text: bytes, what: str) -> list[Any]:
        """What the bot says, which has one of three forms, or else it was not our side that said it."""
        try:
            said = _decode(text)
            if type(said) is list and len(said) == 2 and said[0] == "answer":  # as nearly always
                return said
            kinds = FORMS[said[0]]
            if len(said) in (len(kinds) + 1, len(kinds) + 2) and all(map(isinstance, said[1:], kinds)):
                return list(said)
        except (ValueError, RecursionError, LookupError, TypeError):  # msgspec's errors are of the first kind
            pass
        raise Offence(
            "malformed" if what == "play" else "start", "its answer cannot be read: it is not what JSON is like"
        )

    @property
    def printed(self) -> str:
        """What it has printed, as far as that is kept."""
        return (
            os.pread(self._output, self.limits.output, 0).decode("utf-8", "backslashreplace")
            if self._output >= 0
            else ""
        )

    @property
    def memory(self) -> int:
        """The most bytes that the process held at a time, once it has ended."""
        return self._ended.memory if self._ended else 0

    def close(self) -> Ended:
        """End the process."""
        if self._ended is None:
            self._cells.living.discard(self)
            self._channel.close()
            try:
                self._ended = self._cells.bury(self.pid)
            except CellsFailed:
                self._ended = Ended(-signal.SIGKILL, 0.0, 0)
        return self._ended

    def free(self) -> None:
        """Let go of what it printed, too."""
        self.close()
        if self._output >= 0:
            os.close(self._output)
            self._output = -1
