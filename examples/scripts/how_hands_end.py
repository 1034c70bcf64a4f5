"""Count how the hands in forty games end, and how long they last; games are sequences of events."""

from __future__ import annotations

from collections import Counter

from phazed.bots import make
from phazed.game.games import HandEnded, shuffles
from phazed.game.referee import referee
from phazed.rules.rulesets import PHAZED

endings: Counter[str] = Counter()
turns = 0
for seed in range(40):
    players = [make("greedy", PHAZED, (seed, seat)) for seat in range(4)]
    for event in referee(PHAZED, players, shuffles(PHAZED, seed)):
        if isinstance(event, HandEnded):
            endings[event.state.ending or ""] += 1
            turns += event.state.turns + 1
for ending, count in endings.most_common():
    print(f"{ending}: {count} hands")
print(f"{turns / endings.total():.1f} turns per hand")
