"""The kernel features for confining a process that are available on this system."""

from __future__ import annotations

import os
import struct
import sys
from typing import NamedTuple

from phazed.sandbox import landlock, seccomp

SECCOMP_SYSCALL = {"x86_64": 317, "aarch64": 277}
SECCOMP_GET_ACTION_AVAIL = 2


class Protection(NamedTuple):
    """The kernel features available for confining bots."""

    landlock: int
    """The kernel's version of Landlock; 0 if it has none."""
    seccomp: bool

    @property
    def full(self) -> bool:
        return self.landlock > 0 and self.seccomp


def protection() -> Protection:
    """Return the protection available on this system."""
    if sys.platform != "linux" or os.uname().machine not in seccomp.MACHINES:
        return Protection(0, seccomp=False)
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    action = struct.pack("=I", seccomp.ERRNO)
    available = libc.syscall(SECCOMP_SYSCALL[os.uname().machine], SECCOMP_GET_ACTION_AVAIL, 0, action) == 0
    return Protection(landlock.version(), seccomp=available)
