"""Answers at once and goes on thinking when it is not its turn, in a thread."""

import threading

from attempts import play

EXPECTED = "timeout"
LIMITS = {"play": 0.3, "match": 5.0, "idle": 100.0}
CALLS = 2
BETWEEN = 0.4
threads = []


def think():
    while True:
        pass


def phazed_play(*arguments):
    if not threads:
        threads.append(threading.Thread(target=think, daemon=True))
        threads[0].start()
    return play(arguments)
