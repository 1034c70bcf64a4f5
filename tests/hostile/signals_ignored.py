"""Ignores and blocks every signal that it can, and then thinks without end."""

import contextlib
import signal

EXPECTED = "timeout"
LIMITS = {"play": 0.3, "match": 1.0, "idle": 100.0}


def phazed_play(*arguments):
    for each in signal.valid_signals():
        with contextlib.suppress(OSError, ValueError):
            signal.signal(each, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    while True:
        pass
