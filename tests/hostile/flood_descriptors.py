"""Writes to its output and error streams past Python, without end, and then by Python."""

import contextlib
import os
import sys

from attempts import play

EXPECTED = "contained"


def phazed_play(*arguments):
    for each in (1, 2):
        with contextlib.suppress(OSError):
            while True:
                os.write(each, b"flood" * 10000)
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with contextlib.suppress(OSError, ValueError):
            stream.write("flood" * 100000)
            stream.flush()
    with contextlib.suppress(OSError):
        os.lseek(1, 0, os.SEEK_SET)
    return play(arguments)
