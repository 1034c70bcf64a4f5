"""How tasks travel: bots' files by content hash, sent once per worker, and again after they were lost."""

from __future__ import annotations

import os
import pickle
import signal
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from phazed.arena.executors.codec import FileCache, FilesMissing, pack, perform, unpack
from phazed.arena.executors.pool import ResilientPool, play_all
from phazed.arena.jobs import MatchJob
from phazed.storage.entrant import Entrant

SIZE = 200_000
SOON = 120
"""Seconds after which a test that waits has failed."""


def bot(name, size=SIZE):
    return Entrant(name, f"{name}.py", (("data.bin", bytes(size)), (f"{name}.py", name.encode())))


BOTS = (bot("ann"), bot("bob"), bot("cy"), bot("di"))


def job(match, entrants=BOTS):
    return MatchJob(match, "phazed", str(match), entrants)


# What is done in the workers


def describe(job):
    """What has arrived: enough to see that it is all there."""
    return job.match, [(each.name, each.main, sum(len(data) for _, data in each.files)) for each in job.entrants]


def die_once(file, job):
    """Kill the first worker that gets match 20."""
    if job.match == 20 and not os.path.exists(file):
        Path(file).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return describe(job)


class DieOnce:
    def __init__(self, file):
        self.file = file

    def __call__(self, job):
        return die_once(self.file, job)


def complain_strangely():
    raise Unpicklable("strange")


class Unpicklable(Exception):
    def __reduce__(self):
        raise TypeError("not this one")


@pytest.fixture
def sent(monkeypatch):
    """The sizes of all messages that this process writes to pipes."""
    sizes = []
    send_bytes = Connection.send_bytes

    def counted(self, data, *where):
        sizes.append(len(data))
        send_bytes(self, data, *where)

    monkeypatch.setattr(Connection, "send_bytes", counted)
    return sizes


# One process


def test_a_message_contains_files_only_if_they_are_attached():
    task = pack(describe, (job(1),), {})
    digests = [each.digest for each in BOTS]
    assert list(task.files) == digests
    assert len(task.message()) < 2_000
    assert SIZE < len(task.message(digests[:1])) < SIZE + 3_000


def test_a_worker_without_the_files_reports_all_that_are_missing():
    task, cache = pack(describe, (job(1),), {}), FileCache()
    digests = tuple(each.digest for each in BOTS)
    with pytest.raises(FilesMissing) as missing:
        unpack(perform(task.message(), cache))
    assert missing.value.digests == digests
    with pytest.raises(FilesMissing) as missing:
        unpack(perform(task.message(digests[:3]), cache))
    assert missing.value.digests == digests[3:]
    assert unpack(perform(task.message(digests[3:]), cache)) == describe(job(1))
    assert unpack(perform(task.message(), cache)) == describe(job(1))


def same_bots(job):
    return job.entrants == BOTS and [each.digest for each in job.entrants] == [each.digest for each in BOTS]


def test_entrants_arrive_as_they_were():
    task = pack(same_bots, (job(1),), {})
    assert unpack(perform(task.message(task.files), FileCache())) is True


def test_two_entrants_with_the_same_files_keep_their_names():
    twins = (BOTS[0], BOTS[0]._replace(name="twin"))
    task = pack(describe, (job(1, twins),), {})
    assert len(task.files) == 1
    described = unpack(perform(task.message(task.files), FileCache()))
    assert [name for name, _, _ in described[1]] == ["ann", "twin"]


def test_built_in_players_have_no_files():
    task = pack(describe, (job(1, (Entrant("@greedy"),) * 4),), {})
    assert task.files == {}
    assert unpack(perform(task.message(), FileCache())) == (1, [("@greedy", "", 0)] * 4)


def test_a_full_cache_evicts_what_was_used_least_recently():
    cache = FileCache(max_bytes=3 * (SIZE + 10))

    def play(*bots):
        task = pack(describe, (job(1, bots),), {})
        try:
            unpack(perform(task.message(), cache))
        except FilesMissing as missing:
            unpack(perform(task.message(missing.digests), cache))
            return [each.name for each in bots if each.digest in missing.digests]
        return []

    ann, bob, cy, di = BOTS
    assert play(ann, bob) == ["ann", "bob"]
    assert play(cy) == ["cy"]
    assert play(ann) == []
    assert play(di) == ["di"]  # which evicts bob
    assert play(ann, cy, di) == []
    assert play(bob) == ["bob"]


def test_files_larger_than_the_cache_are_used_and_not_kept():
    cache = FileCache(max_bytes=10)
    task = pack(describe, (job(1),), {})
    for _ in range(2):
        with pytest.raises(FilesMissing):
            unpack(perform(task.message(), cache))
        assert unpack(perform(task.message(task.files), cache)) == describe(job(1))


def test_an_error_that_cannot_be_pickled_is_sent_as_its_message():
    result, error, traceback = pickle.loads(perform(pack(complain_strangely, (), {}).message()))
    assert result is None
    assert repr(error) == "RuntimeError('Unpicklable: strange')"
    assert "in complain_strangely" in traceback


# Worker processes


def test_a_hundred_matches_of_four_large_bots_send_the_files_once_per_worker(sent):
    expected = [describe(job(match)) for match in range(100)]
    with ResilientPool(2) as pool:
        results = list(play_all(pool, describe, map(job, range(100)), max_pending=4))
    assert sorted(results) == expected
    files = 4 * SIZE
    assert files < sum(sent) < 2 * files + 150 * 2_000  # before: 100 times the files
    assert sum(size > SIZE for size in sent) <= 2


def test_a_new_worker_gets_the_files_again(sent, tmp_path):
    expected = [describe(job(match)) for match in range(40)]
    with ResilientPool(1) as pool:
        results = list(play_all(pool, DieOnce(tmp_path / "died"), map(job, range(40)), max_pending=4))
    assert sorted(results) == expected
    assert (tmp_path / "died").exists()
    assert sum(size > SIZE for size in sent) == 2


def test_a_worker_that_dies_when_it_is_sent_files_is_replaced(monkeypatch):
    send_bytes, killed = Connection.send_bytes, []

    def send_to_the_dead(self, data, *where):
        if len(data) > SIZE and not killed:
            killed.append(True)
            raise BrokenPipeError
        send_bytes(self, data, *where)

    monkeypatch.setattr(Connection, "send_bytes", send_to_the_dead)
    with ResilientPool(1) as pool:
        pid = pool.submit(os.getpid).result(SOON)
        future = pool.submit(describe, job(1))
        while not killed:
            pass
        os.kill(pid, signal.SIGKILL)
        assert future.result(SOON) == describe(job(1))
