"""Stops its process, as the terminal's Ctrl-Z would."""

import signal

EXPECTED = "timeout"
LIMITS = {"play": 0.2, "match": 1.0, "idle": 0.6}


def phazed_play(*arguments):
    signal.raise_signal(signal.SIGSTOP)
