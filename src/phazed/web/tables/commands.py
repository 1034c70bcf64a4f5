"""What a browser may ask for, and how it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.rules.errors import PhazedError
from phazed.web.tables import requests, updates
from phazed.web.tables.messages import (
    AdvanceRequest,
    CheckRequest,
    FillRequest,
    HintRequest,
    NameRequest,
    NextRequest,
    PlayRequest,
    RematchRequest,
    Request,
    StandInRequest,
    UndoRequest,
)
from phazed.web.tables.opponents import hint
from phazed.web.tables.seats import BOT_NAMES, clean_name, new_seed, new_token
from phazed.web.tables.table import NotNow, Seat, Table, refusal_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from phazed.web.tables.connection import Connection
    from phazed.web.tables.messages import CheckReply, HintReply, RefusedReply, RematchMessage, Reply
    from phazed.web.tables.requests import Fields
    from phazed.web.tables.room import Room

STAND_IN = "casual"
"""The built-in player that plays for people who are away."""
NOT_BEGUN = "the game has not begun yet: there are free seats"


async def handle(room: Room, connection: Connection, fields: Fields) -> None:
    """Do what a browser asks for and reply, or say why not."""
    number = fields["id"] if type(fields.get("id")) is int else None
    try:
        request = requests.request(room.table.rules, fields)
        reply = await ACTIONS[type(request)](room, connection, request)
        reply = reply or {"kind": "done"}
        reply["re"] = number
        connection.send(reply)
    except PhazedError as error:
        connection.send({"kind": "error", "re": number, "reason": str(error)})


def _seat_up_to_date(room: Room, connection: Connection, hand: int, at: int) -> int:
    """The seat of the connection, whose browser knows the hand as it is now."""
    if connection.seat is None:
        raise NotNow("only players at the table can do that: you are watching")
    if not room.table.started:
        raise NotNow(NOT_BEGUN)
    if (hand, at) != (room.table.number, room.table.at):
        raise NotNow("the table has changed in the meantime, so this was not done")
    return connection.seat


async def _play(room: Room, connection: Connection, request: PlayRequest) -> RefusedReply | None:
    seat = _seat_up_to_date(room, connection, request.hand, request.at)
    refusal = refusal_of(room.table, seat, request.play)
    if refusal is not None:
        return {"kind": "refused", "rule": refusal.rule, "reason": refusal.reason, "cards": list(refusal.cards)}
    room.make_plays([request.play])
    room.bots.resume()
    return None


async def _undo(room: Room, connection: Connection, request: UndoRequest) -> None:
    if _seat_up_to_date(room, connection, request.hand, request.at) != room.table.turn:
        raise NotNow("it is not your turn, so there is nothing to take back")
    room.undo()


async def _check(room: Room, connection: Connection, request: CheckRequest) -> CheckReply:
    if connection.seat is None:
        raise NotNow("only players at the table have a phase to lay: you are watching")
    return updates.check(room.table.view(connection.seat), request.phase, request.groups)


async def _hint(room: Room, connection: Connection, request: HintRequest) -> HintReply:
    seat = _seat_up_to_date(room, connection, request.hand, request.at)
    if seat != room.table.turn:
        raise NotNow("hints are for your own turn")
    arguments = (room.table.view(seat), room.table.standing.scores, tuple(each.name for each in room.table.seats))
    return await room.hints.run(arguments, hint, *arguments)


async def _next(room: Room, connection: Connection, _: NextRequest) -> None:
    if connection.seat is None:
        raise NotNow("only players at the table can ask for the next hand: you are watching")
    if not room.table.started:
        raise NotNow(NOT_BEGUN)
    if not room.table.between_hands or room.table.over:
        raise NotNow("the game is over" if room.table.over else "the hand is not over yet")
    room.ready.add(connection.seat)
    if not room.deal_if_ready():
        room.send_seats()


async def _advance(room: Room, connection: Connection, _: AdvanceRequest) -> None:
    if not room.table.of_bots:
        raise NotNow('"advance" is for tables of bots alone; here the bots play by themselves')
    if room.table.over:
        raise NotNow("the game is over")
    if not await room.bots.play_one_turn(connection):
        room.deal()


async def _name(room: Room, connection: Connection, request: NameRequest) -> None:
    if connection.seat is None:
        raise NotNow("you are watching")
    name = clean_name(request.name)
    if not name:
        raise NotNow("a name needs at least one visible character")
    room.sit(connection.seat, name)
    room.send_seats()


async def _fill(room: Room, connection: Connection, request: FillRequest) -> None:
    seat = room.table.seats[request.seat]
    if not room.gives_seats(connection):
        raise NotNow("only the host of the table can give its seats away")
    if seat.taken:
        raise NotNow(f"that seat is {seat.name}'s")
    name = room.name_for(request.seat, BOT_NAMES[request.seat])
    with room.rollback_on_error():
        seat.who, seat.name, seat.token, seat.taken = request.who, name, None, True
        room.store.save_seats(room.game, room.table)
    if not room.begin():
        room.send_table_to_all()
    room.bots.resume()


async def _stand_in(room: Room, connection: Connection, request: StandInRequest) -> None:
    number, table = request.seat, room.table
    if connection.seat is None:
        raise NotNow("only players at the table can ask for a bot to play on: you are watching")
    if room.is_here(number):
        raise NotNow(f"{table.seats[number].name} is here")
    if not table.started:
        raise NotNow("the game has not begun yet")
    while room.table.turn == number and room.table.can_undo:
        room.undo()  # the bot plans its own turn
    with room.rollback_on_error():
        room.table.seats[number].stand_in = STAND_IN
        room.store.save_seats(room.game, room.table)
    room.send_seats()
    room.bots.resume()


async def _rematch(room: Room, connection: Connection, _: RematchRequest) -> None:
    if connection.seat is None and not room.table.of_bots:
        raise NotNow("only players at the table can ask for a rematch: you are watching")
    if not room.table.over:
        raise NotNow("the game is not over yet")
    if room.rematch_tokens() is None:
        _make_rematch(room, connection.seat)
    by = None if connection.seat is None else room.table.seats[connection.seat].name
    for each in room.connections:
        message: RematchMessage = {"kind": "rematch", "address": room.rematch_address(each)}
        if each is not connection:
            message["by"] = by
        each.send(message)


def _make_rematch(room: Room, asking: int | None) -> None:
    """Make a new table for the same four players; whoever asks is its host, the other people have yet to join."""
    seats = [
        Seat(
            seat.who,
            seat.name,
            new_token() if seat.is_person else None,
            taken=number == asking or seat.bot is not None,
            stand_in=seat.stand_in,
        )
        for number, seat in enumerate(room.table.seats)
    ]
    host = None if asking is None else seats[asking].token
    rematch = room.store.add_game(Table(room.table.rules, new_seed(), seats), host)
    room.store.set_rematch(room.game, rematch)
    room.rematch = rematch


ACTIONS: dict[type[Request], Callable[[Room, Connection, Any], Awaitable[Reply | None]]] = {
    PlayRequest: _play,
    UndoRequest: _undo,
    CheckRequest: _check,
    HintRequest: _hint,
    NextRequest: _next,
    AdvanceRequest: _advance,
    NameRequest: _name,
    FillRequest: _fill,
    StandInRequest: _stand_in,
    RematchRequest: _rematch,
}
"""How each request is done."""
