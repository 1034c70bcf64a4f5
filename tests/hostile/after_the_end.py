"""Runs code after its last call: at exit, in destructors, in threads."""

import atexit
import gc
import os
import signal
import threading
import time

from attempts import play

EXPECTED = "contained"


def last():
    for _ in range(3):
        try:
            os.fork()
        except OSError:
            continue
    time.sleep(30)


class Trap:
    def __del__(self):
        last()


traps = [Trap() for _ in range(3)]
gc.collect()
atexit.register(last)


def phazed_play(*arguments):
    threading.Thread(target=last).start()
    for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(each, lambda *_: last())
    return play(arguments)
