"""The win chances by standing: hands from every standing, and what is concluded from them."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import exp

import pytest

from phazed.core import encoding
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS, SEATS
from phazed.train import futures
from phazed.train.futures import HORIZON, NUDGE, standings, table, times_to_finish, width, win_chances

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
    assert sorted(standings(BONUS)) == [(done,) for done in range(127)]


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


def test_where_the_order_is_free_the_set_of_the_first_player_is_kept():
    after = play_hands(BONUS, 1, (0b0101010,), 50)
    assert all(each & 0b0101010 == 0b0101010 and each.bit_count() in (3, 4) for each in after)
    assert len(set(after)) > 1


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


def test_a_phase_a_hand_takes_as_many_hands_as_phases_are_missing():
    hands = {(done,): bytes([done | (done + 1)]) for done in range(127)}  # the lowest that is missing
    for done, row in enumerate(times_to_finish(BONUS, hands)):
        missing = 7 - done.bit_count()
        assert row == [float(number == missing) for number in range(HORIZON)]
    assert win_chances(BONUS, hands)[3,] == pytest.approx([0.25] * 4)


def test_who_needs_fewer_hands_wins_the_race():
    quick = {(done,): bytes([done if done == 0b1 else done | (done + 1)]) for done in range(127)}
    wins = win_chances(BONUS, quick)
    assert wins[0b1,] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])  # stays where it is for ever
    assert wins[0b1000000,] == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3])


def test_the_chances_of_a_race_add_up_to_one_where_all_come_in():
    wins = win_chances(BONUS, played(BONUS, 12))
    assert all(sum(row) <= 1 + 1e-9 for row in wins.values())
    assert sum(wins[0b1111110,]) == pytest.approx(1, abs=0.05)


# The shipped tables


@pytest.mark.parametrize("rules", [PHAZED, PHASEDOUT], ids=["phazed", "phasedout"])
def test_the_shipped_chances_add_up_to_one(rules):
    numbers = encoding.win_chances(rules.name)
    assert len(numbers) == 8 * len(standings(rules))
    for i in range(0, len(numbers), 8):
        assert sum(numbers[i : i + 4]) == pytest.approx(1)
        assert min(numbers[i : i + 8]) >= 0


def test_the_shipped_times_are_chances():
    numbers = list(encoding.win_chances("phazed_bonus"))
    rows = [numbers[i : i + HORIZON] for i in range(0, len(numbers), HORIZON)]
    assert len(rows) == 128
    assert rows[127] == [1.0] + [0.0] * (HORIZON - 1)
    assert all(min(row) >= 0 and sum(row) <= 1 + 1e-6 for row in rows)


def test_the_shipped_tables_are_of_the_player_that_is_shipped(monkeypatch):
    """The numbers that need the hands of one standing alone are made again, with the seed and samples of the docs."""
    done = 0b1111110
    hands = dict.fromkeys(standings(BONUS), bytes([done])) | {(done,): play_hands(BONUS, 1, (done,), 4000)}
    shipped = list(encoding.win_chances("phazed_bonus"))[done * HORIZON : (done + 1) * HORIZON]
    assert [round(chance, 9) for chance in times_to_finish(BONUS, hands)[done]] == shipped, AGAIN
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
