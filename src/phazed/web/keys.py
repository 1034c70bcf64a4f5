"""Names for seats, and keys to them."""

from __future__ import annotations

import secrets
from hmac import compare_digest

from phazed.game.frames import short_name

LONGEST_NAME = 24
BOT_NAMES = ("Mira", "Otto", "Pia", "Kai")
"""What the bots are called, by seat."""


def clean_name(name: str) -> str:
    """A person's name as everybody sees it."""
    return short_name(name)[:LONGEST_NAME].strip()


def new_token() -> str:
    """A key to a seat, which nobody can guess."""
    return secrets.token_urlsafe(18)


def new_seed() -> str:
    """A seed that nobody can find by trying, as they could with a short one and the cards that they hold."""
    return secrets.token_hex(8)


def address_of(game: str, token: str | None) -> str:
    """Where a seat is played; the token stands where browsers keep it to themselves."""
    return f"/table/{game}" + (f"#seat={token}" if token else "")


def same(token: str, other: str | None) -> bool:
    """Whether the token is the other one; how long it takes gives nothing away."""
    return other is not None and compare_digest(token.encode("utf-8", "backslashreplace"), other.encode())
