"""Tries to undo its confinement: the filter, the parent-death signal, the dropped capabilities."""

import os
import struct

from attempts import allowed, play, syscall, tried

EXPECTED = "contained"
OPTIONS = {
    "death_signal": (1, 0),
    "dumpable": (4, 1),
    "keep_capabilities": (8, 1),
    "seccomp_off": (22, 0),
    "seccomp_filter": (22, 2),
    "bounding_set": (24, 21),
    "secure_bits": (28, 0),
    "timer_slack": (29, 1),
    "memory_map": (35, 1),
    "subreaper": (36, 1),
    "privileges": (38, 0),
    "ambient": (47, 2),
    "speculation": (53, 0),
    "traced_by_anybody": (0x59616D61, -1),
}


def phazed_play(*arguments):
    options = {name: (lambda values=values: syscall("prctl", *values, 0, 0, 0)) for name, values in OPTIONS.items()}
    found = tried(
        **options,
        disguised=lambda: syscall("prctl", 1 | 1 << 32, 0, 0, 0, 0),
        capabilities=lambda: syscall("capset", struct.pack("=Ii", 0x20080522, 0), b"\xff" * 24),
        user=lambda: os.setuid(0),
        group=lambda: os.setgid(0),
        groups=lambda: os.setgroups([0]),
    )
    return play(arguments, found, allowed("capset", "setuid", "setresuid", "setgroups", "seccomp", "personality"))
