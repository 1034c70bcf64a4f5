"""Learns what it is worth to sit where a player denies cards to the next one: what `core.futures` adds for each seat.

The fast policy takes a seat and three players of one style the others, for every style in turn. It wins more games than
each of them, but not at the cost of all alike: the next player wins far fewer than the other two. The win chances are
learned from four equal players. What is learned here is what they do not explain, for each seat as counted from the
fast policy's, in steps of the game.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from phazed.bots.sparring import ALL_STYLES, CORE_STYLES, new_partner
from phazed.core.encoding import new_hand, new_policy, win_chances
from phazed.core.futures import STEPS
from phazed.core.policy import FAST
from phazed.core.simulator import Simulator
from phazed.rules.rulesets import SEATS
from phazed.train.regression import explained, read

if TYPE_CHECKING:
    from phazed.rules.rulesets import Ruleset
    from phazed.train.beliefs import Array, Report
    from phazed.train.regression import Games

HANDS = 40_000
"""How many hands are learned from, of games against each style."""
PARTNER = 2
"""The style in which a simulator asks its second policy."""
OPPONENTS = tuple(style for style in ALL_STYLES if style != CORE_STYLES[FAST])


def table(rules: Ruleset, seed: object, report: Report) -> Array:
    """What the seats are worth, in `STEPS` steps of the game, beginning with the fast policy's own."""
    hands = []
    for number, style in enumerate(OPPONENTS):
        report(number, len(OPPONENTS))
        hands.append(play_hands(rules, seed, style, HANDS))
    games = read(rules, b"".join(hands))
    seats = np.broadcast_to(np.eye(SEATS), (len(games.along), SEATS, SEATS))
    return np.array(explained(games, seats, worths(rules, games)))


def play_hands(rules: Ruleset, seed: object, style: str, count: int) -> bytes:
    """Play whole games with the fast policy in seat 0 and three players of a style, and tell of that many hands."""
    random = Random(f"{seed}/neighbours/{rules.name}/{style}")
    policy = new_policy(rules)
    partner = policy if style in CORE_STYLES else new_partner(rules, style, random.getrandbits(30))
    others = CORE_STYLES.index(style) if style in CORE_STYLES else PARTNER
    simulator = Simulator(new_hand(rules), policy, partner, rules.max_hands, random.getrandbits(63))
    simulator.style = [FAST, others, others, others]
    return simulator.chronicle(count)


def worths(rules: Ruleset, games: Games) -> Array:
    """What each seat has by the win chances of equal players, before each hand."""
    table = np.array(win_chances(rules.name)).reshape(STEPS, -1)
    steps, part = games.steps, (games.along - games.steps)[:, None]
    weights = (1.0 - part) * table[steps] + part * table[steps + 1]
    return np.asarray((games.have * weights[:, None]).sum(axis=2))
