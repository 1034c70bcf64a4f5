"""Allocates all memory in large blocks."""

EXPECTED = "exception"
REASON = "MemoryError"
kept = []


def phazed_play(*arguments):
    while True:
        kept.append(bytearray(8 << 20))
