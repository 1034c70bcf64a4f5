"""Announces an answer of two gigabytes and sends little of it."""

import os
import time

from attempts import frame, header

EXPECTED = "malformed"
REASON = "announced an answer of 2147483647 bytes"


def phazed_play(*arguments):
    os.write(4, frame(b"[" * 100, header()[4:8], length=2**31 - 1))
    time.sleep(1000)
