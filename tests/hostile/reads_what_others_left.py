"""Searches all memory of its process for the folders and seeds of bots that were started before it."""

import os
import re

from attempts import HERE, SECRET, TARGETS, memory, play

EXPECTED = "contained"
KNOWN = {os.path.basename(path).encode() for path in (HERE, TARGETS["neighbour"])}
FOLDER = re.compile(re.escape(os.path.dirname(HERE).encode()) + rb"/(tmp\w{8})")


def phazed_play(*arguments):
    found = set()
    for _, content in memory():
        found |= set(FOLDER.findall(content)) - KNOWN
        found |= set(re.findall(SECRET, content))
    return play(arguments, [str(each) for each in sorted(found)])
