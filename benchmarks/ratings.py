"""The time needed to rate a large tournament, and the agreement of the ratings with the true order.

432 bots of known strength play 54,000 matches, 500 per bot; some end in ties and some with an error. Because machines
are noisy, the fit is timed several times, and the best and the worst time are shown.

    python benchmarks/ratings.py
"""

from __future__ import annotations

import time

import numpy as np

from phazed.arena.ratings import POINT, RESAMPLES, Results, fit, rate

BOTS, MATCHES, ROUNDS = 432, 54_000, 5
SPREAD = 2.5
"""Standard deviation of the bots' strengths, in points of the TrueSkill scale."""
TIES, ERRORS = 0.03, 0.05


def played(strengths: np.ndarray, random: np.random.Generator) -> Results:
    """Return matches between bots with these strengths, equally many for each bot."""
    seats = np.concatenate([random.permutation(BOTS) for _ in range(4 * MATCHES // BOTS)]).reshape(MATCHES, 4)
    performances = strengths[seats] + random.gumbel(size=seats.shape)
    ranks = np.argsort(np.argsort(-performances, axis=1), axis=1) + 1
    chance, shared = random.random(MATCHES), random.integers(2, 4, MATCHES)
    ranks[(chance < TIES)[:, None] & (ranks == shared[:, None])] -= 1
    ranks[(chance > 1 - ERRORS)[:, None] & (ranks < 4)] = 0
    return Results(seats, ranks)


def main() -> None:
    random = np.random.default_rng(4)
    strengths = random.normal(0, SPREAD * POINT, BOTS)
    results = played(strengths, random)
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        fitted = fit(results, BOTS)
        times.append(time.perf_counter() - start)
    print(f"fit of {MATCHES:,} matches of {BOTS} bots: {min(times):.2f} s to {max(times):.2f} s")
    start = time.perf_counter()
    ratings = rate(results, BOTS)
    print(f"the same with {RESAMPLES} resamples: {time.perf_counter() - start:.1f} s")
    places = np.argsort(np.argsort(-strengths)) + 1
    print(f"rank correlation with the true order: {np.corrcoef(places, fitted.ranks)[0, 1]:.4f}")
    covered = np.mean([rating.low <= place <= rating.high for rating, place in zip(ratings, places)])
    width = np.mean([rating.high - rating.low for rating in ratings])
    print(f"rank intervals: {covered:.1%} contain the true rank; mean width {width:.0f}")


if __name__ == "__main__":
    main()
