"""Makes system calls by their numbers of another kind of program, which the same kernel understands."""

import ctypes
import errno

from attempts import libc, number, play

EXPECTED = "contained"
X32 = 0x40000000
NAMES = ("socket", "fork", "execve", "ptrace", "kill", "memfd_create", "unshare", "openat", "write")


def refused(other):
    return libc.syscall(ctypes.c_long(other), 0, 0, 0, 0, 0, 0) == -1 and ctypes.get_errno() in (
        errno.EPERM,
        errno.ENOSYS,
    )


def phazed_play(*arguments):
    numbers = [number(name) | X32 for name in NAMES] + [number(name) | 1 << 31 for name in NAMES]
    numbers += [number(name) - (1 << 32) for name in NAMES[:7]] + [*range(512, 548), *range(4000, 4100), -1]
    return play(arguments, [hex(other) for other in numbers if not refused(other)])
