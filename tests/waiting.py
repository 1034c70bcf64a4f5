"""Waiting for a condition, with a limit that matters only when a test fails."""

from __future__ import annotations

import time

LONG = 300
"""Seconds; what is waited for takes a moment on an idle machine."""


def wait_until(condition):
    """Wait until the condition holds; return its value."""
    deadline = time.monotonic() + LONG
    while not (found := condition()):
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.04)
    return found
