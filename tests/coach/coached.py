"""Games for tests of the coach, and reviews of them with little effort."""

from __future__ import annotations

from functools import cache

from phazed.bots import make
from phazed.coach.review import review
from phazed.game.referee import play_game
from phazed.rules.rulesets import ruleset

LITTLE = 0.1


@cache
def game(name: str = "phazed", players: str = "beginner casual strong greedy", seed: int = 3):
    rules, names = ruleset(name), players.split()
    seats = [make(each, rules, f"{seed}/{seat}") for seat, each in enumerate(names)]
    return play_game(rules, seats, seed=seed, names=names)


@cache
def reviewed(name: str = "phazed", players: str = "beginner casual strong greedy", seed: int = 3):
    return review(game(name, players, seed), effort=LITTLE)
