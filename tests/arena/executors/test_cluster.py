"""The executor on a Dask cluster, with real worker processes, and the errors of clusters that cannot be used."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import CancelledError, Executor
from pathlib import Path
from types import SimpleNamespace

import pytest

import phazed
from phazed.arena.entrants import load_entrants
from phazed.arena.executors import cluster
from phazed.arena.executors.cluster import About, ClusterError, ClusterExecutor, connect
from phazed.arena.executors.codec import pack, unpack
from phazed.arena.executors.pool import InProcess, WorkerDied, play_all
from phazed.arena.jobs import MatchJob
from phazed.arena.report.summary import summarize
from phazed.arena.tournament import Settings
from phazed.storage.entrant import Entrant
from tournaments import SIMPLE, outcome, played, tires, write_bots
from waiting import wait_until

SOON = 120
"""Seconds after which a test that waits has failed."""


# What is done in the workers


def triple(number):
    return 3 * number


def complain(text):
    raise ValueError(text)


def die_once(file, number):
    """Kill the first worker that gets number 20."""
    if number == 20 and not os.path.exists(file):
        Path(file).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 3 * number


class DieOnce:
    def __init__(self, file):
        self.file = file

    def __call__(self, number):
        return die_once(self.file, number)


def die(_=None):
    os.kill(os.getpid(), signal.SIGKILL)


def wait_for(file):
    wait_until(lambda: os.path.exists(file))
    return "waited"


def say_and_wait_for(said, file):
    Path(said).touch()
    return wait_for(file)


def say_and_wait(file):
    Path(file).touch()
    time.sleep(SOON)


@pytest.fixture(scope="module")
def executor(tmp_path_factory):
    """A cluster of two worker processes; after the tests it is stopped while tasks run."""
    file = tmp_path_factory.mktemp("cluster") / "begun"
    executor = connect("local:2")
    yield executor
    begun, *others = [executor.submit(say_and_wait, file) for _ in range(9)]
    wait_for(file)
    began = time.monotonic()
    executor.shutdown(wait=False, cancel_futures=True)
    executor.shutdown()
    assert time.monotonic() - began < SOON / 2
    assert begun.cancelled()
    assert all(each.cancelled() for each in others)


def address(executor):
    return executor.cluster.scheduler_address


def test_a_cluster_is_an_executor(executor):
    assert isinstance(executor, Executor)
    assert executor.submit(triple, number=4).result(SOON) == 12
    assert list(executor.map(triple, range(20), timeout=SOON)) == list(range(0, 60, 3))


def test_errors_come_with_the_traceback_of_the_worker(executor):
    with pytest.raises(ValueError, match="no idea") as caught:
        executor.submit(complain, "no idea").result(SOON)
    assert "in complain" in caught.value.__notes__[0]


def test_a_task_that_calls_sys_exit_ends_neither_the_worker_nor_the_parent(executor):
    with pytest.raises(RuntimeError, match="SystemExit: 3"):
        executor.submit(sys.exit, 3).result(SOON)


def test_equal_tasks_are_performed_as_often_as_they_are_submitted(executor):
    assert len({executor.submit(time.monotonic_ns).result(SOON) for _ in range(3)}) == 3


def test_large_arguments_and_results_can_be_sent(executor):
    assert len(executor.submit(triple, b"x" * 12_000_000).result(SOON)) == 36_000_000


def names_and_sizes(job):
    return job.match, [(each.name, sum(len(data) for _, data in each.files)) for each in job.entrants]


def test_the_files_of_large_bots_are_not_sent_with_every_match(executor, monkeypatch):
    from distributed import Client

    sizes = []
    submit = Client.submit

    def counted(self, function, pickled, **more):
        sizes.append(len(pickled))
        return submit(self, function, pickled, **more)

    monkeypatch.setattr(Client, "submit", counted)
    size = 200_000
    bots = tuple(Entrant(name, "bot.py", (("bot.py", name.encode() * size),)) for name in "abcd")
    jobs = [MatchJob(match, "phazed", str(match), bots) for match in range(100)]
    results = list(play_all(executor, names_and_sizes, jobs, max_pending=4))
    assert sorted(results) == [(match, [(name, size) for name in "abcd"]) for match in range(100)]
    with_files = [each for each in sizes if each > size]
    assert 1 <= len(with_files) <= 8  # at most four that had begun before each of the two workers had the files
    assert sum(sizes) - sum(with_files) < 110 * 2_000


def test_all_results_arrive_although_a_worker_is_killed(executor, tmp_path):
    with InProcess() as alone:
        expected = list(play_all(alone, triple, range(60), max_pending=1))
    results = list(play_all(executor, DieOnce(tmp_path / "died"), range(60), max_pending=8))
    assert sorted(results) == expected
    assert (tmp_path / "died").exists()


def test_a_task_that_kills_its_workers_is_given_up(executor, monkeypatch):
    monkeypatch.setattr(executor.cluster.scheduler, "allowed_failures", 0)
    impatient = ClusterExecutor(executor.client, None, "local", (), attempts=1)
    with pytest.raises(WorkerDied, match="too many workers of the cluster died"):
        impatient.submit(die).result(SOON)


def test_the_number_of_jobs_is_cached_for_some_seconds(executor, monkeypatch):
    now = executor.jobs
    assert now in (1, 2)  # one of the workers has just been killed
    monkeypatch.setattr(executor.client, "nthreads", None)
    assert executor.jobs == now


def test_a_cancelled_task_is_not_begun(executor, tmp_path):
    running = [executor.submit(wait_for, tmp_path / "go") for _ in range(4)]
    late = executor.submit(Path.touch, tmp_path / "late")
    known = executor.cluster.scheduler.tasks
    wait_until(lambda: len(known) == 5)
    assert late.cancel()
    wait_until(lambda: len(known) == 4)
    (tmp_path / "go").touch()
    assert [each.result(SOON) for each in running] == ["waited"] * 4
    with pytest.raises(CancelledError):
        late.result(0)
    assert not (tmp_path / "late").exists()


def test_another_users_cluster_goes_on_after_a_shutdown(executor):
    with connect(address(executor)) as other:
        future = other.submit(triple, 5)
    assert future.result(0) == 15
    with pytest.raises(RuntimeError, match="after shutdown"):
        other.submit(triple, 5)
    assert executor.submit(triple, 6).result(SOON) == 18


def test_a_with_block_left_by_an_exception_does_not_wait(executor, tmp_path):
    futures = []

    def interrupted():
        with connect(address(executor)) as other:
            futures.extend(other.submit(wait_for, tmp_path / "go") for _ in range(3))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert all(each.cancelled() for each in futures)
    (tmp_path / "go").touch()


# Workers that cannot be used


@pytest.fixture
def newer(monkeypatch):
    """Give this process another version than the workers have."""
    monkeypatch.setattr(phazed, "__version__", "99.0")
    cluster.about.cache_clear()
    yield
    cluster.about.cache_clear()


@pytest.mark.usefixtures("newer")
def test_workers_with_another_version_are_refused(executor):
    with pytest.raises(ClusterError, match=r"^tcp://127.*: install the same on all machines$") as caught:
        connect(address(executor))
    assert "this machine has 99.0 on 3." in str(caught.value)


@pytest.mark.usefixtures("newer")
def test_a_worker_with_another_version_that_joins_later_refuses_to_play(executor):
    with pytest.raises(ClusterError, match="install the same on all machines"):
        executor.submit(triple, 1).result(SOON)


def test_workers_without_a_package_that_bots_may_import_are_refused(executor):
    with pytest.raises(ClusterError, match="has no nosuchpackage, which bots may import: install it there"):
        connect(address(executor), packages=("json", "nosuchpackage"))


def test_a_worker_that_cannot_unpickle_the_task_is_reported(executor):
    future = asyncio.run_coroutine_threadsafe(
        executor._load(b"cnosuchmodule\nplay\n."), executor.client.loop.asyncio_loop
    )
    with pytest.raises(ClusterError, match=r"a worker cannot use phazed .*nosuchmodule.*: install phazed"):
        future.result(SOON)


def test_the_complaint_about_a_worker_says_what_is_wrong():
    here = About("1.2", "3.11")
    assert cluster.complaint("w", About("1.2", "3.11"), here) is None
    assert cluster.complaint("w", ModuleNotFoundError("No module named 'phazed'"), here) == (
        "w cannot use phazed (ModuleNotFoundError: No module named 'phazed'): install phazed 1.2 there"
    )
    assert "w has phazed 1.1 on Python 3.11" in cluster.complaint("w", About("1.1", "3.11"), here)
    assert "w has no numpy and no yaml" in cluster.complaint("w", About("1.2", "3.11", ("numpy", "yaml")), here)


def test_a_worker_checks_its_versions_before_each_task(monkeypatch):
    def perform(here, packages):
        address, outcome = cluster.perform_on_worker(here, packages, pack(triple, (3,), {}).message())
        assert address == "tcp://here:1"
        return unpack(outcome)

    monkeypatch.setattr("distributed.get_worker", lambda: SimpleNamespace(address="tcp://here:1"))
    assert perform(cluster.about(), ("json",)) == 9
    with pytest.raises(ClusterError, match="nosuchpackage"):
        perform(cluster.about(), ("nosuchpackage",))
    with pytest.raises(ClusterError, match=r"this machine has 0\.0 on 2\.7"):
        perform(About("0.0", "2.7"), ())


# Clusters that cannot be reached


@pytest.mark.parametrize("wrong", ["", "localhost", "local:0", "local:many", "http://host:80", "tcp://host", "host:1"])
def test_an_address_of_another_form_is_refused(wrong):
    with pytest.raises(ClusterError, match="give local, local:4 or tcp://host:8786"):
        connect(wrong)


def test_an_address_without_a_server_is_an_error():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        where = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no Dask scheduler answers at {where}"):
            connect(where, timeout=0.3)


def test_a_server_that_is_not_a_scheduler_is_an_error():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        where = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no Dask scheduler answers at {where}"):
            connect(where, timeout=0.3)


def test_encryption_needs_certificates():
    with pytest.raises(ClusterError, match=r"tls://127\.0\.0\.1:1 .*TLS configuration"):
        connect("tls://127.0.0.1:1")


def in_this_process(workers):
    """A cluster whose workers are threads."""
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        memory_limit=None,
        scheduler_kwargs=cluster.NO_DASHBOARD,
    )


def test_a_cluster_without_workers_is_an_error():
    with in_this_process(0) as lonely:
        where = lonely.scheduler_address
        with pytest.raises(ClusterError, match=f"has no workers; start some: dask worker {where} --nthreads 1"):
            connect(where, worker_timeout=0.1)


def test_the_end_of_the_scheduler_is_an_error(tmp_path):
    import dask

    brief = {"distributed.comm.timeouts.connect": "200ms"}  # its workers look for it, too
    with dask.config.set(brief), in_this_process(1) as doomed:
        other = connect(doomed.scheduler_address)
        future = other.submit(say_and_wait_for, tmp_path / "begun", tmp_path / "go")
        wait_for(tmp_path / "begun")
        doomed.sync(doomed.scheduler.close)
        with pytest.raises(ClusterError, match=r"the connection to the cluster tcp://.* was lost"):
            future.result(SOON)
        (tmp_path / "go").touch()
        other.shutdown()


@pytest.mark.parametrize("name", ["dask", "distributed"])
def test_the_error_without_dask_says_how_to_install_it(monkeypatch, name):
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ClusterError, match=r"the cluster needs Dask: pip install 'phazed\[cluster\]'"):
        connect("local:1")


def test_the_default_number_of_workers_is_left_to_dask(monkeypatch):
    asked = []

    def start(workers):
        asked.append(workers)
        raise KeyboardInterrupt

    monkeypatch.setattr(cluster, "_start", start)
    for each in ("local", "local:3"):
        with pytest.raises(KeyboardInterrupt):
            connect(each)
    assert asked == [None, 3]


# From without

PROGRAM = """
import sys, time
from phazed.arena.executors.cluster import connect

if __name__ == "__main__":
    with connect("local:2") as executor:
        executor.submit(time.sleep, 600)
        executor.submit(abs, -1).result()
        open("ready", "w").close()
        executor.submit(time.sleep, 600).result()
"""


@pytest.fixture
def program(tmp_path):
    """A program with running tasks."""
    (tmp_path / "program.py").write_text(PROGRAM)
    pipe = subprocess.PIPE
    command = [sys.executable, "-W", "error", "program.py"]
    started = subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    wait_for(tmp_path / "ready")
    return started


@pytest.mark.long
def test_a_tournament_on_a_cluster_has_the_same_results_although_a_worker_is_killed(tmp_path):
    bots = load_entrants(
        write_bots(tmp_path / "bots", ann=SIMPLE, bob=SIMPLE, cy=tires(3)), ("@greedy", "@random", "@casual")
    )
    chosen = Settings(game="phasedout", matches=12, schedule="swiss")
    here = played(tmp_path / "here", bots, chosen)
    killed = []

    def kill_one(tournament):
        if tournament.played == 4:
            killed.append(next(iter(there.client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    with connect("local:2") as there:
        elsewhere = played(tmp_path / "there", bots, chosen, there, on_progress=kill_one)
        assert killed[0] not in there.client.run(os.getpid).values()
    assert elsewhere.played == here.played == 18
    assert outcome(elsewhere.store) == outcome(here.store)
    rankings = [[bot["name"] for bot in summarize(each.store)["bots"]] for each in (here, elsewhere)]
    assert rankings[0] == rankings[1]
    for each in (here, elsewhere):
        each.store.close()


@pytest.mark.long
def test_ctrl_c_is_handled_by_the_program_alone_and_ends_everything(program):
    os.killpg(program.pid, signal.SIGINT)
    output, errors = program.communicate(timeout=SOON)  # the end of its output is the end of the workers too
    assert output == ""
    assert errors.count("Traceback") == 1
    assert errors.endswith("\nKeyboardInterrupt\n")


@pytest.mark.long
def test_workers_end_when_the_program_is_killed(program):
    program.kill()
    output, _ = program.communicate(timeout=SOON)
    assert output == ""
