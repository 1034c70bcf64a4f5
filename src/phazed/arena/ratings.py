"""How strong each bot is: one Plackett-Luce fit over all matches of a tournament, and how sure its ranking is.

A match is a race: every bot performs as its strength says plus luck (Gumbel noise), and the places are the order of the
performances. The fit finds the strengths under which everything that happened, taken together, was likeliest. Neither
the order of the matches nor the seats count. A weak normal prior keeps finite what always wins, loses or never played.

- Bots that share a place: the logarithm of the likelihood is averaged over the orders that the tie leaves open. That
  draws them together.
- A match that an error ended: the likelihood is that of the offender being last, in whatever order the others come.

Ratings are shown on the familiar scale: 25 ± 25/3 before any match, and luck of 25/6 points. Only differences of
strength show in results, so 25 is the field's mean, and a deviation is that from the field's mean. It is the prior's
for a bot that has not played, however well the others are known.

The interval of a rank comes from a Bayesian bootstrap: each resample weighs the matches anew (exponential weights),
draws anew from a prior what each bot is pulled towards, and is fitted and ranked. Two things make that honest when
matches are few. Resampling matches alone would find no doubt in a bot that has lost three of three: the draws from the
prior have it. And when bots are much alike, luck decides who is first: resamples around the strengths that were found
would take that luck for skill. So here the prior is as wide as the field seems to be, and that is drawn anew as well.

>>> results = Results(seats=np.array([[0, 1, 2, 3]] * 20), ranks=np.array([[1, 2, 2, 4]] * 20))
>>> for bot, rating in enumerate(rate(results, bots=5)):
...     print(f"bot {bot}: {rating.mu:.1f} ± {rating.sigma:.1f}, rank {rating.rank} ({rating.low} to {rating.high})")
bot 0: 38.3 ± 3.9, rank 1 (1 to 2)
bot 1: 24.8 ± 2.7, rank 3 (2 to 4)
bot 2: 24.8 ± 2.7, rank 4 (2 to 4)
bot 3: 12.1 ± 4.0, rank 5 (4 to 5)
bot 4: 25.0 ± 8.3, rank 2 (1 to 5)
"""

from __future__ import annotations

from itertools import combinations, pairwise, permutations, product
from math import log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

MEAN, DEVIATION, LUCK = 25, 25 / 3, 25 / 6
"""The familiar scale: what a bot has before any match, and the deviation of one performance."""
POINT = pi / sqrt(6) / LUCK
"""One point of the familiar scale in the model's units, in which luck is a Gumbel variable."""
PRIOR = DEVIATION * POINT
SPREADS = [PRIOR / 1.5**step for step in range(11)]
"""How far the strengths of a field may lie apart, as standard deviations: a coarse choice, for the resamples."""
RESAMPLES = 200
TAILS = 0.025, 0.975
EXACT, NEAR, ROUGH = 1e-12, 1e-3, 1e-2
"""A fit ends with a Newton step of at most this squared length, in posterior deviations; in resamples that is the mean
of the bots, as ranks need no more. Steps that are near need no check: the curvature hardly changes on the way."""
LONGEST = 8.0
"""No strength moves further in one step, so that exponentials stay in range."""
FURTHEST = 100.0
"""No strength to start from is further from 0; no match could bring one there."""
CLOSE, MOST_TURNS = 1e-14, 1000
"""Linear equations are solved to this squared relative error, or in so many turns."""
FAR = 1e4
"""More than any two strengths differ."""
ALIKE = 9
"""Strengths that agree to so many decimals are tied."""
FIRST, SECOND = map(list, zip(*combinations(range(SEATS), 2)))
"""The pairs of seats."""


class Results(NamedTuple):
    """All matches, a row for each."""

    seats: Ints
    """The number of the bot in each seat, from 0."""
    ranks: Ints
    """The place of each seat, from 1; only their order counts, and equal places are ties. In a match that an error
    ended the offender has 4, and the others 0."""


class Fit(NamedTuple):
    """The strengths of all bots."""

    strengths: Floats
    """The likeliest, in the model's units, around 0."""
    deviations: Floats
    """Their uncertainty relative to the field, as standard deviations."""

    @property
    def mu(self) -> Floats:
        """The strengths on the familiar scale."""
        return MEAN + self.strengths / POINT

    @property
    def sigma(self) -> Floats:
        """The deviations on the familiar scale."""
        return self.deviations / POINT

    @property
    def ranks(self) -> Ints:
        """Each bot's rank, from 1, the best; bots that are equally strong are ranked by number."""
        return _ranked(self.strengths)


class Rating(NamedTuple):
    """What is known of a bot's strength."""

    mu: float
    sigma: float
    rank: int
    """1 is the best."""
    low: int
    """The rank lies between `low` and `high`, 95 times of 100."""
    high: int


def fit(results: Results, bots: int, *, start: Floats | None = None) -> Fit:
    """The likeliest strengths; `start`, strengths from an earlier fit, saves time and changes nothing."""
    return _fitted(_Table(results, bots), start)


def rate(
    results: Results,
    bots: int,
    *,
    out: Sequence[int] = (),
    start: Floats | None = None,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> list[Rating]:
    """The rating of every bot, by number, with the interval of its rank; those who are out rank behind all others."""
    table = _Table(results, bots)
    fitted = _fitted(table, start)
    behind = np.zeros(bots)
    behind[list(out)] = FAR
    all_strengths = [fitted.strengths, *_resampled(table, fitted.strengths, seed, resamples)]
    ranks = np.array([_ranked(strengths - behind) for strengths in all_strengths])
    low = np.minimum(ranks[0], np.quantile(ranks, TAILS[0], axis=0, method="lower"))
    high = np.maximum(ranks[0], np.quantile(ranks, TAILS[1], axis=0, method="higher"))
    columns = (column.tolist() for column in (fitted.mu, fitted.sigma, ranks[0], low, high))
    return [Rating(*row) for row in zip(*columns)]


class _Shape(NamedTuple):
    """The log likelihood of places in terms of the strengths t of the four who hold them, the best first:
    `chosen @ t - weights @ log(members @ exp(t))`."""

    chosen: Floats
    members: Floats
    """A row for each set of bots from which one was chosen as the best: 1 for a member."""
    weights: Floats
    pairs: Floats
    """A row for each pair of seats: 1 for each set that has both."""


def _shape(orders: Sequence[tuple[int, ...]]) -> _Shape:
    """The mean of the log likelihoods of these orders."""
    chosen = np.zeros(SEATS)
    sets: dict[tuple[int, ...], float] = {}
    for order in orders:
        for place in range(SEATS - 1):
            chosen[order[place]] += 1 / len(orders)
            left = tuple(sorted(order[place:]))
            sets[left] = sets.get(left, 0) + 1 / len(orders)
    members = np.array([[float(seat in left) for seat in range(SEATS)] for left in sets])
    return _Shape(chosen, members, np.array(list(sets.values())), (members[:, FIRST] * members[:, SECOND]).T)


def _allowed(ties: tuple[bool, ...]) -> list[tuple[int, ...]]:
    """The orders that are open when each place is tied with the next or not."""
    group = [sum(not tie for tie in ties[:place]) for place in range(SEATS)]
    return [order for order in permutations(range(SEATS)) if all(group[a] <= group[b] for a, b in pairwise(order))]


ERROR = 2 ** (SEATS - 1)
"""The kind of a match that an error ended; the kind of the others is which places are tied, in binary."""
KINDS = [
    *((_shape(_allowed(ties)),) for ties in product((False, True), repeat=SEATS - 1)),
    tuple(_shape([(*order, SEATS - 1)]) for order in permutations(range(SEATS - 1))),
]
"""For each kind of match the shapes of which one was the case."""


class _Local(NamedTuple):
    """The log likelihood of every match at some strengths, and its derivatives."""

    values: Floats
    scores: Floats
    """The first derivative for each bot of the match."""
    mixed: Floats
    """The second derivative for each pair. Those for one bot twice follow: likelihood does not change when all of a
    match move together, so each row of second derivatives adds up to 0."""


def _local(shape: _Shape, strengths: Floats, powers: Floats) -> _Local:
    sums = np.einsum("si,im->sm", shape.members, powers)
    parts = shape.weights[:, None] / sums
    values = np.einsum("i,im->m", shape.chosen, strengths) - np.einsum("s,sm->m", shape.weights, np.log(sums))
    scores = shape.chosen[:, None] - powers * np.einsum("si,sm->im", shape.members, parts)
    parts /= sums
    return _Local(values, scores, _products(powers) * np.einsum("ps,sm->pm", shape.pairs, parts))


def _products(rows: Floats) -> Floats:
    """The product of each pair of rows."""
    return rows.take(FIRST, axis=-2) * rows.take(SECOND, axis=-2)


def _mixture(locals_: Sequence[_Local]) -> _Local:
    """For matches of which one of several orders was the case."""
    values, scores, mixed = map(np.array, zip(*locals_))
    top = values.max(axis=0)
    shares = np.exp(values - top)
    total = shares.sum(axis=0)
    shares = (shares / total)[:, None]
    score = (shares * scores).sum(axis=0)
    second = (shares * (mixed + _products(scores))).sum(axis=0)
    return _Local(top + np.log(total), score, second - _products(score))


class _Table:
    """The matches in an order of their own, equal ones once, so that nothing depends on the order they came in."""

    def __init__(self, results: Results, bots: int) -> None:
        kinds, columns = _canonical(results, bots)
        rows, counts = np.unique(np.column_stack((kinds, columns)), axis=0, return_counts=True)
        self.bots = bots
        self.counts = counts.astype(float)
        self.columns = np.ascontiguousarray(rows[:, 1:].T)
        """The bots of each match, in a row for each place."""
        self.pairs = self.columns[FIRST] * bots + self.columns[SECOND]
        present, begins = np.unique(rows[:, 0], return_index=True)
        ends = [*begins[1:], len(rows)]
        self.parts = [(KINDS[kind], slice(*part)) for kind, *part in zip(present, begins, ends)]

    def local(self, strengths: Floats) -> _Local:
        """The likelihood of each match at these strengths."""
        seated, powers = strengths[self.columns], np.exp(strengths)[self.columns]
        parts = [_Local(np.zeros(0), np.zeros((SEATS, 0)), np.zeros((len(FIRST), 0)))]
        for shapes, part in self.parts:
            each = [_local(shape, seated[:, part], powers[:, part]) for shape in shapes]
            parts.append(each[0] if len(each) == 1 else _mixture(each))
        return _Local(*(np.concatenate(arrays, axis=-1) for arrays in zip(*parts)))

    def gradient(self, local: _Local, weights: Floats) -> Floats:
        """The first derivatives of the log likelihood of all matches."""
        return np.asarray(np.bincount(self.columns.ravel(), (weights * local.scores).ravel(), self.bots), dtype=float)

    def curvature(self, local: _Local, weights: Floats) -> Floats:
        """The second derivatives, with the sign changed."""
        mixed = np.bincount(self.pairs.ravel(), (weights * local.mixed).ravel(), self.bots**2)
        half = mixed.reshape(self.bots, self.bots)
        square = half + half.T
        return np.asarray(np.diag(square.sum(axis=0)) - square, dtype=float)


def _canonical(results: Results, bots: int) -> tuple[Ints, Ints]:
    """The kind of each match and its bots from the best to the last, tied ones by number."""
    seats, ranks = (np.asarray(each, dtype=np.intp).reshape(-1, SEATS) for each in results)
    if seats.shape != ranks.shape:
        raise ValueError(f"there are seats of {len(seats)} matches and ranks of {len(ranks)}")
    if seats.size and not 0 <= seats.min() <= seats.max() < bots:
        raise ValueError(f"the bots have the numbers 0 to {bots - 1}; there are {seats.min()} to {seats.max()}")
    unplaced = (ranks == 0).sum(axis=1)
    if not (np.isin(ranks, range(SEATS + 1)).all() and np.isin(unplaced, (0, SEATS - 1)).all()):
        raise ValueError(f"ranks are 1 to {SEATS}; or the offender's {SEATS}, and 0 for the other {SEATS - 1}")
    order = np.lexsort((seats, ranks), axis=1)
    ranks = np.take_along_axis(ranks, order, axis=1)
    ties = (ranks[:, 1:] == ranks[:, :-1]) @ [2**bit for bit in reversed(range(SEATS - 1))]
    return np.where(unplaced, ERROR, ties), np.take_along_axis(seats, order, axis=1)


class _Posterior(NamedTuple):
    """What the matches and a prior say of the strengths together."""

    table: _Table
    weights: Floats
    """How often each match counts."""
    centre: Floats
    """The prior's mean for each bot."""
    spread: float
    """The prior's standard deviation."""

    def height(self, strengths: Floats, local: _Local) -> float:
        """The logarithm of the density, but for a constant."""
        away = strengths - self.centre
        return _dot(self.weights, local.values) - _dot(away, away) / (2 * self.spread**2)

    def gradient(self, strengths: Floats, local: _Local) -> Floats:
        return self.table.gradient(local, self.weights) + (self.centre - strengths) / self.spread**2

    def curvature(self, local: _Local) -> Floats:
        return self.table.curvature(local, self.weights) + np.eye(self.table.bots) / self.spread**2

    def top(self, strengths: Floats, local: _Local, precision: float) -> Floats:
        """The strengths of the greatest density, from these with their `local`: by Newton's method, with steps that
        are shortened where they would lead too far."""
        while True:
            gradient = self.gradient(strengths, local)
            step = _solved(self.curvature(local), gradient)
            gain = _dot(gradient, step)
            if gain <= precision:
                return strengths + step
            wanted = self.height(strengths, local)
            share = min(1.0, LONGEST / float(np.abs(step).max()))
            local = self.table.local(strengths + share * step)
            while gain > NEAR and self.height(strengths + share * step, local) < wanted + share * gain / 10:
                share /= 2
                local = self.table.local(strengths + share * step)
            strengths = strengths + share * step


def _solved(matrix: Floats, right: Floats) -> Floats:
    """The solution of linear equations, by conjugate gradients.

    The matrices are so well conditioned that few turns are enough, each the cost of one product. NumPy's own solver and
    products start threads, which on a busy machine wait for each other many times longer than they work.
    """
    scale = matrix.diagonal()
    solution, rest = np.zeros_like(right), right
    direction = rest / scale
    size = first = _dot(rest, direction)
    turns = 0
    while size > CLOSE * first and turns < MOST_TURNS:
        image = np.einsum("ij,i->j", matrix, direction)
        length = size / _dot(direction, image)
        solution, rest = solution + length * direction, rest - length * image
        before, size = size, _dot(rest, rest / scale)
        direction = rest / scale + size / before * direction
        turns += 1
    return solution


def _dot(one: Floats, other: Floats) -> float:
    return float(np.einsum("i,i", one, other))


def _fitted(table: _Table, start: Floats | None) -> Fit:
    strengths = np.zeros(table.bots) if start is None else np.asarray(start, dtype=float)
    if strengths.shape != (table.bots,) or not (np.abs(strengths) <= FURTHEST).all():
        raise ValueError(f"a start is {table.bots} strengths between -{FURTHEST:g} and {FURTHEST:g}")
    posterior = _Posterior(table, table.counts, np.zeros(table.bots), PRIOR)
    strengths = posterior.top(strengths, table.local(strengths), EXACT)
    return Fit(strengths, _deviations(posterior.curvature(table.local(strengths))))


def _deviations(curvature: Floats) -> Floats:
    """How sure each strength is relative to the field's mean.

    That mean itself only the prior knows, up to PRIOR**2 / bots: this part of the variance is common to all and says
    nothing. The factor makes up for the bot's own part in the mean: one that has not played has the prior's deviation.
    """
    bots = len(curvature)
    if bots < 2:
        return np.full(bots, PRIOR)
    variances = np.linalg.inv(curvature).diagonal() - PRIOR**2 / bots
    return np.asarray(np.sqrt(variances * bots / (bots - 1)), dtype=float)


def _resampled(table: _Table, strengths: Floats, seed: int, resamples: int) -> Iterator[Floats]:
    """The strengths that are found when the matches are weighed and the prior's means are drawn anew."""
    random = np.random.default_rng(seed)
    tops, shares = _spreads(table, strengths)
    for spread, top, number in zip(SPREADS, tops, random.multinomial(resamples, shares)):
        local = table.local(top)
        for _ in range(number):
            weights = random.standard_gamma(table.counts)  # the sum of as many exponential weights
            posterior = _Posterior(table, weights, random.normal(0, spread, table.bots), spread)
            yield posterior.top(top, local, ROUGH * table.bots)


def _spreads(table: _Table, strengths: Floats) -> tuple[list[Floats], Floats]:
    """The likeliest strengths for each possible spread of the field, and the probability of that spread.

    What speaks for a spread is the likelihood of all results under it, whatever the strengths (by Laplace's
    approximation). Before that all spreads are equally likely, and each of ours stands for a range proportional to it.
    """
    tops, evidence = [], []
    for spread in SPREADS:
        posterior = _Posterior(table, table.counts, np.zeros(table.bots), spread)
        strengths = posterior.top(strengths, table.local(strengths), NEAR)
        local = table.local(strengths)
        volume = table.bots * log(spread) + np.linalg.slogdet(posterior.curvature(local)).logabsdet / 2
        tops.append(strengths)
        evidence.append(posterior.height(strengths, local) - volume + log(spread))
    shares = np.exp(np.array(evidence) - max(evidence))
    return tops, shares / shares.sum()


def _ranked(strengths: Floats) -> Ints:
    ranks = np.empty(len(strengths), dtype=np.intp)
    ranks[np.argsort(-strengths.round(ALIKE), kind="stable")] = np.arange(1, len(strengths) + 1)
    return ranks
