"""Makes system calls of 32-bit programs from machine code: other numbers, for which no filter was written."""

import ctypes
import mmap

EXPECTED = "crash"
REASON = "SIGSYS"
MACHINES = "x86_64"
CODE = bytes.fromhex("b814000000 cd80 c3")  # mov eax, getpid; int 0x80; ret


def phazed_play(*arguments):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(CODE)
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
