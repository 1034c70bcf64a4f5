"""Opens files until no descriptors are left, and keeps them open."""

import os

from attempts import play

EXPECTED = "contained"
CALLS = 2
kept = []


def phazed_play(*arguments):
    try:
        while len(kept) < 10000:
            kept.append(os.open(__file__, os.O_RDONLY))
    except OSError:
        return play(arguments)
    return play(arguments, [f"{len(kept)} files are open"])
