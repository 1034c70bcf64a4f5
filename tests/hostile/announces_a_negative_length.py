"""Announces an answer of -1 bytes."""

import os
import time

from attempts import frame, header

EXPECTED = "malformed"
REASON = "announced an answer of 4294967295 bytes"


def phazed_play(*arguments):
    os.write(4, frame(b'["answer", [1, null]]', header()[4:8], length=2**32 - 1))
    time.sleep(1000)
