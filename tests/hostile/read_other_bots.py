"""Reads the files of the other bots of the match, and looks for their folders."""

import os

from attempts import HERE, TARGETS, play, tried

EXPECTED = "contained"


def phazed_play(*arguments):
    other = TARGETS["neighbour"]
    found = tried(
        file=lambda: os.open(f"{other}/bot.py", os.O_RDONLY),
        folder=lambda: os.listdir(other),
        all_folders=lambda: os.listdir(os.path.dirname(HERE)),
        from_here=lambda: os.open(f"../{os.path.basename(other)}/bot.py", os.O_RDONLY),
        module=lambda: (
            __import__("importlib.machinery").machinery.SourceFileLoader("other", f"{other}/bot.py").load_module()
        ),
    )
    return play(arguments, found)
