"""Replaces the functions that send its answer, so that they send something else."""

import marshal
import os
import sys

EXPECTED = "malformed"


def phazed_play(*arguments):
    write = os.write
    os.write = lambda place, data: write(place, bytes(len(data) - 1) + b"]") and len(data)
    marshal.loads = lambda data: ((),)
    sys.modules.clear()
    return (1, None)
