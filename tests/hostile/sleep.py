"""Sleeps, which takes no CPU time."""

import time

EXPECTED = "timeout"
REASON = "waited for more than 0.6 s"
LIMITS = {"play": 0.2, "match": 1.0, "idle": 0.6}


def phazed_play(*arguments):
    time.sleep(1000)
