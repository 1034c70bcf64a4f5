"""The chance to win a game by its standing, from many hands played from every standing: what `core.futures` reads.

First the hands: from every standing of the four players the fast policy plays many, and of each is kept who completed a
phase, and everybody's points. Then, backwards from the standings near the end, the chance to win: the mean over the
hands of the chance in the standing that follows. Last the slope, how much a point is worth: the rest of the game is put
together from the hands, once with a few points more and once with a few less.

Where the order of the phases is free there are too many standings. There a standing is the set of phases that one
player has done, what is kept of a hand is that player's set after it, and what is read is each set's chance to be
finished after one hand, two hands, and so on.

Every standing has a random stream of its own, named by seed, game and standing. So it does not matter which is played
first, nor whether the work was interrupted in between.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import exp
from random import Random
from typing import TYPE_CHECKING

from phazed.core.encoding import new_hand
from phazed.core.simulator import Simulator
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phazed.core.policy import Policy
    from phazed.rules.rulesets import Ruleset

    Standing = tuple[int, ...]
    """How many phases each player has completed, from the least on; where the order is free, one player's set."""
    Hands = Mapping[Standing, bytes]
    """The outcomes of the hands from each standing, one after the other, `width` bytes each."""

FAST = 1
HORIZON = 24
"""How many hands ahead `core.futures` looks where the order is free."""
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
        found: list[Standing] = [(done,) for done in range((1 << phases) - 1)]
    else:
        found = list(combinations_with_replacement(range(phases), SEATS))
    Random("a mixed order").shuffle(found)
    return found


def width(rules: Ruleset) -> int:
    """How many bytes are kept of a hand: who completed a phase, as bits, and the points; or the first player's set."""
    return 1 if rules.any_order else 1 + SEATS


def play_hands(rules: Ruleset, seed: object, standing: Standing, samples: int, policy: Policy) -> bytes:
    """Play that many hands from the standing with the game's policy, and keep their outcomes."""
    random = Random(f"{seed}/{rules.name}/{standing}")
    simulator = Simulator(new_hand(rules), policy, policy, rules.max_hands, random.getrandbits(63))
    simulator.style = [FAST] * SEATS
    if not rules.any_order:
        return simulator.outcomes([(1 << done) - 1 for done in standing], samples)
    phases, (mine,) = len(rules.phases), standing
    kept = bytearray()
    for _ in range(samples):
        simulator.outcomes([mine, *(_as_many(random, phases, mine) for _ in range(SEATS - 1))], 1)
        kept.append(simulator.done_by_first)
    return bytes(kept)


def _as_many(random: Random, phases: int, done: int) -> int:
    """Another set of phases of the same size, give or take one, that is not complete."""
    size = min(max(done.bit_count() + random.choice((-1, 0, 0, 1)), 0), phases - 1)
    return sum(1 << phase for phase in random.sample(range(phases), size))


def table(rules: Ruleset, seed: object, hands: Hands) -> list[float]:
    """The numbers that `core.futures` reads for the game."""
    if rules.any_order:
        return [round(chance, PLACES) for row in times_to_finish(rules, hands) for chance in row]
    wins = win_chances(rules, hands)
    slopes = _Slopes(rules, seed, hands)
    return [round(number, PLACES) for standing in sorted(hands) for number in (*wins[standing], *slopes.of(standing))]


def win_chances(rules: Ruleset, hands: Hands) -> dict[Standing, list[float]]:
    """Each player's chance to win from every standing.

    Where the order is free, every set of phases stands for the player who has it among three others, who have the sets
    of the same size that come next.
    """
    if rules.any_order:
        times = times_to_finish(rules, hands)
        return {(done,): _race([times[each] for each in _field(rules, done)]) for (done,) in sorted(hands)}
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


def times_to_finish(rules: Ruleset, hands: Hands) -> list[list[float]]:
    """For each set of phases done, the chances to be finished after exactly 0, 1, 2, … hands."""
    everything = (1 << len(rules.phases)) - 1
    times = [[0.0] * HORIZON for _ in range(everything + 1)]
    times[everything][0] = 1.0
    for done in range(everything - 1, -1, -1):
        counts = sorted(Counter(hands[done,]).items())
        for number in range(1, HORIZON):
            reached = sum(count * times[after][number - 1] for after, count in counts)
            times[done][number] = reached / len(hands[done,])
    return times


def _field(rules: Ruleset, done: int) -> list[int]:
    """The set and the three of its size that come next, the first again after the last."""
    alike = [other for other in range(1 << len(rules.phases)) if other.bit_count() == done.bit_count()]
    start = alike.index(done)
    return [alike[(start + step) % len(alike)] for step in range(SEATS)]


def _race(times: list[list[float]]) -> list[float]:
    """Each one's chance to be finished first of four; those who are finished in the same hand are equally likely."""
    chances = [0.0] * SEATS
    later = [1.0] * SEATS
    for now in zip(*times):
        later = [left - chance for left, chance in zip(later, now)]
        for k in range(SEATS):
            others = [0.0] * SEATS  # the chance that this many of them finish in this hand, and none before
            others[0] = now[k]
            for other in range(SEATS):
                if other != k:
                    others = [here * later[other] + fewer * now[other] for here, fewer in zip(others, (0.0, *others))]
            chances[k] += sum(chance / (1 + number) for number, chance in enumerate(others))
    return chances
