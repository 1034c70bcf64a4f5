"""Sends a datagram to the organiser's service, with and without a connection."""

import socket

from attempts import TARGETS, play, syscall, tried

EXPECTED = "contained"


def sent(kind):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM, kind) as one:
        return one.sendto(TARGETS["name"].encode(), ("127.0.0.1", TARGETS["udp"]))


def phazed_play(*arguments):
    found = tried(udp=lambda: sent(0), ping=lambda: sent(socket.IPPROTO_ICMP), raw=lambda: syscall("socket", 2, 2, 0))
    return play(arguments, found)
