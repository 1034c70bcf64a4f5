"""Fixtures that start bots."""

from __future__ import annotations

import pytest
from sandboxed_bots import QUICK, bot

from phazed.sandbox.workspace import Workspace


@pytest.fixture(scope="module")
def shared_workspace():
    made = Workspace()
    yield made
    made.close()


@pytest.fixture
def start_bot(shared_workspace):
    """Starts bots, and kills all of them after the test."""
    started = []

    def start(source, limits=QUICK, **others):
        one = shared_workspace.start(bot(source, **others), ["play", "other"], limits, "seed")
        started.append(one)
        return one

    yield start
    for each in started:
        each.free()
