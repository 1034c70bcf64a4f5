"""Defines another function than the one it is asked for."""

EXPECTED = "start"
REASON = "does not define"


def phased_play(*arguments):
    return (1, None)
