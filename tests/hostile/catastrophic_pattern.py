"""Matches a regular expression with exponential backtracking."""

import re

EXPECTED = "timeout"
LIMITS = {"play": 0.3, "match": 1.0, "idle": 100.0}


def phazed_play(*arguments):
    return re.match(r"(a+)+$", "a" * 64 + "b")
