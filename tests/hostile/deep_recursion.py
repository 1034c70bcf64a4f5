"""Recurses without end."""

EXPECTED = "exception"
REASON = "RecursionError"


def phazed_play(*arguments):
    return phazed_play(*arguments)
