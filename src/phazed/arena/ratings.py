"""Ratings: the strength of each bot from a Plackett-Luce fit to all matches, and the uncertainty of its rank.

In this model, a bot's performance in a match is its strength plus luck (Gumbel noise), and the ranks follow the order
of the performances. The fit maximises the posterior density of the strengths given all results, regardless of seats and
of the order of the matches. A weak normal prior keeps the strengths finite for bots that always win, always lose or
have not played.

- For ties, the log likelihood is averaged over all orders that agree with the ranks, which pulls tied bots together.
- For a match ended by an error, the likelihood is that the offender is last, with the others in any order.

Ratings are shown on the TrueSkill scale: 25 ± 25/3 before any match, with a luck of 25/6 points. Results depend only on
differences in strength, so the mean of all bots is set to 25, and deviations are relative to this mean. A bot that has
not played has the prior's deviation, however precise the other ratings are.

The confidence interval of a rank comes from a Bayesian bootstrap: each resample draws new (exponential) weights for the
matches and new prior means for the bots, and is fitted and ranked. Two measures keep the intervals from being too
narrow after few matches. The prior means are drawn because resampling the matches alone would show no uncertainty for a
bot that has lost all three of its matches. The width of the prior is drawn too, and follows the spread of the
strengths: among nearly equal bots, luck decides which one is first, and resampling around the fitted strengths would
mistake that luck for skill.

If the luck of the deals was measured (`coach.control`), it serves as a control variate. At the fitted strengths, the
scores of all matches (the derivatives of their log likelihoods) and the prior balance each other. From each score, the
bot's luck in that match is subtracted, multiplied by a weight. Since luck has the expectation 0, the expectation of the
equation does not change, and the weights that explain the scores best leave the least variance. `docs/coach.md` has the
proof.

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

    from phazed.storage.results.store import Store

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

MEAN, DEVIATION, LUCK = 25, 25 / 3, 25 / 6
"""The TrueSkill scale: mean and deviation of a bot before any match, and deviation of a single performance."""
POINT = pi / sqrt(6) / LUCK
"""One point of the TrueSkill scale in the model's units, in which luck has a standard Gumbel distribution."""
PRIOR = DEVIATION * POINT
SPREADS = [PRIOR / 1.5**step for step in range(11)]
"""Possible standard deviations of the bots' strengths: a coarse grid from which the resamples draw."""
RESAMPLES = 200
TAILS = 0.025, 0.975
EXACT, NEAR, ROUGH = 1e-12, 1e-3, 1e-2
"""Squared length, in posterior deviations, below which a Newton step is the last one of a fit. In resamples, this is
the limit per bot, since ranks need no more precision. Steps below NEAR need no line search."""
MAX_STEP = 8.0
"""Maximum change of a strength in one step, which keeps exponentials in range."""
MAX_START = 100.0
"""Maximum absolute value of an initial strength; fitted strengths never exceed it."""
TOLERANCE, MAX_ITERATIONS = 1e-14, 1000
"""Squared relative error at which the linear solver stops, and its maximum number of iterations."""
FAR = 1e4
"""A number greater than the difference between any two strengths."""
RIDGE = 1.0
"""Ridge parameter; the prior that the deals explain nothing then weighs as much as the luck of about ten matches."""
DECIMALS = 9
"""Number of decimals to which luck and strengths are rounded, so that strengths equal up to this are tied."""
FIRST, SECOND = map(list, zip(*combinations(range(SEATS), 2)))
"""Pairs of seats."""


class Results(NamedTuple):
    """The results of all matches, with one row per match."""

    seats: Ints
    """Number of the bot in each seat, counted from 0."""
    ranks: Ints
    """Rank of each seat, counted from 1. Only the order matters, and equal ranks are ties. In a match ended by an
    error, the offender has rank 4 and the others have 0."""


def stored_results(store: Store) -> tuple[Results, Floats | None]:
    """Return the stored matches, and the value of their deals if the luck was measured."""
    placings, worth = store.placings(), store.luck()
    seats, ranks = (np.array([row[column] for row in placings], dtype=int).reshape(-1, SEATS) for column in (1, 2))
    if not worth:
        return Results(seats, ranks), None
    nothing = np.zeros_like(next(iter(worth.values())))
    return Results(seats, ranks), np.array([worth.get(row.match, nothing) for row in placings])


class Fit(NamedTuple):
    """The fitted strengths of all bots."""

    strengths: Floats
    """Most probable strengths, in the model's units, centred on 0."""
    covariance: Floats
    """Covariance of the strengths, given the results."""

    @property
    def deviations(self) -> Floats:
        """Standard deviations of the strengths relative to the mean of all bots.

        The results say nothing about the mean of all bots, whose variance is PRIOR**2 / bots. This variance is common
        to all bots and is subtracted. The factor compensates for the bot's own share in the mean, so that a bot that
        has not played has the prior's deviation.
        """
        bots = len(self.strengths)
        if bots < 2:
            return np.full(bots, PRIOR)
        variances = self.covariance.diagonal() - PRIOR**2 / bots
        return np.asarray(np.sqrt(variances * bots / (bots - 1)), dtype=float)

    @property
    def mu(self) -> Floats:
        """The strengths on the TrueSkill scale."""
        return MEAN + self.strengths / POINT

    @property
    def sigma(self) -> Floats:
        """The standard deviations on the TrueSkill scale."""
        return self.deviations / POINT

    @property
    def ranks(self) -> Ints:
        """Rank of each bot, counted from 1; equally strong bots are ranked by number."""
        return _ranked(self.strengths)


class Rating(NamedTuple):
    """A bot's rating."""

    mu: float
    sigma: float
    rank: int
    """Rank, counted from 1."""
    low: int
    """Best rank in the 95 % confidence interval; `high` is the worst."""
    high: int


def fit(results: Results, bots: int, *, luck: Floats | None = None, start: Floats | None = None) -> Fit:
    """Return the most probable strengths of the bots.

    `luck` is the value of each match's deals to each seat, according to one or more models. `start` can be the
    strengths of an earlier fit, which saves time but does not change the result.
    """
    return _fitted(Matches(results, bots, luck), start)[0]


def rate(
    results: Results,
    bots: int,
    *,
    out: Sequence[int] = (),
    removed: Sequence[int] = (),
    luck: Floats | None = None,
    start: Floats | None = None,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> list[Rating]:
    """Return each bot's rating, with the confidence interval of its rank.

    Bots that are out rank behind all others; removed bots rank last.
    """
    matches = Matches(results, bots, luck)
    fitted, influence = _fitted(matches, start)
    behind = np.zeros(bots)
    behind[list(out)] = FAR
    behind[list(removed)] = 2 * FAR
    all_strengths = [fitted.strengths, *_resampled(matches, fitted.strengths, influence, seed, resamples)]
    ranks = np.array([_ranked(strengths - behind) for strengths in all_strengths])
    low = np.minimum(ranks[0], np.quantile(ranks, TAILS[0], axis=0, method="lower"))
    high = np.maximum(ranks[0], np.quantile(ranks, TAILS[1], axis=0, method="higher"))
    columns = (column.tolist() for column in (fitted.mu, fitted.sigma, ranks[0], low, high))
    return [Rating(*row) for row in zip(*columns)]


class _Shape(NamedTuple):
    """The log likelihood of a result as a function of the four bots' strengths t, from best to last.

    The log likelihood is `chosen @ t - weights @ log(members @ exp(t))`.
    """

    chosen: Floats
    members: Floats
    """One row for each set of bots that competed for a rank, with 1 for each member."""
    weights: Floats
    pairs: Floats
    """One row for each pair of bots, with 1 for each set that contains both."""


def _shape(orders: Sequence[tuple[int, ...]]) -> _Shape:
    """Return the mean log likelihood of the orders."""
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
    """Return the orders that agree with the ties; `ties` tells whether each rank is tied with the next."""
    group = [sum(not tie for tie in ties[:place]) for place in range(SEATS)]
    return [order for order in permutations(range(SEATS)) if all(group[a] <= group[b] for a, b in pairwise(order))]


ERROR = 2 ** (SEATS - 1)
"""Kind of a match ended by an error; for other matches, the bits of the kind tell which ranks are tied."""
KINDS = [
    *((_shape(_allowed(ties)),) for ties in product((False, True), repeat=SEATS - 1)),
    tuple(_shape([(*order, SEATS - 1)]) for order in permutations(range(SEATS - 1))),
]
"""For each kind of match, the shapes whose likelihoods add up to that of the result."""


class _Local(NamedTuple):
    """The log likelihood of every match and its derivatives, at given strengths."""

    values: Floats
    scores: Floats
    """First derivative with respect to each bot in the match."""
    mixed: Floats
    """Second derivative with respect to each pair of bots. The diagonal follows from these: the likelihood does not
    change if all strengths in a match change by the same amount, so each row of the Hessian adds up to 0."""


def _local(shape: _Shape, strengths: Floats, powers: Floats) -> _Local:
    sums = np.einsum("si,im->sm", shape.members, powers)
    parts = shape.weights[:, None] / sums
    values = np.einsum("i,im->m", shape.chosen, strengths) - np.einsum("s,sm->m", shape.weights, np.log(sums))
    scores = shape.chosen[:, None] - powers * np.einsum("si,sm->im", shape.members, parts)
    parts /= sums
    return _Local(values, scores, _products(powers) * np.einsum("ps,sm->pm", shape.pairs, parts))


def _products(rows: Floats) -> Floats:
    """Return the product of each pair of rows."""
    return rows.take(FIRST, axis=-2) * rows.take(SECOND, axis=-2)


def _mixture(locals_: Sequence[_Local]) -> _Local:
    """Return the log likelihood of matches with several possible orders."""
    values, scores, mixed = map(np.array, zip(*locals_))
    top = values.max(axis=0)
    shares = np.exp(values - top)
    total = shares.sum(axis=0)
    shares = (shares / total)[:, None]
    score = (shares * scores).sum(axis=0)
    second = (shares * (mixed + _products(scores))).sum(axis=0)
    return _Local(top + np.log(total), score, second - _products(score))


class Matches:
    """Matches in canonical order, with identical ones merged, so that the order of the input does not matter."""

    def __init__(self, results: Results, bots: int, luck: Floats | None = None) -> None:
        kinds, columns, worth = _canonical(results, bots, luck)
        found = np.column_stack((kinds, columns, worth.reshape(len(kinds), worth.shape[1] * worth.shape[2])))
        unique, counts = np.unique(found, axis=0, return_counts=True)
        rows = unique[:, : 1 + SEATS].astype(np.intp)
        self.bots = bots
        self.counts = counts.astype(float)
        self.columns = np.ascontiguousarray(rows[:, 1:].T)
        """Bots of each match, with one row for each rank."""
        self.luck = unique[:, 1 + SEATS :].reshape(len(rows), SEATS, worth.shape[2])
        """Value of the deals to each bot of each match, by model."""
        self.pairs = self.columns[FIRST] * bots + self.columns[SECOND]
        present, begins = np.unique(rows[:, 0], return_index=True)
        ends = [*begins[1:], len(rows)]
        self.parts = [(KINDS[kind], slice(*part)) for kind, *part in zip(present, begins, ends)]

    def local(self, strengths: Floats) -> _Local:
        """Return the log likelihood of each match and its derivatives at these strengths."""
        make_players, powers = strengths[self.columns], np.exp(strengths)[self.columns]
        parts = [_Local(np.zeros(0), np.zeros((SEATS, 0)), np.zeros((len(FIRST), 0)))]
        for shapes, part in self.parts:
            each = [_local(shape, make_players[:, part], powers[:, part]) for shape in shapes]
            parts.append(each[0] if len(each) == 1 else _mixture(each))
        return _Local(*(np.concatenate(arrays, axis=-1) for arrays in zip(*parts)))

    def gradient(self, local: _Local, weights: Floats) -> Floats:
        """Return the gradient of the log likelihood of all matches."""
        return self._by_bot(weights * local.scores)

    def _by_bot(self, values: Floats) -> Floats:
        """Return the sum for each bot of values given by rank and match."""
        return np.asarray(np.bincount(self.columns.ravel(), values.ravel(), self.bots), dtype=float)

    def influence(self, local: _Local) -> Floats:
        """Fit a weight for each model's luck by ridge regression, so that the luck explains the scores best."""
        models = self.luck.shape[2]
        weighted = self.luck * self.counts[:, None, None]
        squares = np.einsum("msa,msb->ab", weighted, self.luck) + np.eye(models) * RIDGE
        return np.asarray(np.linalg.solve(squares, np.einsum("msa,sm->a", weighted, local.scores)), dtype=float)

    def tilt(self, weights: Floats, influence: Floats) -> Floats:
        """Return the change in each bot's gradient that removes the luck of all matches."""
        return -self._by_bot(weights * np.einsum("msa,a->sm", self.luck, influence))

    def unexplained(self, local: _Local, influence: Floats) -> float:
        """Return the share of the scores' variance that luck does not explain."""
        left = local.scores - np.einsum("msa,a->sm", self.luck, influence)
        squares = (float((self.counts * each**2).sum()) for each in (left, local.scores))
        return min(next(squares) / max(next(squares), TOLERANCE), 1.0)

    def curvature(self, local: _Local, weights: Floats) -> Floats:
        """Return the negative Hessian of the log likelihood of all matches."""
        mixed = np.bincount(self.pairs.ravel(), (weights * local.mixed).ravel(), self.bots**2)
        half = mixed.reshape(self.bots, self.bots)
        square = half + half.T
        return np.asarray(np.diag(square.sum(axis=0)) - square, dtype=float)


def _canonical(results: Results, bots: int, luck: Floats | None) -> tuple[Ints, Ints, Floats]:
    """Return the kind of each match, its bots from best to last (tied ones by number), and their luck."""
    seats, ranks = (np.asarray(each, dtype=np.intp).reshape(-1, SEATS) for each in results)
    if seats.shape != ranks.shape:
        raise ValueError(f"seats and ranks must have the same shape, but there are {len(seats)} and {len(ranks)} rows")
    if seats.size and not 0 <= seats.min() <= seats.max() < bots:
        raise ValueError(f"bot numbers must be from 0 to {bots - 1}; they are from {seats.min()} to {seats.max()}")
    unplaced = (ranks == 0).sum(axis=1)
    if not (np.isin(ranks, range(SEATS + 1)).all() and np.isin(unplaced, (0, SEATS - 1)).all()):
        raise ValueError(
            f"ranks must be from 1 to {SEATS} or, after an error, {SEATS} for the offender and 0 for the others"
        )
    order = np.lexsort((seats, ranks), axis=1)
    ranks = np.take_along_axis(ranks, order, axis=1)
    ties = (ranks[:, 1:] == ranks[:, :-1]) @ [2**bit for bit in reversed(range(SEATS - 1))]
    worth = np.zeros((*seats.shape, 0)) if luck is None else np.asarray(luck, dtype=float)
    if worth.ndim != 3 or worth.shape[:2] != seats.shape or not np.isfinite(worth).all():
        raise ValueError(f"luck must be finite and have the shape ({len(seats)}, {SEATS}, number of models)")
    # Only differences within a match matter, as with strengths. Rounding makes the result independent of the seats.
    worth = (worth - worth.mean(axis=1, keepdims=True)).round(DECIMALS)
    worth = np.take_along_axis(worth, order[:, :, None], axis=1)
    return np.where(unplaced, ERROR, ties), np.take_along_axis(seats, order, axis=1), worth


class Posterior(NamedTuple):
    """The posterior density of the strengths, given matches and a prior."""

    matches: Matches
    weights: Floats
    centre: Floats
    """Prior mean for each bot."""
    spread: float
    """Standard deviation of the prior."""
    tilt: Floats | float = 0.0
    """Term added to the gradient to remove the luck of the deals."""

    def log_density(self, strengths: Floats, local: _Local) -> float:
        """Return the logarithm of the density, up to a constant."""
        away = strengths - self.centre
        found = _dot(self.weights, local.values) + float(np.sum(self.tilt * strengths))
        return found - _dot(away, away) / (2 * self.spread**2)

    def gradient(self, strengths: Floats, local: _Local) -> Floats:
        return self.matches.gradient(local, self.weights) + self.tilt + (self.centre - strengths) / self.spread**2

    def curvature(self, local: _Local) -> Floats:
        return self.matches.curvature(local, self.weights) + np.eye(self.matches.bots) / self.spread**2

    def mode(self, strengths: Floats, local: _Local, precision: float) -> Floats:
        """Return the strengths of maximum density, found by Newton's method with line search from the given ones."""
        while True:
            gradient = self.gradient(strengths, local)
            step = _solved(self.curvature(local), gradient)
            gain = _dot(gradient, step)
            if gain <= precision:
                return strengths + step
            density = self.log_density(strengths, local)
            scale = min(1.0, MAX_STEP / float(np.abs(step).max()))
            local = self.matches.local(strengths + scale * step)
            while gain > NEAR and self.log_density(strengths + scale * step, local) < density + scale * gain / 10:
                scale /= 2
                local = self.matches.local(strengths + scale * step)
            strengths = strengths + scale * step


def _solved(matrix: Floats, right: Floats) -> Floats:
    """Solve linear equations with preconditioned conjugate gradients.

    The matrices are so well conditioned that few iterations are enough, each of which costs one matrix-vector product.
    NumPy's own solver and products start threads; on a busy machine, these wait for each other much longer than they
    work.
    """
    scale = matrix.diagonal()
    solution, residual = np.zeros_like(right), right
    direction = residual / scale
    size = first = _dot(residual, direction)
    iterations = 0
    while size > TOLERANCE * first and iterations < MAX_ITERATIONS:
        image = np.einsum("ij,i->j", matrix, direction)
        length = size / _dot(direction, image)
        solution, residual = solution + length * direction, residual - length * image
        before, size = size, _dot(residual, residual / scale)
        direction = residual / scale + size / before * direction
        iterations += 1
    return solution


def _dot(one: Floats, other: Floats) -> float:
    return float(np.einsum("i,i", one, other))


def _fitted(matches: Matches, start: Floats | None) -> tuple[Fit, Floats]:
    """Return the fit and the weights of the models' luck."""
    strengths = np.zeros(matches.bots) if start is None else np.asarray(start, dtype=float)
    if strengths.shape != (matches.bots,) or not (np.abs(strengths) <= MAX_START).all():
        raise ValueError(f"start must have {matches.bots} strengths between -{MAX_START:g} and {MAX_START:g}")
    posterior = Posterior(matches, matches.counts, np.zeros(matches.bots), PRIOR)
    strengths = posterior.mode(strengths, matches.local(strengths), EXACT)
    local = matches.local(strengths)
    influence, left = matches.influence(local), 1.0
    if influence.size:
        left = matches.unexplained(local, influence)
        posterior = posterior._replace(tilt=matches.tilt(matches.counts, influence))
        strengths = posterior.mode(strengths, local, EXACT)
        local = matches.local(strengths)
    return Fit(strengths, _covariance(posterior.curvature(local), left)), influence


def _covariance(curvature: Floats, left: float) -> Floats:
    """Return the covariance of the strengths; `left` is the share of the results' variance that luck does not explain.

    The results' part of the curvature is the curvature without that of the prior.
    """
    inverse = np.asarray(np.linalg.inv(curvature), dtype=float)
    explained = (1 - left) * (inverse - np.einsum("ij,jk->ik", inverse, inverse) / PRIOR**2)
    return np.asarray(inverse - explained, dtype=float)


def _resampled(matches: Matches, strengths: Floats, influence: Floats, seed: int, resamples: int) -> Iterator[Floats]:
    """Yield strengths fitted with random weights for the matches and random prior means."""
    random = np.random.default_rng(seed)
    modes, shares = _spreads(matches, strengths, matches.tilt(matches.counts, influence))
    for spread, mode, number in zip(SPREADS, modes, random.multinomial(resamples, shares)):
        local = matches.local(mode)
        for _ in range(number):
            weights = random.standard_gamma(matches.counts)  # the sum of exponential weights
            centre = random.normal(0, spread, matches.bots)
            posterior = Posterior(matches, weights, centre, spread, matches.tilt(weights, influence))
            yield posterior.mode(mode, local, ROUGH * matches.bots)


def _spreads(matches: Matches, strengths: Floats, tilt: Floats) -> tuple[list[Floats], Floats]:
    """Return the most probable strengths for each possible spread, and the probability of each spread.

    The evidence for a spread is the marginal likelihood of all results (Laplace's approximation). The prior over
    spreads is uniform; each value in `SPREADS` stands for a range of spreads proportional to it.
    """
    modes, evidence = [], []
    for spread in SPREADS:
        posterior = Posterior(matches, matches.counts, np.zeros(matches.bots), spread, tilt)
        strengths = posterior.mode(strengths, matches.local(strengths), NEAR)
        local = matches.local(strengths)
        volume = matches.bots * log(spread) + np.linalg.slogdet(posterior.curvature(local)).logabsdet / 2
        modes.append(strengths)
        evidence.append(posterior.log_density(strengths, local) - volume + log(spread))
    shares = np.exp(np.array(evidence) - max(evidence))
    return modes, shares / shares.sum()


def _ranked(strengths: Floats) -> Ints:
    ranks = np.empty(len(strengths), dtype=np.intp)
    ranks[np.argsort(-strengths.round(DECIMALS), kind="stable")] = np.arange(1, len(strengths) + 1)
    return ranks
