"""Maps its output file, truncates it and sets its flags, to disturb its reader."""

import contextlib
import fcntl
import mmap
import os

from attempts import play

EXPECTED = "contained"


def phazed_play(*arguments):
    os.write(1, b"o" * 8192)
    with mmap.mmap(1, 8192) as mapped:
        mapped[:] = b"\xff\xfe\x00\x80" * 2048
        with contextlib.suppress(OSError):
            os.open("/proc/self/fd/1", os.O_RDWR | os.O_TRUNC)
    for flag in (os.O_NONBLOCK, os.O_APPEND, os.O_ASYNC, os.O_DIRECT, os.O_NOATIME):
        with contextlib.suppress(OSError):
            fcntl.fcntl(1, fcntl.F_SETFL, fcntl.fcntl(1, fcntl.F_GETFL) | flag)
    with contextlib.suppress(OSError):
        os.lseek(1, 60000, os.SEEK_SET)
        os.write(1, b"\xed\xa0\x80 end")
    return play(arguments)
