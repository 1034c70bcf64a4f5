"""Ends its process during its import."""

import os

EXPECTED = "start"
REASON = "exit code 0"
os._exit(0)
