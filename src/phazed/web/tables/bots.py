"""Built-in players at a table: their turns, and hints from the strongest.

The turns are played in one task. It belongs to the table, not to the connection that asked for a turn: it goes on when
that connection ends. A table never has two, so no bot is called in two threads. Only a strong player's search runs in a
thread, on a view of its own.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from phazed.bots import make
from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
    from typing import Any

    from phazed.answers.table import HintReply
    from phazed.bots import Bot
    from phazed.game.view import View
    from phazed.rules.cards import Card
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
    from phazed.web.tables.attendance import Attendance, Connection

THINKERS = frozenset({"strong", "expert"})
"""Players that run in a thread, because they load the core or search for a long time."""
THINKING_SECONDS = 0.25
"""CPU time limit of the expert for a play at the table."""
RETRY_SECONDS = 3.0
"""Time after which a bot's turn that could not be stored is tried again."""
STAND_IN_SECONDS = 4.0
"""Pause before each turn of a stand-in but its first, in which a connected person can take over."""

MAX_HINT_OPTIONS = 6
"""Maximum number of plays whose chances a hint contains."""


def player(name: str, rules: Ruleset, seed: object) -> Bot:
    """Return the built-in player of that name, with its time limit at a table."""
    if name == "expert":
        from phazed.bots.expert import ExpertBot
        from phazed.bots.thinking import Effort

        return ExpertBot(rules, seed, Effort(seconds=THINKING_SECONDS))
    return make(name, rules, seed)


def hint(view: View, scores: Sequence[int], names: Sequence[str], upcard: Card) -> HintReply:
    """Return the advice of the strongest player, in three steps and as a table of chances."""
    from phazed.bots.advice import advise

    advice = advise(view, scores=scores, names=names, upcard=upcard)
    return {
        "kind": "hint",
        "hints": list(advice.hints),
        "cards": list(advice.best.cards),
        "play": advice.best.play,
        "options": [
            {
                "words": each.words,
                "win": list(each.win),
                "phase": list(each.phase),
                "out": list(each.out),
                "points": each.points,
            }
            for each in advice.options[:MAX_HINT_OPTIONS]
        ],
        "due": list(advice.due),
        "legend": advice.legend,
    }


class BotDriver:
    """The bots of a table, and the task in which they play."""

    def __init__(
        self, attendance: Attendance, make_plays: Callable[[Iterable[Play]], None], lock: asyncio.Lock
    ) -> None:
        self._attendance = attendance
        self._make_plays = make_plays
        self._lock = lock
        """Held during a bot's turn, by one table after the other, so that requests of people are handled in between."""
        self._bots: dict[tuple[int, str], Bot] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._changed = asyncio.Event()
        """Set whenever the seat to play may have changed."""

    @property
    def is_playing(self) -> bool:
        """Whether a turn is in progress; a bot may be thinking in a thread."""
        return self._task is not None and not self._task.done()

    def resume(self) -> None:
        """Start playing until it is a person's turn; tables of bots alone play only the turns that are asked for."""
        self._changed.set()
        if self._may_start and not self._attendance.table.of_bots and self._bot_to_move() is not None:
            self._start(self._play_turns())

    async def play_one_turn(self, connection: Connection) -> bool:
        """Play a turn for the connection unless one is in progress; return false if no bot is to move."""
        due = self._bot_to_move()
        if due is None:
            return False
        if self._may_start:
            task = self._start(self._play_turn_for(connection, *due))
            await asyncio.wait({task})  # unlike `await task`, this does not cancel the turn if the connection ends
            task.result()
        return True

    def close(self) -> None:
        """Cancel the turn in progress, and start no more."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()

    async def wait_closed(self) -> None:
        """Wait until the task has ended, after which nothing is stored; a thread may still be running."""
        if self._task is not None:
            await asyncio.wait({self._task})

    @property
    def _may_start(self) -> bool:
        return not self.is_playing and not self._closed

    def _start(self, turns: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        self._task = asyncio.create_task(turns)
        return self._task

    def _bot_to_move(self) -> tuple[int, str] | None:
        """Return the seat to play and its bot; `None` if a person is to play."""
        table = self._attendance.table
        name = None if table.turn is None else table.seats[table.turn].bot
        return None if table.turn is None or name is None else (table.turn, name)

    async def _play_turns(self) -> None:
        """Play the bots' turns; retry one that cannot be stored while somebody is connected."""
        informed: set[Connection] = set()
        """Connections that have been sent the error."""
        while (due := self._bot_to_move()) is not None:
            if self._waits_for_person(due[0]):
                await self._wait_for_person(due)
            try:
                await self._play_turn(*due)
                informed.clear()
            except PhazedError as error:
                connections = self._attendance.connections
                self._attendance.send_error(connections - informed, error)
                informed |= connections
                await asyncio.sleep(RETRY_SECONDS)
                if not connections:
                    return

    def _waits_for_person(self, seat: int) -> bool:
        """Return whether the seat's person is connected and its stand-in has played a turn already."""
        at = self._attendance
        is_first = at.absences.get(seat) == (at.table.number, at.table.at)
        player = at.table.seats[seat]
        return player.is_person and not player.resigned and at.is_here(seat) and not is_first

    async def _wait_for_person(self, due: tuple[int, str]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(STAND_IN_SECONDS):
                while self._bot_to_move() == due:
                    self._changed.clear()
                    await self._changed.wait()

    async def _play_turn_for(self, connection: Connection, seat: int, name: str) -> None:
        """Play a turn for the connection; if it has ended meanwhile, report errors to the others."""
        try:
            await self._play_turn(seat, name)
        except PhazedError as error:
            if connection in self._attendance.connections:
                raise
            self._attendance.send_error(self._attendance.connections, error)

    async def _play_turn(self, seat: int, name: str) -> None:
        """Play one turn of a bot; when its person comes back in the middle, the rest is theirs."""
        at = self._attendance
        bot = self._bots.get((seat, name))
        if bot is None:
            seed = f"{at.table.seed}/{seat}"
            bot = self._bots[seat, name] = await asyncio.to_thread(player, name, at.table.rules, seed)
        hand = at.table.number
        while self._bot_to_move() == (seat, name) and at.table.number == hand:
            if name in THINKERS:
                step = at.table.at
                play = await asyncio.to_thread(bot.choose, at.table.view(seat))
                if self._bot_to_move() == (seat, name) and at.table.at == step:
                    self._make_plays([play])
            else:
                async with self._lock:
                    if self._bot_to_move() == (seat, name):
                        self._make_plays(self._whole_turn(bot, seat))
                    await asyncio.sleep(0)  # so that people's requests are handled before the next bot's turn

    def _whole_turn(self, bot: Bot, seat: int) -> Iterator[Play]:
        """Yield the plays of one turn, each chosen after the one before it was made."""
        while self._attendance.table.turn == seat:
            yield bot.choose(self._attendance.table.view(seat))
