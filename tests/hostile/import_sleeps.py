"""Sleeps during its import."""

import time

EXPECTED = "timeout"
LIMITS = {"start": 0.2, "patience": 3.0}
time.sleep(1000)
