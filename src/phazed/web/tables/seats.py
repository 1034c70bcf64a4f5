"""The names, tokens and addresses of seats, and the hashes of browsers."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from phazed.game.frames import short_name
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_NAME_LENGTH = 24
BOT_NAMES = ("Mira", "Otto", "Pia", "Kai")
"""The bots' names, by seat."""


def clean_name(name: str) -> str:
    """A person's name as everybody sees it."""
    return short_name(name)[:MAX_NAME_LENGTH].strip()


def nameless(number: int) -> str:
    """What a person in that seat is called before they have a name."""
    return f"Player {number + 1}"


def numbered(name: str, count: int = SEATS) -> list[str]:
    """The name, and its variants for others who want the same one.

    >>> numbered("Bob")
    ['Bob', 'Bob 2', 'Bob 3', 'Bob 4']
    """
    ends = [f" {number}" for number in range(2, count + 1)]
    return [name, *(name[: MAX_NAME_LENGTH - len(end)].rstrip() + end for end in ends)]


def distinct(name: str, others: Iterable[str]) -> str:
    """The name or, if one of the others has it, the name with a number.

    >>> distinct("Bob", ["Ann", "BOB", "bob 2"])
    'Bob 3'
    """
    taken = {other.casefold() for other in others}
    return next(each for each in numbered(name, len(taken) + 1) if each.casefold() not in taken)


def new_token() -> str:
    """A secret that opens a seat."""
    return secrets.token_urlsafe(18)


def browser_hash(browser: str) -> str:
    """What is stored of a browser's id, so that nobody can take a seat with what is in the file."""
    return sha256(browser.encode()).hexdigest()


def new_seed() -> str:
    """A seed with 64 random bits, too many to find it by trial from the cards of one hand."""
    return secrets.token_hex(8)


def address_of(game: str, token: str | None) -> str:
    """The address of a seat; the token is in the fragment, which browsers do not send."""
    return f"/table/{game}" + (f"#seat={token}" if token else "")


def same(token: str, other: str | None) -> bool:
    """Whether the tokens are equal, in constant time."""
    return other is not None and compare_digest(token.encode("utf-8", "backslashreplace"), other.encode())
