"""Raises its own limits, and lowers those of others."""

import os
import resource
import struct

from attempts import TARGETS, allowed, play, syscall, tried

EXPECTED = "contained"
UNLIMITED = struct.pack("=qq", -1, -1)
NOTHING = struct.pack("=qq", 0, 0)


def phazed_play(*arguments):
    kinds = range(16)
    own = {f"own_{kind}": (lambda kind=kind: syscall("prlimit64", 0, kind, UNLIMITED, 0)) for kind in kinds}
    me = {f"me_{kind}": (lambda kind=kind: syscall("prlimit64", os.getpid(), kind, UNLIMITED, 0)) for kind in kinds}
    pids = (TARGETS["victim"], TARGETS["referee"], os.getppid())
    others = {f"of_{pid}": (lambda pid=pid: syscall("prlimit64", pid, 7, NOTHING, 0)) for pid in pids[:1]}
    seen = {f"seen_{pid}": (lambda pid=pid: syscall("prlimit64", pid, 7, 0, bytes(16))) for pid in pids}
    found = tried(**own, **me, **others, **seen, old=lambda: syscall("setrlimit", 9, UNLIMITED))
    limits = [resource.getrlimit(kind) for kind in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE)]
    if (resource.RLIM_INFINITY, resource.RLIM_INFINITY) in limits:
        found.append(f"limits {limits}")
    return play(arguments, found, allowed("setrlimit"))
