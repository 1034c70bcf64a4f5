"""A bot in its own process, called over a channel: the messages and the checks of its replies.

A bot's replies are untrusted. A reply is at most 64 KB of JSON after its length and the call's token. It is decoded
strictly and then checked by the rules; extra bytes and replies that come before the call are errors. Subclasses know
the channel and enforce the limits.
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
"""Activity of a bot: importing its files, or answering a call."""
_CALL = struct.Struct("<I4sBB")
_decode = msgspec.json.Decoder().decode
REPLIES: dict[str, tuple[type, ...]] = {
    "answer": (object,),
    "raised": (str, str),
    "unreadable": (str, str),
    "ready": (list,),
}
"""Forms of a reply: a word, and the types of the items after it.

A reply to `call_watching_arguments` has one more item.
"""


class ExitStatus(NamedTuple):
    """The end of a bot's process, and its resource usage."""

    code: int
    """Exit code, or the negative number of the signal that ended it."""
    cpu: float
    memory: int


class BotProcess(ABC):
    """One bot's process."""

    def __init__(self, pid: int, folder: Path, wanted: Sequence[str], limits: Limits) -> None:
        self.pid = pid
        self.limits = limits
        self.functions: tuple[str, ...] = ()
        """Wanted functions that the bot defines."""
        self.started = 0.0
        """CPU seconds of its import."""
        self.waited = 0.0
        """Wall-clock seconds of its import and its calls."""
        self.slowest = 0.0
        """CPU seconds of its longest play."""
        self.calls = 0
        self._folder = folder
        self._wanted = wanted
        self._tokens = b""
        self._exit: ExitStatus | None = None

    def begin(self) -> None:
        """Wait until the bot is imported; raise an `Offence` if that fails."""
        reply = parse(self._import(), START)
        if reply[0] == "raised":
            raise Offence(START, f"it cannot be imported: {self._local(reply[1])}", traceback=self._local(reply[2]))
        if reply[0] != "ready" or not all(name in self._wanted for name in reply[1]):
            raise Offence(START, "it answered before it was called")
        self.functions = tuple(reply[1])

    def call(self, function: str, arguments: bytes) -> Any:
        """Call the bot's function with encoded arguments and return its answer; `Offence` if there is none."""
        return self.call_watching_arguments(function, arguments, watch=False)[0]

    def call_watching_arguments(self, function: str, arguments: bytes, *, watch: bool = True) -> tuple[Any, bool]:
        """Return the answer, and whether the function has changed its arguments (`False` without `watch`).

        With `watch`, an answer that is a tuple is one here, and not a list as in JSON.
        """
        if not self._tokens:
            self._tokens = os.urandom(4 * TOKENS)
        token, self._tokens = self._tokens[:4], self._tokens[4:]  # unknown to any answer written before the call
        text = self._ask(_CALL.pack(len(arguments), token, self.functions.index(function), watch) + arguments, token)
        reply = parse(text, PLAY)
        if reply[0] == "answer":
            changed, kind = _watched(reply)
            return tuple(reply[1]) if kind == "tuple" and type(reply[1]) is list else reply[1], changed
        if reply[0] == "raised":
            raise Offence("exception", self._local(reply[1]), traceback=self._local(reply[2]))
        if reply[0] == "ready":
            raise Offence("malformed", "its reply is not an answer to the call")
        raise Offence("malformed", f"the answer cannot be sent: {reply[2]} (rule 6.7)", answer=reply[1])

    @abstractmethod
    def _import(self) -> bytes:
        """Return the reply to the start, within the limits."""

    @abstractmethod
    def _ask(self, call: bytes, token: bytes) -> bytes:
        """Return the reply to a call, within the limits."""

    @property
    @abstractmethod
    def cpu(self) -> float:
        """CPU seconds of its plays."""

    @property
    @abstractmethod
    def printed(self) -> str:
        """Text that it has printed, up to the limit."""

    @abstractmethod
    def close(self) -> ExitStatus:
        """Kill the process."""

    @abstractmethod
    def free(self) -> None:
        """Kill the process and discard what it printed."""

    def stop_if_busy(self) -> None:  # noqa: B027 - not every process can be stopped
        """Stop the process until its next call if it computes without being called."""

    def _local(self, text: str) -> str:
        """Return the text with the bot's files named as their author knows them."""
        return text.replace(f"{self._folder}{os.sep}", "")

    def _too_slow(self, limit: float, what: str) -> str:
        if what == START:
            return f"it takes more than {limit:g} s to import (rule 7.4)"
        if limit < self.limits.play:
            return f"its plays of this match take more than {self.limits.match:g} s (rule 7.4)"
        return f"its play takes more than {limit:g} s (rule 7.4)"

    @property
    def memory(self) -> int:
        """Peak memory of the process in bytes; 0 until it has ended."""
        return self._exit.memory if self._exit else 0

    @property
    def ended(self) -> bool:
        return self._exit is not None


def complete(data: bytes, token: bytes) -> bytes | None:
    """Return the reply in these bytes; `None` while it is incomplete.

    Raises an `Offence` if it is not a reply to that call.
    """
    if len(data) < 8:
        return None
    length = int.from_bytes(data[:4], "little")
    if data[4:8] != token:
        raise Offence("malformed", "it answered before it was called, or more than once")
    if length > MAX_ANSWER:
        raise Offence("malformed", f"it announced an answer of {length} bytes; at most {MAX_ANSWER} count")
    if len(data) > length + 8:
        raise Offence("malformed", "it wrote more than its answer")
    return data[8:] if len(data) == length + 8 else None


def parse(text: bytes, what: str) -> list[Any]:
    """Return a decoded reply in one of the four forms of `REPLIES`; any other was not written by our code."""
    try:
        reply = _decode(text)
        if type(reply) is list and len(reply) == 2 and reply[0] == "answer":  # as nearly always
            return reply
        types = REPLIES[reply[0]]
        if len(reply) in (len(types) + 1, len(types) + 2) and all(map(isinstance, reply[1:], types)):
            return list(reply)
    except (ValueError, RecursionError, LookupError, TypeError):  # msgspec's errors are ValueErrors
        pass
    raise Offence("malformed" if what == PLAY else START, "its reply cannot be decoded")


def _watched(reply: list[Any]) -> tuple[bool, str]:
    """Return whether a bot has changed its arguments, and the type of its answer, as its process says."""
    seen = reply[2] if len(reply) > 2 else None
    if type(seen) is list and len(seen) == 2 and type(seen[1]) is str:
        return seen[0] is True, seen[1]
    return False, ""


def ended_itself(code: int, what: str) -> Offence:
    """Return the error of a bot whose process has ended with that code."""
    if code >= 0:
        return Offence("crash" if what == PLAY else START, f"its process ended itself, with exit code {code}")
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return Offence("crash" if what == PLAY else START, f"its process crashed ({name})")


FRAME = re.compile(r'  File "(.+)", line (\d+) in (.+)')
"""Pattern of a line of a stack written by faulthandler."""
STACK_TITLE = "Stack when its time was up (most recent call last):\n"


def stack_text(written: str) -> str:
    """Return the stack of a thread that faulthandler has written, the last call last; empty without a bot's frames."""
    lines = [
        f'  File "{file}", line {line}, in {function}\n'
        for file, line, function in reversed(FRAME.findall(written))
        if not file.endswith("zygote.py") and "<frozen importlib" not in file
    ]
    return "".join([STACK_TITLE, *lines]) if lines else ""
