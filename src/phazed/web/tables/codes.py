"""Short codes of tables, which people read from a screen, say to each other and type.

>>> read_code(" kd-fgh ")
'KDFGH'
>>> read_code("K0FGH")
Traceback (most recent call last):
...
phazed.web.tables.messages.InvalidMessage: a code has five of the letters BCDFGHJKMNPRSTWXYZ, such as KDFGH, not 'K0FGH'
"""

from __future__ import annotations

from phazed.rules.errors import shown
from phazed.storage.tables import CODE_LENGTH, CODE_LETTERS
from phazed.web.tables.messages import InvalidMessage


def read_code(text: str) -> str:
    """The code that somebody has typed: in small letters, too, and with spaces or hyphens."""
    code = "".join(text.upper().replace("-", " ").split())
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_LETTERS):
        raise InvalidMessage(f"a code has five of the letters {CODE_LETTERS}, such as KDFGH, not {shown(text)}")
    return code
