"""The win chances by standing: hands from every standing, and what is concluded from them."""

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
from phazed.train.futures import NUDGE, standings, table, width, win_chances, worths

EVERY_GAME = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
AGAIN = "the shipped tables are of another player: make them again with phazed train futures --install"


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(futures, "GAMES", 20)


def play_hands(rules, seed, standing, samples):
    return futures.play_hands(rules, seed, standing, samples, encoding.new_policy(rules))


def played(rules, samples=4):
    policy = encoding.new_policy(rules)
    return {standing: futures.play_hands(rules, 1, standing, samples, policy) for standing in standings(rules)}


def always(rules, outcomes):
    """Hands that end so from every standing, whoever is where."""
    return dict.fromkeys(standings(rules), b"".join(map(bytes, outcomes)))


# The hands


def test_every_standing_is_there_once():
    for rules, phases in ((PHAZED, 7), (PHASEDOUT, 5)):
        assert sorted(standings(rules)) == list(combinations_with_replacement(range(phases), SEATS))
    assert sorted(standings(BONUS)) == [(part,) for part in range(127)]


@EVERY_GAME
def test_the_standings_are_mixed_always_alike(rules):
    assert standings(rules) == standings(rules) != sorted(standings(rules))


@EVERY_GAME
def test_hands_are_the_same_for_the_same_seed_and_standing_alone(rules):
    first, second = standings(rules)[:2]
    hands = play_hands(rules, 1, first, 6)
    assert len(hands) == 6 * width(rules)
    assert play_hands(rules, 1, second, 6) != hands
    assert play_hands(rules, 1, first, 6) == hands
    assert play_hands(rules, 2, first, 6) != hands
    assert play_hands(rules, "Ann", first, 6) == play_hands(rules, "Ann", first, 6)


@EVERY_GAME
def test_hands_do_not_depend_on_those_played_before(rules):
    before = played(rules, 2)
    for standing in standings(rules)[20:30]:
        assert play_hands(rules, 1, standing, 2) == before[standing]


def test_of_a_hand_is_kept_who_completed_a_phase_and_the_points():
    hands = play_hands(PHAZED, 1, (0, 0, 1, 1), 50)
    rows = [hands[i : i + 5] for i in range(0, len(hands), 5)]
    assert {bits for bits, *_ in rows} <= set(range(16))
    assert any(bits & 1 for bits, *_ in rows)
    assert all(min(points) == 0 or not bits for bits, *points in rows if bits)


# Win chances


@pytest.mark.parametrize("rules", [PHAZED, PHASEDOUT], ids=["phazed", "phasedout"])
@pytest.mark.parametrize("samples", [1, 6])
def test_the_win_chances_of_a_standing_add_up_to_one(rules, samples):
    wins = win_chances(rules, played(rules, samples))
    assert wins.keys() == set(standings(rules))
    for standing, row in wins.items():
        assert sum(row) == pytest.approx(1), standing


def test_players_who_stand_alike_have_the_same_chances():
    for standing, row in win_chances(PHASEDOUT, played(PHASEDOUT, 6)).items():
        assert len(set(zip(standing, row))) == len(set(standing))


def test_who_has_done_more_is_likelier_to_win():
    wins = win_chances(PHASEDOUT, played(PHASEDOUT, 40))
    assert wins[0, 0, 0, 4][3] > 0.6
    assert wins[0, 1, 2, 3] == sorted(wins[0, 1, 2, 3])


def test_who_alone_completes_phases_wins():
    """The last in order does, who is among the foremost."""
    wins = win_chances(PHASEDOUT, always(PHASEDOUT, [(8, 50, 50, 50, 0)]))
    assert wins[0, 1, 2, 4] == wins[0, 0, 0, 1] == [0, 0, 0, 1]
    assert wins[3, 3, 3, 3] == [0.25] * 4


def test_a_hand_that_changes_nothing_says_nothing():
    once = win_chances(PHASEDOUT, always(PHASEDOUT, [(8, 50, 50, 50, 0)]))
    assert win_chances(PHASEDOUT, always(PHASEDOUT, [(0, 9, 9, 9, 9), (8, 50, 50, 50, 0)])) == once


def test_of_hands_that_all_change_nothing_no_player_is_preferred():
    assert set(map(tuple, win_chances(PHASEDOUT, always(PHASEDOUT, [(0, 9, 9, 9, 9)])).values())) == {(0.25,) * 4}


def test_of_two_who_finish_together_the_fewer_points_are_likelier_to_win():
    wins = win_chances(PHASEDOUT, always(PHASEDOUT, [(12, 50, 50, 60, 0)]))
    first = 1 / (1 + exp(-1))
    assert wins[0, 0, 3, 4] == pytest.approx([0, 0, 0, 1])
    assert wins[0, 0, 4, 4] == pytest.approx([0, 0, 0.5, 0.5])
    hands = always(PHASEDOUT, [(12, 50, 50, 60, 0)]) | {(0, 1, 3, 4): bytes((8, 0, 0, 0, 0, 12, 0, 0, 9, 9))}
    assert win_chances(PHASEDOUT, hands)[0, 1, 3, 4] == pytest.approx([0, 0, 0, 1])
    finishing = futures._chances((0, 0, 4, 4), bytes((12, 50, 50, 60, 0)), {}, 5)
    assert finishing == pytest.approx([0, 0, 1 - first, first])


# What a point is worth


def slopes(rules, hands):
    numbers = table(rules, 1, hands)
    return {standing: numbers[8 * i + 4 : 8 * i + 8] for i, standing in enumerate(sorted(hands))}


def test_points_are_worth_nothing_where_one_finishes_alone():
    assert slopes(PHASEDOUT, always(PHASEDOUT, [(8, 50, 50, 50, 0)]))[0, 1, 2, 4] == [0] * 4


def test_points_are_worth_something_where_players_finish_together():
    slope = slopes(PHASEDOUT, always(PHASEDOUT, [(15, 20, 20, 20, 20)]))
    assert slope[0, 0, 0, 4] == [0] * 4
    assert slope[0, 0, 4, 4][:2] == [0, 0]
    assert 0 < slope[0, 0, 4, 4][2] == slope[0, 0, 4, 4][3] <= 1 / (2 * NUDGE)


def test_games_that_never_end_say_nothing_of_points():
    assert set(map(tuple, slopes(PHASEDOUT, always(PHASEDOUT, [(0, 9, 9, 9, 9)])).values())) == {(0,) * 4}


# Where the order is free


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
        rows += bytes(done) + b"".join(score.to_bytes(2, "little") for score in scores) + bytes([1 << winner])
    return {(0,): bytes(rows)}


def test_what_phases_and_points_are_worth_is_found_from_who_wins():
    weights = [0.5, 0.0, -0.7, 1.2, 0.3, 0.0, 0.8, -0.6]
    found = worths(BONUS, made_up_games(weights, 40_000))
    assert len(found) == STEPS * 8
    for step in (2, 3, 4):  # how far most of these games have come
        assert found[8 * step : 8 * step + 8] == pytest.approx(weights, abs=0.2)


def test_the_chances_of_four_with_as_many_phases_add_up_to_one_and_favour_who_has_the_better_set():
    wins = win_chances(BONUS, made_up_games([0, 0, 0, 2.0, 0, 0, 0, -0.5], 20_000))
    assert all(sum(row) == pytest.approx(1) for row in wins.values())
    assert len(wins) == 127
    assert wins[0b1000,][0] > 0.5 > 3 * wins[0b1000,][1]


def test_hands_of_games_tell_what_was_before_them_and_who_won():
    rows = played(BONUS, 40)[0,]
    assert len(rows) == 13 * 40
    first, second = rows[:13], rows[13:26]
    assert first[:12] == bytes(12)
    assert sum(second[4:12]) > 0
    assert all(0 < rows[i] < 16 for i in range(12, len(rows), 13))
    assert first[12] == second[12]


# The shipped tables


@pytest.mark.parametrize("rules", [PHAZED, PHASEDOUT], ids=["phazed", "phasedout"])
def test_the_shipped_chances_add_up_to_one(rules):
    numbers = encoding.win_chances(rules.name)
    assert len(numbers) == 8 * len(standings(rules))
    for i in range(0, len(numbers), 8):
        assert sum(numbers[i : i + 4]) == pytest.approx(1)
        assert min(numbers[i : i + 8]) >= 0


def loss(numbers, rows):
    """The mean negative log-chance of who won, by the table."""
    chances, hand, total = Futures(7, True, array("d", numbers)), new_hand(BONUS), 0.0
    for i in range(0, len(rows), 13):
        hand.done = list(rows[i : i + 4])
        scores = [float(rows[i + 4 + 2 * k] + 256 * rows[i + 5 + 2 * k]) for k in range(4)]
        won = chances.chances(hand, scores)
        winners = [k for k in range(4) if rows[i + 12] >> k & 1]
        total -= log(sum(won[k] for k in winners) / len(winners))
    return total / (len(rows) // 13)


def test_the_shipped_worths_foretell_new_games_of_the_player_that_is_shipped():
    rows = play_hands(BONUS, "others", (0,), 8000)
    shipped = list(encoding.win_chances("phazed_bonus"))
    assert loss(shipped, rows) < log(4) - 0.08
    assert loss(shipped, rows) < loss(worths(BONUS, {(0,): rows}), rows) + 0.02, AGAIN


def test_the_shipped_tables_are_of_the_player_that_is_shipped(monkeypatch):
    """The numbers that need the hands of one standing alone are made again, with the seed and samples of the docs."""
    monkeypatch.undo()  # with as many games as always
    last = (4, 4, 4, 4)
    slope = futures._Slopes(PHASEDOUT, 1, {last: play_hands(PHASEDOUT, 1, last, 4000)}).of(last)
    assert [round(each, 9) for each in slope] == list(encoding.win_chances("phasedout"))[-4:], AGAIN


@EVERY_GAME
def test_a_table_is_as_long_as_the_shipped_one_and_the_same_for_the_same_hands(rules):
    hands = played(rules, 2)
    numbers = table(rules, 1, hands)
    assert len(numbers) == len(encoding.win_chances(rules.name))
    assert table(rules, 1, dict(sorted(hands.items()))) == numbers
