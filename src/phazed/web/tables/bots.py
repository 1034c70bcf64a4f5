"""Built-in players at a table: their turns, and hints from the strongest one.

All turns at a table are played in a single task, so no bot is called by two threads. The task belongs to the table, not
to the connection that asked for a turn, so it continues if that connection is closed. Only a strong player's search
runs in a thread, on its own view.
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
"""Players that run in a thread because they load the core or search for a long time."""
THINKING_SECONDS = 0.25
"""The expert's CPU time limit for a play at a table."""
RETRY_SECONDS = 3.0
"""Time after which a bot's turn that could not be stored is retried."""
STAND_IN_SECONDS = 4.0
"""Pause before each of a stand-in's turns except the first, so that a connected person can take over."""

MAX_HINT_OPTIONS = 6
"""Maximum number of plays in a hint's table of chances."""


def player(name: str, rules: Ruleset, seed: object) -> Bot:
    """Return the built-in player with this name, with its time limit at a table."""
    if name == "expert":
        from phazed.bots.expert import ExpertBot
        from phazed.bots.thinking import Effort

        return ExpertBot(rules, seed, Effort(seconds=THINKING_SECONDS))
    return make(name, rules, seed)


def hint(view: View, scores: Sequence[int], names: Sequence[str], upcard: Card) -> HintReply:
    """Return the strongest player's advice, in three steps and as a table of chances."""
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
    """The bots at a table, and the task in which they play."""

    def __init__(
        self, attendance: Attendance, make_plays: Callable[[Iterable[Play]], None], lock: asyncio.Lock
    ) -> None:
        self._attendance = attendance
        self._make_plays = make_plays
        self._lock = lock
        """Shared by all tables and held during a bot's turn, so that people's requests are handled between turns."""
        self._bots: dict[tuple[int, str], Bot] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._changed = asyncio.Event()
        """Set whenever it may have become another seat's turn."""

    @property
    def is_playing(self) -> bool:
        """Whether a bot's turn is in progress, possibly in a thread."""
        return self._task is not None and not self._task.done()

    def resume(self) -> None:
        """Start playing until it is a person's turn; at tables without people, turns are played only on request."""
        self._changed.set()
        if self._may_start and not self._attendance.table.of_bots and self._bot_to_move() is not None:
            self._start(self._play_turns())

    async def play_one_turn(self, connection: Connection) -> bool:
        """Play a turn on request unless one is in progress; return whether it is a bot's turn."""
        due = self._bot_to_move()
        if due is None:
            return False
        if self._may_start:
            task = self._start(self._play_turn_for(connection, *due))
            await asyncio.wait({task})  # unlike `await task`, this does not cancel the turn if the connection is closed
            task.result()
        return True

    def close(self) -> None:
        """Cancel the turn in progress and start no further turns."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()

    async def wait_closed(self) -> None:
        """Wait until the task has finished, after which nothing is stored; a thread may still be running."""
        if self._task is not None:
            await asyncio.wait({self._task})

    @property
    def _may_start(self) -> bool:
        return not self.is_playing and not self._closed

    def _start(self, turns: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        self._task = asyncio.create_task(turns)
        return self._task

    def _bot_to_move(self) -> tuple[int, str] | None:
        """Return the seat whose turn it is and its bot, or `None` if it is a person's turn."""
        table = self._attendance.table
        name = None if table.turn is None else table.seats[table.turn].bot
        return None if table.turn is None or name is None else (table.turn, name)

    async def _play_turns(self) -> None:
        """Play the bots' turns; while somebody is connected, retry a turn that cannot be stored."""
        informed: set[Connection] = set()
        """Connections to which the error has been sent."""
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
        """Return whether the seat's person is connected and the stand-in has already played a turn."""
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
        """Play a turn on request; if the connection has been closed in the meantime, send errors to the others."""
        try:
            await self._play_turn(seat, name)
        except PhazedError as error:
            if connection in self._attendance.connections:
                raise
            self._attendance.send_error(self._attendance.connections, error)

    async def _play_turn(self, seat: int, name: str) -> None:
        """Play a bot's turn; if the person whom it stands in for comes back, leave the rest of the turn to them."""
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
                    await asyncio.sleep(0)  # lets people's requests be handled before the next bot's turn

    def _whole_turn(self, bot: Bot, seat: int) -> Iterator[Play]:
        """Yield the plays of a turn, choosing each only after the previous one has been made."""
        while self._attendance.table.turn == seat:
            yield bot.choose(self._attendance.table.view(seat))
