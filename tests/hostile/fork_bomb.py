"""Forks as often as it can, in as many threads as it can start."""

import os
import threading

from attempts import play

EXPECTED = "contained"
born = []


def breed():
    for _ in range(200):
        try:
            pid = os.fork()
        except OSError:
            continue
        if not pid:
            os._exit(0)
        born.append(pid)


def phazed_play(*arguments):
    breeders = [threading.Thread(target=breed) for _ in range(8)]
    for each in breeders:
        each.start()
    for each in breeders:
        each.join()
    return play(arguments, map(str, born))
