"""Answers a call twice; the second answer is meant for the next call."""

import os

from attempts import frame, header, play

EXPECTED = "malformed"
CALLS = 2


def phazed_play(*arguments):
    os.write(4, frame(b'["answer", [1, null]]', header()[4:8]))
    return play(arguments)
