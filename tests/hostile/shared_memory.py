"""Creates shared memory, semaphores and message queues, of System V and of POSIX, and leaves them behind."""

import contextlib
import multiprocessing
from multiprocessing import shared_memory

from attempts import TARGETS, allowed, play, syscall, tried

EXPECTED = "contained"


def phazed_play(*arguments):
    key = TARGETS["key"]
    with contextlib.suppress(AttributeError, TypeError):  # what is left of an object that could not be made
        found = tried(
            memory=lambda: syscall("shmget", key, 4096, 0o1666),
            semaphore=lambda: syscall("semget", key, 1, 0o1666),
            queue=lambda: syscall("msgget", key, 0o1666),
            posix=lambda: shared_memory.SharedMemory(TARGETS["name"], create=True, size=4096),
            lock=multiprocessing.Lock,
            pipe=lambda: multiprocessing.Pipe(duplex=True),
        )
    return play(arguments, found, allowed("shmget", "shmat", "semget", "msgget", "mq_open"))
