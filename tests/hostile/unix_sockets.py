"""Connects to local services: sockets with a path, sockets with an abstract name, socket pairs."""

import socket

from attempts import TARGETS, allowed, play, tried

EXPECTED = "contained"


def sent(address, kind):
    with socket.socket(socket.AF_UNIX, kind) as one:
        one.connect(address)
        return one.send(TARGETS["name"].encode())


def bound():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        return one.bind(b"\0" + TARGETS["name"].encode())


def phazed_play(*arguments):
    found = tried(
        path=lambda: sent(TARGETS["path"], socket.SOCK_DGRAM),
        abstract=lambda: sent(b"\0" + TARGETS["abstract"].encode(), socket.SOCK_DGRAM),
        bus=lambda: sent("/run/dbus/system_bus_socket", socket.SOCK_STREAM),
        own=bound,
        pair=socket.socketpair,
        channel=lambda: socket.socket(fileno=3).sendto(b"x", b"\0" + TARGETS["abstract"].encode()),
    )
    return play(arguments, found, allowed("socketpair"))
