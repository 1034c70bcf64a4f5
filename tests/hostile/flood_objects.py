"""Allocates all memory in small objects, and goes on after MemoryError."""

EXPECTED = ("exception", "crash", "malformed", "timeout")
LIMITS = {"memory": 64_000_000, "play": 2.0, "match": 4.0}
kept = []


def phazed_play(*arguments):
    for _ in range(100):
        try:
            while True:
                kept.append([[], {}, bytes(50)])
        except MemoryError:
            kept.append([])
    return kept
