"""Imports or reads this package, to use its strongest player."""

import importlib
import os
import sys

from attempts import TARGETS, play, tried

EXPECTED = "contained"


def imported(folder, name):
    sys.path.insert(0, folder)
    importlib.invalidate_caches()
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(folder)


def phazed_play(*arguments):
    package = os.path.join(TARGETS["source"], "phazed")
    found = tried(
        by_name=lambda: importlib.import_module("phazed"),
        source=lambda: os.open(os.path.join(package, "bots", "expert.py"), os.O_RDONLY),
        zygote=lambda: os.open(os.path.join(package, "arena", "zygote.py"), os.O_RDONLY),
        folder=lambda: os.listdir(package),
    )
    for folder in (TARGETS["source"], *TARGETS["packages"]):
        found += tried(
            phazed=lambda folder=folder: imported(folder, "phazed"),
            stranger=lambda folder=folder: imported(folder, "msgspec"),
        )
    return play(arguments, found)
