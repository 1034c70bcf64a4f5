"""Looks for the organiser's secret in what its process has inherited: environment, arguments, every object."""

import ctypes
import gc
import os
import re
import sys

from attempts import SECRET, libc, play

EXPECTED = "contained"


def environment():
    pointer = ctypes.POINTER(ctypes.c_char_p).in_dll(libc, "environ")
    place = 0
    while pointer[place]:
        yield pointer[place].decode()
        place += 1


def texts():
    """All texts and bytes that any object or frame of this process refers to."""
    yield from os.environ.values()
    yield from environment()
    yield from sys.argv + sys.orig_argv
    frame = sys._getframe()
    while frame:
        yield from map(repr, list(frame.f_locals.values()))
        frame = frame.f_back
    for each in gc.get_objects():
        if type(each) in (dict, list, tuple, set):
            yield from (part for part in (each.values() if type(each) is dict else each) if type(part) in (str, bytes))


def phazed_play(*arguments):
    found = [
        text
        for text in texts()
        if re.search(SECRET, text.encode("latin-1", "replace") if isinstance(text, str) else text)
    ]
    return play(arguments, map(repr, found[:3]))
