"""Ratings: the model compared with its plain definition, and what it finds for bots of known strength."""

from __future__ import annotations

from itertools import permutations
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.arena.ratings import PRIOR, Matches, Posterior, Results, fit, rate

NONE = Results(np.zeros((0, 4), dtype=int), np.zeros((0, 4), dtype=int))
ORDERS = [
    (1, 2, 3, 4),
    (1, 1, 3, 4),
    (1, 2, 2, 4),
    (1, 2, 3, 3),
    (1, 1, 3, 3),
    (1, 1, 1, 4),
    (1, 2, 2, 2),
    (1, 1, 1, 1),
]
ENDS = sorted({each for order in [*ORDERS, (0, 0, 0, 4)] for each in permutations(order)})
"""All possible results of a match."""


def results(*matches):
    return Results(*(np.array(each) for each in zip(*matches)))


def played(strengths, matches, seed, grain=1e-9, errors=0.0):
    """Matches between bots of these strengths, equally many for each. Performances within a distance are tied; of some
    matches only the last is known, as after an error."""
    random = np.random.default_rng(seed)
    bots = len(strengths)
    seats = np.concatenate([random.permutation(bots) for _ in range(4 * matches // bots)]).reshape(-1, 4)
    performances = strengths[seats] + random.gumbel(size=seats.shape)
    seen = np.floor(performances / grain)
    ranks = (seen[:, :, None] < seen[:, None, :]).sum(axis=2) + 1
    lasts = np.where(performances == performances.min(axis=1, keepdims=True), 4, 0)
    return Results(seats, np.where(random.random((len(seats), 1)) < errors, lasts, ranks))


def log_likelihood(order, strengths):
    """The log likelihood of this order, the best first."""
    return sum(strengths[bot] - log(sum(exp(strengths[other]) for other in order[i:])) for i, bot in enumerate(order))


def plain(seats, ranks, strengths):
    """The log likelihood of a match, by its definition, over all orders."""
    orders = list(permutations(range(4)))
    if 0 in ranks:
        possible = [order for order in orders if ranks[order[-1]] == 4]
    else:
        possible = [order for order in orders if [ranks[seat] for seat in order] == sorted(ranks)]
    logs = [log_likelihood([seats[seat] for seat in order], strengths) for order in possible]
    return log(sum(map(exp, logs))) if 0 in ranks else sum(logs) / len(logs)


def density(matches, strengths):
    """The logarithm of the posterior density, up to a constant."""
    return sum(plain(*match, strengths) for match in matches) - sum(s * s for s in strengths) / (2 * PRIOR**2)


def slopes(function, point, step=1e-5):
    """The derivatives of a function by finite differences."""
    moves = np.eye(len(point)) * step
    return np.array([(function(point + move) - function(point - move)) / (2 * step) for move in moves])


def ranked(strengths):
    return np.argsort(np.argsort(-strengths)) + 1


def correlation(one, other):
    return np.corrcoef(one, other)[0, 1]


@pytest.mark.parametrize("ranks", ENDS, ids=str)
def test_the_likelihood_of_a_match_is_that_of_its_possible_orders(ranks):
    strengths = np.array([0.3, -1.2, 0.8, 2.1, -0.4])
    for seats in [(0, 1, 2, 3), (4, 2, 0, 1)]:
        values = Matches(results((seats, ranks)), 5).local(strengths).values
        assert values == pytest.approx([plain(seats, ranks, strengths)], abs=1e-12)


def test_the_probabilities_of_all_orders_and_of_all_offenders_add_up_to_one():
    strengths = np.array([0.3, -1.2, 0.8, 2.1])
    for kind in [(1, 2, 3, 4), (0, 0, 0, 4)]:
        table = Matches(results(*(((0, 1, 2, 3), ranks) for ranks in sorted(set(permutations(kind))))), 4)
        assert np.exp(table.local(strengths).values).sum() == pytest.approx(1)


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (3, 1, 3, 2)], ids=["four bots", "a bot that plays twice"])
@pytest.mark.parametrize("ranks", [*ORDERS, (0, 0, 0, 4), (0, 4, 0, 0)], ids=str)
def test_the_derivatives_are_those_of_the_density(seats, ranks):
    matches = [(seats, ranks), ((4, 0, 1, 3), (2, 1, 3, 4))]
    strengths = np.array([0.3, -1.2, 0.8, 2.1, -0.4])
    table = Matches(results(*matches), 5)
    posterior = Posterior(table, table.counts, np.zeros(5), PRIOR)

    def gradient(point):
        return posterior.gradient(point, table.local(point))

    assert gradient(strengths) == pytest.approx(slopes(lambda point: density(matches, point), strengths), abs=1e-7)
    curvature = posterior.curvature(table.local(strengths))
    assert -curvature == pytest.approx(slopes(gradient, strengths), abs=1e-7)


MATCHES = st.lists(st.tuples(st.permutations(range(6)).map(lambda order: tuple(order[:4])), st.sampled_from(ENDS)))


@settings(max_examples=10, deadline=None)
@given(MATCHES.filter(bool))
def test_the_fit_is_a_maximum(matches):
    found = fit(results(*matches), 6).strengths
    assert slopes(lambda point: density(matches, point), found) == pytest.approx([0] * 6, abs=1e-6)


@settings(max_examples=10, deadline=None)
@given(MATCHES.filter(bool), st.randoms(use_true_random=False))
def test_neither_the_order_of_matches_nor_the_seats_count(matches, random):
    mixed = []
    for match in random.sample(matches, len(matches)):
        seating = random.sample(range(4), 4)
        mixed.append(tuple(tuple(part[seat] for seat in seating) for part in match))
    assert rate(results(*mixed), 6, resamples=5) == rate(results(*matches), 6, resamples=5)


@settings(max_examples=10, deadline=None)
@given(MATCHES)
def test_every_rating_is_finite_and_its_rank_lies_in_the_interval(matches):
    ratings = rate(results(*matches) if matches else NONE, 6, resamples=5)
    assert sorted(rating.rank for rating in ratings) == [1, 2, 3, 4, 5, 6]
    for rating in ratings:
        assert 1 <= rating.low <= rating.rank <= rating.high <= 6
        assert abs(rating.mu - 25) < 50
        assert 0 < rating.sigma <= 25 / 3 + 1e-9
    assert sum(rating.mu for rating in ratings) == pytest.approx(6 * 25)


def test_only_the_order_of_places_counts():
    usual, dense = (results(((0, 1, 2, 3), ranks)) for ranks in [(1, 1, 3, 4), (1, 1, 2, 3)])
    assert fit(usual, 4).mu.tolist() == fit(dense, 4).mu.tolist()


def test_a_repeated_match_counts_twice():
    one, other = ((0, 1, 2, 3), (1, 2, 3, 4)), ((3, 2, 1, 0), (1, 1, 3, 4))
    table = Matches(results(one, other, one), 4)
    assert sorted(table.counts) == [1, 2]
    matches = [one, other, one]
    found = fit(results(*matches), 4).strengths
    assert slopes(lambda point: density(matches, point), found) == pytest.approx([0] * 4, abs=1e-6)


def test_before_any_match_every_bot_is_rated_25_and_may_have_any_rank():
    ratings = rate(NONE, 5)
    assert [rating.rank for rating in ratings] == [1, 2, 3, 4, 5]
    for rating in ratings:
        assert (rating.mu, rating.low, rating.high) == (25, 1, 5)
        assert rating.sigma == pytest.approx(25 / 3)


def test_there_may_be_one_bot_or_none():
    assert rate(NONE, 0) == []
    (alone,) = rate(results(((0, 0, 0, 0), (1, 2, 3, 4))), 1)
    assert alone == (pytest.approx(25), pytest.approx(25 / 3), 1, 1, 1)


def test_a_bot_without_matches_keeps_its_initial_rating():
    strengths = np.linspace(2, -2, 40)
    ratings = rate(played(strengths, 2000, seed=1), 41, resamples=100)
    assert ratings[40].mu == 25
    assert ratings[40].sigma == pytest.approx(25 / 3)
    assert ratings[40].low <= 3
    assert ratings[40].high >= 39


def test_sigma_shrinks_with_the_matches_and_does_not_depend_on_the_number_of_bots():
    deviations = [fit(played(np.zeros(bots), 40 * bots // 4, seed=2), bots).sigma.mean() for bots in (8, 40, 200)]
    assert max(deviations) < 1.1 * min(deviations)
    few, many = (fit(played(np.zeros(40), 10 * each, seed=3), 40).sigma for each in (10, 160))
    assert few.mean() / many.mean() == pytest.approx(4, rel=0.1)


@pytest.mark.parametrize("number", [1, 3, 1000])
def test_a_bot_that_always_wins_or_loses_has_a_finite_rating(number):
    ratings = rate(results(*[((0, 1, 2, 3), (1, 2, 2, 4))] * number), 4, resamples=50)
    assert 25 < ratings[0].mu < 80
    assert 25 > ratings[3].mu > -30
    assert ratings[1].mu == pytest.approx(ratings[2].mu)
    assert [rating.rank for rating in ratings] == [1, 2, 3, 4]


def test_three_lost_matches_do_not_make_the_last_rank_certain():
    strengths = np.linspace(1, -1, 40)
    games = played(strengths, 2000, seed=4)
    lost = [((40, 1, 2, 3), (4, 1, 2, 3)), ((40, 10, 20, 30), (4, 1, 2, 3)), ((40, 15, 25, 35), (4, 1, 2, 3))]
    more = Results(*(np.concatenate(pair) for pair in zip(games, results(*lost))))
    ratings = rate(more, 41)
    assert ratings[40].rank >= 35
    assert ratings[40].low < 30
    assert ratings[40].high == 41


def test_ties_draw_bots_together():
    order, tied = ((0, 1, 2, 3), (1, 2, 3, 4)), ((0, 1, 2, 3), (1, 1, 3, 4))
    apart, closer = (fit(results(*each), 4).mu for each in ([order] * 5, [order] * 5 + [tied] * 5))
    assert 0 < closer[0] - closer[1] < apart[0] - apart[1]
    assert fit(results(*[((0, 1, 2, 3), (1, 1, 1, 1))] * 9), 4).mu == pytest.approx([25] * 4)


def test_an_error_lowers_the_offender_and_leaves_the_others_equal():
    mu = fit(results(((0, 1, 2, 3), (0, 0, 4, 0))), 4).mu
    assert mu[2] < 25
    assert mu[0] == pytest.approx(mu[1])
    assert mu[0] == pytest.approx(mu[3])


def test_a_bot_that_always_errs_is_last():
    games = played(np.linspace(1.5, -1.5, 20), 500, seed=5)
    random = np.random.default_rng(6)
    errors = [((*random.choice(20, 3, replace=False), 20), (0, 0, 0, 4)) for _ in range(10)]
    ratings = rate(Results(*(np.concatenate(pair) for pair in zip(games, results(*errors)))), 21)
    assert ratings[20].rank == 21
    assert ratings[20].low >= 15


def test_the_order_of_many_bots_is_found():
    strengths = np.random.default_rng(7).normal(0, 0.8, 100)
    found = fit(played(strengths, 5000, seed=8, grain=0.1, errors=0.1), 100)
    assert correlation(found.ranks, ranked(strengths)) > 0.98
    best = set(np.flatnonzero(ranked(strengths) <= 10))
    assert len(best & set(np.flatnonzero(found.ranks <= 10))) >= 8
    assert found.ranks[np.argmax(strengths)] <= 3


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("spread", "each"),
    [(0.1, 8), (0.1, 100), (0.8, 8), (0.8, 100), (2.0, 8), (2.0, 100)],
    ids=str,
)
def test_the_intervals_cover_the_truth(spread, each):
    """Over many tournaments 95 % do. In one sample of 120 bots it may be fewer by chance; these have at least 92 %."""
    covered, near, bots = [], [], 40
    for seed in range(3):
        strengths = np.random.default_rng(seed).normal(0, spread, bots)
        strengths -= strengths.mean()
        games = played(strengths, each * bots // 4, seed=seed, grain=0.1, errors=0.1)
        ratings = rate(games, bots, seed=seed, resamples=80)
        covered += [rating.low <= place <= rating.high for rating, place in zip(ratings, ranked(strengths))]
        found = fit(games, bots)
        near += (np.abs(found.strengths - strengths) < 1.96 * found.deviations).tolist()
    assert np.mean(covered) >= 0.9
    assert np.mean(near) >= 0.9


def test_many_matches_make_the_intervals_short():
    strengths = np.linspace(2, -2, 40)
    few, many = (rate(played(strengths, 10 * each, seed=9), 40, resamples=50) for each in (10, 300))
    widths = [np.mean([rating.high - rating.low for rating in ratings]) for ratings in (few, many)]
    assert widths[1] < 5 < 12 < widths[0]


def test_the_intervals_depend_on_nothing_but_results_and_seed():
    games = played(np.linspace(1, -1, 20), 50, seed=10)
    assert rate(games, 20, seed=1, resamples=40) == rate(games, 20, seed=1, resamples=40)
    intervals = [[rating[2:] for rating in rate(games, 20, seed=seed, resamples=40)] for seed in (1, 2)]
    assert intervals[0] != intervals[1]


def test_without_resamples_an_interval_is_the_rank():
    assert all(r.low == r.rank == r.high for r in rate(played(np.linspace(1, -1, 8), 20, seed=11), 8, resamples=0))


@pytest.mark.parametrize("far", [0.1, 20.0, -20.0, 100.0])
def test_where_the_fit_starts_does_not_matter(far):
    games = played(np.linspace(3, -3, 12), 60, seed=12, errors=0.3)
    start = far * np.linspace(1, -1, 12)
    assert fit(games, 12, start=start).strengths == pytest.approx(fit(games, 12).strengths, abs=1e-9)


@pytest.mark.parametrize("start", [[0.0] * 3, [0.0, 0.0, 0.0, float("nan")], [0.0, 0.0, 0.0, 101.0]], ids=str)
def test_an_invalid_start_is_refused(start):
    with pytest.raises(ValueError, match="start must have 4 strengths between -100 and 100"):
        fit(NONE, 4, start=np.array(start))


@pytest.mark.parametrize(
    ("seats", "ranks", "words"),
    [
        ([(0, 1, 2, 3)] * 2, [(1, 2, 3, 4)], "there are 2 and 1 rows"),
        ([(0, 1, 2, 4)], [(1, 2, 3, 4)], "must be from 0 to 3; they are from 0 to 4"),
        ([(-1, 1, 2, 3)], [(1, 2, 3, 4)], "must be from 0 to 3; they are from -1 to 3"),
        ([(0, 1, 2, 3)], [(1, 2, 3, 5)], "ranks must be from 1 to 4"),
        ([(0, 1, 2, 3)], [(0, 0, -1, 0)], "ranks must be from 1 to 4"),
        ([(0, 1, 2, 3)], [(0, 0, 3, 4)], "ranks must be from 1 to 4"),
        ([(0, 1, 2, 3)], [(0, 0, 0, 0)], "ranks must be from 1 to 4"),
    ],
)
def test_invalid_results_are_refused(seats, ranks, words):
    with pytest.raises(ValueError, match=words):
        fit(Results(np.array(seats), np.array(ranks)), 4)


def test_bots_that_are_out_rank_after_all_others():
    results = Results(np.array([[0, 1, 2, 3]] * 8), np.array([[1, 2, 3, 4]] * 8))
    rated = rate(results, 4, out=[0, 2], resamples=20)
    assert [each.rank for each in rated] == [3, 1, 4, 2]
    assert all(each.low >= 3 for each in (rated[0], rated[2]))
    assert rated[0].mu > rated[1].mu


# The luck of the deals


def lucky(strengths, matches, seed, share):
    """Matches in which a share of the luck can be seen: results, and luck by two models, of which one knows nothing."""
    random = np.random.default_rng(seed)
    bots = len(strengths)
    seats = np.concatenate([random.permutation(bots) for _ in range(4 * matches // bots)]).reshape(-1, 4)
    seen, unseen = (random.normal(size=seats.shape) * part**0.5 for part in (share, 1 - share))
    performances = strengths[seats] + 1.28 * (seen + unseen)  # about as widely spread as a Gumbel variable
    ranks = (performances[:, :, None] < performances[:, None, :]).sum(axis=2) + 1
    return Results(seats, ranks), np.stack([seen, random.normal(size=seats.shape)], axis=2) * 0.2


def test_luck_that_is_not_there_changes_nothing():
    games, _ = lucky(np.linspace(-1, 1, 8), 200, seed=1, share=0.5)
    plain, same = rate(games, 8), rate(games, 8, luck=np.zeros((200, 4, 2)))
    assert [tuple(each) for each in same] == [pytest.approx(tuple(each)) for each in plain]


def test_ratings_without_the_luck_are_the_same_on_average_and_closer_to_the_truth():
    strengths = np.linspace(-0.8, 0.8, 8)
    plain, adjusted, sigmas = [], [], []
    for seed in range(60):
        games, luck = lucky(strengths, 160, seed, share=0.6)
        plain.append(fit(games, 8).strengths)
        found = fit(games, 8, luck=luck)
        adjusted.append(found.strengths)
        sigmas.append(found.deviations)
    before, after = np.array(plain), np.array(adjusted)
    error = (after - before).std(axis=0) / 60**0.5
    assert (np.abs(after.mean(axis=0) - before.mean(axis=0)) < 4 * error).all()
    assert after.var(axis=0).mean() < before.var(axis=0).mean() / 1.4  # ranks show less than performances do
    assert np.mean(sigmas) == pytest.approx(after.std(axis=0, ddof=1).mean(), rel=0.2)


def test_the_intervals_of_ranks_are_narrower_without_the_luck():
    games, luck = lucky(np.linspace(-1, 1, 12), 240, seed=3, share=0.7)
    plain, adjusted = (rate(games, 12, luck=each) for each in (None, luck))
    assert sum(each.high - each.low for each in adjusted) < 0.85 * sum(each.high - each.low for each in plain)


def test_neither_the_order_of_matches_nor_the_seats_count_with_luck():
    (seats, ranks), luck = lucky(np.linspace(-1, 1, 8), 80, seed=4, share=0.5)
    order, turn = np.random.default_rng(1).permutation(80), [2, 3, 0, 1]
    moved = Results(seats[order][:, turn], ranks[order][:, turn])
    assert rate(moved, 8, luck=luck[order][:, turn]) == rate(Results(seats, ranks), 8, luck=luck)


@pytest.mark.parametrize("luck", [np.zeros((3, 4, 1)), np.zeros((8, 4)), np.full((8, 4, 1), np.nan)])
def test_luck_that_does_not_fit_the_matches_is_refused(luck):
    with pytest.raises(ValueError, match=r"luck must be finite and have the shape \(8, 4, number of models\)"):
        fit(Results(np.array([[0, 1, 2, 3]] * 8), np.array([[1, 2, 3, 4]] * 8)), 4, luck=luck)
