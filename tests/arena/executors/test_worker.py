"""A worker process: its own functions, called here, where coverage counts them."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from multiprocessing import Pipe
from pathlib import Path
from queue import SimpleQueue

import pytest

from phazed.arena.executors import worker
from phazed.arena.executors.codec import pack
from phazed.arena.executors.pool import ResilientPool
from phazed.arena.executors.worker import block_sigint, pin_to_processor
from waiting import wait_until

SOON = 120
"""Seconds after which a test that waits has failed."""
begun = []


def begin():
    begun.append(True)


def triple(number):
    return 3 * number


def complain(text):
    raise ValueError(text)


@pytest.fixture
def exits(monkeypatch):
    """The exit codes with which the worker would have ended."""
    codes = []
    monkeypatch.setattr(worker.os, "_exit", codes.append)
    return codes


def test_a_worker_performs_tasks_until_the_stop_message(exits):
    before = signal.getsignal(signal.SIGINT)
    ours, theirs = Pipe()
    try:
        for task in ((triple, (4,), {}), (complain, ("why",), {})):
            ours.send_bytes(pack(*task).message())
        ours.send_bytes(worker.STOP)
        worker.work(theirs, begin)
    finally:
        signal.signal(signal.SIGINT, before)
    assert begun == [True]
    begun.clear()
    started, tripled, complained = [pickle.loads(ours.recv_bytes()) for _ in range(3)]
    assert started == (None, None, "")
    assert tripled == (12, None, "")
    assert repr(complained[1]) == "ValueError('why')"
    ours.close()
    for each in threading.enumerate():
        if each.name == "phazed-parent":
            each.join()
    assert exits == [1]


def test_a_worker_exits_when_its_parent_has_ended(exits):
    ours, theirs = Pipe()
    ours.send_bytes(b"task")
    ours.close()
    inbox = SimpleQueue()
    worker.receive(theirs, inbox)
    assert inbox.get() == b"task"
    assert exits == [1]
    theirs.close()


def test_an_initializer_is_optional():
    assert worker.initialize(None) is None


def affinity(folder, number, of):
    """The processors of this worker, when that many tasks have begun: so each worker has one of them."""
    Path(folder, str(number)).touch()
    wait_until(lambda: len(os.listdir(folder)) >= of)
    return frozenset(os.sched_getaffinity(0))


def test_every_worker_is_pinned_to_a_processor_of_its_own(monkeypatch, tmp_path):
    processors = os.sched_getaffinity(0)
    count = len(processors)
    with ResilientPool(count) as workers:
        kept = [workers.submit(affinity, tmp_path, number, count) for number in range(count)]
        assert {each.result() for each in kept} == {frozenset({each}) for each in processors}
    monkeypatch.delattr(os, "sched_setaffinity")
    pin_to_processor()
    assert os.sched_getaffinity(0) == processors


def test_block_sigint_blocks_ctrl_c_for_a_while():
    def blocked():
        return signal.pthread_sigmask(signal.SIG_BLOCK, ())

    before = blocked()
    with block_sigint():
        assert blocked() == before | {signal.SIGINT}
    assert blocked() == before


def test_block_sigint_does_nothing_where_signals_cannot_be_blocked(monkeypatch):
    monkeypatch.delattr(signal, "pthread_sigmask")
    with block_sigint():
        assert not hasattr(signal, "pthread_sigmask")
