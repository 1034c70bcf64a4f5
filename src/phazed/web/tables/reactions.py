"""Ready-made reactions, and nudges of the player whose turn it is. There is no free chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.rules.errors import NotNow
from phazed.web.token_bucket import TokenBucket

if TYPE_CHECKING:
    from phazed.web.tables.live_table import Room

RATE = (3, 0.2)
"""Reactions and nudges of a seat: in a burst, and per second after it."""


def react(room: Room, number: int, reaction: str) -> None:
    """Show everybody a reaction of that seat."""
    _limit(room, number)
    room.send_to_all({"kind": "reaction", "seat": number, "reaction": reaction})


def nudge(room: Room, number: int, by: int) -> None:
    """Remind the player of that seat that it is their turn."""
    seat = room.table.seats[number]
    if room.table.turn != number or not seat.is_active or number == by:
        raise NotNow("only another person whose turn it is can be nudged")
    _limit(room, by)
    room.send_to_all({"kind": "nudge", "seat": number, "by": room.table.seats[by].name, "left": None})


def _limit(room: Room, number: int) -> None:
    if not room.reactions.setdefault(number, TokenBucket(*RATE)).take():
        raise NotNow("that was a lot at once: wait a few seconds")
