"""The file of a ladder: what is counted, what is kept, and that the file stays small."""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from contextlib import closing
from random import Random

import pytest

from phazed.bots import make
from phazed.game.games import PlayerError
from phazed.game.records import dumps
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHASEDOUT
from phazed.storage.course import ladder
from phazed.storage.course.ladder import LadderStore
from phazed.storage.database import NotFound, StoreError, Unavailable
from phazed.storage.results.rows import MatchReport, SeatReport

MILESTONES = ("@beginner", "@greedy")


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A ladder that keeps few matches, with two milestones and eight bots."""
    monkeypatch.setattr(ladder, "RATED", 40)
    monkeypatch.setattr(ladder, "KEPT", 3)
    monkeypatch.setattr(ladder, "FAULTS", 2)
    with closing(LadderStore(tmp_path / ladder.NAME)) as made:
        for name in (*MILESTONES, *(f"s{number}" for number in range(1, 9))):
            made.add_bot(name)
        yield made


@pytest.fixture(scope="module")
def record():
    """A packed record of a real game."""
    found = play_game(PHASEDOUT, [make("random", PHASEDOUT, seed=seat) for seat in range(4)], seed=3)
    return zlib.compress(dumps(found).encode())


def report(match, ranks, record=b"record", error=None):
    seat = SeatReport(1, 0.0, 0.0, 0, "printed", ())
    luck = ((((0.1, 0.2, 0.3, 0.4), (0.25,) * 4),),) * 2
    return MatchReport(match, ranks, error, (0,) * 4, (0,) * 4, 1, {}, (seat,) * 4, 0.0, record, luck)


def error(seat, reason="no more"):
    return PlayerError(seat, "exception", reason, "call", "answer", "traceback")


def play(store, count, bots=range(10), seed=0, record=b"record"):
    """Play random matches, some of which errors end; return all tables, ranks and offenders."""
    random, found = Random(seed), []
    for _ in range(count):
        ((match, table),) = store.plan([tuple(random.sample(list(bots), 4))])
        ranks = tuple(random.sample((1, 2, 3, 4), 4)) if random.random() < 0.8 else (1, 1, 3, 4)
        offender = random.randrange(4) if random.random() < 0.2 else None
        fault = None if offender is None else error(offender, f"reason {match}")
        store.add_match(table, report(match, None if fault else ranks, record, fault))
        found.append((match, table, ranks if fault is None else None, offender))
    return found


def test_everything_is_counted_whether_it_is_kept_or_not(store):
    found = play(store, 300)
    played, wins, errors, met, ahead = Counter(), defaultdict(float), Counter(), Counter(), Counter()
    for _, table, ranks, offender in found:
        played.update(table)
        if ranks is None:
            errors[table[offender]] += 1
            continue
        for bot, rank in zip(table, ranks):
            wins[bot] += (rank == 1) / ranks.count(1)
            for other, its in zip(table, ranks):
                if other < 2 <= bot:
                    met[bot, other] += 1
                    ahead[bot, other] += rank < its
    counts = store.all_counts()
    assert store.played == 300
    for bot in range(10):
        assert (counts[bot].matches, counts[bot].errors) == (played[bot], errors[bot])
        assert counts[bot].wins == pytest.approx(wins[bot])
        against = {other: (met[bot, other], ahead[bot, other]) for other in (0, 1) if met[bot, other]}
        assert store.against(bot) == against


def test_the_latest_matches_are_kept_and_records_of_the_latest_of_each_bot(store):
    found = play(store, 200, bots=range(2, 10)) + play(store, 100, bots=range(6), seed=1)
    latest = list(store.latest(40))
    assert [table for table, *_ in latest] == [table for _, table, *_ in found[-40:]]
    assert [ranks for _, ranks, _ in latest] == [
        ranks or tuple(4 if seat == offender else 0 for seat in range(4)) for *_, ranks, offender in found[-40:]
    ]
    assert latest[0][2][0] == pytest.approx([-0.15, -0.15])
    wanted = {bot: [match for match, table, *_ in found if bot in table][-3:] for bot in range(10)}
    for bot, matches in wanted.items():
        assert [each.placing.match for each in store.matches_of(bot)] == matches[::-1]
        assert all(each.recorded for each in store.matches_of(bot))
    assert store.recorded == sorted({match for matches in wanted.values() for match in matches})
    assert store.record_bytes == len(b"record") * len(store.recorded)
    kept = store.database.value("SELECT count(*) FROM matches")
    assert kept == len({*store.recorded, *(match for match, *_ in found[-40:])})


def test_the_file_does_not_grow_with_the_matches(store):
    def size():
        store.database.shrink()
        return store.database.file.stat().st_size

    play(store, 300, record=b"x" * 2000)
    before = size()
    play(store, 900, seed=1, record=b"x" * 2000)
    assert size() < 1.2 * before


def test_old_records_are_deleted_where_space_is_short_and_results_stay(store):
    play(store, 60)
    before, kept = store.recorded, list(store.latest(40))
    store.thin(store.record_bytes - 20)  # four records are enough
    assert store.recorded == before[4:]
    assert list(store.latest(40)) == kept
    gone = next(each for bot in range(10) for each in store.matches_of(bot) if each.placing.match == before[0])
    assert not gone.recorded
    with pytest.raises(NotFound, match="cannot be replayed: only the latest 3 matches of each bot are stored"):
        store.record(before[0])
    assert store.thin(0) == len(before) - 4
    assert store.thin(0) == store.record_bytes == 0


def test_planned_matches_survive_a_restart_until_they_are_played_or_cancelled(store, tmp_path):
    planned = store.plan([(0, 1, 2, 3), (4, 5, 6, 7), (2, 3, 4, 5)])
    store.add_match(planned[0][1], report(0, (1, 2, 3, 4)))
    store.cancel(1)
    with closing(LadderStore(tmp_path / ladder.NAME)) as again:
        assert again.planned() == [(2, (2, 3, 4, 5))]
        assert again.plan([(0, 1, 2, 3)]) == [(3, (0, 1, 2, 3))]


def test_a_match_is_stored_as_a_whole_or_not_at_all(store):
    ((match, table),) = store.plan([(0, 1, 2, 3)])
    broken = report(match, (1, 2, 3, 4))._replace(record=None)
    with pytest.raises(Unavailable):
        store.add_match(table, broken)
    assert (store.played, store.recorded, store.record_bytes) == (0, [], 0)
    assert store.planned() == [(match, table)]


def test_a_real_record_can_be_read_again_and_a_damaged_one_is_named(store, record):
    for match, packed in enumerate((record, b"damaged")):
        ((_, table),) = store.plan([(0, 1, 2, 3)])
        store.add_match(table, report(match, (1, 2, 3, 4), packed))
    assert store.record(0).rules == PHASEDOUT
    with pytest.raises(StoreError, match="the record of match 1 is damaged"):
        store.record(1)


def test_the_latest_errors_are_known_until_they_are_forgotten(store):
    for match in range(4):
        ((_, table),) = store.plan([(2, 3, 4, 5)])
        store.add_match(table, report(match, None, error=error(1, f"reason {match}")))
    assert [fault.reason for fault in store.faults(3)] == ["reason 2", "reason 3"]
    assert store.counts([3])[3].errors == 4
    store.forgive(3)
    assert store.counts([3])[3].forgiven == 4
    store.forget(["s2", "s99"])
    assert store.faults(3) == []
    assert store.counts([3])[3].errors == 4  # results stay
    assert store.recorded == []


def test_a_ladder_that_does_not_exist_is_not_created_by_looking(tmp_path):
    with pytest.raises(StoreError, match="no match of a ladder has been played there"):
        LadderStore(tmp_path / ladder.NAME, must_exist=True)
    assert list(tmp_path.iterdir()) == []
