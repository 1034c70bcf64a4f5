"""Creates processes, with every system call that does so."""

import ctypes
import errno
import multiprocessing
import os

from attempts import allowed, libc, play, syscall, tried

EXPECTED = "contained"


def forked(fork):
    pid = fork()
    if pid == 0:
        os._exit(0)
    return pid


def vforked():
    if libc.vfork() == -1:
        raise OSError(ctypes.get_errno(), "vfork")
    return os._exit(3)


def newest_call():
    try:
        return syscall("clone3", 0, 0)
    except OSError as error:
        return None if error.errno == errno.ENOSYS else error


def phazed_play(*arguments):
    found = tried(
        fork=lambda: forked(os.fork),
        terminal=lambda: forked(lambda: os.forkpty()[0]),
        clone=lambda: forked(lambda: syscall("clone", 17, 0, 0, 0, 0)),
        half_a_thread=lambda: forked(lambda: syscall("clone", 0x100 | 17, 0, 0, 0, 0)),
        own_files=lambda: forked(lambda: syscall("clone", 0x10900, 0, 0, 0, 0)),
        vfork=vforked,
        multiprocessing=lambda: multiprocessing.get_context("fork").Process(target=print).start(),
    )
    if newest_call() is not None:
        found.append(f"clone3: {newest_call()}")
    return play(arguments, found, allowed("fork", "vfork", "setsid", "setpgid"))
