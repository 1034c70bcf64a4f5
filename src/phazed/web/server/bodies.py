"""Reading the bodies of requests, within bounds of size and time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect

from phazed.web.tables.messages import InvalidMessage, from_json

if TYPE_CHECKING:
    from starlette.requests import Request

MAX_REQUEST_BYTES = 16_384
REQUEST_TIMEOUT = 10.0
"""Seconds that the body of a request may take to arrive."""
NOT_AN_OBJECT = "the request must be a JSON object"


async def read_body(request: Request, limit: int, seconds: float | None = None) -> bytes:
    """The body of a request, which has at most `limit` bytes."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(REQUEST_TIMEOUT if seconds is None else seconds):
            async for part in request.stream():
                parts.append(part)
                size += len(part)
                if size > limit:
                    raise InvalidMessage(f"a request has at most {limit:,} bytes")
    except (TimeoutError, ClientDisconnect):
        raise InvalidMessage("the request is incomplete") from None
    return b"".join(parts)


async def json_object(request: Request) -> dict[str, Any]:
    """The JSON object in the request's body, if it is not too large."""
    fields = from_json(await read_body(request, MAX_REQUEST_BYTES), NOT_AN_OBJECT)
    if not isinstance(fields, dict):
        raise InvalidMessage(NOT_AN_OBJECT)
    return fields
