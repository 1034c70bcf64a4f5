"""The handling of a browser's WebSocket connection."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocketDisconnect

from phazed.rules.errors import PhazedError
from phazed.web.fields import InvalidMessage
from phazed.web.server.visit import browser_of
from phazed.web.tables.messages import handle, parse, token_and_name
from phazed.web.tables.people import join, leave
from phazed.web.token_bucket import TokenBucket

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from phazed.answers.table import ErrorMessage
    from phazed.web.tables.attendance import Connection
    from phazed.web.tables.live_table import LiveTable
    from phazed.web.tables.registry import Registry

MESSAGE_RATE = (100, 200.0)
"""Rate limit for a connection's messages: burst, and number per second. Further messages are read later, which slows
down the sender."""
MAX_INVALID = 100
"""Number of invalid messages after which a connection is closed."""
JOIN_TIMEOUT = 10.0
"""Seconds to wait for the first message."""
HEARTBEAT = 2.0
"""Seconds without a message after which an `AliveMessage` is sent. A browser that receives none reconnects."""
SEND_TIMEOUT = 30.0
"""Maximum time for sending a message, in seconds."""
ALIVE = json.dumps({"kind": "alive"})
GOING_AWAY, POLICY_VIOLATION = 1001, 1008


async def handle_connection(socket: WebSocket, registry: Registry, game: str) -> None:
    """Let the browser join the game, then receive and send messages until it leaves."""
    await socket.accept()
    try:
        registry.table(game)  # raises an error immediately if there is no such game
        token, name = await _first_message(socket)
        live = registry.table(game)  # the table may have been removed in the meantime
        connection = join(live, token, name, browser_of(socket))
    except WebSocketDisconnect:
        return
    except PhazedError as error:
        refusal: ErrorMessage = {"kind": "error", "re": None, "reason": str(error), "final": True}
        with suppress(WebSocketDisconnect, RuntimeError):  # the connection may already be closed
            await socket.send_text(json.dumps(refusal))
            await socket.close(POLICY_VIOLATION)
        return
    receiving = asyncio.create_task(_receive(socket, live, connection))
    sending = asyncio.create_task(_send(socket, connection))
    try:
        await asyncio.wait({receiving, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leave(live, connection)
        receiving.cancel()
        connection.close()
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # the connection may be lost
            await sending
        with suppress(WebSocketDisconnect, asyncio.CancelledError):
            await receiving


async def _first_message(socket: WebSocket) -> tuple[str | None, str | None]:
    try:
        fields = parse(await asyncio.wait_for(_text(socket), JOIN_TIMEOUT))
    except TimeoutError:
        raise InvalidMessage('no message arrived in time: the first must be {"do": "join", ...}') from None
    return token_and_name(fields)


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GOING_AWAY))
    text = message.get("text")
    if text is None:
        raise InvalidMessage("a message must be text, not bytes")
    return str(text)


async def _receive(socket: WebSocket, live: LiveTable, connection: Connection) -> None:
    bucket = TokenBucket(*MESSAGE_RATE)
    invalid = 0
    while invalid < MAX_INVALID:
        try:
            text = await _text(socket)
            await asyncio.sleep(bucket.wait())
            await handle(live, connection, parse(text))
        except InvalidMessage as error:
            invalid += 1
            connection.send({"kind": "error", "re": None, "reason": str(error)})


async def _next_text(connection: Connection) -> str | None:
    """Return the next message to send, or a heartbeat; `None` at the end."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            return await connection.outbox.get()
    except TimeoutError:
        return ALIVE


async def _send(socket: WebSocket, connection: Connection) -> None:
    while (text := await _next_text(connection)) is not None:
        async with asyncio.timeout(SEND_TIMEOUT):
            await socket.send_text(text)
        await asyncio.sleep(0)  # lets a lost connection be noticed before the next message
    async with asyncio.timeout(SEND_TIMEOUT):
        await socket.close(GOING_AWAY)
