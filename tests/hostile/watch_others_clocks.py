"""Reads the CPU clocks of other processes, to learn what they do."""

import os
import time

from attempts import TARGETS, play, tried

EXPECTED = "contained"


def clock(pid, kind):
    return (~pid << 3) | kind


def phazed_play(*arguments):
    pids = (TARGETS["referee"], TARGETS["victim"], os.getppid(), 1)
    reads = {
        f"{kind}_of_{pid}": (lambda pid=pid, kind=kind: time.clock_gettime(clock(pid, kind)))
        for pid in pids
        for kind in range(8)
    }
    return play(arguments, tried(**reads))
