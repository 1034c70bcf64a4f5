"""Learns what the fast policy prefers beyond the values of its cards, by policy gradient: `core.preferences`.

Games are played in rounds. In each game two seats are taken by the policy that learns, which chooses at random by its
scores, and two by others: the greedy policy, the policy of the round without chance, or a sparring partner. A hand
counts by how much it has changed the chance to win the game. After each round every weight moves by its gradient in
units of that gradient's standard error, with momentum, and in ever smaller steps; so weights that the games say nothing
about stay where they are.

The chances to win come from hands of the policy as it is before it learns, so nothing that is learned here depends on
what was learned before but the solitaire values and the beliefs.
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
"""How many rounds there are, and how many games in each."""
SAMPLES = 1000
"""Hands of every part, for the chances to win that hands are credited by."""
GREEDY_SHARE, OWN_SHARE = 0.5, 0.2
"""How many of the other seats the greedy policy and the policy of the round take; sparring partners take the rest."""
STEP, MOMENTUM = 0.1, 0.9
"""The first step, in preferences per standard error; steps shrink to nothing in the end."""
FADING = 0.8
"""How much what was expected in earlier rounds counts in the next."""
RARE = 20.0
"""Weights of features that a round has shown less than this, in squared gradients of log-chances, do not move."""
CURVE_POINTS, CURVE_GAMES = 8, 20_000
"""Points of the learning curve, and the games that are played for each."""
PLACES = 3
"""Decimal places of the weights."""


class Learned(NamedTuple):
    """What is known after a round: the weights, their momentum, and the sums that expectations come from."""

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
"""How many bytes are kept of a round."""


def rules_of_thumb() -> Array:
    """The weights before the first round: denial and points, alike in all situations, and when to hold a phase back."""
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
    holding[TWO_TOTALS, 2:, :2, 0] = 2.0  # nobody has laid a phase, and it is early: going out at once is near
    return weights


def begin() -> Learned:
    """What is known before the first round."""
    return Learned(rules_of_thumb(), np.zeros(PREFERENCES), np.zeros((2, SITUATIONS)))


def credit(rules: Ruleset, seed: object) -> Futures:
    """The chances to win by which hands are credited."""
    policy = new_policy(rules, new_beliefs(rules), new_preferences(rules, rules_of_thumb()))
    hands = {part: futures.play_hands(rules, seed, part, SAMPLES, policy) for part in range(futures.PARTS)}
    chances = Futures(len(rules.phases), np.array(futures.worths(rules, hands)))
    chances.blur = 1.0  # here all scores are known
    return chances


def rounds(rules: Ruleset, seed: object, kept: list[bytes]) -> Iterator[bytes]:
    """Go on from the rounds that are kept, and yield what is known after each of the others."""
    chances = credit(rules, seed) if len(kept) < ROUNDS else None
    learned = Learned.from_bytes(kept[-1]) if kept else begin()
    for number in range(len(kept), ROUNDS):
        sums, means = gradient(rules, f"{seed}/{number}", learned, chances)
        learned = improved(learned, sums, means, STEP * (1.0 - number / ROUNDS))
        yield learned.to_bytes()


def gradient(rules: Ruleset, seed: str, learned: Learned, chances: Any) -> tuple[Array, Array]:
    """Play a round of games: the sums of `core.policy_gradient`."""
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
    """What a hand is expected to bring in each situation, as a share of the stake."""
    changes, stakes = learned.means
    return np.asarray(np.clip(changes / (stakes + 1.0), -1.0, 1.0))


def improved(learned: Learned, sums: Array, means: Array, step: float) -> Learned:
    """What is known after a round, with a step in the direction of its gradient."""
    slopes, squares, shown = sums
    direction = np.where(shown > RARE, slopes / (np.sqrt(squares) + 1e-6), 0.0)
    momentum = MOMENTUM * learned.momentum + (1.0 - MOMENTUM) * direction
    return Learned(learned.weights + step * momentum, momentum, FADING * learned.means + means)


def finished(kept: list[bytes]) -> Array:
    """The weights after the last round."""
    return np.round(Learned.from_bytes(kept[-1]).weights, PLACES) + 0.0


def progress(rules: Ruleset, seed: object, kept: list[bytes]) -> Iterator[tuple[int, float]]:
    """The learning curve: after how many games, which share is won against three greedy policies."""
    for number in sorted({round(point * len(kept) / CURVE_POINTS) for point in range(CURVE_POINTS + 1)}):
        weights = Learned.from_bytes(kept[number - 1]).weights if number else begin().weights
        yield number * GAMES, share_won(rules, seed, weights, CURVE_GAMES)


def share_won(rules: Ruleset, seed: object, weights: Array, games: int) -> float:
    """The share of games that the fast policy wins with these weights, in every seat, against three greedy policies."""
    random = Random(f"{seed}/{rules.name}/won")
    policy = new_policy(rules, new_beliefs(rules), new_preferences(rules, weights))
    won = 0
    for seat in range(SEATS):
        simulator = Simulator(new_hand(rules), policy, rules.max_hands, random.getrandbits(63))
        simulator.style = [FAST if other == seat else GREEDY for other in range(SEATS)]
        simulator.play_games(games // SEATS)
        won += simulator.wins[seat]
    return won / (games // SEATS * SEATS)
