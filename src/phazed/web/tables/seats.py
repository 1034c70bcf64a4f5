"""Names for seats, and keys to them."""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import TYPE_CHECKING

from phazed.game.frames import short_name
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_NAME = 24
BOT_NAMES = ("Mira", "Otto", "Pia", "Kai")
"""What the bots are called, by seat."""


def clean_name(name: str) -> str:
    """A person's name as everybody sees it."""
    return short_name(name)[:LONGEST_NAME].strip()


def numbered(name: str) -> list[str]:
    """The name, and what others are called who want the same: one for each seat.

    >>> numbered("Bob")
    ['Bob', 'Bob 2', 'Bob 3', 'Bob 4']
    """
    return [name, *(f"{name[: LONGEST_NAME - 2].rstrip()} {number}" for number in range(2, SEATS + 1))]


def distinct(name: str, others: Iterable[str]) -> str:
    """The name or, if one of the others is called so, the name with a number.

    >>> distinct("Bob", ["Ann", "BOB", "bob 2"])
    'Bob 3'
    """
    taken = {other.casefold() for other in others}
    return next(each for each in numbered(name) if each.casefold() not in taken)


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
