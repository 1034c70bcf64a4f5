"""Bots for tests of the sandbox, and how to call them."""

from __future__ import annotations

import marshal
import time
from pathlib import Path

import pytest

from phazed.arena.entrants import Entrant
from phazed.game.referee import Offence
from phazed.sandbox.limits import Limits

QUICK = Limits(start=5.0, play=1.0, match=2.0, idle=60.0)


def bot(source: str, **others: str) -> Entrant:
    files = {"bot.py": source, **{f"{name}.py": text for name, text in others.items()}}
    return Entrant("bot", "bot.py", tuple(sorted((name, text.encode()) for name, text in files.items())))


def ask(one, *arguments):
    return one.call("play", marshal.dumps(arguments))


def gone(pid: int) -> None:
    """Wait until the process has ended."""
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def begun(one):
    one.begin()
    return one


def offence(one, *arguments) -> Offence:
    with pytest.raises(Offence) as error:
        ask(one, *arguments)
    return error.value
