"""Waits for a lock that is never released, with all signals blocked."""

import signal
import threading

EXPECTED = "timeout"
LIMITS = {"play": 0.2, "match": 1.0, "idle": 0.6}


def phazed_play(*arguments):
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
