"""Opens sockets of the rarer kinds: raw, packets, the kernel's own, virtual machines, ciphers."""

import socket

from attempts import play, tried

EXPECTED = "contained"
FAMILIES = {
    "INET": 2,
    "NETLINK": 16,
    "PACKET": 17,
    "ALG": 38,
    "VSOCK": 40,
    "BLUETOOTH": 31,
    "CAN": 29,
    "XDP": 44,
    "TIPC": 30,
}


def phazed_play(*arguments):
    opened = {
        f"{name}_{kind}": (lambda family=family, kind=kind: socket.socket(family, kind))
        for name, family in FAMILIES.items()
        for kind in (socket.SOCK_RAW, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM)
    }
    return play(arguments, tried(**opened))
