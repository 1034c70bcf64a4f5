"""Scores of pairs without the luck of the deals: the same on average, with less variance."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev, variance

import pytest

from phazed.arena.entrants import load_entrant
from phazed.arena.jobs import MatchJob
from phazed.arena.luck import BOUND, PAIRINGS, TABLE_MODELS, LuckAdjustment, bounded, models
from phazed.arena.match import play
from phazed.coach.control import DealLuck
from phazed.game.games import PlayerError
from tournaments import make_bots, pretend

ERROR = PlayerError(1, "illegal", "", "", "", "")


EVEN = (0.25,) * 4


def deal(luck: float) -> DealLuck:
    """A deal that was worth so much to the even seats."""
    return DealLuck((0.25 + luck / 2, 0.25 - luck / 2) * 2, EVEN)


def report(*rows):
    """A report with this luck by one model, and none by the others."""
    nothing = (DealLuck(EVEN, EVEN),) * len(rows)
    job = MatchJob(0, "phazed", "1", make_bots(4).entrants)
    return pretend(job)._replace(error=None, luck=(rows, *[nothing] * (len(PAIRINGS) - 1)))


def test_models_seat_the_bots_alternately():
    assert models(0) == ((0, 0, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0), (1, 1, 1, 1))
    assert models(1) == ((0, 0, 0, 0), (1, 0, 1, 0), (0, 1, 0, 1), (1, 1, 1, 1))


def test_the_luck_of_a_game_is_bounded():
    assert bounded([deal(0.2)], 0) == pytest.approx(0.2)
    assert bounded([deal(0.2)], 1) == pytest.approx(-0.2)
    assert bounded([], 0) == 0.0
    for luck in (-0.5, 0.1, 0.5):
        for swapped in (0, 1):
            for hands in range(1, 30):
                assert abs(bounded([deal(luck)] * hands, swapped)) <= BOUND
    certain = DealLuck((1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
    assert bounded([certain] * 3, 0) == bounded([certain] * 3, 1) == 0.0


def test_the_weight_of_a_deal_does_not_depend_on_it():
    before = [deal(0.5)]
    gain, loss = (bounded([*before, deal(luck)], 0) - bounded(before, 0) for luck in (0.3, -0.3))
    assert gain == pytest.approx(-loss)
    assert 0 < gain < 0.3


def test_luck_that_explains_the_scores_is_subtracted():
    random, adjustment = Random(1), LuckAdjustment()
    plain, adjusted = [], []
    for _ in range(300):
        luck = random.uniform(-0.3, 0.3)
        score = 0.5 + luck + random.uniform(-0.1, 0.1)
        plain.append(score)
        adjusted.append(adjustment.adjusted(score, (report(deal(luck)), report(deal(-luck)))))
    assert variance(adjusted[100:]) < variance(plain[100:]) / 5
    assert adjusted[0] == plain[0]  # nothing is known before the first pair


def test_luck_that_explains_nothing_changes_little():
    random, adjustment = Random(2), LuckAdjustment()
    plain, adjusted = [], []
    for _ in range(300):
        luck = random.uniform(-0.3, 0.3)
        plain.append(random.random())
        adjusted.append(adjustment.adjusted(plain[-1], (report(deal(luck)), report(deal(-luck)))))
    assert variance(adjusted) < 1.1 * variance(plain)
    assert abs(fmean(adjusted) - fmean(plain)) < 0.02


def test_a_pair_with_an_error_or_without_luck_is_not_adjusted():
    adjustment = LuckAdjustment()
    row = deal(0.2)
    for _ in range(20):
        adjustment.adjusted(0.9, (report(row), report(row)))
    assert adjustment.adjusted(0.3, (report(row), report(row)._replace(luck=()))) == 0.3
    assert adjustment.adjusted(0.3, (report(row)._replace(error=ERROR), report(row))) == 0.3


def test_what_the_deals_of_a_match_were_worth_sums_to_nothing_over_the_seats():
    entrants = tuple(load_entrant(name) for name in ("@greedy", "@casual", "@strong", "@random"))
    found = play(MatchJob(0, "phasedout", "worth", entrants, models=TABLE_MODELS)).worth
    assert [sum(column) for column in zip(*found)] == pytest.approx([0.0] * len(TABLE_MODELS), abs=1e-9)
    assert all(any(abs(seat) > 0.01 for seat in column) for column in zip(*found))


@pytest.mark.long
def test_unequal_bots_have_the_same_mean_score_with_and_without_their_luck():
    entrants = [load_entrant("@greedy"), load_entrant("@casual")]
    adjustment, plain, adjusted = LuckAdjustment(), [], []
    for pair in range(50):
        reports, score = [], 0.0
        for swapped in (0, 1):
            seats = tuple(entrants[(seat + swapped) % 2] for seat in range(4))
            reports.append(play(MatchJob(pair, "phasedout", f"means/{pair}", seats, models=models(swapped))))
            first = [(seat + swapped) % 2 for seat, rank in enumerate(reports[-1].ranks) if rank == 1]
            score += first.count(0) / len(first) / 2
        plain.append(score)
        adjusted.append(adjustment.adjusted(score, tuple(reports)))
    differences = [one - other for one, other in zip(adjusted, plain)]
    assert any(differences)
    assert abs(fmean(differences)) < 4 * stdev(differences) / len(differences) ** 0.5
