"""Opens files until there are no more descriptors, and keeps them."""

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
