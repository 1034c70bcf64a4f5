"""Reads from address 0."""

import ctypes

EXPECTED = "crash"
REASON = "SIGSEGV"


def phazed_play(*arguments):
    ctypes.string_at(0)
