"""Training of the weights of `core.preferences` by policy gradient.

Games are played in rounds. In each game, the learning policy, which samples its choices by their scores, takes two
seats. The others are taken by the greedy policy, the deterministic policy of the round, or a sparring partner. The
return of a hand is the change in the chance of winning the game. After each round, every weight moves by its gradient
in units of the gradient's standard error, with momentum and decreasing steps; weights with little evidence stay
unchanged.

The chances of winning are estimated from hands of the policy before training, so this training depends only on the
solitaire values and the beliefs.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from phazed.bots.sparring import STYLES, new_partner
from phazed.core import preferences
from phazed.core.constants import TWO_TOTALS
from phazed.core.encoding import data, new_beliefs, new_hand, new_policy, new_preferences, wraps
from phazed.core.futures import Futures
from phazed.core.policy import FAST, GREEDY
from phazed.core.policy_gradient import SITUATIONS, PolicyGradient, SoftPolicy
from phazed.core.preferences import PREFERENCES
from phazed.core.simulator import Simulator
from phazed.core.values import Values
from phazed.rules.rulesets import SEATS
from phazed.train import futures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.core.policy import Policy
    from phazed.rules.rulesets import Ruleset

    Array = np.ndarray[Any, Any]

ROUNDS, GAMES = 120, 5000
"""Number of rounds, and of games in each."""
SAMPLES = 1000
"""Hands per part, for the chances of winning that determine the returns of hands."""
GREEDY_SHARE, OWN_SHARE = 0.5, 0.2
"""Shares of the other seats for the greedy policy and the policy of the round; sparring partners take the rest."""
STEP, MOMENTUM = 0.1, 0.9
"""The first step size, in preferences per standard error, which decreases to zero, and the momentum."""
FADING = 0.8
"""Weight of the previous rounds' expectations in the next round."""
RARE = 20.0
"""Minimum sum of squared log-probability gradients of a feature in a round; below it, the feature's weight stays
unchanged."""
CURVE_POINTS, CURVE_GAMES = 8, 20_000
"""Number of points of the learning curve, and of games played for each."""
PLACES = 3
"""Decimal places of the weights."""


class Learned(NamedTuple):
    """The state after a round: the weights, their momentum, and the sums for the expectations."""

    weights: Array
    momentum: Array
    means: Array

    def to_bytes(self) -> bytes:
        return np.concatenate([part.ravel() for part in self]).astype("<f8").tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Learned:
        numbers = np.frombuffer(data, "<f8").copy()
        weights, momentum, means = np.split(numbers, [PREFERENCES, 2 * PREFERENCES])
        return cls(weights, momentum, means.reshape(2, SITUATIONS))


LENGTH = 8 * (2 * PREFERENCES + 2 * SITUATIONS)
"""Number of bytes per round."""


def rules_of_thumb() -> Array:
    """Return the weights before the first round: denial and points, equal in all situations, and holding back."""
    weights = np.zeros(PREFERENCES)
    for first, last, weight in (
        (preferences.BY_POINTS, preferences.BY_GAIN, 0.8),
        (preferences.BY_GAIN, preferences.BY_FIT, -0.4),
        (preferences.BY_FIT + 2 * preferences.STAGES, preferences.BY_VALUE, -2.0),
        (preferences.OF_JOKER, preferences.LAID_POINTS, 3.0),
        (preferences.LAID_POINTS, preferences.LAID_GAIN, 5.0),
        (preferences.LAID_GAIN, preferences.LAID_NEXT, -0.8),
        (preferences.LAID_FIT, preferences.TAKING, -4.0),
        (preferences.HOLDING, preferences.BY_LEAD, -3.0),
    ):
        weights[first:last] = weight
    holding = weights[preferences.HOLDING : preferences.BY_LEAD].reshape(7, 5, 4, 3)
    holding[TWO_TOTALS, 2:, :2, 0] = 2.0  # early, while nobody has laid a phase, going out in one turn is likely
    return weights


def begin() -> Learned:
    """Return the state before the first round."""
    return Learned(rules_of_thumb(), np.zeros(PREFERENCES), np.zeros((2, SITUATIONS)))


def credit(rules: Ruleset, seed: object) -> Futures:
    """Return the chances of winning that determine the returns of hands."""
    policy = new_policy(rules, new_beliefs(rules), new_preferences(rules, rules_of_thumb()))
    hands = {part: futures.play_hands(rules, seed, part, SAMPLES, policy) for part in range(futures.PARTS)}
    chances = Futures(len(rules.phases), np.array(futures.worths(rules, hands)))
    chances.blur = 1.0  # all scores are known
    return chances


def rounds(rules: Ruleset, seed: object, kept: list[bytes]) -> Iterator[bytes]:
    """Continue after the rounds in `kept`, and yield the state after each new round."""
    chances = credit(rules, seed) if len(kept) < ROUNDS else None
    learned = Learned.from_bytes(kept[-1]) if kept else begin()
    for number in range(len(kept), ROUNDS):
        sums, means = gradient(rules, f"{seed}/{number}", learned, chances)
        learned = improved(learned, sums, means, STEP * (1.0 - number / ROUNDS))
        yield learned.to_bytes()


def gradient(rules: Ruleset, seed: str, learned: Learned, chances: Any) -> tuple[Array, Array]:
    """Play a round of games, and return the sums for the gradients and for the expectations."""
    random = Random(f"{seed}/{rules.name}")
    sums, means = np.zeros((3, PREFERENCES)), np.zeros((2, SITUATIONS))
    seed_of_deals = random.getrandbits(63)
    beliefs, preferred, expected = new_beliefs(rules), new_preferences(rules, learned.weights), expectations(learned)
    plain = new_policy(rules, beliefs, preferred)
    games = PolicyGradient(new_hand(rules), plain, chances, rules.max_hands, seed_of_deals)
    soft = []
    for _ in range(SEATS // 2):
        values = Values(wraps(rules), data())
        stream = random.getrandbits(63)
        soft.append(SoftPolicy(wraps(rules), values, beliefs, preferred, expected, sums, means, stream))
        soft[-1].weight = plain.weight
    partners = [new_partner(rules, style, random.getrandbits(30)) for style in STYLES]
    for _ in range(GAMES):
        seats: list[tuple[Policy, int]] = [(policy, FAST) for policy in soft]
        while len(seats) < SEATS:
            share = random.random()
            if share < GREEDY_SHARE + OWN_SHARE:
                seats.append((plain, GREEDY if share < GREEDY_SHARE else FAST))
            else:
                seats.append((random.choice(partners), GREEDY))
        random.shuffle(seats)
        games.seat([policy for policy, _ in seats], [style for _, style in seats])
        games.play()
    return sums, means


def expectations(learned: Learned) -> Array:
    """Return the expected change in each situation, as a share of the stake."""
    changes, stakes = learned.means
    return np.asarray(np.clip(changes / (stakes + 1.0), -1.0, 1.0))


def improved(learned: Learned, sums: Array, means: Array, step: float) -> Learned:
    """Return the state after a step along a round's gradient."""
    slopes, squares, shown = sums
    direction = np.where(shown > RARE, slopes / (np.sqrt(squares) + 1e-6), 0.0)
    momentum = MOMENTUM * learned.momentum + (1.0 - MOMENTUM) * direction
    return Learned(learned.weights + step * momentum, momentum, FADING * learned.means + means)


def finished(kept: list[bytes]) -> Array:
    """Return the weights after the last round."""
    return np.round(Learned.from_bytes(kept[-1]).weights, PLACES) + 0.0


def progress(rules: Ruleset, seed: object, kept: list[bytes]) -> Iterator[tuple[int, float]]:
    """Yield the learning curve: the number of games, and the share won against three greedy policies."""
    for number in sorted({round(point * len(kept) / CURVE_POINTS) for point in range(CURVE_POINTS + 1)}):
        weights = Learned.from_bytes(kept[number - 1]).weights if number else begin().weights
        yield number * GAMES, share_won(rules, seed, weights, CURVE_GAMES)


def share_won(rules: Ruleset, seed: object, weights: Array, games: int) -> float:
    """Return the share of games that the fast policy wins with these weights against three greedy policies."""
    random = Random(f"{seed}/{rules.name}/won")
    policy = new_policy(rules, new_beliefs(rules), new_preferences(rules, weights))
    won = 0
    for seat in range(SEATS):
        simulator = Simulator(new_hand(rules), policy, rules.max_hands, random.getrandbits(63))
        simulator.style = [FAST if other == seat else GREEDY for other in range(SEATS)]
        simulator.play_games(games // SEATS)
        won += simulator.wins[seat]
    return won / (games // SEATS * SEATS)
