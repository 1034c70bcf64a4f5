"""The system calls that a bot may make: a seccomp filter, as the bytes of a BPF program.

Every other call fails with "operation not permitted", so a bot cannot open sockets, start processes, send signals to
other processes or change files, whatever its permissions are. Some calls are allowed only with certain arguments:
`clone` for creating threads, `tgkill` for the bot's own threads, `clock_gettime` for clocks other than those of other
processes, and `futex` for futexes within the process. The flags of `clone3` are in memory, where a filter cannot read
them; this call fails as if it did not exist, and the C library falls back to `clone`.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EPERM, EAGAIN, ENOSYS = 1, 11, 38
KILL, ERRNO, ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
LOAD, AND, EQUAL, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x45, 0x06
"""The BPF instructions used: load a word, mask it, compare it, test its bits, and return."""
NUMBER_AT, MACHINE_AT, ARGUMENTS_AT = 0, 4, 16
"""Offsets in the kernel's `struct seccomp_data`."""
OWN_PID = 0x5E1F5E1F
"""Placeholder for the ID of the bot's process, which is known only after the fork."""


class Machine(NamedTuple):
    """A processor architecture."""

    audit: int
    """The kernel's constant for the architecture, `AUDIT_ARCH_*`."""
    column: int
    """Index of the architecture's call numbers in `CALLS`."""


MACHINES = {"x86_64": Machine(0xC000003E, 0), "aarch64": Machine(0xC00000B7, 1)}

# fmt: off
CALLS: dict[str, tuple[int | None, int | None]] = {
    # reading, and writing to open files
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67), "preadv": (295, 69),
    "close": (3, 57), "close_range": (436, 436), "lseek": (8, 62), "dup": (32, 23), "dup2": (33, None),
    "dup3": (292, 24), "pipe": (22, None), "pipe2": (293, 59), "fadvise64": (221, 223),
    # opening files: Landlock decides which ones
    "open": (2, None), "openat": (257, 56), "getdents64": (217, 61), "getcwd": (79, 17), "chdir": (80, 49),
    "fchdir": (81, 50), "stat": (4, None), "fstat": (5, 80), "lstat": (6, None), "newfstatat": (262, 79),
    "statx": (332, 291), "access": (21, None), "faccessat": (269, 48), "faccessat2": (439, 439),
    "readlink": (89, None), "readlinkat": (267, 78),
    # memory
    "brk": (12, 214), "mmap": (9, 222), "mprotect": (10, 226), "mremap": (25, 216), "munmap": (11, 215),
    "madvise": (28, 233), "membarrier": (324, 283),
    # time and waiting
    "clock_getres": (229, 114), "clock_gettime": (228, 113), "clock_nanosleep": (230, 115), "nanosleep": (35, 101),
    "gettimeofday": (96, 169), "time": (201, None), "times": (100, 153), "poll": (7, None), "ppoll": (271, 73),
    "select": (23, None), "pselect6": (270, 72), "pause": (34, None), "alarm": (37, None), "setitimer": (38, 103),
    "getitimer": (36, 102), "restart_syscall": (219, 128),
    # own threads and signals
    "futex": (202, 98), "set_robust_list": (273, 99), "set_tid_address": (218, 96), "rseq": (334, 293),
    "sched_yield": (24, 124), "rt_sigaction": (13, 134), "rt_sigpending": (127, 136), "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139), "rt_sigsuspend": (130, 133), "rt_sigtimedwait": (128, 137), "sigaltstack": (131, 132),
    "exit": (60, 93), "exit_group": (231, 94),
    # information about the process and the machine
    "getpid": (39, 172), "getppid": (110, 173), "gettid": (186, 178), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getgroups": (115, 158), "getresuid": (118, 148),
    "getresgid": (120, 150), "getpgrp": (111, None), "getrlimit": (97, 163), "getrusage": (98, 165),
    "getrandom": (318, 278), "sysinfo": (99, 179), "uname": (63, 160),
    # allowed only with certain arguments
    "clone": (56, 220), "tgkill": (234, 131), "fcntl": (72, 25), "ioctl": (16, 29), "prctl": (157, 167),
    "prlimit64": (302, 261), "sched_getaffinity": (204, 123),
    # fails as if it did not exist
    "clone3": (435, 435),
}
# fmt: on


class Test(NamedTuple):
    """A condition on an argument: it must have one of these values, or one of these bits."""

    argument: int
    values: Sequence[int] = ()
    bits: int = 0
    half: int = 0
    """1 for the upper half of a 64-bit argument."""
    mask: int = 0
    """If not 0, only these bits of the argument are compared."""
    error: int = EPERM
    """Error returned by a call that does not meet the condition."""


CLONE_VM, CLONE_FS, CLONE_FILES, CLONE_SIGHAND, CLONE_THREAD = 0x100, 0x200, 0x400, 0x800, 0x10000
FUTEX_PRIVATE = 0x80
SYSTEM_CLOCKS = range(12)
READ_ONLY, WRITE_ONLY, READ_AND_WRITE, TRUNCATE = 0, 1, 2, 0x200
OPENINGS = (READ_ONLY, WRITE_ONLY, READ_AND_WRITE, WRITE_ONLY | TRUNCATE, READ_AND_WRITE | TRUNCATE)
"""Allowed access modes. Before version 3, Landlock lets a process truncate a file that it opens for reading."""
TESTS: dict[str, tuple[Test, ...]] = {
    # Only threads that share everything: a thread with its own file table could open as many files as a process.
    "clone": tuple(Test(0, bits=bit) for bit in (CLONE_THREAD, CLONE_VM, CLONE_FS, CLONE_FILES, CLONE_SIGHAND)),
    "open": (Test(1, OPENINGS, mask=3 | TRUNCATE),),
    "openat": (Test(2, OPENINGS, mask=3 | TRUNCATE),),
    "close_range": (Test(2, [0]),),
    # A futex in a shared file mapping could wake another bot; the C library takes this error for a changed value.
    "futex": (Test(1, bits=FUTEX_PRIVATE, error=EAGAIN),),
    # Other IDs are clocks of other processes, which would reveal their activity.
    "clock_gettime": (Test(0, SYSTEM_CLOCKS),),
    "clock_getres": (Test(0, SYSTEM_CLOCKS),),
    "clock_nanosleep": (Test(0, SYSTEM_CLOCKS),),
    "tgkill": (Test(0, [OWN_PID]),),
    # Duplicating descriptors, getting and setting flags, but not choosing a process to be signalled.
    "fcntl": (Test(1, [0, 1, 2, 3, 4, 1030]),),
    # Terminal attributes and size, bytes available, non-blocking mode, close-on-exec: Python uses these for files.
    "ioctl": (Test(1, [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451]),),
    # Names of threads and memory areas.
    "prctl": (Test(0, [15, 16, 0x53564D41]),),
    # Reading the process's own limits, never setting them.
    "prlimit64": (Test(0, [0]), Test(2, [0]), Test(2, [0], half=1)),
    "sched_getaffinity": (Test(0, [0]),),
}


def instruction(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    """Return an instruction; jumps are relative to the next instruction."""
    return struct.pack("<HBBI", code, then, otherwise, value)


SIZE = len(instruction(RETURN, 0))


def program(machine: str) -> bytes:
    """Return the filter for an architecture.

    >>> len(program("x86_64")) % SIZE, program("x86_64").count(struct.pack("<I", OWN_PID))
    (0, 1)
    """
    audit, column = MACHINES[machine]
    parts = [
        instruction(LOAD, MACHINE_AT),
        instruction(EQUAL, audit, then=1),
        instruction(RETURN, KILL),
        instruction(LOAD, NUMBER_AT),
    ]
    for name, numbers in CALLS.items():
        number = numbers[column]
        if number is not None:
            body = b"".join(_answer(name))
            parts += [instruction(EQUAL, number, otherwise=len(body) // SIZE), body]
    return b"".join([*parts, instruction(RETURN, ERRNO | EPERM)])


def _answer(name: str) -> Iterator[bytes]:
    """Yield the instructions that allow or refuse a system call."""
    if name == "clone3":
        yield instruction(RETURN, ERRNO | ENOSYS)
        return
    for test in TESTS.get(name, ()):
        yield instruction(LOAD, ARGUMENTS_AT + 8 * test.argument + 4 * test.half)
        if test.mask:
            yield instruction(AND, test.mask)
        if test.bits:
            yield instruction(ANY_BIT, test.bits, then=1)
        for place, value in enumerate(test.values, start=1):
            yield instruction(EQUAL, value, then=len(test.values) - place + 1)
        yield instruction(RETURN, ERRNO | test.error)
    yield instruction(RETURN, ALLOW)
