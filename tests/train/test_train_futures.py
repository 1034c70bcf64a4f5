"""The win chances: games that are played, and what is concluded from who wins them."""

from __future__ import annotations

from array import array
from itertools import combinations_with_replacement
from math import exp, log
from random import Random

import pytest

from phazed.core import encoding
from phazed.core.encoding import new_hand
from phazed.core.futures import STEPS, Futures
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS, SEATS
from phazed.train import futures
from phazed.train.futures import ROW, standings, win_chances, worths

EVERY_GAME = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
AGAIN = "the shipped tables are of another player: make them again with phazed train futures --install"


def play_hands(rules, seed, part, samples):
    return futures.play_hands(rules, seed, part, samples, encoding.new_policy(rules))


# The hands


@EVERY_GAME
def test_hands_are_the_same_for_the_same_seed_and_part_alone(rules):
    hands = play_hands(rules, 1, 0, 6)
    assert len(hands) == 6 * ROW
    assert play_hands(rules, 1, 1, 6) != hands
    assert play_hands(rules, 1, 0, 6) == hands
    assert play_hands(rules, 2, 0, 6) != hands
    assert play_hands(rules, "Ann", 0, 6) == play_hands(rules, "Ann", 0, 6)


@EVERY_GAME
def test_hands_of_games_tell_what_was_before_them_and_the_final_ranks(rules):
    rows = play_hands(rules, 1, 0, 40)
    first, second = rows[:ROW], rows[ROW : 2 * ROW]
    assert first[:12] == bytes(12)
    assert sum(second[4:12]) > 0
    for i in range(12, len(rows), ROW):
        ranks = sorted(rows[i] >> 2 * seat & 3 for seat in range(SEATS))
        assert all(rank <= place and ranks.index(rank) == rank for place, rank in enumerate(ranks))
    assert first[12] == second[12]


# What is concluded


def made_up_games(weights, count, seed=1):
    """Hands in which everybody has done and scored anything, and who wins has the chances that the weights give."""
    random = Random(seed)
    rows = bytearray()
    for _ in range(count):
        done = [random.randrange(127) for _ in range(4)]
        scores = [random.randrange(600) for _ in range(4)]
        worth = [
            sum(weight for phase, weight in enumerate(weights[:7]) if each >> phase & 1) + weights[7] * score / 100
            for each, score in zip(done, scores)
        ]
        (winner,) = random.choices(range(4), [exp(each) for each in worth])
        ranks = sum((seat != winner) << 2 * seat for seat in range(4))
        rows += bytes(done) + b"".join(score.to_bytes(2, "little") for score in scores) + bytes([ranks])
    return {0: bytes(rows)}


def test_what_phases_and_points_are_worth_is_found_from_who_wins():
    weights = [0.5, 0.0, -0.7, 1.2, 0.3, 0.0, 0.8, -0.6]
    found = worths(BONUS, made_up_games(weights, 40_000))
    assert len(found) == 2 * STEPS * 8
    for step in (2, 3, 4):  # how far most of these games have come
        assert found[8 * step : 8 * step + 8] == pytest.approx(weights, abs=0.2)


def test_the_parts_are_put_together_in_order():
    rows = made_up_games([0, 0, 0, 1.0, 0, 0, 0, -0.5], 400)[0]
    whole, half = worths(BONUS, {0: rows}), 200 * ROW
    assert worths(BONUS, {1: rows[half:], 0: rows[:half]}) == whole


def test_the_chances_of_four_with_as_many_phases_add_up_to_one_and_favour_who_has_the_better_set():
    wins = win_chances(BONUS, worths(BONUS, made_up_games([0, 0, 0, 2.0, 0, 0, 0, -0.5], 20_000)))
    assert all(sum(row) == pytest.approx(1) for row in wins)
    where = [done[0] for done in standings(BONUS)].index(0b1000)
    assert wins[where][0] > 0.5 > 3 * wins[where][1]


def test_every_standing_is_there_once():
    for rules, phases in ((PHAZED, 7), (PHASEDOUT, 5)):
        counts = [tuple(done.bit_count() for done in each) for each in standings(rules)]
        assert sorted(counts) == list(combinations_with_replacement(range(phases), SEATS))
    assert sorted(done[0] for done in standings(BONUS)) == list(range(127))


# The shipped tables


def loss(rules, numbers, rows):
    """The mean negative log-chance of who won, by the table."""
    chances, hand, total = Futures(len(rules.phases), array("d", numbers)), new_hand(rules), 0.0
    for i in range(0, len(rows), ROW):
        hand.done = list(rows[i : i + 4])
        scores = [float(rows[i + 4 + 2 * k] + 256 * rows[i + 5 + 2 * k]) for k in range(4)]
        won = chances.chances(hand, scores)
        winners = [k for k in range(4) if not rows[i + 12] >> 2 * k & 3]
        total -= log(sum(won[k] for k in winners) / len(winners))
    return total / (len(rows) // ROW)


@EVERY_GAME
def test_the_shipped_table_foretells_new_games_of_the_player_that_is_shipped(rules):
    rows = play_hands(rules, "others", 0, 8000)
    shipped = list(encoding.win_chances(rules.name))
    assert loss(rules, shipped, rows) < log(4) - 0.08
    assert loss(rules, shipped, rows) < loss(rules, worths(rules, {0: rows}), rows) + 0.02, AGAIN


@EVERY_GAME
def test_near_the_end_players_who_lead_by_points_win_as_often_as_the_table_says(rules):
    rows = play_hands(rules, "leads", 0, 40_000)
    chances, hand = encoding.new_futures(rules), new_hand(rules)
    said, true, count = [0.0, 0.0], [0.0, 0.0], [0, 0]
    for i in range(0, len(rows), ROW):
        done = list(rows[i : i + 4])
        if max(each.bit_count() for each in done) < len(rules.phases) - 1:
            continue
        hand.done = done
        scores = [float(rows[i + 4 + 2 * k] + 256 * rows[i + 5 + 2 * k]) for k in range(4)]
        winners = [k for k in range(4) if not rows[i + 12] >> 2 * k & 3]
        for k, chance in enumerate(chances.chances(hand, scores)):
            lead = sum(scores) / 4 - scores[k]
            if abs(lead) > 40:
                said[lead > 0] += chance
                true[lead > 0] += (k in winners) / len(winners)
                count[lead > 0] += 1
    behind, ahead = (share / number for share, number in zip(true, count))
    assert ahead > 2 * behind
    assert [share / number for share, number in zip(said, count)] == pytest.approx([behind, ahead], abs=0.03)


@EVERY_GAME
def test_players_place_as_the_table_says(rules):
    """The expected place of those who are expected to place low, high, and in between, is their place on average."""
    rows = play_hands(rules, "places", 0, 40_000)
    chances, hand = encoding.new_futures(rules), new_hand(rules)
    said, true, count = [0.0] * 4, [0.0] * 4, [0] * 4
    for i in range(0, len(rows), 5 * ROW):
        hand.done = list(rows[i : i + 4])
        scores = [float(rows[i + 4 + 2 * k] + 256 * rows[i + 5 + 2 * k]) for k in range(4)]
        ranks = [rows[i + 12] >> 2 * k & 3 for k in range(4)]
        for k, place in enumerate(chances.places(hand, scores)):
            bin_ = min(int(4 * place), 3)
            behind = sum((ranks[k] < other) + (ranks[k] == other) / 2 for j, other in enumerate(ranks) if j != k) / 3
            said[bin_] += place
            true[bin_] += behind
            count[bin_] += 1
    for one, other, number in zip(said, true, count):
        if number > 500:
            assert one / number == pytest.approx(other / number, abs=0.04)
    assert sum(said) == pytest.approx(sum(count) / 2, rel=0.001)


@EVERY_GAME
def test_a_table_is_as_long_as_the_shipped_one(rules):
    assert len(worths(rules, {0: play_hands(rules, 1, 0, 20)})) == len(encoding.win_chances(rules.name))
