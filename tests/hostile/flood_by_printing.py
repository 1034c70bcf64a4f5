"""Prints without end."""

EXPECTED = "timeout"
LIMITS = {"play": 0.3, "match": 1.0, "idle": 100.0}


def phazed_play(*arguments):
    while True:
        print("0123456789" * 1000)
