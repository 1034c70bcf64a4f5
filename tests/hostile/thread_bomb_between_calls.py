"""Answers at once, and starts threads without a stack while it is not its turn; then answers at once again."""

import ctypes
import mmap
import threading
import time

from attempts import MACHINE, play

EXPECTED = "limit"
REASON = "threads"
MACHINES = "x86_64"
CALLS = 2
BETWEEN = 0.05
# mov eax, clone; syscall; test eax, eax; jnz out; again: mov eax, pause; syscall; jmp again; out: ret
CODE = bytes.fromhex("b838000000 0f05 85c0 7509 b822000000 0f05 ebf7 c3")
FLAGS = 0x10F00


def breed(start, stack):
    while True:
        if start(FLAGS, stack) < 0:
            time.sleep(0.001)


def begin():
    assert MACHINE == "x86_64"
    code, stacks = mmap.mmap(-1, 4096, prot=7), mmap.mmap(-1, 65536)
    code.write(CODE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    start = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long, ctypes.c_long)(address)
    stack = ctypes.addressof(ctypes.c_char.from_buffer(stacks)) + 32768
    thread = threading.Thread(target=breed, args=(start, stack), daemon=True)
    thread.start()
    return thread, code, stacks


kept = []


def phazed_play(*arguments):
    if not kept:
        kept.extend(begin())
    return play(arguments)
