"""The review of a bot with one planted weakness finds it."""

from __future__ import annotations

import pytest
from planted import PLANTS, player

from phazed.coach.bot_review import review_bot
from phazed.coach.leaks import OTHER
from phazed.rules.rulesets import ruleset

CHOSEN = (
    *("takes unneeded", "takes for nothing", "misses its phase", "misses help", "waits", "no lay-off", "breaks sets"),
    *("breaks suits", "breaks runs", "throws aces", "keeps useless", "keeps jokers"),
)


@pytest.mark.long
def test_the_planted_leak_comes_first_in_at_least_ten_of_twelve_bots(monkeypatch):
    monkeypatch.setattr("phazed.coach.bot_games.EXPERT_WORLDS", 0)  # what the expert wins does not matter here
    first = {}
    for plant in PLANTS:
        if plant.leak in CHOSEN:
            found = review_bot(ruleset(plant.game), plant.leak, player(plant), games=5, effort=0.07, seed=0)
            assert not found.errors
            first[plant.leak] = next(cost.leak.name for cost in found.costs if cost.leak is not OTHER)
    assert len(first) == 12
    assert sum(leak == found for leak, found in first.items()) >= 10, first
