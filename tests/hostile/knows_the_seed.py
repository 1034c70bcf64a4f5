"""Looks through its process for the seed of the match, from which all hidden cards could be computed."""

import gc
import random
import sys

from attempts import play

EXPECTED = "contained"
looked = []


def phazed_play(*arguments):
    if not looked:
        looked.append(True)
        frame = sys._getframe()
        while frame:
            for name, value in list(frame.f_locals.items()):
                print(name, repr(value)[:3000])
            frame = frame.f_back
        for each in gc.get_objects():
            if type(each) is dict and "seed" in each:
                print("seed", repr(each.get("seed")))
        print(random.getstate()[1][:3])
    return play(arguments)
