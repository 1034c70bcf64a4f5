"""Takes all memory that there is, in one piece after the other."""

EXPECTED = "exception"
REASON = "MemoryError"
kept = []


def phazed_play(*arguments):
    while True:
        kept.append(bytearray(8 << 20))
