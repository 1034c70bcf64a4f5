"""Fixtures for checks of small bots."""

from __future__ import annotations

import pytest

from phazed.arena.check import games, questions
from phazed.arena.check.session import check
from phazed.arena.entrants import load_entrant
from phazed.bots.thinking import Effort
from phazed.rules.rulesets import PHASEDOUT, PHAZED


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    """Few games, short ones, and few questions."""
    monkeypatch.setattr(games, "OPPONENTS", {"@greedy": 1})
    monkeypatch.setattr(questions, "MADE", 40)
    monkeypatch.setattr(questions, "GAMES_PLAYED", 1)
    for rules in (PHAZED, PHASEDOUT):
        monkeypatch.setattr(rules, "max_hands", 2)
    questions.material.cache_clear()
    yield
    questions.material.cache_clear()


@pytest.fixture
def checked(tmp_path):
    """The check of a bot with that source."""

    def of(source, game=None, **options):
        path = tmp_path / "bot.py"
        path.write_text(source)
        return check(load_entrant(str(path)), game, **{"games": 4, "effort": Effort(worlds=0), **options})

    return of
