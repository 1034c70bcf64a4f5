"""The sandboxed processes of a bot being checked, one at a time, with their combined output and use of resources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.check.explanations import Context
from phazed.arena.seeds import derive
from phazed.game.referee import Offence
from phazed.rules.errors import shown
from phazed.sandbox.workspace import workspace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.sandbox.bot_process import BotProcess
    from phazed.sandbox.limits import Limits
    from phazed.storage.entrant import Entrant


class Answer(NamedTuple):
    """A bot's answer to a call, or the error that the call caused."""

    value: Any
    offence: Offence | None = None
    changed: bool = False
    """Whether the bot has changed its arguments."""
    seconds: float = 0.0

    def text(self, *, is_play: bool) -> str:
        """Return the answer as Python code; a play is shown as a tuple, since the transfer turned it into a list."""
        if self.offence:
            return f"{self.offence.kind}: {self.offence.reason}"
        pair = is_play and type(self.value) is list
        return shown(tuple(self.value) if pair else self.value, most=300)


class BotSession:
    """A bot whose functions can be called in its current process."""

    def __init__(
        self,
        bot: Entrant,
        wanted: Sequence[str],
        limits: Limits,
        packages: tuple[str, ...],
        seed: str,
        *,
        trusted: bool,
    ) -> None:
        self.bot = bot
        self.limits = limits
        self.wanted = tuple(wanted)
        """Names of the functions that the bot may define."""
        self.memory = 0
        """Largest peak memory of any process."""
        self.printed = ""
        """Output after the import, of the first process that printed anything."""
        self.lines = 0
        """Number of lines printed by all processes."""
        self.context = Context(bot, packages, limits)
        """Context for explaining the bot's errors."""
        self._packages = packages
        self._trusted = trusted
        self._seed = seed
        self._process: BotProcess | None = None
        self._printed_at_import = 0

    def restart(self, label: str) -> BotProcess:
        """Import the bot in a new process; raise `Offence` if that fails. Equal labels give equal random numbers."""
        self.stop()
        seed = derive(self._seed.encode(), label)
        self._process = process = workspace(self._packages).start(
            self.bot, self.wanted, self.limits, seed, trusted=self._trusted
        )
        process.begin()
        self._printed_at_import = len(process.printed)
        return process

    def call(self, function: str, arguments: bytes, label: str) -> Answer:
        """Call a function in the current process; if there is none, start one with `restart(label)`."""
        try:
            process = self._process or self.restart(label)
            before = process.cpu
            value, changed = process.call_watching_arguments(function, arguments)
            return Answer(value, None, changed, process.cpu - before)
        except Offence as offence:
            if offence.kind != "exception":  # the process has exited or is in an unknown state
                self.stop()
            return Answer(None, offence)

    def stop(self) -> None:
        """Stop the current process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.close()
            self.memory = max(self.memory, process.memory)
            text = process.printed[self._printed_at_import :]
            self.printed = self.printed or text
            self.lines += len(text.splitlines())
            process.free()
