"""The chance to win a game, learned from who wins: what `core.futures` reads.

The fast policy plays whole games against itself, in numbered parts, and of each hand is kept what everybody had done
before it, all scores, and who won the game. What is learned is the worth of each completed phase and of points to a
player, by how far the game has come: multinomial logistic regression. Completing a phase may be worth nothing or less,
because a player with an easy phase left can end hands early, before the others complete theirs.

Every part has a random stream of its own, named by seed, game and number. So it does not matter which is played first,
nor whether the work was interrupted in between.
"""

from __future__ import annotations

from array import array
from itertools import combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING

from phazed.core.encoding import new_hand
from phazed.core.futures import STEPS, Futures
from phazed.core.policy import FAST
from phazed.core.simulator import Simulator
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phazed.core.policy import Policy
    from phazed.rules.rulesets import Ruleset

    Hands = Mapping[int, bytes]
    """The hands of each part, one after the other, `ROW` bytes each."""

PARTS = 127
ROW = 13
"""How many bytes are kept of a hand."""
EQUALS = array("d", [0.0] * STEPS * SEATS)
"""Of four equal players, it does not matter who sits next to whom."""


def play_hands(rules: Ruleset, seed: object, part: int, samples: int, policy: Policy) -> bytes:
    """Play whole games with the policy in all seats, and tell of that many of their hands."""
    random = Random(f"{seed}/{rules.name}/{part}")
    simulator = Simulator(new_hand(rules), policy, policy, rules.max_hands, random.getrandbits(63))
    simulator.style = [FAST] * SEATS
    return simulator.chronicle(samples)


def worths(rules: Ruleset, hands: Hands) -> list[float]:
    """What each completed phase and a hundred points are worth to a player, in `STEPS` steps of the game: the table."""
    from phazed.train.regression import explained, read

    games = read(rules, b"".join(hands[part] for part in sorted(hands)))
    return explained(games, games.have)


def win_chances(rules: Ruleset, numbers: list[float]) -> list[list[float]]:
    """The chances of four players, by the table, in many standings with equal scores."""
    chances = Futures(len(rules.phases), array("d", numbers), EQUALS)
    hand = new_hand(rules)
    found = []
    for done in standings(rules):
        hand.done = done
        found.append(chances.chances(hand, [0.0] * SEATS))
    return found


def standings(rules: Ruleset) -> list[list[int]]:
    """What four players may have done, as bits: every standing, where the order is fixed.

    Where it is free there are millions. There each set of phases is met by the three of its size that come next, the
    first again after the last.
    """
    phases = len(rules.phases)
    if not rules.any_order:
        return [[(1 << done) - 1 for done in each] for each in combinations_with_replacement(range(phases), SEATS)]
    found = []
    for size in range(phases):
        alike = [done for done in range(1 << phases) if done.bit_count() == size]
        found += [[alike[(first + step) % len(alike)] for step in range(SEATS)] for first in range(len(alike))]
    return found
