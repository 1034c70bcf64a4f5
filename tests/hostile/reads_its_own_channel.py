"""Answers a call by itself, reads the next call from the channel, and answers that as if it were the previous one."""

import os

from attempts import frame, header, play

EXPECTED = "malformed"
REASON = "before it was called"
CALLS = 2


def phazed_play(*arguments):
    os.write(os.dup(4), frame(b'["answer", [1, null]]', header()[4:8]))
    os.read(3, 1 << 18)
    return play(arguments)
