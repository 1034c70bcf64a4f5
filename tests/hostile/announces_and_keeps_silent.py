"""Announces an answer and sends only half of it."""

import os
import time

from attempts import frame, header

EXPECTED = "timeout"
LIMITS = {"play": 0.2, "match": 1.0, "idle": 0.6}


def phazed_play(*arguments):
    os.write(4, frame(b'["answer", [1,', header()[4:8], length=100))
    time.sleep(1000)
