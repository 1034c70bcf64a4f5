"""A bot in its own process, which is called over a channel: the messages, and the validation of replies.

A bot's replies are untrusted. A reply consists of its length, the call's token and at most 64 KB of JSON. It is decoded
strictly and then checked by the rules; extra bytes and replies sent before the call are errors. Subclasses provide the
channel and enforce the limits.
"""

from __future__ import annotations

import os
import re
import signal
import struct
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from phazed.game.referee import Offence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from phazed.sandbox.limits import Limits

MAX_ANSWER = 64 * 1024
TOKENS = 1024
"""Number of tokens generated at a time."""
START, PLAY = "start", "play"
"""A bot's activities: importing its files, and answering a call."""
_CALL = struct.Struct("<I4sBB")
_decode = msgspec.json.Decoder().decode
REPLIES: dict[str, tuple[type, ...]] = {
    "answer": (object,),
    "raised": (str, str),
    "unreadable": (str, str),
    "ready": (list,),
}
"""Forms of a reply: a keyword, and the types of the items that follow it.

A reply to `call_watching_arguments` has one more item.
"""


class ExitStatus(NamedTuple):
    """The exit status of a bot's process, and its resource usage."""

    code: int
    """Exit code, or the negative number of the signal that killed the process."""
    cpu: float
    memory: int


class BotProcess(ABC):
    """The process of a bot."""

    def __init__(self, pid: int, folder: Path, wanted: Sequence[str], limits: Limits) -> None:
        self.pid = pid
        self.limits = limits
        self.functions: tuple[str, ...] = ()
        """Wanted functions that the bot defines."""
        self.started = 0.0
        """CPU time of the import, in seconds."""
        self.waited = 0.0
        """Wall-clock time of the import and all calls, in seconds."""
        self.slowest = 0.0
        """CPU time of the longest play, in seconds."""
        self.calls = 0
        self._folder = folder
        self._wanted = wanted
        self._tokens = b""
        self._exit: ExitStatus | None = None

    def begin(self) -> None:
        """Wait until the bot has been imported; raise `Offence` if that fails."""
        reply = parse(self._import(), START)
        if reply[0] == "raised":
            raise Offence(START, f"it cannot be imported: {self._local(reply[1])}", traceback=self._local(reply[2]))
        if reply[0] != "ready" or not all(name in self._wanted for name in reply[1]):
            raise Offence(START, "it answered before it was called")
        self.functions = tuple(reply[1])

    def call(self, function: str, arguments: bytes) -> Any:
        """Call the bot's function with encoded arguments and return its answer; raise `Offence` if there is none."""
        return self.call_watching_arguments(function, arguments, watch=False)[0]

    def call_watching_arguments(self, function: str, arguments: bytes, *, watch: bool = True) -> tuple[Any, bool]:
        """Return the answer, and whether the function changed its arguments (`False` without `watch`)."""
        if not self._tokens:
            self._tokens = os.urandom(4 * TOKENS)
        token, self._tokens = self._tokens[:4], self._tokens[4:]  # an answer written before the call cannot contain it
        text = self._ask(_CALL.pack(len(arguments), token, self.functions.index(function), watch) + arguments, token)
        reply = parse(text, PLAY)
        if reply[0] == "answer":
            return reply[1], len(reply) > 2 and reply[2] is True
        if reply[0] == "raised":
            raise Offence("exception", self._local(reply[1]), traceback=self._local(reply[2]))
        if reply[0] == "ready":
            raise Offence("malformed", "its reply is not an answer to the call")
        raise Offence("malformed", f"the answer cannot be sent: {reply[2]} (rule 6.7)", answer=reply[1])

    @abstractmethod
    def _import(self) -> bytes:
        """Return the reply after the import, enforcing the limits."""

    @abstractmethod
    def _ask(self, call: bytes, token: bytes) -> bytes:
        """Return the reply to a call, enforcing the limits."""

    @property
    @abstractmethod
    def cpu(self) -> float:
        """CPU time of all plays, in seconds."""

    @property
    @abstractmethod
    def printed(self) -> str:
        """Text that the bot has printed, up to the limit."""

    @abstractmethod
    def close(self) -> ExitStatus:
        """Kill the process."""

    @abstractmethod
    def free(self) -> None:
        """Kill the process and discard its output."""

    def stop_if_busy(self) -> None:  # noqa: B027 - not every process can be suspended
        """Suspend the process until its next call if it is computing without being called."""

    def _local(self, text: str) -> str:
        """Return the text with the bot's files named relative to its folder."""
        return text.replace(f"{self._folder}{os.sep}", "")

    def _too_slow(self, limit: float, what: str) -> str:
        if what == START:
            return f"it takes more than {limit:g} s to import (rule 7.4)"
        if limit < self.limits.play:
            return f"its plays in this match take more than {self.limits.match:g} s (rule 7.4)"
        return f"its play takes more than {limit:g} s (rule 7.4)"

    @property
    def memory(self) -> int:
        """Peak memory of the process in bytes; 0 while it is running."""
        return self._exit.memory if self._exit else 0

    @property
    def ended(self) -> bool:
        return self._exit is not None


def complete(data: bytes, token: bytes) -> bytes | None:
    """Return the reply in these bytes, or `None` while it is incomplete.

    Raise `Offence` if it is not a reply to the call with this token.
    """
    if len(data) < 8:
        return None
    length = int.from_bytes(data[:4], "little")
    if data[4:8] != token:
        raise Offence("malformed", "it answered before it was called, or more than once")
    if length > MAX_ANSWER:
        raise Offence("malformed", f"it announced an answer of {length} bytes; an answer can have at most {MAX_ANSWER}")
    if len(data) > length + 8:
        raise Offence("malformed", "it wrote more than its answer")
    return data[8:] if len(data) == length + 8 else None


def parse(text: bytes, what: str) -> list[Any]:
    """Decode a reply; raise `Offence` if it has none of the forms in `REPLIES` and so was not written by the zygote."""
    try:
        reply = _decode(text)
        if type(reply) is list and len(reply) == 2 and reply[0] == "answer":  # the usual case
            return reply
        types = REPLIES[reply[0]]
        if len(reply) in (len(types) + 1, len(types) + 2) and all(map(isinstance, reply[1:], types)):
            return list(reply)
    except (ValueError, RecursionError, LookupError, TypeError):  # msgspec's errors are ValueErrors
        pass
    raise Offence("malformed" if what == PLAY else START, "its reply cannot be decoded")


def ended_itself(code: int, what: str) -> Offence:
    """Return the error for a bot whose process has exited with this code."""
    if code >= 0:
        return Offence("crash" if what == PLAY else START, f"its process exited with code {code}")
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return Offence("crash" if what == PLAY else START, f"its process crashed ({name})")


FRAME = re.compile(r'  File "(.+)", line (\d+) in (.+)')
"""Pattern for a line of a stack written by faulthandler."""
STACK_TITLE = "Stack when time ran out (most recent call last):\n"


def stack_text(written: str) -> str:
    """Convert a stack written by faulthandler, putting the innermost call last; empty if it has no frames of a bot."""
    lines = [
        f'  File "{file}", line {line}, in {function}\n'
        for file, line, function in reversed(FRAME.findall(written))
        if not file.endswith("zygote.py") and "<frozen importlib" not in file
    ]
    return "".join([STACK_TITLE, *lines]) if lines else ""
