"""Fills pipes with data, which takes the kernel's memory and not its own."""

import contextlib
import fcntl
import os

from attempts import play, tried

EXPECTED = "contained"


def filled():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writer, bytes(65536))
    return reader


def phazed_play(*arguments):
    pipes = []
    with contextlib.suppress(OSError):
        while True:
            pipes.append(filled())
    found = tried(larger=lambda: fcntl.fcntl(pipes[0], 1031, 1 << 20))
    for each in range(5, 64):
        with contextlib.suppress(OSError):
            os.close(each)
    return play(arguments, found, [] if len(pipes) <= 32 else [f"{len(pipes)} pipes"])
