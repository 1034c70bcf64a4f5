"""Calls sys.exit during its import."""

import sys

EXPECTED = "start"
REASON = "SystemExit"
sys.exit("goodbye")
