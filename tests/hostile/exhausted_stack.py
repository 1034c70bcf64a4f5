"""Uses up the stack in C, where Python does not count."""

EXPECTED = ("crash", "exception")


def phazed_play(*arguments):
    deep = ()
    for _ in range(10**6):
        deep = (deep,)
    return hash(deep)
