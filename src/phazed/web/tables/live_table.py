"""A table in memory: its connections, the messages sent to them, and all changes to the table.

Everything runs on one event loop, so no two tasks change a table at the same time. A change is stored before it is sent
to anyone. Each connection has its own message queue, so that a slow browser does not delay others. `people` admits
people, `messages` handles browsers' requests, `bots` plays the bots' turns, and `clock` performs due actions.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from phazed.rules.errors import NotNow
from phazed.storage.tables import Transfer
from phazed.web.tables import updates
from phazed.web.tables.attendance import Attendance
from phazed.web.tables.bots import BotDriver
from phazed.web.tables.clock import Actions, Clock
from phazed.web.tables.seats import BOT_NAMES, address_of, distinct, nameless, new_token

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable, Iterator, Mapping

    from phazed.answers.table import Seating, TableMessage
    from phazed.rules.plays import Play
    from phazed.storage.tables import Seat, Store, StoredGame, TableSettings
    from phazed.web.jobs import Jobs
    from phazed.web.tables.attendance import Connection
    from phazed.web.token_bucket import TokenBucket

IDLE_SECONDS = 60.0
"""Time after which a table without connections is removed from memory; it remains in the store."""
TRANSFER_SECONDS = 600.0
"""Time for which a one-time link for another device is valid."""
STAND_IN = "casual"
"""Built-in player that stands in for people."""
REMOVED = "the host has removed you from this table"
NO_SPECTATORS = "the host does not allow spectators at this table"


class LiveTable(Attendance):
    """A table in memory, with its bots and its clock."""

    def __init__(self, game: str, stored: StoredGame, store: Store, bot_lock: asyncio.Lock, hints: Jobs) -> None:
        super().__init__(game, stored)
        self.store = store
        self.hints = hints
        self.ready: set[int] = set()
        """Seats whose players are ready for the next hand."""
        self.reactions: dict[int, TokenBucket] = {}
        """Rate limits for reactions, by seat."""
        self.opened = self.idle_since = time.monotonic()
        self.bots = BotDriver(self, self.make_plays, bot_lock)
        self.clock = Clock(self, Actions(self.deal, self.fill_free_seats, self.let_stand_in))

    def close(self) -> None:
        """Close all connections and cancel the bots' turns, because the server is closing."""
        self.bots.close()
        self.clock.close()
        for connection in self.connections:
            connection.close()

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

    def send_seats(self, *, but: Connection | None = None) -> None:
        """Send everybody, except for one connection, the people at the table and its settings."""
        self.clock.update()
        for connection in self.connections - {but}:
            connection.send({"kind": "seats", **self._seating(connection)})

    def send_table_to_all(self) -> None:
        """Send everyone all that they may know."""
        self.clock.update()
        for connection in list(self.connections):
            self.send_table(connection)

    def _send_steps(self, at: int) -> None:
        """Send everyone the steps from number `at` on."""
        self.clock.update()
        times = self.clock.times()
        for connection in list(self.connections):
            connection.send({**updates.steps_from(self.table, connection.seat, at), "times": times})

    def rematch_address(self, connection: Connection) -> str | None:
        """Return the address of the connection's seat in the rematch, or `None` if there is no rematch."""
        tokens = self.rematch_tokens()
        if self.rematch is None or tokens is None:
            return None
        return address_of(self.rematch, None if connection.seat is None else tokens[connection.seat])

    def rematch_tokens(self) -> list[str | None] | None:
        """Return the tokens of the seats in the rematch, or `None` if there is no rematch or it has been deleted."""
        return None if self.rematch is None else self.store.tokens(self.rematch) or None

    def send_absence(self, connection: Connection, number: int) -> None:
        """Send a returning person the number of hands finished and the steps made in this hand by the stand-in."""
        hand, at = self.absences.pop(number, (self.table.number, self.table.at))
        hands = self.table.number - hand
        steps = updates.seen_steps(self.table, number, 0 if hands else at) if self.table.started else []
        own = [step for step in steps if step[0] == number]
        if hands or own:
            connection.send({"kind": "returned", "hands": hands, "steps": own})

    # ------------------------------------------------------------------------------------------- the hand

    @contextmanager
    def _rollback_on_error(self) -> Iterator[None]:
        """Reload the table if a change to the hand could not be stored."""
        before = (self.table.number, self.table.at)
        try:
            yield
        except Exception:
            if (self.table.number, self.table.at) != before:
                self._restore(self.store.load(self.game))
            raise

    def make_plays(self, plays: Iterable[Play]) -> None:
        """Make, store and send the plays; each is requested only after the previous one has been made."""
        at, since = self.table.at, len(self.table.plays)
        with self._rollback_on_error():
            for play in plays:
                self.table.play(play)
            self.store.save_plays(self.game, self.table, since)
        self._send_steps(at)
        self.bots.resume()

    def undo(self) -> None:
        """Take back the last play of this turn."""
        with self._rollback_on_error():
            self.table.undo()
            self.store.save_plays(self.game, self.table, len(self.table.plays))
        self._send_steps(self.table.at)

    def deal(self) -> None:
        """Deal the next hand."""
        with self._rollback_on_error():
            self.table.deal()
            self.store.save_hand(self.game, self.table)
        self.ready.clear()
        self.send_table_to_all()
        self.bots.resume()

    def begin(self) -> bool:
        """Deal the first hand if all seats are taken; return whether it was dealt."""
        if self.table.started or not self.table.full or self.table.of_bots:
            return False
        self.deal()
        return True

    def deal_if_ready(self) -> bool:
        """Deal the next hand if every connected player is ready; return whether it was dealt."""
        here = self.active
        if not here or not here <= self.ready or not self.table.between_hands or self.table.over:
            return False
        self.deal()
        return True

    # ------------------------------------------------------------------------------------------- seats and settings

    def _change_seats(
        self, changed: Mapping[int, Seat], *, host: str | None = None, removed: str | None = None
    ) -> None:
        """Replace and store seats; `removed` is the hash of a browser that may not return."""
        before = self.table.seats
        self.table.seats = [changed.get(number, seat) for number, seat in enumerate(before)]
        try:
            self.store.save_seats(self.game, self.table, host or self.host, removed=removed)
        except Exception:
            self.table.seats = before
            raise
        self.host = host or self.host
        if removed is not None:
            self.removed |= {removed}

    def name_for(self, number: int, name: str) -> str:
        """Return the name for the seat, made distinct from the other names at the table."""
        return distinct(name, [seat.name for other, seat in enumerate(self.table.seats) if other != number])

    def sit(self, number: int, name: str, browser: str | None = None, *, moves_to: str | None = None) -> None:
        """Let a person take the seat, change their name, or move to another device with a one-time token."""
        before = self.table.seats[number]
        seat = before._replace(
            taken=True,
            name=self.name_for(number, name),
            stand_in=before.stand_in if before.resigned else None,
            browser=browser if moves_to else before.browser or browser,
        )
        host = None
        if moves_to is not None:
            host = moves_to if self.host == before.token else None
            seat = seat._replace(token=moves_to, transfer=None)
        if seat != before:
            self._change_seats({number: seat}, host=host)

    def rename(self, number: int, name: str) -> None:
        """Change the name of a seat."""
        self._change_seats({number: self.table.seats[number]._replace(name=name)})
        self.send_seats()

    def new_transfer(self, number: int) -> str:
        """Create a one-time link for moving the seat to another device, and return its address."""
        token = new_token()
        transfer = Transfer(token, time.time() + TRANSFER_SECONDS)
        self._change_seats({number: self.table.seats[number]._replace(transfer=transfer)})
        return address_of(self.game, token)

    def let_stand_in(self, number: int, *, resigned: bool = False) -> None:
        """Let a bot play for the seat's person from now on, starting its turn afresh after the pick-up."""
        self._undo_turn(number)
        self._change_seats({number: self.table.seats[number]._replace(stand_in=STAND_IN, resigned=resigned)})
        self.absences[number] = (self.table.number, self.table.at)
        self.send_seats()
        self.bots.resume()

    def _undo_turn(self, number: int) -> None:
        """Take back the seat's plays in its turn, except the pick-up."""
        while self.table.turn == number and self.table.can_undo:
            self.undo()

    def take_over(self, connection: Connection, number: int) -> None:
        """Let the seat's person play again, and send them the plays made for them."""
        seat = self.table.seats[number]
        if seat.resigned:
            raise NotNow("you have resigned from this game: a bot plays for you until the end")
        if seat.stand_in is None:
            raise NotNow("you are already playing yourself")
        self._change_seats({number: seat._replace(stand_in=None)})
        self.send_seats()
        self.send_absence(connection, number)
        self.bots.resume()

    def resign(self, number: int) -> None:
        """Let a bot play for the seat's person until the end of the game; the seat is still ranked."""
        self.ready.discard(number)
        self.let_stand_in(number, resigned=True)
        self.deal_if_ready()

    def give_to_bots(self, numbers: Iterable[int], who: str = STAND_IN) -> None:
        """Give free seats to bots, and start the game if no free seats are left."""
        self._change_seats({number: self._bot_seat(number, who) for number in numbers})
        if not self.begin():
            self.send_table_to_all()
            self.bots.resume()

    def _bot_seat(self, number: int, who: str) -> Seat:
        seat = self.table.seats[number]
        name = self.name_for(number, BOT_NAMES[number])
        return seat._replace(who=who, name=name, token=None, taken=True, stand_in=None, resigned=False)

    def fill_free_seats(self) -> None:
        """Give all free seats to bots, so that the game begins.

        In a seat that is kept for somebody, a bot plays until that person comes.
        """
        if self.table.started:
            raise NotNow("the game has already started")
        free = {number: seat for number, seat in enumerate(self.table.seats) if not seat.taken}
        kept = {number: seat for number, seat in free.items() if seat.name != nameless(number)}
        if kept:
            self._change_seats({number: seat._replace(stand_in=STAND_IN) for number, seat in kept.items()})
            self.absences.update(dict.fromkeys(kept, (0, 0)))
        self.give_to_bots(free.keys() - kept.keys())

    def remove_person(self, number: int) -> None:
        """Remove the seat's person; before the game, the seat becomes free, later a bot takes it."""
        self._undo_turn(number)
        if self.table.started:
            seat = self._bot_seat(number, STAND_IN)
        else:
            seat = self.table.seats[number]._replace(name=nameless(number), token=new_token(), taken=False)
        self._change_seats({number: seat._replace(browser=None, transfer=None)}, removed=seat.browser)
        self._dismiss([each for each in self.connections if each.seat == number], REMOVED)
        self.ready.discard(number)
        if not self.deal_if_ready():
            self.send_table_to_all()
            self.bots.resume()

    def _dismiss(self, connections: Iterable[Connection], reason: str) -> None:
        for connection in connections:
            self.connections.discard(connection)
            connection.dismiss(reason)

    def change_settings(self, settings: TableSettings) -> None:
        """Store the settings, remove spectators who are no longer allowed, and send the settings to everyone."""
        self.store.save_settings(self.game, settings)
        self.settings = settings
        if not settings.spectators:
            self._dismiss([each for each in self.connections if each.seat is None and not each.is_host], NO_SPECTATORS)
        self.send_seats()
