"""Defines the wanted name, but not as a function."""

EXPECTED = "start"
REASON = "does not define"
phazed_play = (1, None)
