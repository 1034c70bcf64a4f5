"""Sends bytes that are neither JSON nor text."""

import os
import time

from attempts import frame, header

EXPECTED = "malformed"
REASON = "cannot be decoded"


def phazed_play(*arguments):
    os.write(4, frame(bytes(range(256)) * 16, header()[4:8]))
    time.sleep(1000)
