"""A bot in its sandboxed process, seen from outside: calls its functions, and enforces its time limits.

What a bot sends is untrusted. A reply is at most 64 KB of JSON after its length and the call's token. It is decoded
strictly and then checked by the rules; extra bytes and replies that come before the call are errors. CPU time is what
the kernel has counted for the process, and is checked while the bot is still thinking.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import time
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from phazed.game.referee import Offence, Unplayable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import NoReturn

    from phazed.sandbox.limits import Limits
    from phazed.sandbox.server import SandboxServer

MAX_ANSWER = 64 * 1024
MAX_THREADS = 64
READ_SIZE = 1 << 12
"""Bytes read at a time; few answers are longer."""
POLL_INTERVAL = 0.1
"""Seconds between two checks of a bot that is thinking."""
THREAD_CHECK_CPU = 0.005
"""CPU seconds after which a bot's threads are counted again; to start many threads takes longer."""
_CALL = struct.Struct("<I4sBB")
_decode = msgspec.json.Decoder().decode
REPLIES: dict[str, tuple[type, ...]] = {
    "answer": (object,),
    "raised": (str, str),
    "unreadable": (str, str),
    "ready": (list,),
}
"""The four forms of a reply: a word, and the types of the items after it. A reply to `call_watching_arguments` has one
item more."""


class SandboxServerFailed(Unplayable):
    """No bot can be run here, which is not a bot's error."""


class ExitStatus(NamedTuple):
    """How a bot's process ended, and what it had used by then."""

    code: int
    """Its exit code, or the negative number of the signal that ended it."""
    cpu: float
    memory: int


class SandboxedBot:
    """One bot's process."""

    def __init__(
        self,
        server: SandboxServer,
        pid: int,
        folder: Path,
        wanted: Sequence[str],
        channel: socket.socket,
        output: int,
        limits: Limits,
    ) -> None:
        self.pid = pid
        self._folder = folder
        self._wanted = wanted
        self.limits = limits
        self.functions: tuple[str, ...] = ()
        """Which of the wanted functions the bot defines."""
        self.started = 0.0
        """CPU seconds that importing the bot took."""
        self.slowest = 0.0
        self.calls = 0
        self._server = server
        self._clock = (~pid << 3) | 2  # the ID of the process's CPU clock, as clock_getcpuclockid computes it
        self._channel = channel
        self._output = output
        self._used = 0.0
        """CPU time at its last answer; what the bot does between two calls counts towards the second."""
        self._threads_checked = 0.0
        """CPU time when its threads were last counted."""
        self._waited = 0.0
        """Wall-clock seconds that its plays took."""
        self._excess = ""
        """The limit it exceeded while another bot was being called."""
        self._thread = get_ident()
        server.running.add(self)
        self._exit: ExitStatus | None = None

    @property
    def cpu(self) -> float:
        """CPU seconds that its plays took."""
        return self._used - self.started

    def cpu_clock(self) -> float:
        """CPU seconds that the process has used; 0 if it has ended, or if this system has no such clock."""
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return 0.0

    def begin(self) -> None:
        """Wait until the bot is imported; `Offence` if that fails."""
        if not self._channel.recv(1):  # the process writes this byte once it is confined, before it imports the bot
            why = self.printed.strip().rpartition("\n")[2] or "no more is known"
            self.close()
            raise SandboxServerFailed(f"a bot's process cannot be confined ({why}); run phazed doctor")
        interval = struct.pack("@ll", 0, int(POLL_INTERVAL * 1e6))
        self._channel.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, interval)
        reply = self._parse(self._receive(self.limits.start, bytes(4), "start"), "start")
        if reply[0] == "raised":
            raise Offence("start", f"it cannot be imported: {self._local(reply[1])}", traceback=self._local(reply[2]))
        if reply[0] != "ready" or not all(name in self._wanted for name in reply[1]):
            raise Offence("start", "it answered before it was called")
        self.functions = tuple(reply[1])
        self.started = self._used = self.cpu_clock()
        self._waited = 0.0

    def call(self, function: str, arguments: bytes) -> Any:
        """Call the bot's function with encoded arguments and return its answer; `Offence` if there is none."""
        return self.call_watching_arguments(function, arguments, watch=False)[0]

    def call_watching_arguments(self, function: str, arguments: bytes, *, watch: bool = True) -> tuple[Any, bool]:
        """The answer, and whether the function has changed its arguments (`False` without `watch`)."""
        token = os.urandom(4)  # unknown to any answer that was written before the call
        head = _CALL.pack(len(arguments), token, self.functions.index(function), watch)
        before = self._used
        self._send(head + arguments)
        limit = min(self.limits.play, self.limits.match - (before - self.started))
        text = self._receive(limit, token, "play")
        self._used = used = self.cpu_clock()
        self.calls += 1
        taken = used - before
        if taken > self.slowest:
            self.slowest = taken
        if taken > limit:
            raise Offence("timeout", self._too_slow(limit, "play"))
        if used - self._threads_checked > THREAD_CHECK_CPU:
            self._threads_checked = used
            if self._has_too_many_threads():
                raise Offence("limit", self._excess)
        reply = self._parse(text, "play")
        if reply[0] == "answer":
            return reply[1], len(reply) > 2 and reply[2] is True
        if reply[0] == "raised":
            raise Offence("exception", self._local(reply[1]), traceback=self._local(reply[2]))
        if reply[0] == "ready":
            raise Offence("malformed", "its reply is not an answer to the call")
        raise Offence("malformed", f"the answer cannot be sent: {reply[2]} (rule 6.7)", answer=reply[1])

    def _send(self, data: bytes) -> None:
        try:
            if self._channel.send(data, socket.MSG_DONTWAIT) < len(data):
                raise BlockingIOError
        except BlockingIOError:
            raise Offence("malformed", "it does not read its calls") from None
        except OSError:
            self._died()

    def _local(self, text: str) -> str:
        """The text with the bot's files named as their author knows them."""
        return text.replace(f"{self._folder}{os.sep}", "")

    def _receive(self, limit: float, token: bytes, what: str) -> bytes:
        """Receive one reply: its length, the call's token, and that many bytes, which are returned."""
        begun = time.monotonic()
        data = b""
        while True:
            try:
                more = self._channel.recv(READ_SIZE)
            except BlockingIOError:  # nothing within the poll interval
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
                    raise Offence("malformed", "it answered before it was called, or more than once")
                if length > MAX_ANSWER:
                    raise Offence("malformed", f"it announced an answer of {length} bytes; at most {MAX_ANSWER} count")
                if len(data) > length + 8:
                    raise Offence("malformed", "it wrote more than its answer")
                if len(data) == length + 8:
                    self._waited += time.monotonic() - begun
                    return data[8:]
            self._check(limit, begun, what)  # also while it writes byte by byte

    def _check(self, limit: float, begun: float, what: str) -> None:
        """Enforce the limits while the bot is thinking."""
        now = self.cpu_clock()
        used = now - self._used
        if used > limit:
            self._used = now
            raise Offence("timeout", self._too_slow(limit, what))
        patience, waited = limit * self.limits.patience, time.monotonic() - begun
        if waited > patience:
            raise Offence("timeout", f"no answer within {patience:g} s, of which it used {used:.1f} s of CPU time")
        allowed = self.limits.match * self.limits.patience
        if self._waited + waited > allowed:
            raise Offence("timeout", f"its plays of this match take more than {allowed:g} s of wall-clock time")
        for bot in list(self._server.running):  # those of this match: a bot may be busy when it is not its turn
            if bot._thread == self._thread and bot._has_too_many_threads():
                bot.close()
        if self._excess:
            raise Offence("limit", self._excess)

    def _has_too_many_threads(self) -> bool:
        if self.thread_count() > MAX_THREADS:
            self._excess = f"it has more than {MAX_THREADS} threads"
        return bool(self._excess)

    def _too_slow(self, limit: float, what: str) -> str:
        if what == "start":
            return f"it takes more than {limit:g} s to import (rule 7.4)"
        if limit < self.limits.play:
            return f"its plays of this match take more than {self.limits.match:g} s (rule 7.4)"
        return f"its play takes more than {limit:g} s (rule 7.4)"

    def thread_count(self) -> int:
        """Number of threads of the process; 0 if it has ended, or if this system does not say."""
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as file:
                return int(file.read().rpartition(b")")[2].split()[17])
        except (OSError, IndexError):
            return 0

    def _died(self, limit: float = 0.0, what: str = "play") -> NoReturn:
        """The process has ended: raise an error that says how."""
        alive = self._server.alive
        code, cpu, _ = self.close()
        if not alive:
            raise SandboxServerFailed("the process that bots are forked from has ended; run phazed doctor")
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

    def _parse(self, text: bytes, what: str) -> list[Any]:
        """Decode a reply, which has one of the four forms in `REPLIES`; any other was not written by our code."""
        try:
            reply = _decode(text)
            if type(reply) is list and len(reply) == 2 and reply[0] == "answer":  # as nearly always
                return reply
            types = REPLIES[reply[0]]
            if len(reply) in (len(types) + 1, len(types) + 2) and all(map(isinstance, reply[1:], types)):
                return list(reply)
        except (ValueError, RecursionError, LookupError, TypeError):  # msgspec's errors are ValueErrors
            pass
        raise Offence("malformed" if what == "play" else "start", "its reply cannot be decoded")

    @property
    def printed(self) -> str:
        """What it has printed, up to the limit."""
        return (
            os.pread(self._output, self.limits.output, 0).decode("utf-8", "backslashreplace")
            if self._output >= 0
            else ""
        )

    @property
    def memory(self) -> int:
        """The process's peak memory in bytes, known once it has ended."""
        return self._exit.memory if self._exit else 0

    @property
    def ended(self) -> bool:
        return self._exit is not None

    def close(self) -> ExitStatus:
        """Kill the process."""
        if self._exit is None:
            self._server.running.discard(self)
            self._channel.close()
            try:
                self._exit = self._server.kill_and_reap(self.pid)
            except SandboxServerFailed:
                self._exit = ExitStatus(-signal.SIGKILL, 0.0, 0)
        return self._exit

    def free(self) -> None:
        """Kill the process and discard what it printed."""
        self.close()
        if self._output >= 0:
            os.close(self._output)
            self._output = -1
