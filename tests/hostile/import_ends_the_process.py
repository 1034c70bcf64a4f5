"""Ends its process while it is imported."""

import os

EXPECTED = "start"
REASON = "exit code 0"
os._exit(0)
