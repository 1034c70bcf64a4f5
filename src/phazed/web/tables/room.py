"""Tables that are being played at: who is connected, what each of them says, and the bots' turns.

A room is a table with its connections. Everything happens on one event loop, so a table is never changed by two at
once; only what takes long, a strong player's thinking, happens in a thread, on a view of its own. The bots' turns run
in one task, which belongs to the room and not to the connection that asked for a turn: it goes on when that connection
ends. What is told to a connection waits in a queue of its own, so that a slow browser holds up nobody else.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from phazed.bots.levels import LEVELS
from phazed.rules.errors import PhazedError, shown
from phazed.rules.rulesets import SEATS
from phazed.web.tables import messages
from phazed.web.tables.connection import Connection
from phazed.web.tables.messages import Unclear
from phazed.web.tables.opponents import THINKERS, hint, player
from phazed.web.tables.seats import BOT_NAMES, address_of, clean_name, distinct, new_seed, new_token, numbered, same
from phazed.web.tables.table import NotNow, Seat, Table, refusal_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
    from typing import Any

    from phazed.bots import Bot
    from phazed.rules.plays import Play
    from phazed.web.jobs import Jobs
    from phazed.web.tables.messages import Message
    from phazed.web.tables.store import Found, Store

STAND_IN = "casual"
CROWD = 50
"""Those who may watch one table at a time."""
QUIET = 60.0
"""Seconds after which a room without connections is put away; the store has it all."""
RETRY = 3.0
"""Seconds after which a bot's turn that could not be kept is tried again."""


class Room:
    """A table, and who is at it."""

    def __init__(self, game: str, found: Found, store: Store, turns: asyncio.Lock, hints: Jobs) -> None:
        self.game = game
        self.table, self.host, self.rematch = found
        self.connections: set[Connection] = set()
        self.ready: set[int] = set()
        self.quiet_since = time.monotonic()
        self._store = store
        self._turns = turns
        """Held for a bot's turn, by one room after the other: bots never keep people waiting."""
        self._hints = hints
        self._bots: dict[tuple[int, str], Bot] = {}
        self._turn_task: asyncio.Task[None] | None = None
        """The only task in which bots of this room play: never two at once, so no bot is ever in two threads."""
        self._closed = False

    # ------------------------------------------------------------------------------------------- coming and going

    def join(self, token: str | None, name: str | None) -> Connection:
        """Sit down, come back, or watch."""
        connection = Connection(self._seat_of(token), is_host=token is not None and same(token, self.host))
        if token is None and sum(each.seat is None for each in self.connections) >= CROWD:
            raise NotNow("too many are watching already: come again later")
        self.connections.add(connection)
        try:
            if connection.seat is not None:
                self._come(connection.seat, clean_name(name or ""))
            if not self._begin() and not self._deal_if_ready():
                self.show(connection)
                self._tell_seats(but=connection)
        except PhazedError:
            self.connections.discard(connection)
            raise
        self._go_on()
        return connection

    def _seat_of(self, token: str | None) -> int | None:
        """The seat that the token opens, if it opens one."""
        if token is None:
            return None
        for number, seat in enumerate(self.table.seats):
            if same(token, seat.token):
                return number
        if same(token, self.host):
            return None
        raise NotNow("this link opens no seat at this table: ask for a new one, or watch without it")

    def _come(self, number: int, name: str) -> None:
        """Sit down under that name; who comes back, and got a number to it the last time, keeps the number."""
        seat = self.table.seats[number]
        keeps = not name or (seat.taken and seat.name in numbered(name))
        self._sit(number, seat.name if keeps else name)

    def _sit(self, number: int, name: str) -> None:
        seat, called = self.table.seats[number], self._name_for(number, name)
        if (seat.taken, seat.name, seat.stand_in) != (True, called, None):
            with self._kept_or_undone():
                seat.taken, seat.name, seat.stand_in = True, called, None
                self._store.seats(self.game, self.table)

    def _name_for(self, number: int, name: str) -> str:
        """The name as that seat can have it: no two are called the same."""
        return distinct(name, [seat.name for other, seat in enumerate(self.table.seats) if other != number])

    def leave(self, connection: Connection) -> None:
        """Somebody's connection has ended; their seat stays theirs."""
        self.connections.discard(connection)
        self.quiet_since = time.monotonic()
        self._tell_seats()
        with self._failure_told():
            self._deal_if_ready()

    def close(self) -> None:
        """End all connections and the bots' turns, because the server is closing; no turn begins from now on."""
        self._closed = True
        if self._turn_task is not None:
            self._turn_task.cancel()
        for connection in self.connections:
            connection.give_up()

    async def wait_closed(self) -> None:
        """Wait until the turn task has ended, after which nothing is written; a bot's thread may still be thinking."""
        if self._turn_task is not None:
            await asyncio.wait({self._turn_task})

    def _begin(self) -> bool:
        """Deal the first hand once everybody sits."""
        if self.table.started or not self.table.full or self.table.of_bots:
            return False
        self._deal()
        return True

    def is_here(self, number: int) -> bool:
        """Whether a seat's player is at the table; bots always are."""
        seat = self.table.seats[number]
        return not seat.is_person or any(connection.seat == number for connection in self.connections)

    @property
    def is_quiet(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        idle = not self.is_taking_turns and not self.connections
        return idle and time.monotonic() - self.quiet_since > QUIET

    # ------------------------------------------------------------------------------------------- what is told

    def show(self, connection: Connection) -> None:
        """Tell everything that the connection may know."""
        told = {"kind": "table", "id": self.game, "host": connection.is_host, **self._seats(connection)}
        links = {}
        if connection.is_host:
            free = [(number, seat) for number, seat in enumerate(self.table.seats) if not seat.taken]
            links = {str(number): address_of(self.game, seat.token) for number, seat in free}
        told |= {"links": links, "rematch": self._rematch_for(connection)}
        connection.tell(told | messages.whole_table(self.table, connection.seat))

    def _seats(self, connection: Connection) -> Message:
        return {
            "gives": self._gives(connection),
            "names": [seat.name for seat in self.table.seats],
            "seats": [
                {"who": seat.who, "here": self.is_here(number), "taken": seat.taken, "stand_in": seat.stand_in}
                for number, seat in enumerate(self.table.seats)
            ],
            "ready": sorted(self.ready),
        }

    def _tell_seats(self, *, but: Connection | None = None) -> None:
        for connection in self.connections - {but}:
            connection.tell({"kind": "seats", **self._seats(connection)})

    def _gives(self, connection: Connection) -> bool:
        """Whether they give free seats to bots: the host or, as long as the host is away, anybody who has a seat."""
        alone = not any(each.is_host for each in self.connections)
        return connection.is_host or (alone and connection.seat is not None)

    def _show_all(self) -> None:
        for connection in list(self.connections):
            self.show(connection)

    @contextmanager
    def _failure_told(self) -> Iterator[None]:
        """For what nobody in particular has asked for: when it fails, everybody is told why."""
        try:
            yield
        except PhazedError as error:
            self._tell_failure(self.connections, error)

    def _tell_failure(self, connections: Iterable[Connection], error: PhazedError) -> None:
        for connection in connections:
            connection.tell({"kind": "error", "re": None, "reason": str(error)})

    @contextmanager
    def _kept_or_undone(self) -> Iterator[None]:
        """What could not be kept has not happened: the table is as it was, and nobody is told."""
        try:
            yield
        except Exception:
            self.table, self.host, self.rematch = self._store.find(self.game)
            raise

    # ------------------------------------------------------------------------------------------- what is said

    async def hear(self, connection: Connection, said: Message) -> None:
        """Do what a browser asks for, or say why not."""
        mark = said.get("id") if type(said.get("id")) is int else None
        try:
            action = ACTIONS.get(said["do"])
            if action is None:
                raise Unclear(f'"do" must be one of {", ".join(ACTIONS)}, not {shown(said["do"])}')
            answer = await action(self, connection, said)
            connection.tell({**(answer or {"kind": "done"}), "re": mark})
        except PhazedError as error:
            connection.tell({"kind": "error", "re": mark, "reason": str(error)})

    def _up_to_date(self, connection: Connection, said: Message) -> int:
        """The seat of whoever speaks, who knows the hand as it is now."""
        if connection.seat is None:
            raise NotNow("only those who have a seat can play: you are watching")
        hand, at = messages.number_in(said, "hand"), messages.number_in(said, "at")
        if not self.table.started:
            raise NotNow("the game has not begun yet: not everybody has sat down")
        if (hand, at) != (self.table.number, self.table.at):
            raise NotNow(
                f"this was said of hand {hand} after {at} steps, but the table is in hand {self.table.number} "
                f"after {self.table.at}: it is too late for it, or it was said twice"
            )
        return connection.seat

    async def _play(self, connection: Connection, said: Message) -> Message | None:
        play = messages.play_in(self.table.rules, said)
        seat = self._up_to_date(connection, said)
        refusal = refusal_of(self.table, seat, play)
        if refusal is not None:
            told = {"rule": refusal.rule, "reason": refusal.reason, "cards": refusal.cards}
            return {"kind": "refused", **told}
        self._make([play])
        self._go_on()
        return None

    def _make(self, plays: Iterable[Play]) -> None:
        """Make the plays, each asked for after the one before it was made, and tell them."""
        at, since = self.table.at, len(self.table.plays)
        with self._kept_or_undone():
            for play in plays:
                self.table.play(play)
            self._store.played(self.game, self.table, since)
        self._told(at)

    def _told(self, at: int) -> None:
        """Tell everybody the steps from number `at` on."""
        for connection in list(self.connections):
            connection.tell(messages.steps_from(self.table, connection.seat, at))

    async def _undo(self, connection: Connection, said: Message) -> None:
        if self._up_to_date(connection, said) != self.table.turn:
            raise NotNow("it is not your turn, so there is nothing to take back")
        self._take_back()

    def _take_back(self) -> None:
        with self._kept_or_undone():
            self.table.undo()
            self._store.played(self.game, self.table, len(self.table.plays))
        self._told(self.table.at)

    async def _check(self, connection: Connection, said: Message) -> Message:
        phase, groups = messages.groups_in(self.table.rules, said)
        if connection.seat is None:
            raise NotNow("only those who have a seat have a phase to lay: you are watching")
        return messages.check(self.table.view(connection.seat), phase, groups)

    async def _hint(self, connection: Connection, said: Message) -> Message:
        seat = self._up_to_date(connection, said)
        if seat != self.table.turn:
            raise NotNow("hints are for your own turn")
        asked = (self.table.view(seat), self.table.standing.scores, tuple(seat.name for seat in self.table.seats))
        return await self._hints.run(asked, hint, *asked)

    async def _next(self, connection: Connection, _: Message) -> None:
        if connection.seat is None:
            raise NotNow("only those who have a seat can go on to the next hand: you are watching")
        if not self.table.started:
            raise NotNow("the game has not begun yet: not everybody has sat down")
        if not self.table.between_hands or self.table.over:
            raise NotNow("the game is over" if self.table.over else "the hand is not over yet")
        self.ready.add(connection.seat)
        if not self._deal_if_ready():
            self._tell_seats()

    def _deal_if_ready(self) -> bool:
        """Deal the next hand when everybody who is here wants it."""
        here = {number for number, seat in enumerate(self.table.seats) if seat.is_person and self.is_here(number)}
        if not here or not here <= self.ready or not self.table.between_hands or self.table.over:
            return False
        self._deal()
        self._go_on()
        return True

    def _deal(self) -> None:
        with self._kept_or_undone():
            self.table.deal()
            self._store.dealt(self.game, self.table)
        self.ready.clear()
        self._show_all()

    async def _on(self, connection: Connection, _: Message) -> None:
        if not self.table.of_bots:
            raise NotNow('"on" is for tables of bots alone; here they play by themselves')
        if self.table.over:
            raise NotNow("the game is over")
        due = self._bot_due()
        if due is None:
            self._deal()
        elif self._may_start:
            task = self._start(self._take_turn_for(connection, *due))
            await asyncio.wait({task})  # which, unlike `await task`, does not cancel the turn if the connection ends
            task.result()

    async def _name(self, connection: Connection, said: Message) -> None:
        called = clean_name(messages.text_in(said, "name"))
        if connection.seat is None or not called:
            raise NotNow(
                "a name needs a letter that can be seen" if connection.seat is not None else "you are watching"
            )
        self._sit(connection.seat, called)
        self._tell_seats()

    async def _fill(self, connection: Connection, said: Message) -> None:
        number = messages.number_in(said, "seat", 0, SEATS - 1)
        seat = self.table.seats[number]
        who = messages.text_in(said, "who")
        if not self._gives(connection):
            raise NotNow("only whoever made the table gives its seats away")
        if seat.taken:
            raise NotNow(f"that seat is {seat.name}'s")
        if who not in LEVELS:
            raise Unclear(f'"who" must be one of {", ".join(LEVELS)}, not {shown(who)}')
        with self._kept_or_undone():
            seat.who, seat.name, seat.token, seat.taken = who, self._name_for(number, BOT_NAMES[number]), None, True
            self._store.seats(self.game, self.table)
        if not self._begin():
            self._show_all()
        self._go_on()

    async def _stand_in(self, connection: Connection, said: Message) -> None:
        number = messages.number_in(said, "seat", 0, SEATS - 1)
        seat = self.table.seats[number]
        if connection.seat is None:
            raise NotNow("only those who have a seat can ask for a stand-in: you are watching")
        if not self.table.started or self.is_here(number):
            raise NotNow(f"{seat.name} is here" if self.is_here(number) else "the game has not begun yet")
        while self.table.turn == number and self.table.can_undo:
            self._take_back()  # what was begun and not thought to its end by somebody else
        with self._kept_or_undone():
            self.table.seats[number].stand_in = STAND_IN
            self._store.seats(self.game, self.table)
        self._tell_seats()
        self._go_on()

    async def _rematch(self, connection: Connection, _: Message) -> None:
        if connection.seat is None and not self.table.of_bots:
            raise NotNow("only those who have a seat can ask for another game: you are watching")
        if not self.table.over:
            raise NotNow("the game is not over yet")
        if self._keys() is None:
            self._meet_again(connection.seat)
        asked = {"by": None if connection.seat is None else self.table.seats[connection.seat].name}
        for each in self.connections:
            told = {"kind": "rematch", "address": self._rematch_for(each)}
            each.tell(told if each is connection else told | asked)

    def _meet_again(self, asking: int | None) -> None:
        """A new table of the same four, of which whoever asks is the host; the other people have yet to come."""
        seats = [
            Seat(
                seat.who,
                seat.name,
                new_token() if seat.is_person else None,
                taken=number == asking or seat.bot is not None,
                stand_in=seat.stand_in,
            )
            for number, seat in enumerate(self.table.seats)
        ]
        host = None if asking is None else seats[asking].token
        rematch = self._store.add(Table(self.table.rules, new_seed(), seats), host)
        self._store.met_again(self.game, rematch)
        self.rematch = rematch

    def _keys(self) -> list[str | None] | None:
        """The keys to the seats of the game after this one, if there is one that has not been swept away."""
        return None if self.rematch is None else self._store.tokens(self.rematch) or None

    def _rematch_for(self, connection: Connection) -> str | None:
        """Where the connection's seat is in the game after this one."""
        keys = self._keys()
        if self.rematch is None or keys is None:
            return None
        return address_of(self.rematch, None if connection.seat is None else keys[connection.seat])

    # ------------------------------------------------------------------------------------------- the bots' turns

    @property
    def is_taking_turns(self) -> bool:
        """Whether bots are playing; one of them may be thinking in a thread."""
        return self._turn_task is not None and not self._turn_task.done()

    @property
    def _may_start(self) -> bool:
        return not self.is_taking_turns and not self._closed

    def _start(self, turns: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let bots play in the room's turn task."""
        self._turn_task = asyncio.create_task(turns)
        return self._turn_task

    def _go_on(self) -> None:
        """Let the bots play until it is a person's turn; at tables of bots alone, those who watch set the pace."""
        if self._may_start and not self.table.of_bots and self._bot_due() is not None:
            self._start(self._drive())

    def _bot_due(self) -> tuple[int, str] | None:
        """The seat and the name of the bot whose turn it is, if it is one's."""
        seat = self.table.turn
        name = None if seat is None else self.table.seats[seat].bot
        return None if seat is None or name is None else (seat, name)

    async def _drive(self) -> None:
        """Play the bots' turns; what cannot be kept is tried again as long as somebody waits for it."""
        told: set[Connection] = set()  # that it cannot be kept
        while (due := self._bot_due()) is not None:
            try:
                await self._take_turn(*due)
                told.clear()
            except PhazedError as error:
                self._tell_failure(self.connections - told, error)
                told |= self.connections
                await asyncio.sleep(RETRY)
                if not self.connections:
                    return

    async def _take_turn_for(self, connection: Connection, seat: int, name: str) -> None:
        """One turn of a bot that the connection has asked for; if it has ended, the others are told of a failure."""
        try:
            await self._take_turn(seat, name)
        except PhazedError as error:
            if connection in self.connections:
                raise
            self._tell_failure(self.connections, error)

    async def _take_turn(self, seat: int, name: str) -> None:
        """One turn of a bot; when its person comes back in the middle of it, the rest is theirs."""
        bot = self._bots.get((seat, name))
        if bot is None:
            seed = f"{self.table.seed}/{seat}"
            bot = self._bots[seat, name] = await asyncio.to_thread(player, name, self.table.rules, seed)
        hand = self.table.number
        while self._bot_due() == (seat, name) and self.table.number == hand:
            if name in THINKERS:
                at = self.table.at
                play = await asyncio.to_thread(bot.choose, self.table.view(seat))
                if self._bot_due() == (seat, name) and self.table.at == at:
                    self._make([play])
            else:
                async with self._turns:
                    if self._bot_due() == (seat, name):
                        self._make(self._whole_turn(bot, seat))
                    await asyncio.sleep(0)  # so that people are heard before the next bot's turn

    def _whole_turn(self, bot: Bot, seat: int) -> Iterator[Play]:
        """The plays of one turn, each chosen after the one before it was made."""
        while self.table.turn == seat:
            yield bot.choose(self.table.view(seat))


ACTIONS: dict[str, Callable[[Room, Connection, Message], Awaitable[Message | None]]] = {
    "play": Room._play,
    "undo": Room._undo,
    "check": Room._check,
    "hint": Room._hint,
    "next": Room._next,
    "on": Room._on,
    "name": Room._name,
    "fill": Room._fill,
    "stand-in": Room._stand_in,
    "rematch": Room._rematch,
}
"""What a browser can ask for."""
