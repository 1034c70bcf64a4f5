"""The networks of the learned policy, trained on what came of choices in games: what `core.network` reads.

In every round games are played between the policy as it is so far, the greedy and the fast one, and sparring partners
of many styles. Of some decisions every choice is played out (`core.lessons`), and two networks learn from the outcomes:
one how much better or worse each discard is than the others of its decision, one what taking the top discard gains over
drawing. The first rounds are played with the fast policy, the others with what was learned before (expert iteration).

A round is decided by the seed, its number and the weights before it, so training goes on from the last round kept.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phazed.bots import SPARRING
from phazed.bots.sparring import new_partner
from phazed.core.constants import HAND_ROOM
from phazed.core.encoding import new_futures, new_hand, new_policy
from phazed.core.lessons import Lessons
from phazed.core.network import Network, sizes
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from phazed.core.policy import Policy
    from phazed.rules.rulesets import Ruleset

    Array = NDArray[np.float32]

CONTEXT, ROW, FIRST, SECOND = sizes()
SHAPES = ((CONTEXT + ROW, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND,), (1,), (ROW,))
"""The parts of a network in the order of its weights: three layers, each with its biases, and the linear part."""
SIZE = sum(int(np.prod(shape)) for shape in SHAPES)
GREEDY, FAST, LEARNED = 0, 1, 2
FAST_ROUNDS = 2
"""How many rounds are played with the fast policy before the learned one takes over."""
OWN_SHARE = 0.5
"""The share of seats that the policy has which learns."""
SHARE, EXPLORE = 0.3, 0.05
"""The share of decisions that are played out, and of plays that are left to chance."""
AT_A_TABLE = 500
"""How many decisions are gathered before the seats change."""
EPOCHS, BATCH, RATE = 4, 512, 2e-3
SCALE = 20.0
"""Chances to win are learned times this, so that outputs are neither tiny nor large."""
AVERAGE = 0.002
"""How fast the average of the weights, which is what counts in the end, follows them."""


class Decisions(NamedTuple):
    """Decisions: what all choices share, each choice, its outcome, and how many choices there are."""

    contexts: Array
    rows: Array
    values: Array
    counts: NDArray[np.int32]


class Learner:
    """A network in training: weights, their average, and the moments of Adam."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.weights = np.concatenate([_initial(random, shape).ravel() for shape in SHAPES]).astype(np.float32)
        self.weights[-ROW:] = 0.0
        self.average = self.weights.copy()
        self.moments = np.zeros((2, SIZE), np.float32)
        self.steps = 0

    def state(self) -> Array:
        """All of it as one array, to be kept."""
        return np.concatenate([self.weights, self.average, *self.moments, [self.steps]]).astype(np.float32)

    def restore(self, state: Array) -> None:
        """Take back what `state` has returned."""
        self.weights, self.average, *moments = (state[i * SIZE : (i + 1) * SIZE].copy() for i in range(4))
        self.moments = np.stack(moments)
        self.steps = int(state[4 * SIZE])

    def learn(self, decisions: Decisions, seed: int, planned: int) -> None:
        """Learn from the decisions; `planned` is how many steps there will be in all, for the learning rate."""
        random = np.random.default_rng(seed)
        order = np.arange(len(decisions.counts))
        for _ in range(EPOCHS):
            random.shuffle(order)
            for start in range(0, len(order) - BATCH + 1, BATCH):
                self._step(_batch(decisions, order[start : start + BATCH]), planned)

    def _step(self, batch: Batch, planned: int) -> None:
        """One step of Adam along the gradient of the squared error."""
        parts = split(self.weights)
        first, second, out = _forward(parts, batch.inputs)
        error = np.zeros(batch.mask.shape, np.float32)
        error[batch.mask] = out
        error = (batch.centred(error) - np.float32(SCALE) * batch.targets) * batch.mask
        slope = batch.centred(error * np.float32(2.0 / len(error)))[batch.mask]
        at_second = np.outer(slope, parts[4]) * (second > 0)
        at_first = (at_second @ parts[2].T) * (first > 0)
        gradient = np.concatenate(
            [
                (batch.inputs.T @ at_first).ravel(),
                at_first.sum(0),
                (first.T @ at_second).ravel(),
                at_second.sum(0),
                second.T @ slope,
                [slope.sum()],
                batch.inputs[:, CONTEXT:].T @ slope,
            ]
        )
        self.steps += 1
        moved = 0.5 * (1.0 + np.cos(np.pi * min(self.steps / planned, 1.0)))
        rate = RATE * max(moved, 0.02) * min(self.steps / 200, 1.0)
        self.moments[0] = 0.9 * self.moments[0] + 0.1 * gradient
        self.moments[1] = 0.999 * self.moments[1] + 0.001 * gradient**2
        mean = self.moments[0] / (1 - 0.9**self.steps)
        spread = np.sqrt(self.moments[1] / (1 - 0.999**self.steps))
        self.weights -= (rate * mean / (spread + 1e-8)).astype(np.float32)
        self.average += (self.weights - self.average) * max(1.0 / self.steps, AVERAGE)

    def numbers(self) -> NDArray[np.float64]:
        """The weights as `core.network` reads them: the averages, with the scale taken out of the outputs."""
        weights = self.average.astype(np.float64)
        weights[-ROW - SECOND - 1 :] /= SCALE
        return weights


class Batch(NamedTuple):
    """Choices of some decisions, those that exist one after the other."""

    inputs: Array
    targets: Array
    mask: NDArray[np.bool_]
    counts: Array

    def centred(self, values: Array) -> Array:
        """The values less their mean within each decision; where there is one choice, the values."""
        if self.mask.shape[1] == 1:
            return values
        centred: Array = (values - (values.sum(1, keepdims=True) / self.counts)) * self.mask
        return centred


def _initial(random: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Weights to begin with: biases of 0, and the larger the fewer inputs a unit has."""
    if shape in ((FIRST,), (1,)):
        return np.zeros(shape, np.float32)
    return random.normal(0.0, (2.0 / shape[0]) ** 0.5, shape).astype(np.float32)


def split(weights: Array) -> list[Array]:
    """The parts of a network."""
    parts, start = [], 0
    for shape in SHAPES:
        end = start + int(np.prod(shape))
        parts.append(weights[start:end].reshape(shape))
        start = end
    return parts


def _forward(parts: list[Array], inputs: Array) -> tuple[Array, Array, Array]:
    first = np.maximum(inputs @ parts[0] + parts[1], 0.0)
    second = np.maximum(first @ parts[2] + parts[3], 0.0)
    return first, second, second @ parts[4] + parts[5] + inputs[:, CONTEXT:] @ parts[6]


def _batch(decisions: Decisions, chosen: NDArray[np.int_]) -> Batch:
    counts = decisions.counts[chosen]
    width = decisions.rows.shape[1]
    mask = np.arange(width)[None] < counts[:, None]
    contexts = np.broadcast_to(decisions.contexts[chosen][:, None], (len(chosen), width, CONTEXT))[mask]
    inputs = np.concatenate([contexts, decisions.rows[chosen][mask]], axis=1)
    batch = Batch(inputs, np.zeros(0, np.float32), mask, counts[:, None].astype(np.float32))
    return batch._replace(targets=batch.centred(decisions.values[chosen] * mask))


class School:
    """The rounds of training for one game."""

    def __init__(self, rules: Ruleset, seed: object, rounds: int, decisions: int) -> None:
        self.rules = rules
        self.seed = seed
        self.rounds = rounds
        self.decisions = decisions
        self.learners = [Learner(Random(f"{seed}/{rules.name}/{kind}").getrandbits(32)) for kind in range(2)]

    def weights(self) -> bytes:
        """The weights of both networks, as the core reads them."""
        return b"".join(learner.numbers().astype("<f8").tobytes() for learner in self.learners)

    def state(self) -> bytes:
        """What the next round needs of those before."""
        return b"".join(learner.state().astype("<f4").tobytes() for learner in self.learners)

    def restore(self, state: bytes) -> None:
        """Take back what `state` has returned."""
        for learner, part in zip(self.learners, np.split(np.frombuffer(state, "<f4"), 2)):
            learner.restore(part)

    def play_round(self, number: int, on_progress: Callable[[float], None]) -> None:
        """Gather decisions of both kinds and learn from them; tell the share of the round that is done."""
        planned = self.rounds * EPOCHS * (self.decisions // BATCH)
        for kind, learner in enumerate(self.learners):
            random = Random(f"{self.seed}/{self.rules.name}/{number}/{kind}")
            on_share = partial(_tell_half, on_progress, kind)
            learner.learn(self._gather(number, kind, random, on_share), random.getrandbits(32), planned)

    def policy(self) -> Policy:
        """The policy with what has been learned so far."""
        policy = new_policy(self.rules)
        discards, pick_ups = (Network(learner.numbers()) for learner in self.learners)
        policy.learn(new_futures(self.rules), discards, pick_ups)
        return policy

    def _gather(self, number: int, kind: int, random: Random, on_share: Callable[[float], None]) -> Decisions:
        """Play games and play out decisions: discards (0) or pick-ups (1)."""
        own = self.policy()
        league = [(own, GREEDY), (own, GREEDY), (own, FAST)]
        for name in SPARRING:
            partner = new_partner(self.rules, name, random.getrandbits(32))
            partner.learn(new_futures(self.rules), own.discards, own.pick_ups)
            league.append((partner, GREEDY))
        hands = new_hand(self.rules), new_hand(self.rules)
        lessons = Lessons(*hands, new_futures(self.rules), self.rules.max_hands, random.getrandbits(62))
        lessons.share, lessons.explore, lessons.repeats = SHARE, EXPLORE, kind + 1
        mine = (own, FAST if number < FAST_ROUNDS else LEARNED)
        choices = 1 if kind else HAND_ROOM
        found = Decisions(
            np.zeros((self.decisions, CONTEXT), np.float32),
            np.zeros((self.decisions, choices, ROW), np.float32),
            np.zeros((self.decisions, choices), np.float32),
            np.zeros(self.decisions, np.int32),
        )
        for start in range(0, self.decisions, AT_A_TABLE):
            seats = [mine if random.random() < OWN_SHARE else random.choice(league) for _ in range(SEATS)]
            lessons.seat([policy for policy, _ in seats], [style for _, style in seats])
            lessons.describe_into(*(part[start : start + AT_A_TABLE] for part in found))
            (lessons.pick_ups if kind else lessons.discards)()
            on_share(min((start + AT_A_TABLE) / self.decisions, 1.0))
        return found


def _tell_half(on_progress: Callable[[float], None], half: int, share: float) -> None:
    """Tell of a share of one of two halves, of which a tenth is learning."""
    on_progress((half + 0.9 * share) / 2)
