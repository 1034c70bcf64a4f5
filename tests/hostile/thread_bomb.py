"""Starts threads with the smallest stacks, so that very many fit into its memory."""

import threading
import time

EXPECTED = "limit"
REASON = "threads"


def phazed_play(*arguments):
    threading.stack_size(32768)
    while True:
        try:
            threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
        except RuntimeError:
            time.sleep(0.01)
