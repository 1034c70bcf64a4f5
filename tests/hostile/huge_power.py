"""Computes a power of a hundred million digits: one bytecode instruction, during which no signal handler runs."""

EXPECTED = "timeout"
LIMITS = {"play": 0.3, "match": 1.0, "idle": 100.0}


def phazed_play(*arguments):
    base = len(arguments) + 3
    return base**base**8 % 2
