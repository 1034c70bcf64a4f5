"""The ladder: who meets whom, and how certain the ranks are."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.course import ladder as ladder_module
from phazed.course.ladder import (
    MILESTONES,
    NEWCOMER,
    Contender,
    Matches,
    Met,
    Standing,
    contenders_of,
    next_tables,
    rank_intervals,
    rate_ladder,
)
from phazed.storage.course.submissions import BotId


def nobody_met():
    return Met(Counter(), Counter())


def ladder(bots, matches=100, milestones=4):
    found = [Contender(bot, 25 + bot, 1.0, matches) for bot in range(bots)]
    return [*found, *(Contender(bots + each, 25.0, 1.0, 1000, is_milestone=True) for each in range(milestones))]


@settings(max_examples=50)
@given(st.integers(1, 12), st.integers(0, 4), st.integers(0, 10**6))
def test_four_different_bots_sit_at_every_table_and_not_all_are_milestones(bots, milestones, seed):
    contenders = ladder(bots, milestones=milestones)
    tables = next_tables(contenders, nobody_met(), 6, Random(seed))
    assert len(tables) == (6 if bots + milestones >= 4 else 0)
    for table in tables:
        assert len(set(table)) == 4
        assert any(bot < bots for bot in table)


def test_without_bots_nothing_is_played():
    assert next_tables(ladder(0), nobody_met(), 5, Random(1)) == []
    assert next_tables([], nobody_met(), 5, Random(1)) == []


def test_newcomers_come_first_until_they_have_caught_up():
    contenders = [*ladder(20), Contender(99)]
    tables = next_tables(contenders, nobody_met(), NEWCOMER, Random(1))
    assert all(99 in table for table in tables)
    caught_up = [*ladder(20), Contender(99, 25.0, 1.0, 100)]
    assert sum(99 in table for table in next_tables(caught_up, nobody_met(), NEWCOMER, Random(1))) < NEWCOMER


def test_after_that_the_least_certain_ranks_come_first():
    contenders = [each._replace(width=9 if each.bot == 3 else 1) for each in ladder(12)]
    assert 3 in next_tables(contenders, nobody_met(), 1, Random(1))[0]


def test_opponents_are_near_in_the_rating_and_varied():
    contenders = [Contender(bot, float(bot), 0.5, 100, width=int(bot == 20)) for bot in range(40)]
    met = nobody_met()
    tables = [table for seed in range(60) for table in next_tables(contenders, met, 1, Random(seed))]
    opponents = Counter(bot for table in tables for bot in table if bot != 20)
    assert sum(count for bot, count in opponents.items() if abs(bot - 20) <= 6) > 0.8 * opponents.total()
    assert max(abs(bot - 20) for bot in opponents) > 10  # now and then somebody from far away
    assert len(opponents) >= 8


def test_everybody_sits_equally_often_in_each_seat():
    met = nobody_met()
    for seed in range(40):
        next_tables(ladder(8, milestones=0), met, 8, Random(seed))
    for bot in range(8):
        seats = [met.seats[bot, seat] for seat in range(4)]
        assert max(seats) - min(seats) <= 3


def played(strengths, count, seed=0):
    """Matches between bots of these strengths, and the milestones, which are the first four."""
    random, matches = np.random.default_rng(seed), Matches.none()
    for _ in range(count):
        table = random.choice(len(strengths), 4, replace=False)
        performance = strengths[table] + random.gumbel(size=4)
        ranks = (performance[:, None] < performance[None, :]).sum(axis=1) + 1
        matches.add(tuple(table.tolist()), ranks.tolist(), [[0.0, 0.0]] * 4)
    return matches


def test_the_standings_are_those_of_the_strengths():
    strengths = np.array([0, 0.2, 0.5, 1.0, *np.linspace(-2, 2, 12)])
    matches = played(strengths, 3000)
    rows = rate_ladder(matches.job(range(4, 16), range(16)))
    ranked = [row for row in rows if row.rank]
    assert [row.bot for row in ranked] == sorted(range(4, 16), key=lambda bot: -strengths[bot])
    assert [row.rank for row in ranked] == list(range(1, 13))
    assert all(row.low <= row.rank <= row.high for row in ranked)
    assert {row.bot for row in rows if not row.rank} == {0, 1, 2, 3}
    assert sum(row.matches for row in rows) == 4 * 3000
    assert sum(row.wins for row in rows) == pytest.approx(3000)


def test_before_any_match_everything_is_uncertain():
    rows = rate_ladder(Matches.none().job(range(4, 8), range(8)))
    assert [(row.low, row.high) for row in rows if row.rank] == [(1, 4)] * 4
    assert rank_intervals(np.zeros(0), np.zeros(0))[0].size == 0


def test_matches_that_an_error_ended_count_for_the_offender():
    matches = Matches.none()
    for _ in range(20):
        matches.add((0, 1, 2, 3), (0, 0, 0, 4), [[0.0, 0.0]] * 4)
    rows = rate_ladder(matches.job(range(4), range(4)))
    assert rows[-1].bot == 3
    assert sum(row.wins for row in rows) == 0


def test_a_bot_beats_a_milestone_only_if_that_is_clear():
    strengths = np.array([0.0, 0.1, 1.5, -1.5])
    few, many = (rate_ladder(played(strengths, count).job((1, 2, 3), range(4), (0,))) for count in (4, 400))
    assert not any(row.beats for row in few)
    assert {row.bot: row.beats for row in many} == {0: (), 1: (), 2: (0,), 3: ()}


def test_uncertainty_that_bots_have_in_common_does_not_widen_their_ranks():
    """Two groups that have never met: nobody knows which is better, but within each the order is clear."""
    random, matches = np.random.default_rng(1), Matches.none()
    strengths = np.array([2.0, 1.0, 0.0, -1.0] * 2)
    for number in range(600):
        table = np.arange(4) + 4 * (number % 2)
        performance = strengths[table] + random.gumbel(size=4)
        ranks = (performance[:, None] < performance[None, :]).sum(axis=1) + 1
        matches.add(tuple(table.tolist()), ranks.tolist(), [[0.0, 0.0]] * 4)
    rows = {row.bot: row for row in rate_ladder(matches.job(range(8), range(8)))}
    one = {row.bot: row for row in rate_ladder(matches.job(range(4), range(8)))}
    assert [(one[bot].low, one[bot].high) for bot in range(4)] == [(place, place) for place in (1, 2, 3, 4)]
    assert all(rows[bot].high - rows[bot].low >= 3 for bot in range(8))


def test_nobody_plays_on_for_ever_while_others_wait():
    """Two equal bots can never be ranked for certain; they must not take all matches."""
    equal = [Contender(bot, 10.0, 1.5, 2000, width=1) for bot in (0, 1)]
    others = [Contender(bot, 30.0 + bot, 1.2, 60, width=3) for bot in range(2, 10)]
    tables = next_tables([*equal, *others], nobody_met(), 20, Random(1))
    assert sum(0 in table or 1 in table for table in tables) < 5


def test_what_is_known_decides_who_is_a_newcomer():
    numbers = {name: number for number, name in enumerate((*MILESTONES, BotId(1), BotId(2)))}
    rows = {4: Standing(4, 30.0, 1.0, 1, 1, 3, 50, 20.0)}
    *milestones, known, new = contenders_of(numbers, numbers, rows)
    assert all(each.is_milestone for each in milestones)
    assert known == Contender(4, 30.0, 1.0, 50, width=2)
    assert new == Contender(5)


def test_bots_that_were_replaced_long_ago_are_not_rated(monkeypatch):
    """A thousand versions in the window would make a rating slow; the matches of the latest bots are enough."""
    monkeypatch.setattr(ladder_module, "MORE_BOTS", 4)
    matches = Matches.none()
    for number in range(50):
        matches.add(tuple(range(4 * number, 4 * number + 4)), (1, 2, 3, 4), [[0.0, 0.0]] * 4)
    job = matches.job(range(196, 200), range(196, 200))
    assert job.bots == tuple(range(192, 200))
    assert len(job.results.seats) == len(job.luck) == 2
    assert [row.bot for row in rate_ladder(job)] == [196, 197, 198, 199]


def test_only_the_latest_matches_count_for_the_rating_and_all_for_the_counts():
    matches = Matches.none(latest=3)
    for number in range(5):
        matches.add((0, 1, 2, 3 + number), (1, 2, 3, 4), [[0.0, 0.0]] * 4)
    assert len(matches.results) == len(matches.luck) == 3
    assert (matches.played[0], matches.wins[0]) == (5, 5.0)
    assert matches.met.pairs[0, 1] == matches.met.seats[0, 0] == 3
    assert (0, 3) not in matches.met.pairs
