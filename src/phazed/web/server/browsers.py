"""The id of a browser, in a cookie that pages cannot read: a seat belongs to the browser that has taken it."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from phazed.web.tables.seats import browser_hash

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request
    from starlette.responses import Response

COOKIE = "phazed-browser"
VALID = re.compile(r"[A-Za-z0-9_-]{24}")
SECONDS = 400 * 24 * 3600
"""How long the cookie is kept; browsers allow no more."""


def browser_of(connection: HTTPConnection) -> str | None:
    """Hash of the browser's id; `None` if it has sent none."""
    found = connection.cookies.get(COOKIE, "")
    return browser_hash(found) if VALID.fullmatch(found) else None


def with_browser_id(request: Request, response: Response) -> Response:
    """The response, with a new id for a browser that has none."""
    if browser_of(request) is None:
        response.set_cookie(
            COOKIE,
            secrets.token_urlsafe(18),
            max_age=SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return response
