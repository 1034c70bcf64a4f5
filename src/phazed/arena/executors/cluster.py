"""Work for many machines: an executor on top of a Dask cluster.

Dask has an executor too, but what it hands on to its workers by name hangs for ever where that name cannot be imported,
and it knows no cancelling shutdown. Ours hands bytes to its workers and gets bytes back; they call nothing but
`pickle.loads`, which is there on every machine, and a worker without phazed, or with another, says so. A task whose
worker dies is given to another one by the scheduler, and handed in again if the scheduler gives up.
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
from phazed.arena.executors.pool import WorkerDied, deaf, pack, perform, unpack
from phazed.rules.errors import PhazedError, in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

P = ParamSpec("P")
T = TypeVar("T")

ADDRESS = re.compile(r"local(?::(?P<workers>[1-9]\d*))?|(?:tcp|tls)://\S+:\d+")
RETRIES = 2
"""How often a task is tried again that a worker could not even begin."""
ALLOWED_FAILURES = 5
"""How many workers of a local cluster may die under a task before the scheduler gives it up."""
FRESH = 5.0
"""For how many seconds the number of workers is believed."""
NO_DASHBOARD = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
"""The scheduler opens a port for it all the same; this one is free, and for this machine only."""
LOUD = ("distributed", "distributed.client", "distributed.gc", "tornado.application")


class ClusterError(PhazedError):
    """The cluster cannot be reached or used: why, and what would help."""


class About(NamedTuple):
    """What must be the same on all machines, and which packages are missing on one."""

    phazed: str
    python: str
    missing: tuple[str, ...] = ()


@cache
def about(packages: tuple[str, ...] = ()) -> About:
    """This machine."""
    missing = tuple([name for name in packages if find_spec(name.partition(".")[0]) is None])
    return About(phazed.__version__, ".".join(python_version_tuple()[:2]), missing)


def complaint(where: str, there: About | Exception, here: About) -> str | None:
    """What is wrong with a worker, if anything.

    >>> complaint("tcp://node7:4000", About("0.1.0", "3.12"), About("0.1.0", "3.11"))
    'tcp://node7:4000 has phazed 0.1.0 on Python 3.12, and here are 0.1.0 and 3.11: install the same on all machines'
    """
    if isinstance(there, Exception):
        return f"{where} cannot use phazed ({in_words(there)}): install phazed {here.phazed} there"
    if there[:2] != here[:2]:
        versions = f"phazed {there.phazed} on Python {there.python}, and here are {here.phazed} and {here.python}"
        return f"{where} has {versions}: install the same on all machines"
    if there.missing:
        return f"{where} has no {' and no '.join(there.missing)}, which bots may import: install it there"
    return None


class _Call:
    """A call that is made when it is unpickled."""

    def __init__(self, function: Callable[..., object], *args: object) -> None:
        self.function = function
        self.args = args

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.function, self.args


def perform_there(here: About, packages: tuple[str, ...], payload: bytes) -> bytes:
    """Do a packed task on a worker, which may have joined after the others were looked at."""
    wrong = complaint(node(), about(packages), here)
    return perform(pack(_refuse, (wrong,), {}) if wrong else payload)


def _refuse(reason: str) -> None:
    raise ClusterError(reason)


def connect(
    address: str, *, packages: tuple[str, ...] = (), attempts: int = 2, timeout: float = 10.0, patience: float = 120.0
) -> ClusterExecutor:
    """An executor on the cluster with that address, `tcp://host:port`; or on one of our own, `local` or `local:4`.

    Every worker must have this phazed, this Python, and the packages. The scheduler is waited for `timeout` seconds,
    and the first worker `patience` seconds. A task that the scheduler gives up is handed in `attempts` times in all.
    """
    match = ADDRESS.fullmatch(address)
    if match is None:
        raise ClusterError(f"{address!r} is no cluster's address: write local, local:4 or tcp://host:8786")
    dask, distributed = _dask()
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1TB"})  # bots are large, and must travel
    cluster = client = None
    try:
        with _quiet():
            if address.startswith("local"):
                cluster = _start(int(match["workers"]) if match["workers"] else None)
            else:
                asyncio.run(_greet(address, timeout))
            client = distributed.Client(cluster or address, timeout=timeout, set_as_default=False)
            _look_at_workers(client, address, packages, patience)
    except BaseException as error:
        _close(client, cluster)
        if client is None and isinstance(error, Exception):
            raise ClusterError(f"no Dask scheduler answers at {address} ({in_words(error)})") from None
        raise
    return ClusterExecutor(client, cluster, address, packages, attempts)


def _dask() -> tuple[Any, Any]:
    """Dask's packages, whose functions mostly have no types."""
    try:
        import dask
        import distributed
    except ModuleNotFoundError:
        raise ClusterError("the cluster needs Dask: pip install 'phazed[cluster]'") from None
    return dask, distributed


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask's log is not for our users, nor are its warnings that versions differ: we look at what matters."""
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


async def _greet(address: str, timeout: float) -> None:
    """See whether a scheduler answers; Dask's client would wait for ever where somebody listens and says nothing."""
    _, distributed = _dask()
    arguments = distributed.Security().get_connection_args("client")
    greeting = distributed.comm.connect(address, timeout=timeout, **arguments)
    (await asyncio.wait_for(greeting, timeout)).abort()


def _start(workers: int | None) -> Any:
    """A cluster of our own. Ctrl-C is for this process alone, which decides."""
    dask, distributed = _dask()
    with deaf(), dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_FAILURES}):
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=None,
            scheduler_kwargs=NO_DASHBOARD,
            silence_logs=logging.CRITICAL,
        )


def _look_at_workers(client: Any, address: str, packages: tuple[str, ...], patience: float) -> None:
    """Refuse workers that cannot do what is asked of them."""
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        start = f"dask worker {address} --nthreads 1 --nworkers 4"
        raise ClusterError(f"the scheduler at {address} has no workers; start some: {start}") from None
    call = pickle.dumps(_Call(about, packages))
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
    """Does everything on a cluster. It is made by `connect`, and ends a cluster of its own with itself.

    What was begun when it is cancelled goes on to its end on a cluster of others, and nobody hears of it.
    """

    def __init__(self, client: Any, cluster: Any, address: str, packages: tuple[str, ...], attempts: int) -> None:
        self._client = client
        self._cluster = cluster
        self._address = address
        self._packages = packages
        self._attempts = attempts
        self._lock = Lock()
        self._closed = False
        self._stopped = False
        self._ending = Thread(target=self._end, name="phazed-cluster")
        self._pending: set[Future[Any]] = set()
        self._jobs = 0
        self._counted = -FRESH

    @property
    def jobs(self) -> int:
        """How many tasks are done at a time; workers may join and leave."""
        if monotonic() - self._counted >= FRESH:
            self._jobs = sum(self._client.nthreads().values())
            self._counted = monotonic()
        return max(1, self._jobs)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        call = pickle.dumps(_Call(perform_there, about(), self._packages, pack(fn, args, kwargs)))
        with self._lock:
            if self._closed:
                raise RuntimeError("nothing can be handed in after the shutdown")
            future: Future[T] = asyncio.run_coroutine_threadsafe(self._play(call), self._client.loop.asyncio_loop)
            self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    async def _play(self, call: bytes) -> Any:
        """Have a call made by some worker; in the client's own thread."""
        _, distributed = _dask()
        for _ in range(self._attempts):
            key = f"phazed-{uuid4().hex}"  # with a key of its own it is made even if an equal one was made before
            theirs = self._client.submit(pickle.loads, call, key=key, pure=False, retries=RETRIES)
            try:
                outcome = await theirs
            except distributed.KilledWorker:
                continue
            except CancelledError:
                raise ClusterError(f"the connection to the cluster {self._address} was lost") from None
            except Exception as error:
                raise ClusterError(str(complaint("a worker", error, about()))) from None
            finally:
                theirs.release()  # also when we are cancelled: then it is not begun
            return unpack(outcome)
        raise WorkerDied("given up: too many workers of the cluster died while they had it")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            begun, self._closed = self._closed, True
            self._stopped = self._stopped or cancel_futures
        if not begun:
            self._ending.start()
        if cancel_futures:
            for future in list(self._pending):
                future.cancel()
        if wait:
            self._ending.join()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)

    def _end(self) -> None:
        wait(list(self._pending))
        if self._stopped and self._cluster is not None:
            self._cluster.sync(self._kill)
        _close(self._client, self._cluster)

    async def _kill(self) -> None:
        """End the workers of our own cluster, whatever they are doing."""
        ends = [nanny.close(timeout=0.5) for nanny in self._cluster.workers.values()]
        await asyncio.gather(*ends, return_exceptions=True)
