"""Reads files by other means than their names: links, directory descriptors, new system calls, handles, mappings."""

import ctypes
import os

from attempts import HERE, TARGETS, allowed, play, syscall, tried

EXPECTED = "contained"
secret = TARGETS["secret"]


def beneath(folder):
    place = os.open(folder, os.O_PATH)
    return os.open(os.path.basename(secret), os.O_RDONLY, dir_fd=place)


def from_there():
    os.chdir(os.path.dirname(secret))
    try:
        return os.open(os.path.basename(secret), os.O_RDONLY)
    finally:
        os.chdir(HERE)


def upgraded():
    place = os.open(secret, os.O_PATH)
    return os.open(f"/proc/self/fd/{place}", os.O_RDONLY)


def read_a_path():
    place = os.open(secret, os.O_PATH)
    return os.read(place, 100)


def phazed_play(*arguments):
    up = "../" * 40
    found = tried(
        dots=lambda: os.open(HERE + "/" + up + secret, os.O_RDONLY),
        root=lambda: os.open("/proc/self/root" + secret, os.O_RDONLY),
        working_folder=lambda: os.open("/proc/self/cwd/" + up + secret, os.O_RDONLY),
        thread=lambda: os.open(f"/proc/thread-self/root{secret}", os.O_RDONLY),
        folder=lambda: beneath(os.path.dirname(secret)),
        change_of_folder=from_there,
        upgrade=upgraded,
        path=read_a_path,
        library=lambda: ctypes.CDLL(secret),
        newer_call=lambda: syscall("openat2", -100, ctypes.c_char_p(secret.encode()), bytes(24), 24),
    )
    return play(arguments, found, allowed("open_by_handle_at", "name_to_handle_at", "sendfile", "copy_file_range"))
