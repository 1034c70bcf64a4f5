"""Exhausts the C stack, which Python's recursion limit does not cover."""

EXPECTED = ("crash", "exception")


def phazed_play(*arguments):
    deep = ()
    for _ in range(10**6):
        deep = (deep,)
    return hash(deep)
