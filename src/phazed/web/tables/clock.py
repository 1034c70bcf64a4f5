"""What becomes due at a table: the end of a turn, the next hand, bots for the seats that stay free.

A room has one timer, for whatever is due next. It is set again with every change at the table, and runs only as long as
somebody is connected.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.errors import PhazedError
from phazed.web.tables.hosting import fill_free_seats
from phazed.web.tables.stand_ins import let_stand_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.answers.table import Times
    from phazed.web.tables.live_table import Room


class TurnLimits(NamedTuple):
    """Seconds of a turn after which its player is reminded, and after which a bot plays it."""

    reminder: float
    end: float


LIMITS: dict[str, TurnLimits | None] = {"off": None, "relaxed": TurnLimits(60, 90), "quick": TurnLimits(20, 30)}
"""The limits of each clock that a table can have."""
GRACE_SECONDS = 45.0
"""Time without a play after which others can let a bot play for a person who is connected."""
NEXT_HAND_SECONDS = 30.0
"""Time after a hand in which players look at its result, where two or more people play."""
RETRY_SECONDS = 3.0
"""Time after which something that could not be stored is tried again."""


class Due(NamedTuple):
    """Something that is to happen at a time of the monotonic clock."""

    at: float
    act: Callable[[], None]


class Clock:
    """The timer of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._turn: Moment = Moment()
        """The current turn, or the pause between two hands."""
        self._play: Moment = Moment()
        """The last play."""
        self._reminded = False

    def update(self) -> None:
        """Take note of a change at the table, and set the timer for what is due next."""
        self._note()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = None if self._closed else self._due()
        if due is not None:
            self._set_timer(due.at - time.monotonic(), due.act)

    def close(self) -> None:
        """Stop the timer for good."""
        self._closed = True
        self.update()

    def is_overdue(self, number: int) -> bool:
        """Whether it is that seat's turn, and its player has not played for a while."""
        return self._room.table.turn == number and time.monotonic() >= self._play.since + GRACE_SECONDS

    def times(self) -> Times:
        """Seconds that are left for the turn, before a bot may play it, to the next hand, and until bots sit down."""
        room = self._room
        turn, fills_at = room.table.turn, room.settings.fills_at
        limits = LIMITS[room.settings.clock]
        plays = turn is not None and room.table.seats[turn].is_active
        now = time.monotonic()
        return {
            "turn": _left(self._turn.since + limits.end - now) if plays and limits else None,
            "grace": _left(self._play.since + GRACE_SECONDS - now) if plays and len(room.people) > 1 else None,
            "next": _left(self._turn.since + NEXT_HAND_SECONDS - now) if self._deals_by_itself else None,
            "fill": None if fills_at is None or room.table.started else _left(fills_at - time.time()),
        }

    def _note(self) -> None:
        """Take note of when the current turn began, and of the time of the last play."""
        table = self._room.table
        if table.state is None or not self._room.connections:
            self._turn = self._play = Moment()
            return
        turn = table.turn
        key = (table.number, table.state.turns, turn, turn is not None and table.seats[turn].is_active)
        if self._turn.key != key:
            self._turn, self._reminded = Moment(key, time.monotonic()), False
        if self._play.key != (*key, table.at):
            self._play = Moment((*key, table.at), time.monotonic())

    @property
    def _deals_by_itself(self) -> bool:
        """Whether the next hand comes even if somebody does not ask for it: several people play, and one is here."""
        room = self._room
        between = room.table.started and room.table.between_hands and not room.table.over
        return between and len(room.people) > 1 and bool(room.active)

    def _due(self) -> Due | None:
        """What is due next, as long as somebody is connected."""
        room, table = self._room, self._room.table
        if not room.connections:
            return None
        if not table.started:
            fills_at = room.settings.fills_at
            waits = fills_at is not None and not table.full and bool(room.active)
            return (
                Due(time.monotonic() + (fills_at or 0) - time.time(), lambda: fill_free_seats(room)) if waits else None
            )
        if table.turn is not None:
            return self._due_in_turn(table.turn)
        if self._deals_by_itself:
            return Due(self._turn.since + NEXT_HAND_SECONDS, self._deal)
        everybody_resigned = not room.people and not table.of_bots and not table.over
        return Due(self._turn.since, self._deal) if everybody_resigned else None

    def _due_in_turn(self, number: int) -> Due | None:
        limits = LIMITS[self._room.settings.clock]
        if limits is None or not self._room.table.seats[number].is_active:
            return None
        if not self._reminded:
            return Due(self._turn.since + limits.reminder, lambda: self._remind(number, limits))
        return Due(self._turn.since + limits.end, lambda: let_stand_in(self._room, number))

    def _remind(self, number: int, limits: TurnLimits) -> None:
        self._reminded = True
        left = round(limits.end - limits.reminder)
        self._room.send_to_all({"kind": "nudge", "seat": number, "by": None, "left": left})

    def _deal(self) -> None:
        self._room.deal()
        self._room.bots.resume()

    def _set_timer(self, seconds: float, act: Callable[[], None]) -> None:
        self._timer = asyncio.get_running_loop().call_later(max(seconds, 0.0), self._ring, act)

    def _ring(self, act: Callable[[], None]) -> None:
        """Do what is due, and go on to what is due after it; what cannot be stored is tried again."""
        try:
            act()
        except PhazedError as error:
            self._room.send_error(self._room.connections, error)
            self._set_timer(RETRY_SECONDS, act)
        else:
            self.update()


class Moment(NamedTuple):
    """When something came to be as it is now."""

    key: tuple[object, ...] = ()
    since: float = 0.0


def _left(seconds: float) -> float:
    return round(max(seconds, 0.0), 1)
