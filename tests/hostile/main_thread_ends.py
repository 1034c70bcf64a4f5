"""Ends its main thread only, so that the process looks dead while another thread goes on."""

import threading
import time

from attempts import syscall

EXPECTED = "timeout"
LIMITS = {"play": 0.2, "match": 1.0, "idle": 0.6}


def phazed_play(*arguments):
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    syscall("exit", 0)
