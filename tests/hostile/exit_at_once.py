"""Ends its process during a call."""

import os

EXPECTED = "crash"
REASON = "exited with code 0"


def phazed_play(*arguments):
    os._exit(0)
