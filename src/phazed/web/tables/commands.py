"""What a browser may ask for, and how it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.rules.errors import NotNow, PhazedError
from phazed.web.tables import hosting, reactions, stand_ins, updates
from phazed.web.tables import messages as requests
from phazed.web.tables.opponents import hint
from phazed.web.tables.people import name_spectator, new_transfer, sit
from phazed.web.tables.rematch import ask_for_rematch
from phazed.web.tables.seats import clean_name
from phazed.web.tables.table import refusal_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from phazed.answers import table as messages
    from phazed.web.tables.attendance import Connection
    from phazed.web.tables.live_table import Room
    from phazed.web.tables.messages import Fields

NOT_BEGUN = "the game has not begun yet: there are free seats"
NO_HINTS = "the host has turned hints off at this table"
NO_HINTS_AMONG_PEOPLE = "hints are off where two or more people play, unless the host turns them on"


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


def _seat(connection: Connection, why: str = "only players at the table can do that: you are watching") -> int:
    """The seat of the connection; a person who watches is told why not."""
    if connection.seat is None:
        raise NotNow(why)
    return connection.seat


def _seat_up_to_date(room: Room, connection: Connection, hand: int, at: int) -> int:
    """The seat of the connection, whose browser knows the hand as it is now."""
    number = _seat(connection)
    if not room.table.started:
        raise NotNow(NOT_BEGUN)
    if room.table.seats[number].resigned:
        raise NotNow("you have resigned from this game: a bot plays it to its end")
    if room.table.seats[number].stand_in is not None:
        raise NotNow("a bot plays for you: take over first")
    if (hand, at) != (room.table.number, room.table.at):
        raise NotNow("the table has changed in the meantime, so this was not done")
    return number


# ------------------------------------------------------------------------------------------- playing


async def _play(room: Room, connection: Connection, request: requests.PlayRequest) -> messages.RefusedReply | None:
    seat = _seat_up_to_date(room, connection, request.hand, request.at)
    refusal = refusal_of(room.table, seat, request.play)
    if refusal is not None:
        return {"kind": "refused", "rule": refusal.rule, "reason": refusal.reason, "cards": list(refusal.cards)}
    room.make_plays([request.play])
    room.bots.resume()
    return None


async def _undo(room: Room, connection: Connection, request: requests.UndoRequest) -> None:
    if _seat_up_to_date(room, connection, request.hand, request.at) != room.table.turn:
        raise NotNow("it is not your turn, so there is nothing to take back")
    room.undo()


async def _check(room: Room, connection: Connection, request: requests.CheckRequest) -> messages.CheckReply:
    seat = _seat(connection, "only players at the table have a phase to lay: you are watching")
    return updates.check(room.table.view(seat), request.phase, request.groups)


async def _hint(room: Room, connection: Connection, request: requests.HintRequest) -> messages.HintReply:
    seat = _seat_up_to_date(room, connection, request.hand, request.at)
    if not room.allows_hints:
        raise NotNow(NO_HINTS_AMONG_PEOPLE if room.settings.hints is None else NO_HINTS)
    if seat != room.table.turn:
        raise NotNow("hints are for your own turn")
    arguments = (room.table.view(seat), room.table.standing.scores, tuple(each.name for each in room.table.seats))
    return await room.hints.run(arguments, hint, *arguments)


async def _next(room: Room, connection: Connection, _: requests.NextRequest) -> None:
    number = _seat(connection, "only players at the table can ask for the next hand: you are watching")
    if not room.table.started:
        raise NotNow(NOT_BEGUN)
    if not room.table.between_hands or room.table.over:
        raise NotNow("the game is over" if room.table.over else "the hand is not over yet")
    room.ready.add(number)
    if not room.deal_if_ready():
        room.send_seats()


async def _advance(room: Room, connection: Connection, _: requests.AdvanceRequest) -> None:
    if not room.table.of_bots:
        raise NotNow('"advance" is for tables of bots alone; here the bots play by themselves')
    if room.table.over:
        raise NotNow("the game is over")
    if not await room.bots.play_one_turn(connection):
        room.deal()


async def _rematch(room: Room, connection: Connection, _: requests.RematchRequest) -> None:
    ask_for_rematch(room, connection)


# ------------------------------------------------------------------------------------------- people


async def _name(room: Room, connection: Connection, request: requests.NameRequest) -> None:
    name = clean_name(request.name)
    if not name:
        raise NotNow("a name needs at least one visible character")
    if connection.seat is None:
        name_spectator(room, connection, name)
    else:
        sit(room, connection.seat, name)
    room.send_seats()


async def _stand_in(room: Room, connection: Connection, request: requests.StandInRequest) -> None:
    _seat(connection, "only players at the table can ask for a bot to play on: you are watching")
    if not room.table.started:
        raise NotNow("the game has not begun yet")
    reason = stand_ins.why_no_stand_in(room, request.seat)
    if reason is not None:
        raise NotNow(reason)
    stand_ins.let_stand_in(room, request.seat)


async def _take_over(room: Room, connection: Connection, _: requests.TakeOverRequest) -> None:
    stand_ins.take_over(room, connection, _seat(connection))


async def _resign(room: Room, connection: Connection, _: requests.ResignRequest) -> None:
    number = _seat(connection)
    if not room.table.started or room.table.over:
        raise NotNow("the game is over" if room.table.over else "the game has not begun yet")
    if room.table.seats[number].resigned:
        raise NotNow("you have resigned already")
    stand_ins.resign(room, number)


async def _transfer(room: Room, connection: Connection, _: requests.TransferRequest) -> messages.TransferReply:
    return {"kind": "transfer", "address": new_transfer(room, _seat(connection))}


async def _react(room: Room, connection: Connection, request: requests.ReactRequest) -> None:
    reactions.react(room, _seat(connection), request.reaction)


async def _nudge(room: Room, connection: Connection, request: requests.NudgeRequest) -> None:
    reactions.nudge(room, request.seat, _seat(connection))


# ------------------------------------------------------------------------------------------- the host


async def _fill(room: Room, connection: Connection, request: requests.FillRequest) -> None:
    seat = room.table.seats[request.seat]
    if not room.gives_seats(connection):
        raise NotNow("only the host of the table can give its seats away")
    if seat.taken:
        raise NotNow(f"that seat is {seat.name}'s")
    hosting.give_to_bot(room, [request.seat], request.who)


async def _start(room: Room, connection: Connection, _: requests.StartRequest) -> None:
    if not room.gives_seats(connection):
        raise NotNow("only the host of the table can start the game")
    hosting.fill_free_seats(room)


async def _remove(room: Room, connection: Connection, request: requests.RemoveRequest) -> None:
    seat = room.table.seats[request.seat]
    if not connection.is_host:
        raise NotNow("only the host of the table can remove somebody")
    if request.seat == connection.seat:
        raise NotNow("you cannot remove yourself; to give up, resign")
    if not seat.is_person or not seat.taken or room.table.over:
        raise NotNow("the game is over" if room.table.over else "nobody sits there who could be removed")
    hosting.remove_person(room, request.seat)


async def _settings(room: Room, connection: Connection, request: requests.SettingsRequest) -> None:
    if not connection.is_host:
        raise NotNow("only the host of the table can change its settings")
    chosen = {name: value for name, value in request._asdict().items() if value is not None}
    hosting.change_settings(room, room.settings._replace(**chosen))


ACTIONS: dict[type[requests.Request], Callable[[Room, Connection, Any], Awaitable[messages.Reply | None]]] = {
    requests.PlayRequest: _play,
    requests.UndoRequest: _undo,
    requests.CheckRequest: _check,
    requests.HintRequest: _hint,
    requests.NextRequest: _next,
    requests.AdvanceRequest: _advance,
    requests.RematchRequest: _rematch,
    requests.NameRequest: _name,
    requests.StandInRequest: _stand_in,
    requests.TakeOverRequest: _take_over,
    requests.ResignRequest: _resign,
    requests.TransferRequest: _transfer,
    requests.ReactRequest: _react,
    requests.NudgeRequest: _nudge,
    requests.FillRequest: _fill,
    requests.StartRequest: _start,
    requests.RemoveRequest: _remove,
    requests.SettingsRequest: _settings,
}
"""How each request is done."""
