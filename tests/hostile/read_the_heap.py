"""Searches all memory of its process for the organiser's secret, including memory that the C library has freed."""

import ctypes
import gc
import os
import re

from attempts import SECRET, libc, play

EXPECTED = "contained"
PAGE, LUMP = 4096, 1 << 20


def pages():
    """Where memory may be: the heap, and a megabyte around every object."""
    libc.sbrk.restype = ctypes.c_void_p
    end = libc.sbrk(0)
    lumps = {id(each) // LUMP for each in gc.get_objects()} | set(range(end // LUMP - 16, end // LUMP + 1))
    return (lump * LUMP + place for lump in sorted(lumps) for place in range(0, LUMP, PAGE))


def phazed_play(*arguments):
    reader, writer = os.pipe()
    found, before = [], b""
    for page in pages():  # a pipe tells without a crash whether a page is there
        if libc.write(writer, ctypes.c_void_p(page), PAGE) == PAGE:
            content = os.read(reader, PAGE)
            if re.search(SECRET, before[-64:] + content):
                found.append(hex(page))
            before = content
    os.close(reader)
    os.close(writer)
    return play(arguments, found)
