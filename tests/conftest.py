"""What holds for all tests."""

from __future__ import annotations

import pytest

import phazed.bots
from phazed.bots.expert import ExpertBot
from phazed.bots.thinking import Effort

QUICK = Effort(worlds=4, seconds=10.0)


@pytest.fixture(autouse=True)
def _quick_expert(monkeypatch):
    """The expert thinks little, and the course's players remember nothing of another test."""
    monkeypatch.setattr(ExpertBot.__init__, "__defaults__", (0, QUICK))
    monkeypatch.setattr(phazed.bots, "_players", {})
