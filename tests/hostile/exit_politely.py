"""Calls sys.exit."""

import sys

EXPECTED = "exception"
REASON = "SystemExit"


def phazed_play(*arguments):
    sys.exit(0)
