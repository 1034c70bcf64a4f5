"""Access to a class: sessions, roles, CSRF tokens, rate limits, and single sign-on behind a proxy.

A person is authenticated by a signed cookie, by their key in an `Authorization` header (as sent by `phazed submit`), or
by the user header of a proxy whose address is trusted. If a request that changes something is authenticated by a cookie
or by a proxy, it must carry the session's CSRF token, which only this server's pages can read.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import JSONResponse

from phazed.course.keys import MAX_AGE
from phazed.storage.course.people import ASSISTANT, STUDENT, TEACHER
from phazed.web.server.visit import ANYBODY, GUEST, Denied, client_of
from phazed.web.token_bucket import TokenBucket

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from phazed.course.folder import ClassFolder
    from phazed.storage.course.people import Person

COOKIE = "phazed_class"
CSRF_HEADER = "x-csrf-token"
ROLES = (ANYBODY, GUEST, STUDENT, ASSISTANT, TEACHER)
"""Roles in ascending order; each one includes the permissions of those before it."""
FAILURE_RATE = (20, 0.5)
"""Limit on failed sign-ins from one address, which a whole class may share: burst size, and rate per second."""
CHANGE_RATE = (60, 2.0)
"""Limit on changes by one person."""
READ_RATE = (300, 30.0)
"""Limit on one person's requests that change nothing; the person may have many pages open."""
GUEST_RATE = (900, 150.0)
"""Limit on such requests from one address by people who are not signed in; a whole class may share the address."""
HEAVY_RATE = (30, 2.0)
"""Limit on one person's requests that take longer to answer: code, bot pages, replays and files."""
HEAVY_GUEST_RATE = (150, 10.0)
"""Limit on such requests from one address by people who are not signed in."""
MAX_BUCKETS = 10_000


class SingleSignOn(NamedTuple):
    """A proxy that authenticates users."""

    header: str
    """Header that contains the user's student number, as in the roster."""
    proxies: frozenset[str]
    """Addresses from which the header is trusted."""


class Visitor(NamedTuple):
    """The sender of a request."""

    person: Person | None
    session: str
    """Session to which the CSRF token belongs; empty if no token is needed (a key was sent, or nobody is signed in)."""

    @property
    def role(self) -> str:
        return ANYBODY if self.person is None else self.person.role

    def may_see(self, owner: int) -> bool:
        """Return whether the visitor may see this person's private data."""
        return self.person is not None and (self.person.is_staff or self.person.id == owner)


class Buckets:
    """One token bucket per key; the least recently used buckets are dropped."""

    def __init__(self, rate: tuple[int, float]) -> None:
        self._rate = rate
        self._buckets: dict[object, TokenBucket] = {}

    def take(self, key: object) -> bool:
        """Take a token from the key's bucket, and return whether there was one."""
        bucket = self._buckets.pop(key, None) or TokenBucket(*self._rate)
        self._buckets[key] = bucket
        while len(self._buckets) > MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()


class Access:
    """Sessions and permissions of the people in a class."""

    def __init__(self, folder: ClassFolder, single_sign_on: SingleSignOn | None = None, *, tls: bool = False) -> None:
        self._folder = folder
        self._keys = folder.keys
        self._single_sign_on = single_sign_on
        self._tls = tls
        self._failures = Buckets(FAILURE_RATE)
        self._changes = Buckets(CHANGE_RATE)
        self._reads = Buckets(READ_RATE)
        self._guests = Buckets(GUEST_RATE)
        self._heavy = Buckets(HEAVY_RATE)
        self._heavy_guests = Buckets(HEAVY_GUEST_RATE)

    def visitor(self, request: Request) -> Visitor:
        """Return the sender of the request; raise `Denied` for an invalid key or an unknown user."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            person = self._folder.person_with_key(key.strip())
            if person is None:
                self._count_failure(request)
                raise Denied(401, "this key is not valid: ask the teacher for a new sign-in link")
            return Visitor(person, "")
        cookie = request.cookies.get(COOKIE, "")
        person = self._folder.person_with_cookie(cookie, time.time()) if cookie else None
        if person is not None:
            return Visitor(person, cookie)
        return self._from_proxy(request)

    def _from_proxy(self, request: Request) -> Visitor:
        sso = self._single_sign_on
        user = request.headers.get(sso.header) if sso is not None and client_of(request) in sso.proxies else None
        if not user:
            return Visitor(None, "")
        person = self._folder.people.by_number(user)
        if person is None:
            raise Denied(403, "you are not on the roster of this class: ask the teacher")
        return Visitor(person, f"proxy/{person.id}")

    def _count_failure(self, request: Request) -> None:
        """Count an invalid key; raise `Denied` if there have been too many from the same address."""
        if not self._failures.take(client_of(request)):
            raise Denied(429, "too many attempts to sign in with invalid links: wait a moment")

    def _count_read(self, request: Request, visitor: Visitor, *, heavy: bool) -> None:
        """Count a request that changes nothing; raise `Denied` if there have been too many."""
        who = client_of(request) if visitor.person is None else visitor.person.id
        reads, heavy_reads = (
            (self._guests, self._heavy_guests) if visitor.person is None else (self._reads, self._heavy)
        )
        if not reads.take(who) or (heavy and not heavy_reads.take(who)):
            raise Denied(429, "too many requests in a short time: wait a moment")

    def check(self, request: Request, visitor: Visitor, role: str, *, heavy: bool = False) -> None:
        """Raise `Denied` if the visitor lacks the role, or the request is forged or exceeds a rate limit."""
        if role == GUEST:
            role = ANYBODY if self._folder.settings.guests else STUDENT
        if ROLES.index(visitor.role) < ROLES.index(role):
            if visitor.person is None:
                raise Denied(401, "sign in first, with your personal link")
            raise Denied(403, "this is for the teacher")
        if request.method in ("GET", "HEAD"):
            self._count_read(request, visitor, heavy=heavy)
            return
        if visitor.session and not self._keys.is_csrf(request.headers.get(CSRF_HEADER, ""), visitor.session):
            raise Denied(403, "this page is out of date: reload it")
        if visitor.person is not None and not self._changes.take(visitor.person.id):
            raise Denied(429, "too many changes in a short time: wait a moment")

    def csrf(self, visitor: Visitor) -> str:
        """Return the CSRF token that this visitor's pages send with changes."""
        return self._keys.csrf(visitor.session) if visitor.session else ""

    def sign_in(self, request: Request, key: str, *, switch: bool) -> Response:
        """Sign in with a key, and return a response that sets the cookie.

        If somebody else is signed in, `switch` must be set, so that another person's link cannot switch accounts
        unnoticed.
        """
        person = self._folder.person_with_key(key)
        if person is None:
            self._count_failure(request)
            raise Denied(401, "this link is not valid: ask the teacher for a new one")
        before = request.cookies.get(COOKIE, "")
        other = self._folder.person_with_cookie(before, time.time()) if before else None
        if other is not None and other.id != person.id and not switch:
            raise Denied(409, f"you are signed in as {other.shown}, and this is the link of {person.shown}")
        if other is not None:
            self._folder.sign_out(before, time.time())
        self._folder.people.note_joined(person.id)
        cookie = self._keys.cookie(person.id, person.generation, time.time())
        response = JSONResponse({"role": person.role})
        response.set_cookie(COOKIE, cookie, max_age=MAX_AGE, httponly=True, samesite="lax", secure=self._tls)
        return response

    def sign_out(self, visitor: Visitor) -> Response:
        """End the session on the server, and return a response that deletes the cookie."""
        if visitor.session:
            self._folder.sign_out(visitor.session, time.time())
        response = JSONResponse({})
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._tls)
        return response
