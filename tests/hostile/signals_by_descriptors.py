"""Has the kernel send signals to other processes on events of a file descriptor."""

import fcntl
import os

from attempts import TARGETS, play, syscall, tried

EXPECTED = "contained"
SET_OWNER, SET_SIGNAL, SET_OWNER_EX, SET_LEASE, NOTIFY, SET_PIPE_SIZE, ADD_SEALS = 8, 10, 15, 1024, 1026, 1031, 1033
FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI, TIOCSCTTY, TIOCSPGRP = 0x8901, 0x8902, 0x5452, 0x5412, 0x540E, 0x5410


def phazed_play(*arguments):
    reader, _ = os.pipe()
    found = []
    for each in (reader, 1, 3):
        for command in (
            SET_OWNER,
            SET_SIGNAL,
            SET_OWNER_EX,
            SET_LEASE,
            NOTIFY,
            SET_PIPE_SIZE,
            ADD_SEALS,
            5,
            6,
            7,
            37,
            38,
        ):
            name = f"fcntl_{command}_of_{each}"
            found += tried(**{name: lambda each=each, command=command: fcntl.fcntl(each, command, TARGETS["victim"])})
        for request in (FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI, TIOCSCTTY, TIOCSPGRP):
            name = f"ioctl_{request:x}_of_{each}"
            found += tried(**{name: lambda each=each, request=request: fcntl.ioctl(each, request, bytes(8))})
    found += tried(
        disguised=lambda: syscall("fcntl", 3, SET_OWNER | 1 << 32, TARGETS["victim"]),
        disguised_too=lambda: syscall("ioctl", 3, FIOSETOWN | 1 << 32, bytes(8)),
    )
    return play(arguments, found)
