"""Sleeps, which takes no CPU time."""

import time

EXPECTED = "timeout"
REASON = "no answer within 0.6 s"
LIMITS = {"play": 0.2, "match": 1.0, "patience": 3.0}


def phazed_play(*arguments):
    time.sleep(1000)
