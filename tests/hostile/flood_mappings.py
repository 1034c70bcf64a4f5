"""Maps more memory than it may have, in every way: private, shared, of a device, in huge pages, locked."""

import mmap
import os

from attempts import play, tried

EXPECTED = "contained"
LARGE = 1 << 30


def zeros():
    place = os.open("/dev/zero", os.O_RDONLY)
    try:
        return mmap.mmap(place, LARGE, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
    finally:
        os.close(place)


def phazed_play(*arguments):
    found = tried(
        private=lambda: mmap.mmap(-1, LARGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS),
        shared=lambda: mmap.mmap(-1, LARGE, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS),
        promised=lambda: mmap.mmap(-1, LARGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000),
        huge=lambda: mmap.mmap(-1, LARGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000),
        locked=lambda: mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x2000),
        zeros=zeros,
    )
    return play(arguments, found)
