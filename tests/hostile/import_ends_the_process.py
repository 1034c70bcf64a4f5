"""Ends its process during its import."""

import os

EXPECTED = "start"
REASON = "exited with code 0"
os._exit(0)
