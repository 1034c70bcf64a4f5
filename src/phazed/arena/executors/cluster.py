"""An executor that runs tasks on a Dask cluster of several machines.

Dask's own executor hangs when a worker cannot import a task's function, and its shutdown cannot cancel running tasks.
This executor exchanges only bytes with the workers. They call only `pickle.loads`, which exists on every machine, so a
worker with a missing or different version of phazed can be reported. When a worker dies, the scheduler reassigns its
task; when the scheduler gives up, the task is submitted again.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import re
import warnings
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from platform import node, python_version_tuple
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar
from uuid import uuid4

import phazed
from phazed.arena.executors.codec import FilesMissing, pack, pack_error, perform, unpack
from phazed.arena.executors.pool import WorkerDied
from phazed.arena.executors.worker import block_sigint
from phazed.rules.errors import PhazedError, in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from phazed.arena.executors.codec import Digest, PackedTask

P = ParamSpec("P")
T = TypeVar("T")

ADDRESS = re.compile(r"local(?::(?P<workers>[1-9]\d*))?|(?:tcp|tls)://\S+:\d+")
RETRIES = 2
"""Number of times a task is retried if unpickling it fails on a worker."""
ALLOWED_FAILURES = 5
"""Number of a local cluster's workers that may die while running a task before the scheduler gives up."""
WORKER_COUNT_TTL = 5.0
"""Seconds for which the number of workers is cached."""
NO_DASHBOARD = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
"""Options that disable the dashboard. The scheduler opens a port for it anyway, so a free local one is used."""
NOISY_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado.application")


class ClusterError(PhazedError):
    """An error of a cluster that cannot be reached or used."""


class About(NamedTuple):
    """A machine's versions, which must be the same on all machines, and its missing packages."""

    phazed: str
    python: str
    missing: tuple[str, ...] = ()


@cache
def about(packages: tuple[str, ...] = ()) -> About:
    """Return the versions and missing packages of this machine."""
    missing = tuple([name for name in packages if find_spec(name.partition(".")[0]) is None])
    return About(phazed.__version__, ".".join(python_version_tuple()[:2]), missing)


def complaint(where: str, there: About | Exception, here: About) -> str | None:
    """Return the reason why a worker cannot be used, or `None` if it can.

    >>> complaint("tcp://node7:4000", About("0.1.0", "3.12"), About("0.1.0", "3.11"))
    'tcp://node7:4000 has phazed 0.1.0 on Python 3.12, this machine has 0.1.0 on 3.11: install the same on all machines'
    """
    if isinstance(there, Exception):
        return f"{where} cannot use phazed ({in_words(there)}): install phazed {here.phazed} there"
    if there[:2] != here[:2]:
        versions = f"phazed {there.phazed} on Python {there.python}, this machine has {here.phazed} on {here.python}"
        return f"{where} has {versions}: install the same on all machines"
    if there.missing:
        return f"{where} has no {' and no '.join(there.missing)}, which bots may import: install it there"
    return None


class CallOnLoad:
    """A call that unpickling makes."""

    def __init__(self, function: Callable[..., object], *args: object) -> None:
        self.function = function
        self.args = args

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.function, self.args


def perform_on_worker(here: About, packages: tuple[str, ...], message: bytes) -> tuple[str, bytes]:
    """Perform a packed task on a worker; return the worker's address and the outcome.

    The worker is checked here because it may have joined after `connect` checked the others.
    """
    _, distributed = _dask()
    wrong = complaint(node(), about(packages), here)
    return distributed.get_worker().address, pack_error(ClusterError(wrong)) if wrong else perform(message)


def connect(
    address: str,
    *,
    packages: tuple[str, ...] = (),
    attempts: int = 2,
    timeout: float = 10.0,
    worker_timeout: float = 120.0,
) -> ClusterExecutor:
    """Return an executor for the cluster at `tcp://host:port`, or for a new local cluster (`local` or `local:4`).

    Every worker must have the given packages and the same versions of phazed and Python as this machine. The scheduler
    must answer within `timeout` seconds, and the first worker must appear within `worker_timeout`. If the scheduler
    gives up on a task, the task is submitted again, up to `attempts` times in total.
    """
    match = ADDRESS.fullmatch(address)
    if match is None:
        raise ClusterError(f"{address!r} is not a cluster address: give local, local:4 or tcp://host:8786")
    dask, distributed = _dask()
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1TB"})  # bots may be large
    cluster = client = None
    try:
        with _quiet():
            if address.startswith("local"):
                cluster = _start(int(match["workers"]) if match["workers"] else None)
            else:
                asyncio.run(_probe(address, timeout))
            client = distributed.Client(cluster or address, timeout=timeout, set_as_default=False)
            _check_workers(client, address, packages, worker_timeout)
    except BaseException as error:
        _close(client, cluster)
        if client is None and isinstance(error, Exception):
            raise ClusterError(f"no Dask scheduler answers at {address} ({in_words(error)})") from None
        raise
    return ClusterExecutor(client, cluster, address, packages, attempts)


def _dask() -> tuple[Any, Any]:
    """Import Dask and return its two packages."""
    try:
        import dask
        import distributed
    except ModuleNotFoundError:
        raise ClusterError("the cluster needs Dask: pip install 'phazed[cluster]'") from None
    return dask, distributed


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress Dask's log messages and its warnings about versions; `complaint` reports those that matter."""
    for name in NOISY_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


async def _probe(address: str, timeout: float) -> None:
    """Check that a scheduler answers; Dask's client would wait forever for a server that never replies."""
    _, distributed = _dask()
    arguments = distributed.Security().get_connection_args("client")
    connection = distributed.comm.connect(address, timeout=timeout, **arguments)
    (await asyncio.wait_for(connection, timeout)).abort()


def _start(workers: int | None) -> Any:
    """Start a local cluster whose processes ignore Ctrl-C."""
    dask, distributed = _dask()
    with block_sigint(), dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_FAILURES}):
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=None,
            scheduler_kwargs=NO_DASHBOARD,
            silence_logs=logging.CRITICAL,
        )


def _check_workers(client: Any, address: str, packages: tuple[str, ...], timeout: float) -> None:
    """Raise `ClusterError` unless there is a worker and all workers can be used."""
    try:
        client.wait_for_workers(1, timeout=timeout)
    except TimeoutError:
        start = f"dask worker {address} --nthreads 1 --nworkers 4"
        raise ClusterError(f"the scheduler at {address} has no workers; start some: {start}") from None
    call = pickle.dumps(CallOnLoad(about, packages))
    found: dict[str, About | Exception] = client.run(pickle.loads, call, on_error="return")
    for where, there in sorted(found.items()):
        wrong = complaint(where, there, about())
        if wrong:
            raise ClusterError(wrong)


def _close(client: Any, cluster: Any) -> None:
    with _quiet():
        if client is not None:
            client.close()
        if cluster is not None:
            cluster.close()


class ClusterExecutor(Executor):
    """An executor that runs tasks on a cluster, created by `connect`. It stops a local cluster at its shutdown.

    A task that is running on an external cluster cannot be stopped; if it is cancelled, its result is discarded.
    """

    def __init__(self, client: Any, cluster: Any, address: str, packages: tuple[str, ...], attempts: int) -> None:
        self.client = client
        self.cluster = cluster
        """The local cluster; `None` if the cluster is external."""
        self._address = address
        self._packages = packages
        self._attempts = attempts
        self._lock = Lock()
        self._closed = False
        self._stopped = False
        self._closing = Thread(target=self._close, name="phazed-cluster")
        self._pending: set[Future[Any]] = set()
        self._jobs = 0
        self._counted = -WORKER_COUNT_TTL

    @property
    def jobs(self) -> int:
        """Number of tasks that can run at a time; workers may join and leave."""
        if monotonic() - self._counted >= WORKER_COUNT_TTL:
            self._jobs = sum(self.client.nthreads().values())
            self._counted = monotonic()
        return max(1, self._jobs)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        task = pack(fn, args, kwargs)
        with self._lock:
            if self._closed:
                raise RuntimeError("cannot submit a task after shutdown")
            future: Future[T] = asyncio.run_coroutine_threadsafe(self._perform(task), self.client.loop.asyncio_loop)
            self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    async def _perform(self, task: PackedTask) -> Any:
        """Run the task on a worker; if the worker lacks files, send it the task again with these files attached.

        If the worker has gone by then, another worker gets the task and may report further missing files.
        """
        attached: set[Digest] = set()
        worker: str | None = None
        while True:
            call = CallOnLoad(perform_on_worker, about(), self._packages, task.message(attached))
            worker, outcome = await self._load(pickle.dumps(call), worker)
            try:
                return unpack(outcome)
            except FilesMissing as missing:
                attached.update(missing.digests)

    async def _load(self, pickled: bytes, worker: str | None = None) -> Any:
        """Unpickle the bytes on a worker, preferably the given one. This runs in the client's own thread."""
        _, distributed = _dask()
        where = {"workers": [worker], "allow_other_workers": True} if worker else {}
        for _ in range(self._attempts):
            key = f"phazed-{uuid4().hex}"  # unique, or Dask would reuse the result of an equal task
            future = self.client.submit(pickle.loads, pickled, key=key, pure=False, retries=RETRIES, **where)
            try:
                return await future
            except distributed.KilledWorker:
                continue
            except CancelledError:
                raise ClusterError(f"the connection to the cluster {self._address} was lost") from None
            except Exception as error:
                raise ClusterError(str(complaint("a worker", error, about()))) from None
            finally:
                future.release()  # also when this coroutine is cancelled, so that the task is not started
        raise WorkerDied("given up: too many workers of the cluster died while running it")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            begun, self._closed = self._closed, True
            self._stopped = self._stopped or cancel_futures
        if not begun:
            self._closing.start()
        if cancel_futures:
            for future in list(self._pending):
                future.cancel()
        if wait:
            self._closing.join()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)

    def _close(self) -> None:
        wait(list(self._pending))
        if self._stopped and self.cluster is not None:
            self.cluster.sync(self._kill)
        _close(self.client, self.cluster)

    async def _kill(self) -> None:
        """Stop the workers of a local cluster, even if they are busy."""
        ends = [nanny.close(timeout=0.5) for nanny in self.cluster.workers.values()]
        await asyncio.gather(*ends, return_exceptions=True)
