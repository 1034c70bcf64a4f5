"""Searches all memory of its process for the organiser's secret, including memory that the C library has freed."""

import re

from attempts import SECRET, memory, play

EXPECTED = "contained"


def phazed_play(*arguments):
    return play(arguments, [page for page, content in memory() if re.search(SECRET, content)])
