"""Bots that play for people: while they are away or idle until they take over again, or to the end if they resign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.game.frames import seen_step
from phazed.rules.errors import NotNow

if TYPE_CHECKING:
    from phazed.web.tables.attendance import Connection
    from phazed.web.tables.live_table import Room

STAND_IN = "casual"
"""The built-in player that plays for people."""


def let_stand_in(room: Room, number: int, *, resigned: bool = False) -> None:
    """Let a bot play for the seat's person from now on; it plans its own turn."""
    while room.table.turn == number and room.table.can_undo:
        room.undo()
    with room.changing_seats():
        room.table.seats[number].stand_in = STAND_IN
        room.table.seats[number].resigned = resigned
    room.absences[number] = (room.table.number, room.table.at)
    room.send_seats()
    room.bots.resume()


def why_no_stand_in(room: Room, number: int) -> str | None:
    """Why another player may not yet let a bot play for that seat, if there is a reason."""
    seat = room.table.seats[number]
    if not seat.is_active:
        return f"{seat.name} is here" if seat.stand_in is None else f"a bot plays for {seat.name} already"
    if room.is_here(number) and not room.clock.is_overdue(number):
        return f"{seat.name} is here"
    return None


def take_over(room: Room, connection: Connection, number: int) -> None:
    """Let the seat's person play themselves again, and tell them what was played for them."""
    seat = room.table.seats[number]
    if seat.resigned:
        raise NotNow("you have resigned from this game: a bot plays it to its end")
    if seat.stand_in is None:
        raise NotNow("you play yourself already")
    with room.changing_seats():
        seat.stand_in = None
    room.send_seats()
    tell_what_was_played(room, connection, number)
    room.bots.resume()


def resign(room: Room, number: int) -> None:
    """Let a bot play for the seat's person to the end of the game, which ranks the seat."""
    room.ready.discard(number)
    let_stand_in(room, number, resigned=True)
    room.deal_if_ready()


def tell_what_was_played(room: Room, connection: Connection, number: int) -> None:
    """Tell a person who plays themselves again which steps of this hand, and how many hands, a bot has played."""
    hand, at = room.absences.pop(number, (room.table.number, room.table.at))
    hands = room.table.number - hand
    steps = room.table.hand["steps"][0 if hands else at :] if room.table.started else []
    own = [seen_step(step, number) for step in steps if step[0] == number]
    if hands or own:
        connection.send({"kind": "returned", "hands": hands, "steps": own})
