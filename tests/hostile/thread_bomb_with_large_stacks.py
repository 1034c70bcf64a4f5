"""Starts threads until its memory is exhausted, then ends them and plays on."""

import threading

from attempts import play

EXPECTED = "contained"


def phazed_play(*arguments):
    threading.stack_size(64 << 20)
    end = threading.Event()
    threads = []
    try:
        for _ in range(1000):
            threads.append(threading.Thread(target=end.wait, daemon=True))
            threads[-1].start()
    except RuntimeError:
        threads.pop()
    end.set()
    for each in threads:
        each.join()
    return play(arguments, [f"{len(threads)} threads of 64 MB"] if len(threads) > 8 else [])
