"""A browser's connection from its first message to its last."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocketDisconnect

from phazed.rules.errors import PhazedError
from phazed.web.server.guard import Allowance
from phazed.web.tables import messages
from phazed.web.tables.messages import Unclear

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from phazed.web.tables.connection import Connection
    from phazed.web.tables.registry import Hall
    from phazed.web.tables.room import Room

MESSAGES = (100, 200.0)
"""How many messages of a connection are heard at once: in a burst, and a second after it. The next one waits, and so
does whoever sends it: what is not read yet stays in the network."""
PATIENCE = 100
"""Messages that make no sense after which a connection is ended."""
JOINING = 10.0
"""Seconds for the first message."""
TAKING = 30.0
"""Seconds that a browser may take to take a message."""
GOING_AWAY, AGAINST_THE_RULES = 1001, 1008


async def talk(socket: WebSocket, hall: Hall, game: str) -> None:
    """Let the browser join the game, then hear and tell until it goes."""
    await socket.accept()
    try:
        hall.room(game)  # if there is no such game, there is no need to wait
        token, name = await _joining(socket)
        room = hall.room(game)  # which may have been put away meanwhile
        connection = room.join(token, name)
    except WebSocketDisconnect:
        return
    except PhazedError as error:
        with suppress(WebSocketDisconnect, RuntimeError):  # it may have gone already
            await socket.send_text(json.dumps({"kind": "error", "re": None, "reason": str(error), "final": True}))
            await socket.close(AGAINST_THE_RULES)
        return
    hearing = asyncio.create_task(_hear(socket, room, connection))
    telling = asyncio.create_task(_tell(socket, connection))
    try:
        await asyncio.wait({hearing, telling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(connection)
        hearing.cancel()
        connection.give_up()
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # it may have gone in the middle of a message
            await telling
        with suppress(WebSocketDisconnect, asyncio.CancelledError):
            await hearing


async def _joining(socket: WebSocket) -> tuple[str | None, str | None]:
    """The token and the name with which the browser comes."""
    try:
        said = messages.read(await asyncio.wait_for(_text(socket), JOINING))
    except TimeoutError:
        raise Unclear('nothing was said for too long: the first message is {"do": "join", ...}') from None
    if said["do"] != "join":
        raise Unclear('the first message is {"do": "join", "token": ..., "name": ...}')
    token, name = (None if said.get(key) is None else messages.text_in(said, key) for key in ("token", "name"))
    return token, name


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GOING_AWAY))
    text = message.get("text")
    if text is None:
        raise Unclear("a message is a text, not bytes")
    return str(text)


async def _hear(socket: WebSocket, room: Room, connection: Connection) -> None:
    allowance = Allowance(*MESSAGES)
    unclear = 0
    while unclear < PATIENCE:
        try:
            text = await _text(socket)
            await asyncio.sleep(allowance.wait())
            await room.hear(connection, messages.read(text))
        except Unclear as error:
            unclear += 1
            connection.tell({"kind": "error", "re": None, "reason": str(error)})


async def _tell(socket: WebSocket, connection: Connection) -> None:
    while (text := await connection.outbox.get()) is not None:
        async with asyncio.timeout(TAKING):
            await socket.send_text(text)
        await asyncio.sleep(0)  # so that a connection that has just been lost is not written to again and again
    async with asyncio.timeout(TAKING):
        await socket.close(GOING_AWAY)
