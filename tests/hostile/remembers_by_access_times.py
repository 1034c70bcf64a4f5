"""Looks at the times of access of its own files, by which it would find in its next match which of them it has read."""

import os
import time

from attempts import HERE, play

EXPECTED = "contained"
DAY = 86400


def phazed_play(*arguments):
    found = []
    for name in ("", *os.listdir(HERE)):
        path = os.path.join(HERE, name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                file.read()
        if abs(os.stat(path).st_atime - time.time()) < DAY:
            found.append(f"{name} was read today")
    return play(arguments, found)
