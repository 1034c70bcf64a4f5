"""Aborts its process."""

import os

EXPECTED = "crash"
REASON = "SIGABRT"


def phazed_play(*arguments):
    os.abort()
