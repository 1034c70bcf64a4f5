"""Asks which processes exist and how many threads they have, by which two bots could talk."""

import os

from attempts import TARGETS, play, tried

EXPECTED = "contained"


def phazed_play(*arguments):
    if not TARGETS["hidden"]:  # this system does not let us hide them
        return play(arguments)
    found = tried(
        itself=lambda: os.lstat("/proc/self"),
        first=lambda: os.lstat("/proc/1"),
        referee=lambda: os.lstat(f"/proc/{TARGETS['referee']}"),
        threads=lambda: os.lstat(f"/proc/{TARGETS['referee']}/task").st_nlink,
        parent=lambda: os.lstat(f"/proc/{os.getppid()}"),
    )
    return play(arguments, found)
