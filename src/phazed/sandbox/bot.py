"""A bot in its sandboxed process, seen from the parent process, which enforces the bot's limits.

Time limits apply to the bot's own use of time, independent of the load on the machine. CPU time is measured by the
kernel; CPU time between two calls counts towards the second one. Idle time is the wall-clock time of the calls minus
the CPU time and the time spent waiting for a processor; it is limited per match. Delays by the machine are not counted:
either the bot was asleep at both ends of a short interval, or no pressure on the machine can explain the delay. Limits
are enforced while the bot is thinking. A bot that computes during another bot's turn is suspended until its own next
call.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress
from threading import get_ident
from typing import TYPE_CHECKING, NamedTuple

from phazed.game.referee import Offence, Unplayable
from phazed.sandbox.bot_process import PLAY, START, BotProcess, ExitStatus, complete, ended_itself, stack_text
from phazed.sandbox.usage import ProcessUsage, pressure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import NoReturn

    from phazed.sandbox.limits import Limits
    from phazed.sandbox.server import SandboxServer

MAX_THREADS = 64
READ_SIZE = 1 << 12
"""Number of bytes read at a time; few answers are longer."""
POLL_INTERVAL = 0.1
"""Seconds between checks while a bot is thinking."""
THREAD_CHECK_CPU = 0.005
"""CPU seconds after which a bot's threads are counted again; starting many threads takes longer."""
BUSY = 0.05
"""CPU seconds after which a bot is suspended if it is not being called."""
IDLE_CHECK = 0.1
"""Seconds without CPU usage after which a bot's idle time is computed again."""
STACK_TIMEOUT = 1.0
"""Seconds that a bot's process is given to write its stack after a timeout."""
MAX_STACK = 16 * 1024
"""Maximum size of that stack, in bytes."""


class SandboxServerFailed(Unplayable):
    """An error of the sandbox itself: no bot can run on this system."""


class Channel(NamedTuple):
    """File descriptors for writing calls to a bot's process, and for reading its answers and output."""

    calls: int
    answers: int
    output: int


class Sample(NamedTuple):
    """Counters of a process at a time."""

    time: float
    cpu: float
    starved: float


class SandboxedBot(BotProcess):
    """The sandboxed process of a bot."""

    def __init__(
        self, server: SandboxServer, pid: int, folder: Path, wanted: Sequence[str], channel: Channel, limits: Limits
    ) -> None:
        super().__init__(pid, folder, wanted, limits)
        self.usage = ProcessUsage(pid)
        self._server = server
        self._calls, self._answers, self._output = channel
        os.set_blocking(self._calls, False)
        answers = select.poll()
        answers.register(self._answers, select.POLLIN)
        self._wait = answers.poll
        self._used = 0.0
        """CPU time at the bot's last answer."""
        self._threads_checked = 0.0
        """CPU time when the bot's threads were last counted."""
        self._idle_checked = 0.0
        """Wall-clock time of the calls minus CPU time, when the idle time was last computed."""
        self._pressure = pressure()
        self._slept = 0.0
        """Seconds for which it certainly slept in its calls."""
        self._asleep: Sample | None = None
        """Counters when it was last seen asleep in the current call."""
        self._stopped = False
        self._excess = ""
        """Limit that the bot exceeded while another bot was being called."""
        self._printed_until: int | None = None
        """Size of the bot's output, after which its process wrote the stack; `None` if there was no timeout."""
        self._thread = get_ident()
        server.running.add(self)

    @property
    def cpu(self) -> float:
        return self._used - self.started

    def begin(self) -> None:
        super().begin()
        self.started = self._used = self.usage.cpu()

    def _import(self) -> bytes:
        if not os.read(self._answers, 1):  # the process writes this byte when it is confined, before it imports the bot
            why = self.printed.strip().rpartition("\n")[2] or "for an unknown reason"
            self.close()
            raise SandboxServerFailed(f"a bot's process cannot be confined ({why}); run phazed doctor")
        return self._receive(self.limits.start, bytes(4), START, time.monotonic())

    def _ask(self, call: bytes, token: bytes) -> bytes:
        begun = time.monotonic()  # sending may take as long as the play if both processes share a processor
        self._send(call)
        before = self._used
        limit = min(self.limits.play, self.limits.match - (before - self.started))
        text = self._receive(limit, token, PLAY, begun)
        self._used = used = self.usage.cpu()
        self.calls += 1
        taken = used - before
        if taken > self.slowest:
            self.slowest = taken
        if taken > limit:
            raise Offence("timeout", self._too_slow(limit, PLAY))
        self._check_idle_time(used)
        if used - self._threads_checked > THREAD_CHECK_CPU:
            self._threads_checked = used
            if self._has_too_many_threads():
                raise Offence("limit", self._excess)
        return text

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

    def _receive(self, limit: float, token: bytes, what: str, begun: float) -> bytes:
        """Receive a reply, which consists of its length, the call's token and its content; return the content."""
        checked, data = begun, b""
        self._asleep = None
        while True:
            if self._wait(POLL_INTERVAL * 1000):
                more = os.read(self._answers, READ_SIZE)
                if not more:
                    self._died(limit, what)
                data += more
            now = time.monotonic()
            # If this took longer, this process was delayed, not the bot.
            self.waited += min(now - begun, POLL_INTERVAL)
            begun = now
            text = complete(data, token)
            if text is not None:
                return text
            if now - checked >= POLL_INTERVAL:
                checked = now
                self._check(limit, what)

    def _check(self, limit: float, what: str) -> None:
        """Enforce the limits while the bot is thinking."""
        used = self.usage.cpu()
        if used - self._used > limit:
            self._used = used
            raise Offence("timeout", self._too_slow(limit, what), traceback=self._stack())
        self._note_sleep(used)
        self._check_idle_time(used)
        for bot in list(self._server.running):  # any bot in this match may be busy although it is not its turn
            if bot._thread == self._thread:
                if bot._has_too_many_threads():
                    bot.close()
                elif bot is not self:
                    bot.stop_if_busy()
        if self._excess:
            raise Offence("limit", self._excess)

    def _note_sleep(self, used: float) -> None:
        """Add the time since it was last seen asleep in this call, if it is asleep again.

        A sleeping process does not wait for the machine, so its waits for a processor in between have ended and are
        counted. A longer time than between two checks may be the machine's, for example if it was paused.
        """
        if not self.usage.is_asleep():
            self._asleep = None
            return
        now, before = Sample(time.monotonic(), used, self.usage.starved()), self._asleep
        self._asleep = now
        if before is not None:
            passed = min(now.time - before.time, 2 * POLL_INTERVAL)
            self._slept += max(0.0, passed - (now.cpu - before.cpu) - (now.starved - before.starved))

    def _check_idle_time(self, used: float) -> None:
        idle, allowed = self.waited - used, self.limits.idle
        if idle < allowed or idle < self._idle_checked + IDLE_CHECK:
            return
        self._idle_checked = idle
        if self._slept > allowed or self._unexplained(idle) > allowed:
            reason = f"it waited for more than {allowed:g} s in this match without computing"
            raise Offence("timeout", reason, traceback=self._stack())

    def _unexplained(self, idle: float) -> float:
        """Return the part of an idle time that no pressure on the machine explains; 0 if that is unknown."""
        now = pressure()
        if now is None or self._pressure is None:
            return 0.0
        return idle - self.usage.starved() - (now - self._pressure)

    def stop_if_busy(self) -> None:
        if not self._stopped and self.usage.cpu() - self._used > BUSY:
            self._stopped = True
            self._signal(signal.SIGSTOP)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def _stack(self) -> str:
        """Return the stack of the bot's main thread, innermost call last; empty if its process does not report it."""
        self._printed_until = start = os.fstat(self._output).st_size
        self._signal(signal.SIGUSR1)
        deadline = time.monotonic() + STACK_TIMEOUT
        while not (text := os.pread(self._output, MAX_STACK, start)).endswith(b" in <module>\n"):
            if time.monotonic() > deadline:
                break
            time.sleep(0.001)
        return stack_text(self._local(text.decode("utf-8", "backslashreplace")))

    def _has_too_many_threads(self) -> bool:
        if self.usage.thread_count() > MAX_THREADS:
            self._excess = f"it has more than {MAX_THREADS} threads"
        return bool(self._excess)

    def _died(self, limit: float = 0.0, what: str = PLAY) -> NoReturn:
        """Raise an error that describes how the process ended."""
        alive = self._server.alive
        code, cpu, _ = self.close()
        if not alive:
            raise SandboxServerFailed("the process that bots are forked from has exited; run phazed doctor")
        if self._excess:
            raise Offence("limit", self._excess)
        if code in (-signal.SIGXCPU, -signal.SIGKILL) and limit and cpu - self._used > limit:
            raise Offence("timeout", self._too_slow(limit, what))
        raise ended_itself(code, what)

    @property
    def printed(self) -> str:
        if self._output < 0:
            return ""
        size = self.limits.output if self._printed_until is None else min(self._printed_until, self.limits.output)
        return os.pread(self._output, size, 0).decode("utf-8", "backslashreplace")

    def close(self) -> ExitStatus:
        if self._exit is None:
            self._server.running.discard(self)
            os.close(self._calls)
            os.close(self._answers)
            self._calls = self._answers = -1  # another bot may soon get the same descriptors
            try:
                self._exit = self._server.kill_and_reap(self.pid)
            except SandboxServerFailed:
                self._exit = ExitStatus(-signal.SIGKILL, 0.0, 0)
        return self._exit

    def free(self) -> None:
        self.close()
        if self._output >= 0:
            os.close(self._output)
            self._output = -1
