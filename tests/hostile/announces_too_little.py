"""Sends more than it has announced."""

import os
import time

from attempts import frame, header

EXPECTED = "malformed"
REASON = "more than its answer"


def phazed_play(*arguments):
    os.write(4, frame(b'["answer", [1, null]]', header()[4:8], length=10))
    time.sleep(1000)
