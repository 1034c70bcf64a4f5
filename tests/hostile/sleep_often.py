"""Sleeps in every call for as long as allowed, so that a match would take hours."""

import time

from attempts import play

EXPECTED = "timeout"
LIMITS = {"play": 0.2, "match": 0.2, "idle": 0.6}
CALLS = 4


def phazed_play(*arguments):
    time.sleep(0.35)
    return play(arguments)
