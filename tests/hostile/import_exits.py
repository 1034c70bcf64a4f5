"""Leaves by sys.exit while it is imported."""

import sys

EXPECTED = "start"
REASON = "SystemExit"
sys.exit("goodbye")
