"""The review of a bot with one planted weakness finds it."""

from __future__ import annotations

import pytest
from planted import PLANTS, player

from phazed.coach.bot_review import play_games, review_bot
from phazed.rules.rulesets import ruleset

FEW = ("misses its phase", "waits", "no lay-off")
CHOSEN = (
    *("takes unneeded", "takes for nothing", "misses its phase", "misses help", "waits", "no lay-off", "breaks sets"),
    *("breaks suits", "breaks runs", "discards aces", "keeps useless", "keeps jokers"),
)


@pytest.mark.long
@pytest.mark.parametrize(("chosen", "needed"), [(FEW, 3), pytest.param(CHOSEN, 10, marks=pytest.mark.thorough)])
def test_the_planted_leak_comes_first_in_most_bots(monkeypatch, chosen, needed):
    monkeypatch.setattr("phazed.coach.bot_games.EXPERT_WORLDS", 0)  # what the expert wins does not matter here
    first = {}
    for plant in PLANTS:
        if plant.leak in chosen:
            rules = ruleset(plant.game)
            found = review_bot(plant.leak, rules, play_games(rules, player(plant), games=5, effort=0.07, seed=0))
            assert not found.errors
            first[plant.leak] = found.leaks[0].leak
    assert len(first) == len(chosen)
    assert sum(leak == found for leak, found in first.items()) >= needed, first
