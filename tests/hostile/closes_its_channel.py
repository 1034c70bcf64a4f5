"""Closes its end of the channel and goes on."""

import os
import time

EXPECTED = "crash"


def phazed_play(*arguments):
    os.close(4)
    time.sleep(1000)
