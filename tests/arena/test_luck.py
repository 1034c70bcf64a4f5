"""Scores of pairs without the luck of the deals: the same on average, with less variance."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev, variance

import pytest

from phazed.arena.entrants import load_entrant
from phazed.arena.jobs import MatchJob
from phazed.arena.luck import BOUND, PAIRINGS, LuckAdjustment, bounded, models
from phazed.arena.match import play
from phazed.game.games import PlayerError
from tournaments import make_bots, pretend

ERROR = PlayerError(1, "illegal", "", "", "", "")


def report(*rows):
    """A report with this luck by one model, and none by the others."""
    nothing = ((0.0,) * 4,) * len(rows)
    job = MatchJob(0, "phazed", "1", make_bots(4).entrants)
    return pretend(job)._replace(error=None, luck=(rows, *[nothing] * (len(PAIRINGS) - 1)))


def test_models_seat_the_bots_alternately():
    assert models(0) == ((0, 0, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0), (1, 1, 1, 1))
    assert models(1) == ((0, 0, 0, 0), (1, 0, 1, 0), (0, 1, 0, 1), (1, 1, 1, 1))


def test_the_luck_of_a_game_is_bounded():
    lucky = (0.4, -0.5, 0.6, -0.5)
    assert bounded([lucky], 0) == pytest.approx(1.0)
    assert bounded([lucky], 1) == pytest.approx(-1.0)
    assert bounded([lucky] * 50, 0) <= BOUND
    assert bounded([lucky] * 50, 1) >= -BOUND
    assert bounded([], 0) == 0.0


def test_luck_that_explains_the_scores_is_subtracted():
    random, adjustment = Random(1), LuckAdjustment()
    plain, adjusted = [], []
    for _ in range(300):
        luck = random.uniform(-0.3, 0.3)
        row = (luck / 2, -luck / 2, luck / 2, -luck / 2)
        score = 0.5 + luck + random.uniform(-0.1, 0.1)
        plain.append(score)
        mirrored = tuple(-each for each in row)
        adjusted.append(adjustment.adjusted(score, (report(row), report(mirrored))))
    assert variance(adjusted[100:]) < variance(plain[100:]) / 5
    assert adjusted[0] == plain[0]  # nothing is known before the first pair


def test_luck_that_explains_nothing_changes_little():
    random, adjustment = Random(2), LuckAdjustment()
    plain, adjusted = [], []
    for _ in range(300):
        luck = random.uniform(-0.3, 0.3)
        plain.append(random.random())
        row = (luck / 2, -luck / 2, luck / 2, -luck / 2)
        adjusted.append(adjustment.adjusted(plain[-1], (report(row), report(tuple(-each for each in row)))))
    assert variance(adjusted) < 1.1 * variance(plain)
    assert abs(fmean(adjusted) - fmean(plain)) < 0.02


def test_a_pair_with_an_error_or_without_luck_is_not_adjusted():
    adjustment = LuckAdjustment()
    row = (0.2, -0.2, 0.2, -0.2)
    for _ in range(20):
        adjustment.adjusted(0.9, (report(row), report(row)))
    assert adjustment.adjusted(0.3, (report(row), report(row)._replace(luck=()))) == 0.3
    assert adjustment.adjusted(0.3, (report(row)._replace(error=ERROR), report(row))) == 0.3


@pytest.mark.long
def test_unequal_bots_have_the_same_mean_score_with_and_without_their_luck():
    entrants = [load_entrant("@greedy"), load_entrant("@casual")]
    adjustment, plain, adjusted = LuckAdjustment(), [], []
    for pair in range(120):
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
