"""Names, tokens and links for seats, table codes, and browser hashes."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from phazed.game.frames import short_name
from phazed.names import plain, without_invisible
from phazed.rules.errors import shown
from phazed.rules.rulesets import SEATS
from phazed.storage.tables import CODE_LENGTH, CODE_LETTERS
from phazed.web.fields import InvalidMessage

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_NAME_LENGTH = 24
BOT_NAMES = ("Mira", "Otto", "Pia", "Kai")
"""Bots' names, by seat."""


def clean_name(name: object) -> str:
    """Return a person's name as displayed; empty if it is not a text."""
    visible = without_invisible(name) if isinstance(name, str) else ""
    return short_name(visible)[:MAX_NAME_LENGTH].strip() if visible else ""


def nameless(number: int) -> str:
    """Return the default name for a person.

    >>> nameless(0)
    'Player 1'
    """
    return f"Player {number + 1}"


def numbered(name: str, count: int = SEATS) -> list[str]:
    """Return the name and its numbered variants for other people with the same name.

    >>> numbered("Bob")
    ['Bob', 'Bob 2', 'Bob 3', 'Bob 4']
    """
    ends = [f" {number}" for number in range(2, count + 1)]
    return [name, *(name[: MAX_NAME_LENGTH - len(end)].rstrip() + end for end in ends)]


def distinct(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number if it is already taken by one of the others.

    >>> distinct("Bob", ["Ann", "BOB", "bob 2"])
    'Bob 3'
    """
    taken = {plain(other) for other in others}
    return next(each for each in numbered(name, len(taken) + 1) if plain(each) not in taken)


def new_token() -> str:
    """Return a new secret that gives access to a seat."""
    return secrets.token_urlsafe(18)


def same(token: str, other: str | None) -> bool:
    """Compare tokens in constant time."""
    return other is not None and compare_digest(token.encode("utf-8", "backslashreplace"), other.encode())


def new_seed() -> str:
    """Return a seed of 64 random bits, which is too long to be found from the cards in a hand."""
    return secrets.token_hex(8)


def browser_hash(browser: str) -> str:
    """Return the hash of a browser's id; only hashes are stored, so the file gives no access to seats."""
    return sha256(browser.encode()).hexdigest()


def address_of(game: str, token: str | None) -> str:
    """Return the address of a seat, with the token in the fragment, which browsers do not send."""
    return f"/table/{game}" + (f"#seat={token}" if token else "")


def read_code(text: str) -> str:
    """Normalize a table code typed by a person, which may have small letters, spaces or hyphens.

    >>> read_code(" kd-fgh ")
    'KDFGH'
    >>> read_code("K0FGH")
    Traceback (most recent call last):
    ...
    phazed.web.fields.InvalidMessage: a code must have five of the letters BCDFGHJKMNPRSTWXYZ, not 'K0FGH'
    """
    code = "".join(text.upper().replace("-", " ").split())
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_LETTERS):
        raise InvalidMessage(f"a code must have five of the letters {CODE_LETTERS}, not {shown(text)}")
    return code
