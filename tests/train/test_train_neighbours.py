"""What it is worth to sit where a player denies cards to the next one: learned from who wins."""

from __future__ import annotations

from math import exp, log
from random import Random

import numpy as np
import pytest

from phazed.core import encoding
from phazed.core.encoding import new_futures, new_hand
from phazed.core.futures import STEPS
from phazed.rules.rulesets import PHASEDOUT, RULESETS, SEATS
from phazed.train import neighbours
from phazed.train.futures import ROW
from phazed.train.regression import explained, read

EVERY_GAME = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


def test_what_seats_are_worth_is_found_from_who_wins():
    random, weights = Random(1), [0.5, -0.5, 0.0, 0.1]
    rows = bytearray()
    for _ in range(20_000):
        done = [random.choice((0, 1, 3, 7)) for _ in range(SEATS)]
        worth = [weight + 0.4 * each.bit_count() for each, weight in zip(done, weights)]
        (winner,) = random.choices(range(SEATS), [exp(each) for each in worth])
        rows += bytes(done) + bytes(8) + bytes([1 << winner])
    games = read(PHASEDOUT, bytes(rows))
    known = 0.4 * games.have[:, :, :-1].sum(axis=2)
    found = explained(games, np.broadcast_to(np.eye(SEATS), (len(known), SEATS, SEATS)), known)
    middle = np.reshape(found, (STEPS, SEATS))[1]
    assert middle - middle.mean() == pytest.approx(np.array(weights) - np.mean(weights), abs=0.06)


def test_hands_are_the_same_for_the_same_seed_and_style_alone():
    hands = neighbours.play_hands(PHASEDOUT, 1, "denier", 20)
    assert len(hands) == 20 * ROW
    assert neighbours.play_hands(PHASEDOUT, 1, "denier", 20) == hands
    assert neighbours.play_hands(PHASEDOUT, 1, "late", 20) != hands
    assert neighbours.play_hands(PHASEDOUT, 2, "denier", 20) != hands


def test_opponents_are_all_styles_but_the_own():
    assert "fast" not in neighbours.OPPONENTS
    assert {"greedy", "collector", "shedder"} < set(neighbours.OPPONENTS)


def mean_log_chance(rules, rows, expert):
    """Of those who won, by the shipped tables."""
    futures, hand, total = new_futures(rules), new_hand(rules), 0.0
    futures.expert = expert
    for i in range(0, len(rows), ROW):
        hand.done = list(rows[i : i + 4])
        scores = [float(rows[i + 4 + 2 * k] + 256 * rows[i + 5 + 2 * k]) for k in range(SEATS)]
        found = futures.chances(hand, scores)
        winners = [k for k in range(SEATS) if rows[i + 12] >> k & 1]
        total += log(sum(found[k] for k in winners) / len(winners))
    return total / (len(rows) // ROW)


@EVERY_GAME
def test_the_shipped_table_foretells_new_games_better_than_that_all_are_equal(rules):
    rows = b"".join(neighbours.play_hands(rules, "others", style, 3000) for style in ("greedy", "drawer", "nearest"))
    assert mean_log_chance(rules, rows, 0) > mean_log_chance(rules, rows, -1) + 0.005


@EVERY_GAME
def test_the_shipped_table_is_of_the_size_that_the_core_reads(rules):
    table = np.array(encoding.neighbour_chances(rules.name))
    assert table.shape == (STEPS * SEATS,)
    assert np.abs(table).max() < 2
