"""A real server of a class for tests, and browsers of its people."""

from __future__ import annotations

import json
from contextlib import nullcontext
from http.cookies import SimpleCookie

from clients import Server

from phazed.arena.executors.pool import InProcess
from phazed.web.classroom.access import COOKIE, CSRF_HEADER
from phazed.web.classroom.serve import ClassServer, serve_class
from phazed.web.server import serve as serving


class TestedClass(Server):
    """`serve_class` in a thread; without another executor, it computes in its own thread."""

    __test__ = False

    def __init__(self, path, *, executor=None, jobs=1, **options):
        super().__init__(path)
        self.path = path
        self.options = ClassServer(path, lambda: executor or nullcontext(InProcess()), jobs, **options)

    def _run(self):
        try:
            bound = serving.listening("127.0.0.1", 0)
            self.port = bound.getsockname()[1]
            serve_class(self.options, bound, "127.0.0.1", self._opened)
        except BaseException as error:
            self._ready.set_exception(error)
            raise

    def _opened(self, own, shared, link):
        self.teacher_key = link.partition("#")[2]
        self._started(own, shared)


class Visitor:
    """A browser: it keeps the cookie, and sends the CSRF token as pages do."""

    def __init__(self, server, key=None):
        self._server = server
        self.cookie = self.csrf = ""
        if key is not None:
            status, headers, answer = server.request(
                "POST", "/api/class/sign-in", json.dumps({"key": key}).encode(), self.headers()
            )
            assert status == 200, answer
            self.set_cookie = headers["set-cookie"]
            self.cookie = f"{COOKIE}={SimpleCookie(self.set_cookie)[COOKIE].value}"
            self.csrf = self.get("/api/class/me")[1]["csrf"]

    def headers(self):
        known = {"cookie": self.cookie, CSRF_HEADER: self.csrf}
        return {name: value for name, value in known.items() if value}

    def request(self, method, path, body=None, **headers):
        """The status and the body of an answer."""
        status, _, answer = self._server.request(method, path, body, {**self.headers(), **headers})
        return status, answer

    def get(self, path):
        """The JSON at an address, with its status."""
        status, answer = self.request("GET", path)
        return status, json.loads(answer)

    def post(self, path, said=None, body=None):
        """What the server answers to a change, with its status."""
        sent = json.dumps(said or {}).encode() if body is None else body
        status, answer = self.request("POST", path, sent)
        return status, json.loads(answer)
