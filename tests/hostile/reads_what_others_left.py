"""Searches all memory of its process for the folders and seeds of bots that were started before it."""

import ctypes
import gc
import os
import re

from attempts import HERE, SECRET, TARGETS, libc, play

EXPECTED = "contained"
PAGE, CHUNK = 4096, 1 << 20
KNOWN = {os.path.basename(path).encode() for path in (HERE, TARGETS["neighbour"])}
FOLDER = re.compile(re.escape(os.path.dirname(HERE).encode()) + rb"/(tmp\w{8})")


def pages():
    """Where memory may be: the heap, and a megabyte around every object."""
    libc.sbrk.restype = ctypes.c_void_p
    end = libc.sbrk(0)
    chunks = {id(each) // CHUNK for each in gc.get_objects()} | set(range(end // CHUNK - 16, end // CHUNK + 1))
    return (chunk * CHUNK + place for chunk in sorted(chunks) for place in range(0, CHUNK, PAGE))


def phazed_play(*arguments):
    reader, writer = os.pipe()
    found, before = set(), b""
    for page in pages():  # a pipe tells without a crash whether a page is there
        if libc.write(writer, ctypes.c_void_p(page), PAGE) == PAGE:
            content = os.read(reader, PAGE)
            text = before[-256:] + content
            found |= set(FOLDER.findall(text)) - KNOWN
            found |= set(re.findall(SECRET, text))
            before = content
    os.close(reader)
    os.close(writer)
    return play(arguments, [str(each) for each in sorted(found)])
