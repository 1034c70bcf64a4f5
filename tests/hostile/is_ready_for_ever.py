"""Answers a call with the word that belongs to the end of its import."""

import os
import time

from attempts import frame, header

EXPECTED = "malformed"


def phazed_play(*arguments):
    os.write(4, frame(b'["ready", []]', header()[4:8]))
    time.sleep(1000)
