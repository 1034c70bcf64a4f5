"""A bot in its sandboxed process, seen from outside: calls its functions, and enforces its time limits.

What a bot sends is untrusted. A reply is at most 64 KB of JSON after its length and the call's token. It is decoded
strictly and then checked by the rules; extra bytes and replies that come before the call are errors.

A bot is judged by what it does itself, not by how busy the machine is. CPU time is what the kernel has counted for its
process, and what it uses between two calls counts towards the second. The wall-clock time of its calls, less its CPU
time and its waits for a processor, is idle time, which has a limit for the whole match. Limits are enforced while the
bot is thinking. A bot that computes while another bot of its match is called is stopped until its own next call.
"""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import time
from contextlib import suppress
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from phazed.game.referee import Offence, Unplayable
from phazed.sandbox.usage import ProcessUsage

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
BUSY = 0.05
"""CPU seconds after which a bot that is not being called is stopped."""
IDLE_CHECK = 0.1
"""Seconds without CPU time after which a bot's idle time is computed again."""
STACK_TIMEOUT = 1.0
"""Seconds that a bot's process has to write its stack when its time is up."""
MAX_STACK = 16 * 1024
"""Size of the stack that a process writes, in bytes."""
TOKENS = 1024
"""Number of tokens that are drawn at a time."""
_CALL = struct.Struct("<I4sBB")
_FRAME = re.compile(r'  File "(.+)", line (\d+) in (.+)')
"""A line of a stack written by faulthandler."""
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


class Channel(NamedTuple):
    """File descriptors for a bot's process: where its calls are written, its answers are read, and its output is."""

    calls: int
    answers: int
    output: int


class SandboxedBot:
    """One bot's process."""

    def __init__(
        self, server: SandboxServer, pid: int, folder: Path, wanted: Sequence[str], channel: Channel, limits: Limits
    ) -> None:
        self.pid = pid
        self._folder = folder
        self._wanted = wanted
        self.limits = limits
        self.functions: tuple[str, ...] = ()
        """Which of the wanted functions the bot defines."""
        self.started = 0.0
        """CPU seconds that importing the bot took."""
        self.waited = 0.0
        """Wall-clock seconds of its import and its calls."""
        self.slowest = 0.0
        """CPU seconds of its longest play."""
        self.calls = 0
        self.usage = ProcessUsage(pid)
        self._server = server
        self._calls, self._answers, self._output = channel
        os.set_blocking(self._calls, False)
        answers = select.poll()
        answers.register(self._answers, select.POLLIN)
        self._wait = answers.poll
        self._tokens = b""
        self._used = 0.0
        """CPU time at its last answer; what the bot does between two calls counts towards the second."""
        self._threads_checked = 0.0
        """CPU time when its threads were last counted."""
        self._idle_checked = 0.0
        """Wall-clock time of its calls without its CPU time when its idle time was last computed."""
        self._stopped = False
        self._excess = ""
        """The limit it exceeded while another bot was being called."""
        self._printed_until: int | None = None
        """Where its output ends and the stack begins that its process wrote when its time was up."""
        self._thread = get_ident()
        server.running.add(self)
        self._exit: ExitStatus | None = None

    @property
    def cpu(self) -> float:
        """CPU seconds that its plays took."""
        return self._used - self.started

    def begin(self) -> None:
        """Wait until the bot is imported; `Offence` if that fails."""
        if not os.read(self._answers, 1):  # the process writes this byte once it is confined, before it imports the bot
            why = self.printed.strip().rpartition("\n")[2] or "no more is known"
            self.close()
            raise SandboxServerFailed(f"a bot's process cannot be confined ({why}); run phazed doctor")
        reply = self._parse(self._receive(self.limits.start, bytes(4), "start"), "start")
        if reply[0] == "raised":
            raise Offence("start", f"it cannot be imported: {self._local(reply[1])}", traceback=self._local(reply[2]))
        if reply[0] != "ready" or not all(name in self._wanted for name in reply[1]):
            raise Offence("start", "it answered before it was called")
        self.functions = tuple(reply[1])
        self.started = self._used = self.usage.cpu()

    def call(self, function: str, arguments: bytes) -> Any:
        """Call the bot's function with encoded arguments and return its answer; `Offence` if there is none."""
        return self.call_watching_arguments(function, arguments, watch=False)[0]

    def call_watching_arguments(self, function: str, arguments: bytes, *, watch: bool = True) -> tuple[Any, bool]:
        """The answer, and whether the function has changed its arguments (`False` without `watch`)."""
        token = self._tokens[:4]  # unknown to any answer that was written before the call
        if token:
            self._tokens = self._tokens[4:]
        else:
            drawn = os.urandom(4 * TOKENS)
            token, self._tokens = drawn[:4], drawn[4:]
        self._send(_CALL.pack(len(arguments), token, self.functions.index(function), watch) + arguments)
        before = self._used
        limit = min(self.limits.play, self.limits.match - (before - self.started))
        text = self._receive(limit, token, "play")
        self._used = used = self.usage.cpu()
        self.calls += 1
        taken = used - before
        if taken > self.slowest:
            self.slowest = taken
        if taken > limit:
            raise Offence("timeout", self._too_slow(limit, "play"))
        self._check_idle_time(used)
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
        if self._stopped:
            self._stopped = False
            self._signal(signal.SIGCONT)
        try:
            if os.write(self._calls, data) < len(data):
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
        begun = checked = time.monotonic()
        data = b""
        while True:
            if self._wait(POLL_INTERVAL * 1000):
                more = os.read(self._answers, READ_SIZE)
                if not more:
                    self._died(limit, what)
                data += more
            now = time.monotonic()
            # A longer wait means that this process was delayed, not the bot.
            self.waited += min(now - begun, POLL_INTERVAL)
            begun = now
            if len(data) >= 8:
                length = int.from_bytes(data[:4], "little")
                if data[4:8] != token:
                    raise Offence("malformed", "it answered before it was called, or more than once")
                if length > MAX_ANSWER:
                    raise Offence("malformed", f"it announced an answer of {length} bytes; at most {MAX_ANSWER} count")
                if len(data) > length + 8:
                    raise Offence("malformed", "it wrote more than its answer")
                if len(data) == length + 8:
                    return data[8:]
            if now - checked >= POLL_INTERVAL:
                checked = now
                self._check(limit, what)

    def _check(self, limit: float, what: str) -> None:
        """Enforce the limits while the bot is thinking."""
        used = self.usage.cpu()
        if used - self._used > limit:
            self._used = used
            raise Offence("timeout", self._too_slow(limit, what), traceback=self._stack())
        self._check_idle_time(used)
        for bot in list(self._server.running):  # those of this match: a bot may be busy when it is not its turn
            if bot._thread == self._thread:
                if bot._has_too_many_threads():
                    bot.close()
                elif bot is not self:
                    bot.stop_if_busy()
        if self._excess:
            raise Offence("limit", self._excess)

    def _check_idle_time(self, used: float) -> None:
        idle, allowed = self.waited - used, self.limits.idle
        if idle < allowed or idle < self._idle_checked + IDLE_CHECK:
            return
        self._idle_checked = idle
        idle -= self.usage.starved()
        if idle > 2 * allowed or (idle > allowed and not self.usage.is_runnable()):
            reason = f"it waited for more than {allowed:g} s of this match without computing"
            raise Offence("timeout", reason, traceback=self._stack())

    def stop_if_busy(self) -> None:
        """Stop the process until its next call if it computes without being called."""
        if not self._stopped and self.usage.cpu() - self._used > BUSY:
            self._stopped = True
            self._signal(signal.SIGSTOP)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def _stack(self) -> str:
        """Where the bot's main thread is, as its process reports: the last call last; empty if it does not report."""
        self._printed_until = start = os.fstat(self._output).st_size
        self._signal(signal.SIGUSR1)
        deadline = time.monotonic() + STACK_TIMEOUT
        while not (text := os.pread(self._output, MAX_STACK, start)).endswith(b" in <module>\n"):
            if time.monotonic() > deadline:
                break
            time.sleep(0.001)
        frames = _FRAME.findall(text.decode("utf-8", "backslashreplace"))
        lines = [
            f'  File "{self._local(file)}", line {line}, in {function}\n'
            for file, line, function in reversed(frames)
            if not file.endswith("zygote.py") and "<frozen importlib" not in file
        ]
        return "".join(["Stack when its time was up (most recent call last):\n", *lines]) if lines else ""

    def _has_too_many_threads(self) -> bool:
        if self.usage.thread_count() > MAX_THREADS:
            self._excess = f"it has more than {MAX_THREADS} threads"
        return bool(self._excess)

    def _too_slow(self, limit: float, what: str) -> str:
        if what == "start":
            return f"it takes more than {limit:g} s to import (rule 7.4)"
        if limit < self.limits.play:
            return f"its plays of this match take more than {self.limits.match:g} s (rule 7.4)"
        return f"its play takes more than {limit:g} s (rule 7.4)"

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
        if self._output < 0:
            return ""
        size = self.limits.output if self._printed_until is None else min(self._printed_until, self.limits.output)
        return os.pread(self._output, size, 0).decode("utf-8", "backslashreplace")

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
            os.close(self._calls)
            os.close(self._answers)
            self._calls = self._answers = -1  # their numbers may soon be those of another bot
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
