"""Sleeps during its import."""

import time

EXPECTED = "timeout"
LIMITS = {"start": 0.2, "idle": 0.6}
time.sleep(1000)
