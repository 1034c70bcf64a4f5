"""The bots' turns in a room, played in one task.

The task belongs to the room, not to the connection that asked for a turn: it goes on when that connection ends. There
is never more than one, so no bot is ever called in two threads. Only a strong player's search runs in a thread, on a
view of its own.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from phazed.rules.errors import PhazedError
from phazed.web.tables.opponents import THINKERS, player

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from typing import Any

    from phazed.bots import Bot
    from phazed.rules.plays import Play
    from phazed.web.tables.attendance import Connection
    from phazed.web.tables.live_table import Room

RETRY_SECONDS = 3.0
"""Time after which a bot's turn that could not be stored is tried again."""
STAND_IN_SECONDS = 4.0
"""Time before a stand-in's turn, but for its first, in which a person who is connected can take over."""


class BotDriver:
    """The bots of a room, and the task in which they play."""

    def __init__(self, room: Room, lock: asyncio.Lock) -> None:
        self._room = room
        self._lock = lock
        """Held during a bot's turn, by one room after the other, so that requests of people are handled in between."""
        self._bots: dict[tuple[int, str], Bot] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._changed = asyncio.Event()
        """Set whenever it may be somebody else's turn to play."""

    @property
    def is_playing(self) -> bool:
        """Whether a turn is in progress; a bot may be thinking in a thread."""
        return self._task is not None and not self._task.done()

    def resume(self) -> None:
        """Start playing until it is a person's turn; at tables of bots alone, turns are asked for one by one."""
        self._changed.set()
        if self._may_start and not self._room.table.of_bots and self._bot_to_move() is not None:
            self._start(self._play_turns())

    async def play_one_turn(self, connection: Connection) -> bool:
        """Play one turn that the connection has asked for, unless one is in progress; false if no bot is to move."""
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
        """The seat and the name of the bot whose turn it is, if it is a bot's."""
        table = self._room.table
        name = None if table.turn is None else table.seats[table.turn].bot
        return None if table.turn is None or name is None else (table.turn, name)

    async def _play_turns(self) -> None:
        """Play the bots' turns; retry one that cannot be stored as long as somebody is connected."""
        informed: set[Connection] = set()
        """Connections that know of the failure already."""
        while (due := self._bot_to_move()) is not None:
            if self._waits_for_person(due[0]):
                await self._wait_for_person(due)
            try:
                await self._play_turn(*due)
                informed.clear()
            except PhazedError as error:
                self._room.send_error(self._room.connections - informed, error)
                informed |= self._room.connections
                await asyncio.sleep(RETRY_SECONDS)
                if not self._room.connections:
                    return

    def _waits_for_person(self, seat: int) -> bool:
        """Whether the seat's person is connected, and could take over from a stand-in that has played already."""
        room = self._room
        is_first = room.absences.get(seat) == (room.table.number, room.table.at)
        player = room.table.seats[seat]
        return player.is_person and not player.resigned and room.is_here(seat) and not is_first

    async def _wait_for_person(self, due: tuple[int, str]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(STAND_IN_SECONDS):
                while self._bot_to_move() == due:
                    self._changed.clear()
                    await self._changed.wait()

    async def _play_turn_for(self, connection: Connection, seat: int, name: str) -> None:
        """Play one turn that the connection has asked for; if it has ended, failures are reported to the others."""
        try:
            await self._play_turn(seat, name)
        except PhazedError as error:
            if connection in self._room.connections:
                raise
            self._room.send_error(self._room.connections, error)

    async def _play_turn(self, seat: int, name: str) -> None:
        """Play one turn of a bot; when its person comes back in the middle, the rest is theirs."""
        room = self._room
        bot = self._bots.get((seat, name))
        if bot is None:
            seed = f"{room.table.seed}/{seat}"
            bot = self._bots[seat, name] = await asyncio.to_thread(player, name, room.table.rules, seed)
        hand = room.table.number
        while self._bot_to_move() == (seat, name) and room.table.number == hand:
            if name in THINKERS:
                at = room.table.at
                play = await asyncio.to_thread(bot.choose, room.table.view(seat))
                if self._bot_to_move() == (seat, name) and room.table.at == at:
                    room.make_plays([play])
            else:
                async with self._lock:
                    if self._bot_to_move() == (seat, name):
                        room.make_plays(self._whole_turn(bot, seat))
                    await asyncio.sleep(0)  # so that people's requests are handled before the next bot's turn

    def _whole_turn(self, bot: Bot, seat: int) -> Iterator[Play]:
        """The plays of one turn, each chosen after the one before it was made."""
        while self._room.table.turn == seat:
            yield bot.choose(self._room.table.view(seat))
