"""A TCP proxy whose line can be frozen: connections stay open, and nothing passes until it thaws."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Thread


class FreezingProxy:
    """Forwards a free port of this machine to a server's."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._flowing = Event()
        self._flowing.set()
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def freeze(self) -> None:
        """Hold back all bytes, in both directions, and new connections."""
        self._flowing.clear()

    def thaw(self) -> None:
        """Forward what was held back."""
        self._flowing.set()

    def cut(self) -> None:
        """Drop all connections without delivering what was held back; new ones pass."""
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._flowing.set()

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._flowing.wait()
        far = socket.create_connection(("127.0.0.1", self._target))
        self._open += [near, far]
        for source, target in ((near, far), (far, near)):
            Thread(target=self._forward, args=(source, target), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                self._flowing.wait()
                target.sendall(data)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
