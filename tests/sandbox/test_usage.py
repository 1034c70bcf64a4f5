"""What the kernel counts for a process."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO

import pytest

from phazed.sandbox.usage import ProcessUsage, pressure, stolen
from waiting import wait_until


@pytest.fixture
def process():
    """A process that computes."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as started:
        yield started
        started.kill()


def test_a_busy_process_uses_time_and_is_not_asleep(process):
    busy = ProcessUsage(process.pid)
    wait_until(lambda: busy.cpu() >= 0.05)
    assert not busy.is_asleep()
    assert busy.thread_count() == 1
    assert busy.starved() >= 0.0


def test_a_process_that_shares_its_processor_waits_for_it(process):
    busy, core = ProcessUsage(process.pid), {min(os.sched_getaffinity(0))}
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as other:
        try:
            os.sched_setaffinity(other.pid, core)
            os.sched_setaffinity(process.pid, core)
            used, waited = busy.cpu(), busy.starved()
            wait_until(lambda: busy.cpu() >= used + 0.2)
            assert busy.starved() > waited + 0.05
        finally:
            other.kill()


def test_a_process_that_has_ended_has_no_counters():
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        usage = ProcessUsage(process.pid)
    assert (usage.cpu(), usage.thread_count(), usage.is_asleep()) == (0.0, 0, False)
    assert usage.starved() < 1.0


def missing(*_):
    raise FileNotFoundError


def empty(*_):
    return BytesIO()


@pytest.mark.parametrize("opened", [missing, empty])
def test_a_system_without_the_counters_has_none(monkeypatch, opened):
    monkeypatch.setattr("builtins.open", opened)
    usage = ProcessUsage(os.getpid())
    assert (stolen(), usage.thread_count(), usage.is_asleep(), usage.starved()) == (0.0, 0, False, 0.0)
    assert pressure() is None


def test_a_process_that_waits_is_asleep():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert wait_until(ProcessUsage(process.pid).is_asleep)
        process.kill()
