"""Schedules: every bot plays equally often, equally often in each seat, and against varied opponents."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.arena.schedule import (
    SCHEDULES,
    BadSchedule,
    RandomSchedule,
    Round,
    Schedule,
    StagedSchedule,
    SwissSchedule,
)

KINDS = st.sampled_from(sorted(SCHEDULES))


def plan(schedule, bots, order=None, seed="seed", drops=None):
    """All rounds of a tournament; `drops` says which bots drop out after which round."""
    history = []
    bots = sorted(bots)
    while True:
        ranked = [bot for bot in order or bots if bot in bots]
        planned = schedule.round(len(history), bots, lambda ranked=ranked: ranked, seed, history)
        if planned is None:
            return history
        history.append(planned)
        bots = [bot for bot in bots if bot not in (drops or {}).get(len(history) - 1, ())]


def meetings(history):
    return Counter(pair for planned in history for table in planned.tables for pair in combinations(sorted(table), 2))


def assert_fair(planned):
    """Check that every bot plays four matches, one in each seat, and none against itself."""
    for seat in zip(*planned.tables):
        assert sorted(seat) == planned.bots
    assert len(set(planned.bots)) == len(planned.bots)
    assert all(len(set(table)) == 4 for table in planned.tables)


@settings(max_examples=25, deadline=None)
@given(KINDS, st.integers(4, 60), st.integers(1, 24), st.randoms(use_true_random=False))
def test_every_round_is_fair_and_the_total_is_right(kind, number, matches, random):
    bots = random.sample(range(1000), number)
    schedule = SCHEDULES[kind](matches)
    history = plan(schedule, bots, order=random.sample(bots, number))
    for planned in history:
        assert_fair(planned)
        assert set(planned.bots) <= set(bots)
    assert len(history) == -(-matches // 4)
    assert history[0].bots == sorted(bots)
    assert sum(len(planned.tables) for planned in history) == schedule.total(number)
    if kind != "staged":
        assert schedule.total(number) == len(history) * number
        assert all(planned.bots == sorted(bots) for planned in history)


@settings(max_examples=25, deadline=None)
@given(KINDS, st.integers(4, 60), st.data())
def test_rounds_stay_fair_when_bots_drop_out(kind, number, data):
    drops = data.draw(st.dictionaries(st.integers(0, 5), st.sets(st.integers(0, number - 1), max_size=20)))
    history = plan(SCHEDULES[kind](24), range(number), drops=drops)
    gone = set()
    for place, planned in enumerate(history):
        assert_fair(planned)
        assert not gone.intersection(planned.bots)
        if kind != "staged":
            assert set(planned.bots) == set(range(number)) - gone
        gone |= drops.get(place, set())
    if len(history) < 6:
        assert len(set(history[-1].bots) - gone) < 4


@settings(max_examples=10, deadline=None)
@given(KINDS, st.integers(4, 40))
def test_the_same_arguments_give_the_same_round_and_another_seed_another(kind, number):
    one, again, other = (plan(SCHEDULES[kind](12), range(number), seed=seed) for seed in (1, 1, 2))
    assert one == again != other


def test_planning_a_round_does_not_change_previous_rounds():
    history = plan(RandomSchedule(40), range(9))
    assert plan(RandomSchedule(20), range(9)) == history[:5]


@pytest.mark.parametrize("kind", SCHEDULES)
def test_fewer_than_four_bots_play_nothing(kind):
    schedule = SCHEDULES[kind](20)
    assert schedule.round(0, [1, 2, 3], lambda: [1, 2, 3], 0, []) is None
    assert schedule.total(3) == 0


@pytest.mark.parametrize("kind", SCHEDULES)
def test_at_least_one_match_is_needed(kind):
    with pytest.raises(BadSchedule, match="0 matches are too few: every bot must play at least 4"):
        SCHEDULES[kind](0)


def test_a_schedule_must_implement_groups():
    with pytest.raises(NotImplementedError):
        Schedule(4).round(0, range(4), lambda: range(4), 0, [])


# Opponents


def test_twelve_bots_all_meet_and_none_too_often():
    met = meetings(plan(RandomSchedule(32), range(12)))
    mean = 8 * 12 * 6 / len(list(combinations(range(12), 2)))
    assert len(met) == 66
    assert 0.7 * mean < min(met.values()) <= max(met.values()) < 1.4 * mean


@pytest.mark.parametrize("number", [4, 5, 7])
def test_few_bots_meet_equally_often_in_every_single_round(number):
    for planned in plan(RandomSchedule(16), range(number)):
        assert set(meetings([planned]).values()) == {2 * 6 * number // (number * (number - 1))}


@pytest.mark.parametrize("number", [4, 5, 6, 7, 8, 10])
def test_every_bot_sits_before_every_other(number):
    history = plan(RandomSchedule(48), range(number))
    tables = [table for planned in history for table in planned.tables]
    before = Counter((table[seat - 1], table[seat]) for table in tables for seat in range(4))
    mean = len(tables) * 4 / (number * (number - 1))
    assert len(before) == number * (number - 1)
    assert 0.4 * mean < min(before.values()) <= max(before.values()) < 1.8 * mean


def test_among_many_bots_few_meet_twice_in_a_round():
    for planned in plan(RandomSchedule(8), range(200)):
        assert set(meetings([planned]).values()) == {1}


def test_bots_that_have_not_met_are_brought_together():
    history = plan(RandomSchedule(16), range(30))
    met = meetings(history)
    by_chance = meetings(planned for seed in range(4) for planned in plan(RandomSchedule(4), range(30), seed=seed))
    assert sum(count**2 for count in met.values()) < 0.9 * sum(count**2 for count in by_chance.values())


# Swiss


def test_swiss_begins_at_random_without_a_rating():
    history = []
    for number in range(2):
        history.append(SwissSchedule(40).round(number, range(40), pytest.fail, 0, history))
    assert max(max(table) - min(table) for planned in history for table in planned.tables) > 30


def test_swiss_then_lets_neighbours_in_the_rating_play():
    ranked = Random(1).sample(range(100), 100)
    place = {bot: ranked.index(bot) for bot in ranked}
    history = plan(SwissSchedule(32), range(100), order=ranked)
    for planned in history[2:]:
        assert max(abs(place[one] - place[other]) for one, other in meetings([planned])) < 15


def test_swiss_changes_the_boundaries_between_neighbours():
    met = meetings(plan(SwissSchedule(40), range(100)))
    assert all(met[bot, bot + 1] for bot in range(99))


# Stages


def test_staged_takes_a_third_of_the_matches_for_432_bots_and_as_many_per_finalist():
    for matches in (20, 24, 100, 500, 512):
        staged = StagedSchedule(matches)
        assert staged.total(432) <= RandomSchedule(matches).total(432) / 3
        assert sum(stage.rounds for stage in staged.stages(432)) == matches // 4


@pytest.mark.parametrize(
    ("number", "sizes"),
    [(4, [4]), (15, [15]), (16, [16, 8]), (40, [40, 10]), (63, [63, 16, 8]), (64, [64, 16, 8]), (432, [432, 108, 27])],
)
def test_stages_that_would_be_too_small_are_omitted(number, sizes):
    stages = StagedSchedule(100).stages(number)
    names = [["all"], ["all", "final"], ["all", "better quarter", "final"]]
    assert [stage.bots for stage in stages] == sizes
    assert [stage.name for stage in stages] == names[len(sizes) - 1]
    assert sum(stage.rounds for stage in stages) == 25


@pytest.mark.parametrize(
    ("matches", "stages"), [(1, ["all"]), (8, ["all", "final"]), (12, ["all", "better quarter", "final"])]
)
def test_a_short_staged_tournament_begins_with_all_bots(matches, stages):
    assert [planned.stage for planned in plan(StagedSchedule(matches), range(64))] == stages


def test_the_best_so_far_reach_the_next_stage():
    ranked = Random(2).sample(range(64), 64)
    history = plan(StagedSchedule(100), range(64), order=ranked)
    by_stage = {planned.stage: set(planned.bots) for planned in history}
    assert by_stage["better quarter"] == set(ranked[:16])
    assert by_stage["final"] == set(ranked[:8])


def test_the_members_of_a_stage_do_not_change_with_the_rating():
    schedule, random, history, asked = StagedSchedule(100), Random(3), [], []

    def order():
        asked.append(len(history))
        return random.sample(range(64), 64)

    while (planned := schedule.round(len(history), range(64), order, 0, history)) is not None:
        history.append(planned)
    assert asked == [5, 15]
    assert len({(planned.stage, *planned.bots) for planned in history}) == 3
    assert set(history[-1].bots) < set(history[10].bots)


def test_a_bot_that_drops_out_of_a_stage_is_not_replaced_and_the_next_stage_keeps_its_size():
    history = plan(StagedSchedule(100), range(64), drops={2: {0, 1}, 9: {2}, 20: {3, 4}})
    assert [len(planned.tables) for planned in history] == 3 * [64] + 2 * [62] + 5 * [16] + 5 * [15] + 6 * [8] + 4 * [6]
    assert history[-1].bots == [5, 6, 7, 8, 9, 10]


# Do they find the best?


def tournament(kind, matches, strengths, seed):
    """The bots ordered by the stage that they reach in simulated matches, and by their mean rank in it.

    A match is a Plackett-Luce draw: whose exponential waiting time, at the rate of their strength, is over first.
    """
    random = Random(f"{seed}/luck")
    schedule = SCHEDULES[kind](matches)
    bots = range(len(strengths))
    history: list[Round] = []
    places: dict[str, list[list[int]]] = {}

    def order():
        # Earlier stages were against other opponents: only those who went no further are sorted by them.
        ranked = list(bots)
        for stage in places.values():
            stayed = [bot for bot in ranked if stage[bot]]
            stayed.sort(key=lambda bot: sum(stage[bot]) / len(stage[bot]))
            ranked = stayed + [bot for bot in ranked if not stage[bot]]
        return ranked

    while (planned := schedule.round(len(history), bots, order, seed, history)) is not None:
        stage = places.setdefault(planned.stage, [[] for _ in bots])
        for table in planned.tables:
            waits = sorted((-log(random.random()) / strengths[bot], bot) for bot in table)
            for place, (_, bot) in enumerate(waits):
                stage[bot].append(place)
        history.append(planned)
    return order()


@pytest.mark.parametrize("seeds", [3, pytest.param(8, marks=pytest.mark.thorough)])
def test_staged_finds_the_top_as_well_as_random_with_three_times_the_matches(monkeypatch, seeds):
    monkeypatch.setattr("phazed.arena.schedule.MAX_SWAPS", 0)  # chance is even enough for this, and quicker
    number, matches, found = 96, 60, Counter()
    assert StagedSchedule(matches).total(number) <= RandomSchedule(matches).total(number) / 3
    for seed in range(seeds):
        random = Random(seed)
        strengths = sorted((2.0 ** random.gauss(0, 1.5) for _ in range(number)), reverse=True)
        for kind, each in (("random", matches), ("random", matches // 3), ("staged", matches)):
            found[kind, each] += sum(bot < 4 for bot in tournament(kind, each, strengths, seed)[:4])
    # Mean places make nothing of former stages, so that chance alone may favour either by a little.
    assert found["staged", matches] >= 0.95 * found["random", matches]
    assert found["staged", matches] > found["random", matches // 3]
