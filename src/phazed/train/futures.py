"""The chance to win a game by its standing, from many hands played from every standing: what `core.futures` reads.

First the hands: from every standing of the four players the fast policy plays many, and of each is kept who completed a
phase, and everybody's points. Then, backwards from the standings near the end, the chance to win: the mean over the
hands of the chance in the standing that follows. Last the slope, how much a point is worth: the rest of the game is put
together from the hands, once with a few points more and once with a few less.

Where the order of the phases is free there are too many standings. There whole games are played, in numbered parts in
the place of standings, and of each hand is kept what everybody had done before it, all scores, and who won the game.
What is read is the worth of each completed phase and of points to a player, by how far the game has come: multinomial
logistic regression. Completing a phase may lower the chance to win, because a player with an easy phase left can
end hands early, before the others complete theirs.

Every standing or part has a random stream of its own, named by seed, game and standing. So it does not matter which is
played first, nor whether the work was interrupted in between.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import combinations_with_replacement
from math import exp
from random import Random
from typing import TYPE_CHECKING

from phazed.core.encoding import new_hand
from phazed.core.futures import STEPS, Futures
from phazed.core.policy import FAST
from phazed.core.simulator import Simulator
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phazed.core.policy import Policy
    from phazed.rules.rulesets import Ruleset

    Standing = tuple[int, ...]
    """How many phases each player has completed, from the least on; where the order is free, the number of a part."""
    Hands = Mapping[Standing, bytes]
    """The outcomes of the hands from each standing, one after the other, `width` bytes each."""

PARTS = 127
"""How many parts there are where the order is free."""
ROW = 13
"""How many bytes a hand has there."""
RIDGE, NEWTON_STEPS = 1.0, 10
GAMES = 1000
"""How many games the slope of a standing is measured in."""
NUDGE = 40.0
"""How many points more or less the slope is measured with."""
EARLIER = 60.0
"""How far apart two players' earlier scores usually are, where they are not known."""
PLACES = 9
"""Decimal places of the numbers: fewer than those in which `exp` differs between machines."""


def standings(rules: Ruleset) -> list[Standing]:
    """Every standing that hands are played from, mixed, so that a part of them takes its part of the time."""
    phases = len(rules.phases)
    if rules.any_order:
        found: list[Standing] = [(part,) for part in range(PARTS)]
    else:
        found = list(combinations_with_replacement(range(phases), SEATS))
    Random("a mixed order").shuffle(found)
    return found


def width(rules: Ruleset) -> int:
    """How many bytes are kept of a hand: who completed a phase, as bits, and the points; or a row of a chronicle."""
    return ROW if rules.any_order else 1 + SEATS


def play_hands(rules: Ruleset, seed: object, standing: Standing, samples: int, policy: Policy) -> bytes:
    """Play that many hands from the standing with the game's policy, and keep their outcomes."""
    random = Random(f"{seed}/{rules.name}/{standing}")
    simulator = Simulator(new_hand(rules), policy, policy, rules.max_hands, random.getrandbits(63))
    simulator.style = [FAST] * SEATS
    if not rules.any_order:
        return simulator.outcomes([(1 << done) - 1 for done in standing], samples)
    return simulator.chronicle(samples)


def table(rules: Ruleset, seed: object, hands: Hands) -> list[float]:
    """The numbers that `core.futures` reads for the game."""
    if rules.any_order:
        return worths(rules, hands)
    wins = win_chances(rules, hands)
    slopes = _Slopes(rules, seed, hands)
    return [round(number, PLACES) for standing in sorted(hands) for number in (*wins[standing], *slopes.of(standing))]


def win_chances(rules: Ruleset, hands: Hands) -> dict[Standing, list[float]]:
    """Each player's chance to win from every standing.

    Where the order is free, every set of phases stands for the player who has it among three others, who have the sets
    of the same size that come next.
    """
    if rules.any_order:
        return _chances_of_sets(rules, worths(rules, hands))
    phases = len(rules.phases)
    wins: dict[Standing, list[float]] = {}
    for standing in sorted(hands, key=sum, reverse=True):
        wins[standing] = _shared(standing, _chances(standing, hands[standing], wins, phases))
    return wins


def _chances(standing: Standing, hands: bytes, wins: Mapping[Standing, list[float]], phases: int) -> list[float]:
    total = [0.0] * SEATS
    counts = Counter(hands[:: 1 + SEATS])
    moved = len(hands) // (1 + SEATS) - counts.pop(0, 0)  # a hand that changes nothing says nothing
    if not moved:
        return [1 / SEATS] * SEATS
    for bits, count in sorted(counts.items()):
        after = [done + (bits >> k & 1) for k, done in enumerate(standing)]
        finished = [k for k in range(SEATS) if after[k] == phases]
        if finished:
            for points in _points_after(hands, bits):
                shares = [exp(-points[k] / EARLIER) for k in finished]
                for k, share in zip(finished, shares):
                    total[k] += share / sum(shares)
        else:
            order = sorted(range(SEATS), key=after.__getitem__)
            for k, chance in zip(order, wins[tuple(after[k] for k in order)]):
                total[k] += count * chance
    return [share / moved for share in total]


def _points_after(hands: bytes, bits: int) -> Iterator[bytes]:
    """Everybody's points after each of the hands in which just these players completed a phase."""
    return (hands[i + 1 : i + 1 + SEATS] for i in range(0, len(hands), 1 + SEATS) if hands[i] == bits)


def _shared(standing: Standing, row: list[float]) -> list[float]:
    """The mean over the players who stand alike: the hands do not tell them apart."""
    alike = [[row[k] for k in range(SEATS) if standing[k] == done] for done in standing]
    return [sum(same) / len(same) for same in alike]


class _Slopes:
    """What a point less is worth to each player of a standing, from games put together from the hands."""

    def __init__(self, rules: Ruleset, seed: object, hands: Hands) -> None:
        self.rules = rules
        self.seed = seed
        self.hands = hands
        self.stuck = {standing for standing, kept in hands.items() if not any(kept[:: 1 + SEATS])}
        """From where nobody ever completes a phase, which only very few hands make believe."""

    def of(self, standing: Standing) -> list[float]:
        random = Random(f"{self.seed}/{self.rules.name}/{standing}/slopes")
        gained = [0] * SEATS
        for _ in range(GAMES):
            for k, gain in self._gains(standing, random):
                gained[k] += gain
        return _shared(standing, [share / GAMES / (2 * NUDGE) for share in gained])

    def _gains(self, standing: Standing, random: Random) -> Iterator[tuple[int, int]]:
        """Play a game to its end, and tell for whom the nudge decides it."""
        phases = len(self.rules.phases)
        done = list(standing)
        scores = [random.gauss(0.0, EARLIER / 2) for _ in range(SEATS)]
        while max(done) < phases:
            order = sorted(range(SEATS), key=done.__getitem__)
            here = tuple([done[k] for k in order])
            if here in self.stuck:
                return
            kept = self.hands[here]
            i = random.randrange(0, len(kept), 1 + SEATS)
            for place, k in enumerate(order):
                done[k] += kept[i] >> place & 1
                scores[k] += kept[i + 1 + place]
        finished = [k for k in range(SEATS) if done[k] == phases]
        for k in finished:
            least = min((scores[other] for other in finished if other != k), default=None)
            if least is not None:
                yield k, (scores[k] - NUDGE < least) - (scores[k] + NUDGE < least)


def worths(rules: Ruleset, hands: Hands) -> list[float]:
    """What each completed phase and a hundred points are worth to a player, in `STEPS` steps of the game."""
    import numpy as np

    phases = len(rules.phases)
    width = phases + 1
    rows = np.frombuffer(b"".join(hands[part] for part in sorted(hands)), np.uint8).reshape(-1, ROW)
    done = rows[:, :SEATS, None] >> np.arange(phases) & 1
    scores = np.ascontiguousarray(rows[:, SEATS : 3 * SEATS]).view("<u2") / 100.0
    won = rows[:, 3 * SEATS, None] >> np.arange(SEATS) & 1
    won = won / won.sum(axis=1, keepdims=True)
    have = np.concatenate([done, scores[:, :, None]], axis=2)
    along = done.sum(axis=(1, 2)) / SEATS
    steps = np.minimum(along.astype(int), STEPS - 2)
    weights = np.zeros(STEPS * width)
    blocks = []
    for step in range(STEPS - 1):  # between two steps, the weights of both count, the nearer one more
        here = steps == step
        part = (along[here] - step)[:, None, None]
        blocks.append((step, np.concatenate([(1.0 - part) * have[here], part * have[here]], axis=2), won[here]))
    for _ in range(NEWTON_STEPS):
        slope, curvature = -RIDGE * weights, RIDGE * np.eye(len(weights))
        for step, features, wins in blocks:
            place = slice(step * width, (step + 2) * width)
            score = features @ weights[place]
            chances = np.exp(score - score.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            mean = (chances[:, :, None] * features).sum(axis=1)
            flat = features.reshape(-1, 2 * width)
            slope[place] += flat.T @ (wins - chances).ravel()
            curvature[place, place] += (flat * chances.reshape(-1, 1)).T @ flat - mean.T @ mean
        weights = weights + np.linalg.solve(curvature, slope)
    return [round(float(weight), PLACES) + 0.0 for weight in weights]


def _chances_of_sets(rules: Ruleset, numbers: list[float]) -> dict[Standing, list[float]]:
    chances = Futures(len(rules.phases), rules.any_order, array("d", numbers))
    hand = new_hand(rules)
    found: dict[Standing, list[float]] = {}
    for done in range((1 << len(rules.phases)) - 1):
        hand.done = _field(rules, done)
        found[done,] = chances.chances(hand, [0.0] * SEATS)
    return found


def _field(rules: Ruleset, done: int) -> list[int]:
    """The set and the three of its size that come next, the first again after the last."""
    alike = [other for other in range(1 << len(rules.phases)) if other.bit_count() == done.bit_count()]
    start = alike.index(done)
    return [alike[(start + step) % len(alike)] for step in range(SEATS)]
