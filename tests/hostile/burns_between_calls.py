"""Answers at once, and burns all processors in threads while others are called, so that those run out of time."""

import hashlib
import threading

from attempts import play

EXPECTED = "timeout"
LIMITS = {"play": 0.3, "match": 1.0, "idle": 100.0}
CALLS = 2
BETWEEN = 0.5
threading.stack_size(256 * 1024)
threads = []


def burn():
    while True:
        hashlib.pbkdf2_hmac("sha256", b"x", b"y", 10000)


def phazed_play(*arguments):
    if not threads:
        threads.extend(threading.Thread(target=burn, daemon=True) for _ in range(16))
        for each in threads:
            each.start()
    return play(arguments)
