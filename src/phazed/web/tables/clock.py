"""Deadlines at a table: the end of a turn, the next hand, and bots taking the remaining seats.

A table has a single timer for the next due action. The timer is reset after every change at the table and runs only
while somebody is connected.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.answers.table import Deadlines
    from phazed.web.tables.attendance import Attendance


class TurnLimits(NamedTuple):
    """Seconds into a turn after which the player is reminded, and after which a bot plays the turn."""

    reminder: float
    end: float


LIMITS: dict[str, TurnLimits | None] = {"off": None, "relaxed": TurnLimits(60, 90), "quick": TurnLimits(20, 30)}
"""Limits of each clock that can be chosen for a table."""
GRACE_SECONDS = 45.0
"""Time without a play after which others can let a bot play for a connected person."""
NEXT_HAND_SECONDS = 30.0
"""Time between hands for looking at the result, if two or more people are playing."""
RETRY_SECONDS = 3.0
"""Time after which an action that could not be stored is retried."""


class Actions(NamedTuple):
    """Actions of a table that are started by its clock."""

    deal: Callable[[], None]
    fill_free_seats: Callable[[], None]
    let_stand_in: Callable[[int], None]


class Due(NamedTuple):
    """An action, and the time on the monotonic clock when it is due."""

    at: float
    act: Callable[[], None]


class Since(NamedTuple):
    """A state of the table, and the time at which it started."""

    key: tuple[object, ...] = ()
    time: float = 0.0


class Clock:
    """The timer of a table."""

    def __init__(self, attendance: Attendance, actions: Actions) -> None:
        self._attendance = attendance
        self._actions = actions
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._turn = Since()
        """The current turn, or the pause between hands."""
        self._play = Since()
        """The last play."""
        self._reminded = False

    def update(self) -> None:
        """Register a change at the table and reset the timer for the next due action."""
        self._note()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = None if self._closed else self._due()
        if due is not None:
            self._set_timer(due.at - time.monotonic(), due.act)

    def close(self) -> None:
        """Stop the timer permanently."""
        self._closed = True
        self.update()

    def is_overdue(self, number: int) -> bool:
        """Return whether it is the seat's turn and its player has not played for a while."""
        return self._attendance.table.turn == number and time.monotonic() >= self._play.time + GRACE_SECONDS

    def times(self) -> Deadlines:
        """Return the seconds left until each deadline, or `None` for those that do not apply."""
        at = self._attendance
        turn, fills_at = at.table.turn, at.settings.fills_at
        limits = LIMITS[at.settings.clock]
        plays = turn is not None and at.table.seats[turn].is_active
        now = time.monotonic()
        return {
            "turn": _left(self._turn.time + limits.end - now) if plays and limits else None,
            "grace": _left(self._play.time + GRACE_SECONDS - now) if plays and len(at.people) > 1 else None,
            "next": _left(self._turn.time + NEXT_HAND_SECONDS - now) if self._deals_by_itself else None,
            "fill": None if fills_at is None or at.table.started else _left(fills_at - time.time()),
        }

    def _note(self) -> None:
        """Update the start time of the current turn and the time of the last play."""
        table = self._attendance.table
        if table.state is None or not self._attendance.connections:
            self._turn = self._play = Since()
            return
        turn = table.turn
        key = (table.number, table.state.turns, turn, turn is not None and table.seats[turn].is_active)
        if self._turn.key != key:
            self._turn, self._reminded = Since(key, time.monotonic()), False
        if self._play.key != (*key, table.at):
            self._play = Since((*key, table.at), time.monotonic())

    @property
    def _deals_by_itself(self) -> bool:
        """Whether the next hand is dealt without a request: several people are playing and one is connected."""
        at = self._attendance
        between = at.table.started and at.table.between_hands and not at.table.over
        return between and len(at.people) > 1 and bool(at.active)

    def _due(self) -> Due | None:
        """Return the next due action, or `None` if there is none or nobody is connected."""
        at, table = self._attendance, self._attendance.table
        if not at.connections:
            return None
        if not table.started:
            fills_at = at.settings.fills_at
            if fills_at is None or table.full or not at.active:
                return None
            return Due(time.monotonic() + fills_at - time.time(), self._actions.fill_free_seats)
        if table.turn is not None:
            return self._due_in_turn(table.turn)
        if self._deals_by_itself:
            return Due(self._turn.time + NEXT_HAND_SECONDS, self._actions.deal)
        everybody_resigned = not at.people and not table.of_bots and not table.over
        return Due(self._turn.time, self._actions.deal) if everybody_resigned else None

    def _due_in_turn(self, number: int) -> Due | None:
        limits = LIMITS[self._attendance.settings.clock]
        if limits is None or not self._attendance.table.seats[number].is_active:
            return None
        if not self._reminded:
            return Due(self._turn.time + limits.reminder, lambda: self._remind(number, limits))
        return Due(self._turn.time + limits.end, lambda: self._actions.let_stand_in(number))

    def _remind(self, number: int, limits: TurnLimits) -> None:
        self._reminded = True
        left = round(limits.end - limits.reminder)
        self._attendance.send_to_all({"kind": "nudge", "seat": number, "by": None, "left": left})

    def _set_timer(self, seconds: float, act: Callable[[], None]) -> None:
        self._timer = asyncio.get_running_loop().call_later(max(seconds, 0.0), self._ring, act)

    def _ring(self, act: Callable[[], None]) -> None:
        """Perform the due action and reset the timer; if the action cannot be stored, retry it later."""
        try:
            act()
        except PhazedError as error:
            self._attendance.send_error(self._attendance.connections, error)
            self._set_timer(RETRY_SECONDS, act)
        else:
            self.update()


def _left(seconds: float) -> float:
    return round(max(seconds, 0.0), 1)
