"""A table with its connections: who is connected, and what each of them is sent.

Everything happens on one event loop, so no two tasks change a table at once. Each change is stored before anybody is
sent it. Messages to a connection wait in a queue of its own, so that a slow browser delays nobody else. `membership`
lets people in, `commands` does what browsers ask for, `bot_driver` plays the bots' turns, and `clock` does what is due.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from phazed.web.tables import updates
from phazed.web.tables.bots import BotDriver
from phazed.web.tables.clock import Clock
from phazed.web.tables.seats import address_of
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable, Iterator

    from phazed.answers.table import Seating, ServerMessage, TableMessage
    from phazed.rules.errors import PhazedError
    from phazed.rules.plays import Play
    from phazed.storage.tables import Store, StoredGame
    from phazed.web.jobs import Jobs
    from phazed.web.tables.attendance import Connection
    from phazed.web.token_bucket import TokenBucket

IDLE_SECONDS = 60.0
"""Time after which a room without connections is removed from memory; the store has everything."""


class Room:
    """A table, and the connections to it."""

    def __init__(self, game: str, stored: StoredGame, store: Store, bot_lock: asyncio.Lock, hints: Jobs) -> None:
        self.game = game
        self._take_over(stored)
        self.store = store
        self.hints = hints
        self.connections: set[Connection] = set()
        self.ready: set[int] = set()
        """The seats whose players want the next hand."""
        self.absences: dict[int, tuple[int, int]] = {}
        """For each seat with a stand-in the hand, and the number of its steps, since which the stand-in has played."""
        self.reactions: dict[int, TokenBucket] = {}
        """What limits the reactions of each seat."""
        self.opened = self.idle_since = time.monotonic()
        self.expected_until = 0.0
        """Until when somebody who has just taken a seat is about to connect."""
        self.bots = BotDriver(self, bot_lock)
        self.clock = Clock(self)

    def _take_over(self, stored: StoredGame) -> None:
        self.table = Table.restored(stored)
        self.host, self.rematch, self.code, self.settings, self.removed = stored[3:]

    def close(self) -> None:
        """Close all connections and end the bots' turns, because the server is closing."""
        self.bots.close()
        self.clock.close()
        for connection in self.connections:
            connection.close()

    # ------------------------------------------------------------------------------------------- who is here

    def is_here(self, number: int) -> bool:
        """Whether a seat's player is connected; bots always are."""
        seat = self.table.seats[number]
        return not seat.is_person or any(connection.seat == number for connection in self.connections)

    def gives_seats(self, connection: Connection) -> bool:
        """Whether the connection may give free seats to bots: the host or, while they are away, any seated player."""
        no_host = not any(each.is_host for each in self.connections)
        return connection.is_host or (no_host and connection.seat is not None)

    @property
    def spectators(self) -> list[str]:
        """The names of the people who watch."""
        return sorted(each.name for each in self.connections if each.seat is None)

    @property
    def people(self) -> list[int]:
        """The seats of people who have not resigned, taken or still free."""
        return [number for number, seat in enumerate(self.table.seats) if seat.is_person and not seat.resigned]

    @property
    def active(self) -> set[int]:
        """The seats whose players are connected and play themselves."""
        return {number for number, seat in enumerate(self.table.seats) if seat.is_active and self.is_here(number)}

    @property
    def is_attended(self) -> bool:
        """Whether the host or a player is connected, or is about to."""
        here = any(each.is_host or each.seat is not None for each in self.connections)
        return here or time.monotonic() < self.expected_until

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask for hints: as the host has chosen, or else if only one person plays."""
        return len(self.people) < 2 if self.settings.hints is None else self.settings.hints

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
            "code": self.code,
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
                {
                    "who": seat.who,
                    "here": self.is_here(number),
                    "taken": seat.taken,
                    "stand_in": seat.stand_in,
                    "resigned": seat.resigned,
                }
                for number, seat in enumerate(self.table.seats)
            ],
            "ready": sorted(self.ready),
            "spectators": self.spectators,
            "settings": {
                "listed": self.settings.listed,
                "clock": self.settings.clock,
                "spectators": self.settings.spectators,
                "hints": self.allows_hints,
            },
            "times": self.clock.times(),
        }

    def send_to_all(self, message: ServerMessage) -> None:
        """Send everybody the same message."""
        for connection in list(self.connections):
            connection.send(message)

    def send_seats(self, *, but: Connection | None = None) -> None:
        """Tell everybody, but for one connection, who is at the table."""
        self.clock.update()
        for connection in self.connections - {but}:
            connection.send({"kind": "seats", **self._seating(connection)})

    def send_table_to_all(self) -> None:
        """Send everybody everything that they may know."""
        self.clock.update()
        for connection in list(self.connections):
            self.send_table(connection)

    def _send_steps(self, at: int) -> None:
        """Send everybody the steps from number `at` on."""
        self.clock.update()
        times = self.clock.times()
        for connection in list(self.connections):
            connection.send({**updates.steps_from(self.table, connection.seat, at), "times": times})

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
            self._take_over(self.store.load(self.game))
            raise

    @contextmanager
    def changing_seats(self, *, removed: str | None = None) -> Iterator[None]:
        """Store the seats after the change inside, or undo it; `removed` is the hash of a browser to keep away."""
        with self.rollback_on_error():
            yield
            self.store.save_seats(self.game, self.table, self.host, removed=removed)

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
        here = self.active
        if not here or not here <= self.ready or not self.table.between_hands or self.table.over:
            return False
        self.deal()
        self.bots.resume()
        return True
