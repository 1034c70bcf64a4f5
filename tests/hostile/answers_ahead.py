"""Answers before it is called: sends many answers during its import."""

import os

from attempts import frame, play

EXPECTED = ("start", "malformed")
os.write(4, frame(b'["ready", ["phazed_play"]]', bytes(4)))
for _ in range(100):
    os.write(4, frame(b'["answer", [1, null]]', bytes(4)))


def phazed_play(*arguments):
    return play(arguments)
