"""Opens the files of its own process in /proc, such as its memory and its descriptors."""

import os

from attempts import play, tried

EXPECTED = "contained"
NAMES = (
    "mem",
    "maps",
    "environ",
    "status",
    "pagemap",
    "mountinfo",
    "oom_score_adj",
    "uid_map",
    "setgroups",
    "fd/0",
    "fd/3",
)
FLAGS = os.O_RDWR


def phazed_play(*arguments):
    read = {name: (lambda name=name: os.open(f"/proc/self/{name}", os.O_RDONLY)) for name in NAMES if name != "fd/0"}
    written = {
        f"{name}_": (lambda name=name: os.open(f"/proc/self/{name}", os.O_RDWR)) for name in NAMES if name != "fd/0"
    }
    return play(arguments, tried(**read), tried(**written))
