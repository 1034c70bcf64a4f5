"""Bots for tests of the sandbox, and how to call them."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest

from phazed.game.referee import Offence
from phazed.sandbox.limits import Limits
from phazed.storage.entrant import Entrant
from waiting import wait_until

QUICK = Limits(start=5.0, play=1.0, match=2.0, idle=60.0)


def bot(source: str, **others: str) -> Entrant:
    files = {"bot.py": source, **{f"{name}.py": text for name, text in others.items()}}
    return Entrant("bot", "bot.py", tuple(sorted((name, text.encode()) for name, text in files.items())))


def ask(one, *arguments):
    return one.call("play", marshal.dumps(arguments))


def assert_ends(pid: int) -> None:
    """Assert that the process ends; a zombie whose threads have ended counts."""

    def ended():
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return True
        return state[0] == "Z" and state[17] == "1"

    wait_until(ended)


def wait_for_zombie(pid: int) -> None:
    """Wait until the process has ended, though nobody has reaped it."""
    wait_until(lambda: Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z")


def begun(one):
    one.begin()
    return one


def offence(one, *arguments) -> Offence:
    with pytest.raises(Offence) as error:
        ask(one, *arguments)
    return error.value
