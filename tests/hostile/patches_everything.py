"""Replaces builtins, modules and functions that our code in its process uses, and answers all the same."""

import builtins
import json
import marshal
import os
import sys

from attempts import play

EXPECTED = "contained"
CALLS = 2
built_in = dict(vars(builtins))


def wrong(*arguments, **named):
    return None


def phazed_play(*arguments):
    answer = play(arguments)
    for name in ("print", "repr", "str", "map", "zip", "sorted", "type", "isinstance", "open", "len", "dict", "tuple"):
        setattr(builtins, name, wrong if name in ("print", "repr", "open", "sorted") else built_in[name])
    json.loads = json.dumps = marshal.dump = marshal.load = os.open = os.kill = wrong
    for name in ("json", "marshal", "traceback", "importlib", "random"):
        sys.modules[name] = None
    sys.stdout = sys.stderr = sys.stdin = None
    sys.excepthook = sys.unraisablehook = wrong
    sys.meta_path.clear()
    sys.path.clear()
    return answer
