"""Asks for a number of a million million bits, and for a text as long."""

EXPECTED = "exception"
REASON = "MemoryError"


def phazed_play(*arguments):
    try:
        return "x" * 10**12
    except MemoryError:
        return 1 << 10**12
