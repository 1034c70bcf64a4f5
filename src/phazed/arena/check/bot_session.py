"""A bot under check in its sandbox: one process at a time, with the resources and output of all of them."""

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
    """An answer of the bot, or its failure."""

    value: Any
    offence: Offence | None = None
    changed: bool = False
    """Whether the bot has changed its arguments."""
    seconds: float = 0.0

    def text(self, *, is_play: bool) -> str:
        """Return the answer as Python prints it; a play as a tuple, because it was converted to a list on its way."""
        if self.offence:
            return f"{self.offence.kind}: {self.offence.reason}"
        pair = is_play and type(self.value) is list
        return shown(tuple(self.value) if pair else self.value, most=300)


class BotSession:
    """The processes of a bot, whose functions are called."""

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
        """Functions that the bot may define."""
        self.memory = 0
        """Peak memory of all processes."""
        self.printed = ""
        """Output of the first process that printed something after its import."""
        self.lines = 0
        """Number of lines that all processes printed."""
        self.context = Context(bot, packages, limits)
        """Context for explanations of its errors."""
        self._packages = packages
        self._trusted = trusted
        self._seed = seed
        self._process: BotProcess | None = None
        self._printed_at_import = 0

    def restart(self, label: str) -> BotProcess:
        """Start a new process and import the bot, or raise `Offence`. Equal labels give equal random numbers."""
        self.stop()
        seed = derive(self._seed.encode(), label)
        self._process = process = workspace(self._packages).start(
            self.bot, self.wanted, self.limits, seed, trusted=self._trusted
        )
        process.begin()
        self._printed_at_import = len(process.printed)
        return process

    def call(self, function: str, arguments: bytes, label: str) -> Answer:
        """Call a function in the current process or else in a new one, which `restart` starts with the label."""
        try:
            process = self._process or self.restart(label)
            before = process.cpu
            value, changed = process.call_watching_arguments(function, arguments)
            return Answer(value, None, changed, process.cpu - before)
        except Offence as offence:
            if offence.kind != "exception":  # the process has ended or can no longer be trusted
                self.stop()
            return Answer(None, offence)

    def stop(self) -> None:
        """End the current process."""
        process, self._process = self._process, None
        if process is not None:
            process.close()
            self.memory = max(self.memory, process.memory)
            text = process.printed[self._printed_at_import :]
            self.printed = self.printed or text
            self.lines += len(text.splitlines())
            process.free()
