"""Makes its output file as long as it can."""

import contextlib
import os

from attempts import allowed, play, tried

EXPECTED = "contained"


def far(place):
    os.lseek(1, place, os.SEEK_SET)
    return os.write(1, b"x")


def phazed_play(*arguments):
    found = tried(
        far=lambda: far(1 << 40),
        beyond=lambda: far(1 << 20),
        longer=lambda: os.ftruncate(1, 1 << 40),
        reserved=lambda: os.posix_fallocate(1, 0, 1 << 40),
        elsewhere=lambda: os.pwrite(1, b"x", 1 << 30),
    )
    with contextlib.suppress(OSError):
        os.lseek(1, 0, os.SEEK_SET)
        for _ in range(1000):
            os.write(1, b"f" * 65536)
    return play(arguments, found, allowed("ftruncate", "fallocate", "pwrite64", "vmsplice", "splice"))
