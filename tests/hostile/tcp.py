"""Connects to the organiser's service and to the internet, and listens for connections."""

import socket

from attempts import TARGETS, allowed, play, tried

EXPECTED = "contained"


def served():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        return door.getsockname()


def phazed_play(*arguments):
    found = tried(
        organiser=lambda: socket.create_connection(("127.0.0.1", TARGETS["tcp"]), timeout=1),
        world=lambda: socket.create_connection(("192.0.2.1", 80), timeout=0.05),
        sixth=lambda: socket.socket(socket.AF_INET6),
        server=served,
        name=lambda: socket.getaddrinfo("example.invalid", 80),
    )
    return play(arguments, found, allowed("socket", "connect", "bind", "sendto", "sendmsg", "recvmsg"))
