"""Asking every bot once: what fails is named with its reason, whoever runs the question."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from phazed.arena.entrants import load_entrants
from phazed.arena.executors.pool import InProcess, ResilientPool, WorkerDied
from phazed.arena.precheck import ask_all
from phazed.arena.settings import Settings
from phazed.sandbox.limits import Limits
from tournaments import SIMPLE, tires, write_bots

FAILING = {
    "broken": "import nothing",
    "illegal": "def phasedout_play(*_): return (5, 'KC')",
    "none": "",
    "syntax": "def phasedout_play(:",
    "tired": tires(0),
}


@pytest.fixture
def bots(tmp_path):
    return load_entrants(write_bots(tmp_path / "bots", good=SIMPLE, later=tires(1), **FAILING), ("@greedy",)).entrants


def test_a_bot_that_fails_at_once_is_named_with_the_reason(bots):
    progress = []
    settings = Settings("phasedout")
    found = ask_all(
        InProcess(), bots, settings, max_pending=3, on_progress=lambda done, total: progress.append((done, total))
    )
    assert list(found) == sorted(FAILING)
    missing = "it cannot be imported: ModuleNotFoundError: No module named 'nothing' (broken.py, line 1): "
    assert found["broken"].startswith(f"{missing}there is no nothing.py in the submission")
    assert found["none"] == "it does not define phasedout_play, which is required to play phasedout"
    assert found["illegal"].startswith("asked for its first play: ")
    assert found["tired"] == "asked for its first play: RuntimeError: no more (tired.py, line 11)"
    assert found["syntax"].count("(syntax.py, line 1)") == 1
    assert progress == [(done, 7) for done in range(1, 8)]
    with ResilientPool(2) as pool:
        assert ask_all(pool, bots, settings, max_pending=4) == found


def test_a_slow_import_is_named(tmp_path):
    bots = load_entrants(write_bots(tmp_path / "bots", slow="while True: pass")).entrants
    found = ask_all(InProcess(), bots, Settings("phasedout", limits=Limits(start=0.1)), max_pending=1)
    assert found["slow"].startswith("it takes more than 0.1 s to import (rule 7.4)")


def test_a_bot_whose_processes_die_is_set_aside(bots):
    class Deadly(InProcess):
        def submit(self, task, job):
            future = Future()
            future.set_exception(WorkerDied("given up"))
            return future

    found = ask_all(Deadly(), bots[:3], Settings("phasedout"), max_pending=1)
    assert set(found.values()) == {"every process that asked it for a play died"}
