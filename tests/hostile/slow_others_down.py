"""Changes the scheduling of other processes, and raises its own priority."""

import os

from attempts import TARGETS, allowed, play, tried

EXPECTED = "contained"


def phazed_play(*arguments):
    victim = TARGETS["victim"]
    found = tried(
        place=lambda: os.sched_setaffinity(victim, {0}),
        own_place=lambda: os.sched_setaffinity(0, {0}),
        place_seen=lambda: os.sched_getaffinity(victim),
        nice=lambda: os.setpriority(os.PRIO_PROCESS, victim, 19),
        first=lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(99)),
        idle=lambda: os.sched_setscheduler(victim, os.SCHED_IDLE, os.sched_param(0)),
    )
    return play(arguments, found, allowed("sched_setattr", "ioprio_set", "setpriority", "sched_setaffinity"))
