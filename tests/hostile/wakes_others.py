"""Waits and wakes at an address of a file that every bot can map, by which two bots could talk across processes."""

import ctypes
import mmap
import threading

from attempts import play, syscall, tried

EXPECTED = "contained"
WAIT, WAKE, PRIVATE = 0, 1, 128


def phazed_play(*arguments):
    with open(threading.__file__, "rb") as file:
        shared = mmap.mmap(file.fileno(), 0, mmap.MAP_SHARED, mmap.PROT_READ)
    word = ctypes.c_void_p(address_of(shared))
    found = tried(
        wake=lambda: syscall("futex", word, WAKE, 1, None, None, 0),
        wait=lambda: syscall("futex", word, WAIT, 0, None, None, 0),
    )
    syscall("futex", word, WAKE | PRIVATE, 1, None, None, 0)  # within the process it is allowed
    thread = threading.Thread(target=len, args=("x",))
    thread.start()
    thread.join()
    return play(arguments, found)


def address_of(mapping):
    """The address of a read-only mapping, which ctypes does not give away."""
    buffer = (ctypes.c_byte * 256)()
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(mapping), buffer, 0)
    return ctypes.c_void_p.from_buffer(buffer).value
