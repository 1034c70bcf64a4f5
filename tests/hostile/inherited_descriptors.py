"""Uses file descriptors that its process may have inherited, and inspects those that it has."""

import os
import stat

from attempts import play, tried

EXPECTED = "contained"


def phazed_play(*arguments):
    found = []
    for each in range(5, 4096):
        found += tried(**{f"descriptor_{each}": lambda each=each: os.fstat(each)})
    kinds = [stat.S_IFMT(os.fstat(each).st_mode) for each in range(5)]
    if kinds != [stat.S_IFCHR, stat.S_IFREG, stat.S_IFREG, stat.S_IFIFO, stat.S_IFIFO]:
        found.append(f"descriptors of the kinds {kinds}")
    if os.read(0, 10) or not os.path.samestat(os.fstat(0), os.stat(os.devnull)):
        found.append("something to read on the standard input")
    found += tried(write_to_the_input=lambda: os.write(0, b"x"))
    return play(arguments, found)
