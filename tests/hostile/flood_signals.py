"""Queues signals to itself: the limit on pending signals is shared by all processes of a user."""

import os
import signal

from attempts import play, syscall

EXPECTED = "contained"


def phazed_play(*arguments):
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    sent = 0
    try:
        while sent < 5000:
            syscall("tgkill", os.getpid(), os.getpid(), signal.SIGRTMIN)
            sent += 1
    except BlockingIOError:
        return play(arguments)
    return play(arguments, [f"{sent} signals wait"])
