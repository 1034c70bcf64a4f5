"""A table with its connections: who is connected, and what each of them is sent.

Everything happens on one event loop, so no two tasks change a table at once. Each change is stored before anybody is
sent it. Messages to a connection wait in a queue of its own, so that a slow browser delays nobody else. `commands` does
what browsers ask for, and `bot_driver` plays the bots' turns.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from phazed.rules.errors import PhazedError
from phazed.web.tables import updates
from phazed.web.tables.bot_driver import BotDriver
from phazed.web.tables.connection import Connection
from phazed.web.tables.seats import address_of, clean_name, distinct, numbered, same
from phazed.web.tables.table import NotNow

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable, Iterator

    from phazed.rules.plays import Play
    from phazed.web.jobs import Jobs
    from phazed.web.tables.messages import Seating, TableMessage
    from phazed.web.tables.store import Store, StoredGame

MAX_WATCHERS = 50
"""People who may watch one table at a time."""
IDLE_SECONDS = 60.0
"""Time after which a room without connections is removed from memory; the store has everything."""


class Room:
    """A table, and the connections to it."""

    def __init__(self, game: str, stored: StoredGame, store: Store, bot_lock: asyncio.Lock, hints: Jobs) -> None:
        self.game = game
        self.table, self.host, self.rematch = stored
        self.store = store
        self.hints = hints
        self.connections: set[Connection] = set()
        self.ready: set[int] = set()
        """The seats whose players want the next hand."""
        self.idle_since = time.monotonic()
        self.bots = BotDriver(self, bot_lock)

    # ------------------------------------------------------------------------------------------- membership

    def join(self, token: str | None, name: str | None) -> Connection:
        """Connect a browser: to its seat, if the token opens one, or to watch."""
        connection = Connection(self._seat_of(token), is_host=token is not None and same(token, self.host))
        if token is None and sum(each.seat is None for each in self.connections) >= MAX_WATCHERS:
            raise NotNow("too many people are watching already: come back later")
        self.connections.add(connection)
        try:
            if connection.seat is not None:
                self._take_seat(connection.seat, clean_name(name or ""))
            if not self.begin() and not self.deal_if_ready():
                self.send_table(connection)
                self.send_seats(but=connection)
        except PhazedError:
            self.connections.discard(connection)
            raise
        self.bots.resume()
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

    def _take_seat(self, number: int, name: str) -> None:
        """Sit down under that name; a player who comes back keeps the number that was added to it the last time."""
        seat = self.table.seats[number]
        keeps = not name or (seat.taken and seat.name in numbered(name))
        self.sit(number, seat.name if keeps else name)

    def sit(self, number: int, name: str) -> None:
        """Let a person take the seat, or change their name."""
        seat, called = self.table.seats[number], self.name_for(number, name)
        if (seat.taken, seat.name, seat.stand_in) != (True, called, None):
            with self.rollback_on_error():
                seat.taken, seat.name, seat.stand_in = True, called, None
                self.store.save_seats(self.game, self.table)

    def name_for(self, number: int, name: str) -> str:
        """The name for that seat, made distinct from the names of the others."""
        return distinct(name, [seat.name for other, seat in enumerate(self.table.seats) if other != number])

    def leave(self, connection: Connection) -> None:
        """Remove a connection that has ended; the seat stays its player's."""
        self.connections.discard(connection)
        self.idle_since = time.monotonic()
        self.send_seats()
        try:
            self.deal_if_ready()
        except PhazedError as error:
            self.send_error(self.connections, error)

    def close(self) -> None:
        """Close all connections and end the bots' turns, because the server is closing."""
        self.bots.close()
        for connection in self.connections:
            connection.close()

    def is_here(self, number: int) -> bool:
        """Whether a seat's player is connected; bots always are."""
        seat = self.table.seats[number]
        return not seat.is_person or any(connection.seat == number for connection in self.connections)

    def gives_seats(self, connection: Connection) -> bool:
        """Whether the connection may give free seats to bots: the host or, while they are away, any seated player."""
        no_host = not any(each.is_host for each in self.connections)
        return connection.is_host or (no_host and connection.seat is not None)

    @property
    def is_idle(self) -> bool:
        """Whether nobody has been connected for a while and no bot is playing."""
        idle = not self.bots.is_playing and not self.connections
        return idle and time.monotonic() - self.idle_since > IDLE_SECONDS

    # ------------------------------------------------------------------------------------------- outgoing messages

    def send_table(self, connection: Connection) -> None:
        """Send everything that the connection may know."""
        links = {}
        if connection.is_host:
            free = [(number, seat) for number, seat in enumerate(self.table.seats) if not seat.taken]
            links = {str(number): address_of(self.game, seat.token) for number, seat in free}
        message: TableMessage = {
            "kind": "table",
            "id": self.game,
            "host": connection.is_host,
            "links": links,
            "rematch": self.rematch_address(connection),
            **self._seating(connection),
            **updates.game_view(self.table, connection.seat),
        }
        connection.send(message)

    def _seating(self, connection: Connection) -> Seating:
        return {
            "gives": self.gives_seats(connection),
            "names": [seat.name for seat in self.table.seats],
            "seats": [
                {"who": seat.who, "here": self.is_here(number), "taken": seat.taken, "stand_in": seat.stand_in}
                for number, seat in enumerate(self.table.seats)
            ],
            "ready": sorted(self.ready),
        }

    def send_seats(self, *, but: Connection | None = None) -> None:
        """Tell everybody, but for one connection, who is at the table."""
        for connection in self.connections - {but}:
            connection.send({"kind": "seats", **self._seating(connection)})

    def send_table_to_all(self) -> None:
        for connection in list(self.connections):
            self.send_table(connection)

    def _send_steps(self, at: int) -> None:
        """Send everybody the steps from number `at` on."""
        for connection in list(self.connections):
            connection.send(updates.steps_from(self.table, connection.seat, at))

    def send_error(self, connections: Iterable[Connection], error: PhazedError) -> None:
        """Tell these connections what went wrong though none of them asked for it."""
        for connection in connections:
            connection.send({"kind": "error", "re": None, "reason": str(error)})

    def rematch_address(self, connection: Connection) -> str | None:
        """Where the connection's seat is in the rematch, if there is one."""
        tokens = self.rematch_tokens()
        if self.rematch is None or tokens is None:
            return None
        return address_of(self.rematch, None if connection.seat is None else tokens[connection.seat])

    def rematch_tokens(self) -> list[str | None] | None:
        """The tokens of the rematch's seats, if there is one that has not been deleted."""
        return None if self.rematch is None else self.store.tokens(self.rematch) or None

    # ------------------------------------------------------------------------------------------- changes to the table

    @contextmanager
    def rollback_on_error(self) -> Iterator[None]:
        """Undo a change that could not be stored: load the table again as it was."""
        try:
            yield
        except Exception:
            self.table, self.host, self.rematch = self.store.load(self.game)
            raise

    def make_plays(self, plays: Iterable[Play]) -> None:
        """Make the plays, each asked for after the one before it was made; store and send them."""
        at, since = self.table.at, len(self.table.plays)
        with self.rollback_on_error():
            for play in plays:
                self.table.play(play)
            self.store.save_plays(self.game, self.table, since)
        self._send_steps(at)

    def undo(self) -> None:
        """Take back the last play of this turn."""
        with self.rollback_on_error():
            self.table.undo()
            self.store.save_plays(self.game, self.table, len(self.table.plays))
        self._send_steps(self.table.at)

    def deal(self) -> None:
        """Deal the next hand."""
        with self.rollback_on_error():
            self.table.deal()
            self.store.save_hand(self.game, self.table)
        self.ready.clear()
        self.send_table_to_all()

    def begin(self) -> bool:
        """Deal the first hand once all seats are taken; whether it was dealt now."""
        if self.table.started or not self.table.full or self.table.of_bots:
            return False
        self.deal()
        return True

    def deal_if_ready(self) -> bool:
        """Deal the next hand when every connected player is ready; whether it was dealt now."""
        here = {number for number, seat in enumerate(self.table.seats) if seat.is_person and self.is_here(number)}
        if not here or not here <= self.ready or not self.table.between_hands or self.table.over:
            return False
        self.deal()
        self.bots.resume()
        return True
