"""Writes to its folder, temporary folders, shared memory, and the organiser's file."""

import os
import tempfile

from attempts import HERE, TARGETS, play, tried

EXPECTED = "contained"


def phazed_play(*arguments):
    folders = [
        HERE,
        ".",
        "/tmp",
        "/var/tmp",
        "/dev/shm",
        "/run",
        TARGETS["home"],
        os.path.dirname(TARGETS["secret"]),
        "/",
    ]
    found = []
    for folder in folders:
        path = os.path.join(folder, TARGETS["name"])
        found += tried(
            new=lambda path=path: os.open(path, os.O_WRONLY | os.O_CREAT, 0o600),
            exclusive=lambda path=path: os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600),
            unnamed=lambda folder=folder: os.open(folder, os.O_TMPFILE | os.O_RDWR),
        )
    for path in (TARGETS["secret"], __file__):
        found += tried(
            empty=lambda path=path: os.open(path, os.O_RDONLY | os.O_TRUNC),
            empty_for_writing=lambda path=path: os.open(path, os.O_WRONLY | os.O_TRUNC),
            empty_by_neither=lambda path=path: os.open(path, os.O_WRONLY | os.O_RDWR | os.O_TRUNC),
        )
    for path in (TARGETS["secret"], __file__, "/etc/passwd", os.__file__, "/dev/zero", "/dev/urandom", "/dev/kmsg"):
        found += tried(
            write=lambda path=path: os.open(path, os.O_WRONLY),
            both=lambda path=path: os.open(path, os.O_RDWR),
            append=lambda path=path: os.open(path, os.O_WRONLY | os.O_APPEND),
        )
    return play(arguments, found, tried(temporary=tempfile.TemporaryFile))
