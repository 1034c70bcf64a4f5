"""Changes files without writing to them: permissions, owners, names, links, times, attributes, length, existence."""

import ctypes
import os

from attempts import HERE, TARGETS, allowed, play, syscall, tried

EXPECTED = "contained"


def attacks(path, beside):
    return tried(
        rights=lambda: os.chmod(path, 0o777),
        owner=lambda: os.chown(path, 65534, 65534),
        times=lambda: os.utime(path, (1, 1)),
        attribute=lambda: os.setxattr(path, "user.hostile", b"x"),
        length=lambda: os.truncate(path, 0),
        name=lambda: os.rename(path, beside),
        exchange=lambda: syscall(
            "renameat2", -100, ctypes.c_char_p(path.encode()), -100, ctypes.c_char_p(__file__.encode()), 2
        ),
        second_name=lambda: os.link(path, beside),
        link=lambda: os.symlink(path, beside),
        folder=lambda: os.mkdir(beside),
        pipe=lambda: os.mkfifo(beside),
        device=lambda: os.mknod(beside, 0o020666, os.makedev(1, 3)),
        no_more=lambda: os.unlink(path),
        no_more_folder=lambda: os.rmdir(os.path.dirname(path)),
        lock=lambda: os.lockf(os.open(path, os.O_PATH), os.F_TLOCK, 0),
    )


def phazed_play(*arguments):
    found = attacks(TARGETS["secret"], f"{TARGETS['secret']}.new")
    found += attacks(__file__, os.path.join(HERE, TARGETS["name"]))
    calls = (
        "fchmodat",
        "fchownat",
        "utimensat",
        "setxattr",
        "truncate",
        "ftruncate",
        "fallocate",
        "renameat2",
        "linkat",
    )
    return play(arguments, found, allowed(*calls, "symlinkat", "mkdirat", "mknodat", "unlinkat", "flock", "sync"))
