"""Executors: what they have in common, what a resilient pool survives, and how its workers end."""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from multiprocessing import Pipe
from pathlib import Path

import pytest

from phazed.arena.executors import pool
from phazed.arena.executors.codec import pack
from phazed.arena.executors.pool import InProcess, ResilientPool, WorkerDied, play_all
from phazed.arena.executors.worker import Task
from phazed.rules.errors import PhazedError
from waiting import wait_until

SOON = 120
"""Seconds after which a test that waits has failed."""


# Tasks


def triple(number):
    return 3 * number


def die_the_first_times(folder, times, how=signal.SIGKILL):
    """Kill this process, unless that has happened the given number of times."""
    mark = Path(folder, str(len(os.listdir(folder))))
    if int(mark.name) >= times:
        return "survived"
    mark.touch()
    os.kill(os.getpid(), how)
    return time.sleep(SOON)


def leave(code):
    os._exit(code)


def close_pipe():
    """Close the connection to the parent, and go on."""
    for each in os.listdir("/proc/self/fd"):
        if os.path.exists(f"/proc/self/fd/{each}") and stat.S_ISSOCK(os.fstat(int(each)).st_mode):
            socket.socket(fileno=int(each)).shutdown(socket.SHUT_WR)
    time.sleep(SOON)


def complain(text):
    raise ValueError(text)


class Unpicklable(Exception):
    def __reduce__(self):
        raise TypeError("not this one")


class Unreadable:
    def __reduce__(self):
        return complain, ("cannot be read",)


def complain_strangely():
    raise Unpicklable("strange")


def give_unreadable():
    return Unreadable()


def say_and_wait(fifo):
    with open(fifo, "w") as told:
        told.write(str(os.getpid()))
    time.sleep(SOON)


def wait_for(file):
    wait_until(lambda: os.path.exists(file))
    return os.getpid()


def open_files():
    return [os.path.realpath(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd")]


def write_at_exit(file):
    atexit.register(Path(file).write_text, str(os.getpid()))
    return os.getpid()


def handler_of_ctrl_c():
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN, signal.pthread_sigmask(signal.SIG_BLOCK, ())


def begin():
    os.environ["PHAZED_TEST_BEGUN"] = str(os.getpid())


def begun():
    return os.environ.get("PHAZED_TEST_BEGUN") == str(os.getpid())


def fail_to_begin():
    raise PhazedError("nothing works here")


@pytest.fixture(scope="module")
def two():
    """A pool that several tests share."""
    with ResilientPool(2) as executor:
        yield executor


@pytest.fixture
def in_process():
    with InProcess() as executor:
        yield executor


@pytest.fixture(params=["in_process", "two"])
def executor(request):
    return request.getfixturevalue(request.param)


# All executors


def test_an_executor_gives_results_and_errors(executor):
    assert isinstance(executor, Executor)
    assert executor.submit(triple, number=4).result(SOON) == 12
    assert list(executor.map(triple, range(20), timeout=SOON)) == list(range(0, 60, 3))
    with pytest.raises(ValueError, match="no idea"):
        executor.submit(complain, "no idea").result(SOON)


def test_play_all_gives_every_result_once(executor):
    assert sorted(play_all(executor, triple, range(50), max_pending=4)) == list(range(0, 150, 3))


def test_play_all_of_no_items_yields_nothing(executor):
    assert list(play_all(executor, triple, [], max_pending=4)) == []


def test_play_all_raises_what_a_task_raises(executor):
    with pytest.raises(ValueError, match="no idea"):
        list(play_all(executor, complain, ["no idea"] * 3, max_pending=2))


@pytest.mark.parametrize("make", [InProcess, lambda: ResilientPool(1)])
def test_no_task_can_be_submitted_after_the_shutdown(make):
    executor = make()
    executor.shutdown()
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after the shutdown"):
        executor.submit(triple, 1)


def test_in_process_items_are_taken_one_by_one(in_process):
    taken = []
    results = play_all(in_process, triple, (taken.append(each) or each for each in range(9)), max_pending=5)
    assert [next(results), next(results)] == [0, 3]
    assert taken == [0, 1]
    results.close()


def test_ctrl_c_in_process_is_raised(in_process):
    def interrupted(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(play_all(in_process, interrupted, range(3), max_pending=1))


class Manual(Executor):
    """Runs no tasks; when the given number of tasks is submitted, it sets the result of one."""

    def __init__(self, results):
        self.futures = []
        self.results = results

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.futures.append(future)
        if len(self.futures) in self.results:
            self.finish(*self.results[len(self.futures)])
        return future

    def finish(self, number, result):
        self.futures[number].set_result(result)


def test_play_all_submits_no_more_than_allowed():
    executor = Manual({3: (1, "second")})
    results = play_all(executor, triple, iter(range(100)), max_pending=3)
    assert next(results) == "second"
    assert len(executor.futures) == 3
    executor.finish(0, "first")
    assert next(results) == "first"
    assert len(executor.futures) == 4
    executor.finish(3, "fourth")
    executor.finish(2, "third")
    assert [next(results), next(results)] == ["fourth", "third"]
    assert len(executor.futures) == 6


def test_the_number_of_pending_tasks_may_grow():
    executor = Manual({2: (0, "first"), 5: (1, "second")})
    workers = ["one"]
    results = play_all(executor, triple, range(100), max_pending=lambda: 2 * len(workers))
    assert next(results) == "first"
    assert len(executor.futures) == 2
    workers.append("two")
    assert next(results) == "second"
    assert len(executor.futures) == 5
    results.close()


def test_stopping_early_cancels_pending_tasks():
    executor = Manual({3: (0, "first")})
    results = play_all(executor, triple, range(100), max_pending=3)
    assert next(results) == "first"
    results.close()
    assert [each.cancelled() for each in executor.futures] == [False, True, True]


def test_on_worker_died_supplies_the_result():
    def dead(number):
        raise WorkerDied(f"of {number}")

    with InProcess() as executor:
        results = list(
            play_all(executor, dead, [1, 2], max_pending=1, on_worker_died=lambda item, error: (item, str(error)))
        )
        assert results == [(1, "of 1"), (2, "of 2")]
        with pytest.raises(WorkerDied, match="of 1"):
            list(play_all(executor, dead, [1, 2], max_pending=1))


# Deaths of workers and failures of tasks


def test_a_task_whose_worker_dies_is_tried_again_and_the_others_go_on(two, tmp_path):
    fragile = two.submit(die_the_first_times, tmp_path, 2, signal.SIGSEGV)
    assert list(two.map(triple, range(30), timeout=SOON)) == list(range(0, 90, 3))
    assert fragile.result(SOON) == "survived"
    assert len(os.listdir(tmp_path)) == 2


def test_a_task_that_kills_every_worker_is_given_up(two, tmp_path):
    killer = two.submit(die_the_first_times, tmp_path, 99)
    others = [two.submit(triple, each) for each in range(30)]
    with pytest.raises(WorkerDied, match=r"tried 3 times, and its worker died \(killed by SIGKILL, perhaps because"):
        killer.result(SOON)
    assert [each.result(SOON) for each in others] == list(range(0, 90, 3))
    assert len(os.listdir(tmp_path)) == 3


def test_the_number_of_attempts_can_be_chosen():
    with ResilientPool(1, attempts=1) as executor, pytest.raises(WorkerDied, match=r"once, .* \(exit code 7\)"):
        executor.submit(leave, 7).result(SOON)


def test_a_worker_that_closes_its_pipe_is_killed(monkeypatch):
    monkeypatch.setattr(pool, "EXIT_TIMEOUT", 0.1)
    with ResilientPool(1, attempts=1) as executor, pytest.raises(WorkerDied, match=r"once, .* \(killed by SIGKILL"):
        executor.submit(close_pipe).result(SOON)


def test_an_idle_worker_that_dies_is_replaced():
    with ResilientPool(1) as executor:
        first = executor.submit(os.getpid).result(SOON)
        os.kill(first, signal.SIGKILL)
        assert executor.submit(os.getpid).result(SOON) != first


class Dead:
    """A worker that has just died."""

    idle = True
    slot = 0
    task = None

    def __init__(self):
        self.pipe, theirs = Pipe()
        theirs.close()
        self.started = Future()
        self.started.set_result(None)

    def kill_and_reap(self, timeout):
        self.pipe.close()
        return "exit code 1"


def test_sending_a_task_to_a_dead_worker_is_not_an_attempt():
    executor = ResilientPool(1)  # without a manager: what it would do is done here
    task = Task(pack(triple, (1,), {}))
    executor._workers.append(Dead())
    executor._queue.append(task)
    executor._dispatch()
    assert (list(executor._queue), executor._workers, task.tries) == ([task], [], 0)
    executor.shutdown()


def test_a_task_for_a_worker_that_died_unnoticed_goes_to_another():
    with ResilientPool(1) as executor:
        executor.submit(triple, 1).result(SOON)
        (worker,) = executor._workers
        executor._workers[:] = [Dead()]  # which the manager, who waits, has not noticed
        assert executor.submit(triple, 2).result(SOON) == 6
        worker.process.kill()
        worker.kill_and_reap(SOON)


def test_a_task_that_is_cancelled_in_time_is_not_begun(tmp_path):
    with ResilientPool(1) as executor:
        first = executor.submit(wait_for, tmp_path / "go")
        second = executor.submit(Path.touch, tmp_path / "second")
        third = executor.submit(triple, 1)
        assert second.cancel()
        (tmp_path / "go").touch()
        assert third.result(SOON) == 3
    assert first.done()
    assert not (tmp_path / "second").exists()


def test_a_shutdown_does_not_wait_for_cancelled_tasks():
    executor = ResilientPool(1)
    executor.submit(triple, 1).result(SOON)
    task = Task(pack(triple, (1,), {}))
    task.future.cancel()
    executor._queue.append(task)
    executor.shutdown()
    assert not executor._workers


def test_an_error_comes_with_the_traceback_of_the_worker(two):
    with pytest.raises(ValueError, match="no idea") as caught:
        two.submit(complain, "no idea").result(SOON)
    (note,) = caught.value.__notes__
    assert "In the worker process:\nTraceback" in note
    assert "in complain" in note


def test_an_exception_that_cannot_be_pickled_becomes_its_message(two):
    with pytest.raises(RuntimeError, match="Unpicklable: strange"):
        two.submit(complain_strangely).result(SOON)


def test_a_result_that_cannot_be_unpickled_is_an_error(two):
    with pytest.raises(ValueError, match="cannot be read"):
        two.submit(give_unreadable).result(SOON)


def test_a_result_that_cannot_be_pickled_is_an_error(two):
    with pytest.raises(TypeError, match="pickle"):
        two.submit(threading.Lock).result(SOON)


def test_sys_exit_is_an_error_of_the_task_and_does_not_end_the_worker(two):
    with pytest.raises(RuntimeError, match="SystemExit: 3"):
        two.submit(sys.exit, 3).result(SOON)


def test_a_task_that_cannot_be_pickled_is_refused_at_once(two):
    with pytest.raises((AttributeError, pickle.PicklingError)):
        two.submit(lambda: 1)


def test_large_tasks_and_results_pass(two):
    assert len(two.submit(triple, b"x" * 3_000_000).result(SOON)) == 9_000_000


def test_every_worker_is_initialized():
    with ResilientPool(1, initializer=begin) as executor:
        assert executor.submit(begun).result(SOON)


def test_a_failing_initializer_ends_the_pool_with_its_exception():
    with ResilientPool(1, initializer=fail_to_begin) as executor:
        futures = [executor.submit(triple, each) for each in range(3)]
        for future in futures:
            with pytest.raises(PhazedError, match="nothing works here"):
                future.result(SOON)
        executor.shutdown()
        with pytest.raises(RuntimeError, match="after the shutdown"):
            executor.submit(triple, 1)


def test_a_failure_leaves_cancelled_tasks_cancelled():
    executor = ResilientPool(1)  # without a manager
    cancelled, waiting = Task(pack(triple, (1,), {})), Task(pack(triple, (1,), {}))
    cancelled.future.cancel()
    executor._queue.extend([cancelled, waiting])
    executor._fail_unfinished(PhazedError("broken"))
    assert cancelled.future.cancelled()
    assert str(waiting.future.exception()) == "broken"
    executor.shutdown()


def test_a_pool_whose_workers_never_become_ready_gives_up(monkeypatch):
    monkeypatch.setattr(pool, "MAX_FAILED_STARTS", 2)
    with (
        ResilientPool(1, initializer=abort) as executor,
        pytest.raises(WorkerDied, match=r"2 worker .* \(exit code 5\)"),
    ):
        executor.submit(triple, 1).result(SOON)


def abort():
    os._exit(5)


def test_a_pool_goes_on_with_the_workers_that_it_could_start(monkeypatch):
    start, started = pool.Worker, []

    def one(initializer, slot):
        if started:
            raise BlockingIOError("no more processes")
        started.append(start(initializer, slot))
        return started[0]

    monkeypatch.setattr(pool, "Worker", one)
    with ResilientPool(3) as executor:
        assert list(executor.map(triple, range(10), timeout=SOON)) == list(range(0, 30, 3))
    assert len(started) == 1


def test_a_pool_that_cannot_start_any_worker_fails(monkeypatch):
    def none(initializer, slot):
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(pool, "Worker", none)
    with ResilientPool(3) as executor, pytest.raises(BlockingIOError, match="no more processes"):
        executor.submit(triple, 1).result(SOON)


@pytest.mark.parametrize("numbers", [{"jobs": 0}, {"jobs": 1, "attempts": 0}])
def test_a_pool_needs_a_worker_and_an_attempt(numbers):
    with pytest.raises(ValueError, match="at least"):
        ResilientPool(**numbers)


# Shutdown


def test_the_shutdown_waits_for_all_submitted_tasks():
    executor = ResilientPool(1)
    futures = [executor.submit(triple, each) for each in range(20)]
    executor.shutdown()
    assert [each.result(0) for each in futures] == list(range(0, 60, 3))


def test_a_shutdown_without_wait_returns_at_once():
    executor = ResilientPool(1)
    future = executor.submit(triple, 2)
    executor.shutdown(wait=False)
    assert future.result(SOON) == 6
    executor.shutdown()


@contextmanager
def soon():
    began = time.monotonic()
    yield
    assert time.monotonic() - began < SOON / 2


def test_a_cancelling_shutdown_stops_running_tasks(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    executor = ResilientPool(1)
    running, waiting = executor.submit(say_and_wait, tmp_path / "fifo"), executor.submit(triple, 1)
    pid = int((tmp_path / "fifo").read_text())
    with soon():
        executor.shutdown(cancel_futures=True)
    assert waiting.cancelled()
    with pytest.raises(CancelledError):
        running.result(0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_worker_that_does_not_exit_is_killed(monkeypatch):
    monkeypatch.setattr(pool, "EXIT_TIMEOUT", 0.05)
    executor = ResilientPool(1)
    pid = executor.submit(os.getpid).result(SOON)
    os.kill(pid, signal.SIGSTOP)
    with soon():
        executor.shutdown()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_with_block_left_by_an_exception_stops_running_tasks(tmp_path):
    os.mkfifo(tmp_path / "fifo")

    def interrupted():
        with ResilientPool(1) as executor:
            executor.submit(say_and_wait, tmp_path / "fifo")
            (tmp_path / "fifo").read_text()
            raise KeyboardInterrupt

    with soon(), pytest.raises(KeyboardInterrupt):
        interrupted()


def test_workers_run_their_exit_handlers_in_an_orderly_shutdown(tmp_path):
    with ResilientPool(1) as executor:
        pid = executor.submit(write_at_exit, tmp_path / "ended").result(SOON)
    assert (tmp_path / "ended").read_text() == str(pid)


def test_workers_inherit_no_open_files(tmp_path):
    with sqlite3.connect(tmp_path / "results.db") as database, open(tmp_path / "other", "w") as other:
        database.execute("create table matches (id)")
        os.set_inheritable(other.fileno(), True)
        with ResilientPool(1) as executor:
            files = executor.submit(open_files).result(SOON)
        assert not [each for each in files if str(tmp_path) in each]
        assert [each for each in open_files() if str(tmp_path) in each]
    database.close()


def test_workers_ignore_ctrl_c(two):
    ignored, blocked = two.submit(handler_of_ctrl_c).result(SOON)
    assert ignored
    assert not blocked


PROGRAM = """
import os, sys, time
from phazed.arena.executors.pool import ResilientPool, play_all

if __name__ == "__main__":
    pool = ResilientPool(2)
    pids = {pool.submit(os.getpid).result()}
    busy = pool.submit(time.sleep, 600)
    while len(pids) < 2:
        pids.add(pool.submit(os.getpid).result())
    open("ready", "w").close()
    %s
"""


def run(tmp_path, then):
    """A program with one busy and one idle worker."""
    (tmp_path / "program.py").write_text(PROGRAM % then)
    pipe = subprocess.PIPE
    command = [sys.executable, "program.py"]
    program = subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    wait_for(tmp_path / "ready")
    return program


def rest(program):
    """Its output until it and all its workers have ended: each of them keeps the output open."""
    output, errors = program.communicate(timeout=SOON)
    return output, errors, program.returncode


def test_workers_end_when_the_parent_is_killed(tmp_path):
    program = run(tmp_path, "busy.result()")
    program.kill()
    assert rest(program) == ("", "", -signal.SIGKILL)


def test_ctrl_c_is_handled_by_the_parent_alone(tmp_path):
    program = run(tmp_path, "with pool: busy.result()")
    os.killpg(program.pid, signal.SIGINT)
    output, errors, _ = rest(program)
    assert output == ""
    assert errors.count("Traceback") == 1
    assert errors.endswith("\nKeyboardInterrupt\n")


def test_a_program_without_a_shutdown_ends(tmp_path):
    assert rest(run(tmp_path, "print('bye')")) == ("bye\n", "", 0)
