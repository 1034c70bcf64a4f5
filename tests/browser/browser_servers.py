"""A server in a process of its own, as people start it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

HURRIED = (str(Path(__file__).with_name("hurried_server.py")),)
"""The program in which clocks run out in moments."""


class Server:
    """`phazed play` on a file of games; a free port is found where none is given."""

    def __init__(self, file: Path, *more: object, port: int = 0, program: tuple[str, ...] = ("-m", "phazed")) -> None:
        self.file = file
        self.port = port
        self.address = ""
        self._more = [str(each) for each in more]
        self._program = program
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        words = ["play", "--no-browser", "--port", self.port, "--games", self.file, *self._more]
        self._process = subprocess.Popen(
            [sys.executable, *self._program, *map(str, words)], stdout=subprocess.PIPE, text=True
        )
        said = self._process.stdout.readline()
        assert said.startswith("The table is open: "), said
        self.address = said.split()[-1].rstrip("/")
        self.port = urlsplit(self.address).port
        return self

    def kill(self) -> None:
        """End it without a warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
        self._process = None

    __enter__ = start

    def __exit__(self, *_) -> None:
        self.kill()

    def ask(self, path: str, order: Any = None) -> Any:
        """What the server answers to a request."""
        data = None if order is None else json.dumps(order).encode()
        request = Request(f"{self.address}{path}", data, {"Content-Type": "application/json"})
        with urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def make(self, *seats: str, game: str = "phazed", **more: Any) -> dict[str, Any]:
        """Make a table, as the first page does."""
        return self.ask("/api/games", {"game": game, "seats": seats, **more})
