"""Keys and sessions: the links with which people sign in, the cookies that keep them signed in, and CSRF tokens.

All three are derived from the secret of the class, so none of them is stored; only sessions that have been ended are
(`storage.course.people`). A key contains the person's id and a MAC (message authentication code). When a person gets a
new key, for example after losing a link, the person's generation increases, and all earlier keys and cookies become
invalid.

>>> keys = Keys("secret")
>>> key = keys.key(7, generation=0)
>>> keys.person_in(key), keys.is_key(key, 7, 0), keys.is_key(key, 7, 1), keys.is_key(key, 8, 0)
(7, True, False, False)
>>> cookie = keys.cookie(7, 0, now=1000.0)
>>> cookie == keys.cookie(7, 0, now=1000.0)
False
>>> keys.is_cookie(cookie, 7, 0, now=2000.0), keys.is_cookie(cookie, 7, 0, now=1000.0 + MAX_AGE + 1)
(True, False)
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

DAY = 86_400
MAX_AGE = 120 * DAY
"""Maximum age of a session in seconds: one semester."""
MAX_LENGTH = 200
"""Maximum length of a key or a cookie."""
MAC_BYTES = 18
NONCE_BYTES = 9


class Keys:
    """The keys, cookies and CSRF tokens of a class."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def _mac(self, purpose: str, *parts: object) -> str:
        text = "/".join([purpose, *map(str, parts)])
        return urlsafe_b64encode(
            hmac.digest(self._secret, text.encode("utf-8", "backslashreplace"), "sha256")[:MAC_BYTES]
        ).decode()

    def key(self, person: int, generation: int) -> str:
        """Return the key that opens a person's account."""
        return f"{person}.{self._mac('key', person, generation)}"

    @staticmethod
    def person_in(text: str) -> int | None:
        """Return the id of the person that a key or a cookie names, without verifying the key or cookie."""
        number = text[:MAX_LENGTH].partition(".")[0]
        return int(number) if number.isascii() and number.isdecimal() and len(number) <= 9 else None

    def is_key(self, text: str, person: int, generation: int) -> bool:
        """Return whether the text is this person's key."""
        return _equal(text, self.key(person, generation))

    def cookie(self, person: int, generation: int, now: float) -> str:
        """Return a new, unique cookie for a person who is signing in."""
        return self._cookie(person, generation, int(now), secrets.token_urlsafe(NONCE_BYTES))

    def _cookie(self, person: int, generation: int, issued: int, nonce: str) -> str:
        return f"{person}.{issued}.{nonce}.{self._mac('session', person, generation, issued, nonce)}"

    def is_cookie(self, text: str, person: int, generation: int, now: float) -> bool:
        """Return whether the text is an unexpired cookie of this person."""
        parts = text[:MAX_LENGTH].split(".")
        if len(parts) != 4 or not (parts[1].isascii() and parts[1].isdecimal()):
            return False
        issued = int(parts[1])
        return 0 <= now - issued <= MAX_AGE and _equal(text, self._cookie(person, generation, issued, parts[2]))

    def csrf(self, cookie: str) -> str:
        """Return the cookie's CSRF token, which a page sends with every change."""
        return self._mac("csrf", cookie)

    def is_csrf(self, text: str, cookie: str) -> bool:
        """Return whether the text is the cookie's CSRF token."""
        return _equal(text, self.csrf(cookie))


def session_of(cookie: str) -> str:
    """Return the name of a cookie's session, from which the cookie cannot be derived."""
    return sha256(cookie.encode("utf-8", "backslashreplace")).hexdigest()


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "backslashreplace"), other.encode())
