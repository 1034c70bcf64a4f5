"""Sends its answer byte by byte, each byte just before a timeout between bytes could expire."""

import os
import time

from attempts import frame, header

EXPECTED = "timeout"
LIMITS = {"play": 0.2, "match": 1.0, "idle": 0.6}


def phazed_play(*arguments):
    for each in frame(b'["answer", "' + b"x" * 60000 + b'"]', header()[4:8]):
        os.write(4, bytes([each]))
        time.sleep(0.01)
