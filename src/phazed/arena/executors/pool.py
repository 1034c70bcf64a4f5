"""Executors on this machine: a fault-tolerant pool of worker processes, and one that runs tasks in this process.

A tournament accepts any `concurrent.futures.Executor`. The standard library's process pool loses all tasks when a
worker process dies, for example because memory ran out. `ResilientPool` loses none: it retries the dead worker's task,
continues with all other tasks, and starts another worker.

>>> with InProcess() as executor:
...     sorted(play_all(executor, abs, [-3, 2, -1], max_pending=2))
[1, 2, 3]
"""

from __future__ import annotations

import atexit
from collections import deque
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from phazed.arena.executors.codec import FilesMissing, pack, unpack
from phazed.arena.executors.worker import STOP, Task, Worker, block_sigint
from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

EXIT_TIMEOUT = 2.0
"""Seconds that a worker is given to exit before it is killed."""
MAX_FAILED_STARTS = 5
"""Number of consecutive workers that may die before they are ready until the pool gives up."""


class WorkerDied(PhazedError):
    """The reason why a task was given up: every worker process that tried it died, or no worker could be started."""


def play_all(
    executor: Executor,
    task: Callable[[T], R],
    items: Iterable[T],
    *,
    max_pending: int | Callable[[], int],
    on_worker_died: Callable[[T, WorkerDied], R] | None = None,
) -> Iterator[R]:
    """Call the task with every item and yield the results in order of completion.

    At most `max_pending` tasks are submitted at a time. This limit may be a function, since a cluster can grow. If an
    item is given up because its workers died, `on_worker_died` provides its result; without this function the error is
    raised, like any other error. A caller that stops early cancels the tasks that have not started.
    """
    limit = max_pending if callable(max_pending) else lambda: max_pending
    done: SimpleQueue[Future[R]] = SimpleQueue()
    pending: dict[Future[R], T] = {}
    source = iter(items)
    try:
        while True:
            # Submit at least one item per result, but no more while a result is waiting: `InProcess` runs each at once.
            while len(pending) < limit():
                try:
                    item = next(source)
                except StopIteration:
                    break
                future = executor.submit(task, item)
                pending[future] = item
                future.add_done_callback(done.put)
                if not done.empty():
                    break
            if not pending:
                return
            future = done.get()
            item = pending.pop(future)
            try:
                result = future.result()
            except WorkerDied as error:
                if on_worker_died is None:
                    raise
                result = on_worker_died(item, error)
            del future, item  # the item may be large, and the caller may pause this generator
            yield result
    finally:
        for each in pending:
            each.cancel()


class InProcess(Executor):
    """An executor that runs every task in this process as soon as it is submitted."""

    jobs = 1

    def __init__(self) -> None:
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._closed:
            raise RuntimeError("no task can be submitted after the shutdown")
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # KeyboardInterrupt propagates to the caller
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._closed = True


class ResilientPool(Executor):
    """A pool of worker processes that replaces workers that die.

    A task is tried at most `attempts` times; if its worker dies every time, it fails with `WorkerDied`. Tasks, their
    arguments and their results are pickled, so a task must be a function that a worker can import. `initializer` is
    called in every worker when it starts. After `shutdown(cancel_futures=True)`, or when an exception leaves a `with`
    block, running tasks are stopped too, and raise `CancelledError`.

    The pool is run by a manager thread, which waits for workers and for the wake-up pipe, to which other threads write.
    """

    def __init__(self, jobs: int, *, attempts: int = 3, initializer: Callable[[], object] | None = None) -> None:
        if jobs < 1 or attempts < 1:
            raise ValueError("a pool needs at least one worker and at least one attempt per task")
        self.jobs = jobs
        self._attempts = attempts
        self._initializer = initializer
        self._lock = Lock()
        """Lock for the attributes up to `_wake_pending`; only the manager thread uses the others."""
        self._queue: deque[Task] = deque()
        self._closed = False
        self._stopped = False
        self._manager: Thread | None = None
        self._wake_r, self._wake_w = get_context("spawn").Pipe(duplex=False)
        self._wake_pending = False
        self._workers: list[Worker] = []
        self._failed_starts = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        task = Task(pack(fn, args, kwargs))
        with self._lock:
            if self._closed:
                raise RuntimeError("no task can be submitted after the shutdown")
            self._queue.append(task)
            if self._manager is None:
                self._manager = Thread(target=self._manage, name="phazed-pool", daemon=True)
                self._manager.start()
                atexit.register(self.shutdown, cancel_futures=True)  # for programs that do not shut the pool down
            self._wake()
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._closed = True
            self._stopped = self._stopped or cancel_futures
            if self._manager is None:
                self._wake_r.close()
                self._wake_w.close()
            else:
                self._wake()
        if wait and self._manager is not None:
            self._manager.join()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)

    def _wake(self) -> None:
        """Wake the manager; one pending message is enough, so the pipe is never full."""
        if not self._wake_pending:
            self._wake_pending = True
            self._wake_w.send_bytes(b"")

    def _manage(self) -> None:
        """Run the pool until nothing is left to do. This is the manager thread's main function."""
        failure: BaseException | None = None
        try:
            with block_sigint():
                while self._advance():
                    self._wait()
        except BaseException as error:  # passed on to the callers that wait for results
            failure = error
        with self._lock:
            self._closed = True
            self._wake_pending = True  # the pipe is no longer read
        self._fail_unfinished(failure)
        self._stop_workers()
        self._wake_r.close()
        self._wake_w.close()
        atexit.unregister(self.shutdown)

    def _advance(self) -> bool:
        """Start workers and dispatch tasks; return whether there is anything left to wait for."""
        if self._stopped:
            return False
        self._start_workers()
        self._dispatch()
        self._start_workers()  # replaces workers that died while they were idle
        return not self._closed or bool(self._queue or self._busy())

    def _busy(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.task]

    def _start_workers(self) -> None:
        """Start as many workers as the tasks need."""
        while len(self._workers) < min(self.jobs, len(self._busy()) + len(self._queue)):
            try:
                slot = min(set(range(self.jobs)) - {worker.slot for worker in self._workers})
                self._workers.append(Worker(self._initializer, slot))
            except OSError:  # too many processes or too little memory at the moment
                if not self._workers:
                    raise
                return

    def _dispatch(self) -> None:
        """Send tasks to idle workers."""
        for worker in [worker for worker in self._workers if worker.idle]:
            task = self._next_task()
            if task is None:
                return
            try:
                worker.pipe.send_bytes(task.packed.message())
            except OSError:  # the worker died while it was idle, so the task has not been tried
                self._queue.appendleft(task)
                self._lose(worker)
            else:
                task.tries += 1
                worker.task = task

    def _next_task(self) -> Task | None:
        while self._queue:
            task = self._queue.popleft()
            if task.future.running() or task.future.set_running_or_notify_cancel():
                return task
        return None

    def _wait(self) -> None:
        """Wait until a worker has sent something or died, or another thread has written to the wake-up pipe."""
        sources: dict[Any, Worker | None] = {self._wake_r: None}
        for worker in self._workers:
            sources[worker.pipe] = sources[worker.process.sentinel] = worker
        for worker_or_none in {sources[each] for each in wait(sources)}:
            if worker_or_none is None:
                self._wake_r.recv_bytes()
                self._wake_pending = False
            else:
                self._receive(worker_or_none)

    def _receive(self, worker: Worker) -> None:
        """Handle a worker's message or death."""
        try:
            outcome = worker.pipe.recv_bytes() if worker.pipe.poll() else None
        except (EOFError, OSError):
            outcome = None
        if outcome is None:
            self._lose(worker)
            return
        self._failed_starts = 0
        if not worker.task:
            _settle(worker.started, outcome)
            worker.started.result()  # raises the initializer's exception
            return
        try:
            _settle(worker.task.future, outcome)
        except FilesMissing as missing:
            with suppress(OSError):  # if the worker has died, `_wait` notices it next
                worker.pipe.send_bytes(worker.task.packed.message(missing.digests))
        else:
            worker.task = None

    def _lose(self, worker: Worker) -> None:
        """Handle a worker's death: retry its task, or fail the task after too many attempts."""
        self._workers.remove(worker)
        cause = worker.kill_and_reap(EXIT_TIMEOUT)
        task = worker.task
        if task and task.tries < self._attempts:
            self._queue.appendleft(task)
        elif task:
            times = "once" if task.tries == 1 else f"{task.tries} times"
            task.future.set_exception(WorkerDied(f"given up: it was tried {times}, and its worker died ({cause})"))
        elif not worker.started.done():
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise WorkerDied(f"{MAX_FAILED_STARTS} worker processes in a row died before they were ready ({cause})")

    def _fail_unfinished(self, failure: BaseException | None) -> None:
        """Cancel all unfinished tasks, or fail them with the exception that stopped the pool."""
        begun = [worker.task for worker in self._workers if worker.task]
        for task in [*begun, *self._queue]:
            if task.future.running():
                task.future.set_exception(failure or CancelledError())
            elif failure is None:
                task.future.cancel()
            elif task.future.set_running_or_notify_cancel():
                task.future.set_exception(failure)
        self._queue.clear()

    def _stop_workers(self) -> None:
        """Let idle workers exit, and terminate the others."""
        for worker in self._workers:
            if worker.idle:
                with suppress(OSError):
                    worker.pipe.send_bytes(STOP)
            else:
                worker.process.terminate()
        until = monotonic() + EXIT_TIMEOUT
        for worker in self._workers:
            worker.kill_and_reap(max(0.0, until - monotonic()))
        self._workers.clear()


def _settle(future: Future[Any], outcome: bytes) -> None:
    """Set the result or exception of a task, except `FilesMissing`, which is raised."""
    try:
        result = unpack(outcome)
    except FilesMissing:
        raise
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
