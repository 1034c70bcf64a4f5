"""Short codes of tables, which people read from a screen, say to each other and type.

>>> read_code(" kd-fgh ")
'KDFGH'
>>> read_code("K0FGH")
Traceback (most recent call last):
...
phazed.web.tables.requests.InvalidMessage: a code has five of the letters BCDFGHJKMNPRSTWXYZ, such as KDFGH, not 'K0FGH'
"""

from __future__ import annotations

import secrets

from phazed.rules.errors import shown
from phazed.web.tables.requests import InvalidMessage

ALPHABET = "BCDFGHJKMNPRSTWXYZ"
"""No letters that look like a digit or like each other (I, L, O, Q, U, V), and no vowels, so that no words come out."""
LENGTH = 5


def new_code() -> str:
    """A random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """The code that somebody has typed: in small letters, too, and with spaces or hyphens."""
    code = "".join(text.upper().replace("-", " ").split())
    if len(code) != LENGTH or not set(code) <= set(ALPHABET):
        raise InvalidMessage(f"a code has five of the letters {ALPHABET}, such as KDFGH, not {shown(text)}")
    return code
