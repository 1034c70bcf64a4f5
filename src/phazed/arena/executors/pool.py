"""Who does the work: worker processes of this machine, or this very process; and how work is handed out.

The tournament asks for nothing but a `concurrent.futures.Executor`. The standard library's process pool is one, but
when a worker process dies, for want of memory say, it loses everything that was handed in. `SturdyPool` loses nothing:
the task that the worker had is tried again, all others go on, and another worker takes its place.

>>> with InProcess() as executor:
...     sorted(play_all(executor, abs, [-3, 2, -1], ahead=2))
[1, 2, 3]

A worker is a process with a pipe of its own; one thread of the parent listens to all of them. Workers are started
afresh ("spawn") and not forked: the parent has threads and an open database, and neither must be copied. A server that
forks them would take 7 ms for a worker instead of 100, but as long for the first, and all of them start at a time.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
from collections import deque
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from traceback import format_exc
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from phazed.rules.errors import PhazedError, in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection
    from types import TracebackType

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 2.0
"""How many seconds a worker has to end when it is told to, before it is killed."""
STILLBORN = 5
"""So many workers in a row that die before they are ready, and the pool gives up."""
STOP = b""
"""What a worker is told when there is no more to do."""


class WorkerDied(PhazedError):
    """A task was given up, since every worker process that tried it has died; or no worker can be started at all."""


def play_all(
    executor: Executor,
    task: Callable[[T], R],
    items: Iterable[T],
    *,
    ahead: int | Callable[[], int],
    died: Callable[[T, WorkerDied], R] | None = None,
) -> Iterator[R]:
    """The task's result for every item, as they arrive, in any order.

    Items are taken when they are needed: at most `ahead` are with the executor at a time; for a cluster that grows this
    is asked again and again. `died` makes the result of an item that was given up because its workers died; without it
    that error is raised, as all others are. Whoever stops in the middle has cancelled what has not begun.
    """
    most = ahead if callable(ahead) else lambda: ahead
    done: SimpleQueue[Future[R]] = SimpleQueue()
    handed_in: dict[Future[R], T] = {}
    source = iter(items)
    try:
        while True:
            # At least one for each result, but no more while a result waits: work in this process is done one by one.
            while len(handed_in) < most():
                try:
                    item = next(source)
                except StopIteration:
                    break
                future = executor.submit(task, item)
                handed_in[future] = item
                future.add_done_callback(done.put)
                if not done.empty():
                    break
            if not handed_in:
                return
            future = done.get()
            item = handed_in.pop(future)
            try:
                result = future.result()
            except WorkerDied as error:
                if died is None:
                    raise
                result = died(item, error)
            del future, item  # the item may be large, and whoever gets the result may take its time
            yield result
    finally:
        for each in handed_in:
            each.cancel()


class InProcess(Executor):
    """Does everything in this process, at once and in order."""

    jobs = 1

    def __init__(self) -> None:
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._closed:
            raise RuntimeError("nothing can be handed in after the shutdown")
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # Ctrl-C is for whoever called
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._closed = True


class _Task:
    """Something to be done, pickled, and whom to tell."""

    __slots__ = ("future", "payload", "tries")

    def __init__(self, payload: bytes) -> None:
        self.future: Future[Any] = Future()
        self.payload = payload
        self.tries = 0


class _Worker:
    """A worker process, seen from the parent."""

    def __init__(self, initializer: Callable[[], object] | None, slot: int) -> None:
        self.slot = slot
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        # As a daemon it does not keep a parent from ending that forgot the shutdown.
        self.process = context.Process(target=work, args=(theirs, initializer), name="phazed-worker", daemon=True)
        with theirs:
            self.process.start()
        keep_to_one_processor(slot, self.process.pid or 0)
        self.started: Future[None] = Future()
        self.task: _Task | None = None

    @property
    def idle(self) -> bool:
        return self.started.done() and not self.task

    def bury(self, patience: float) -> str:
        """Make sure that it is gone, wait for it so many seconds at the most, and say how it ended."""
        self.process.join(patience)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        cause = _cause_of_death(self.process.exitcode or 0)
        self.pipe.close()
        self.process.close()
        return cause


def keep_to_one_processor(slot: int = 0, pid: int = 0) -> None:
    """Have a process, and all that it starts, stay on one processor: of those that there are, another for every slot.

    Who calls a bot waits for it, so the two need no more; and to wake a process on another processor can take longer
    than a small bot thinks, on virtual machines above all.
    """
    if hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        with suppress(OSError):  # it is gone already
            os.sched_setaffinity(pid, {processors[slot % len(processors)]})


def _cause_of_death(code: int) -> str:
    """An exit code in words.

    >>> print(_cause_of_death(-9), _cause_of_death(-11), _cause_of_death(3), sep=", ")
    killed by SIGKILL, perhaps for want of memory, killed by SIGSEGV, exit code 3
    """
    try:
        name = signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"
    return f"killed by {name}{', perhaps for want of memory' if name == 'SIGKILL' else ''}"


class SturdyPool(Executor):
    """So many worker processes, which are replaced when they die.

    A task is tried `attempts` times at the most; if its worker dies every time, it is given up with `WorkerDied`.
    Tasks, their arguments and their results are pickled, and tasks are functions that a worker can import.
    `initializer` is called in every worker when it starts. After `shutdown(cancel_futures=True)`, or when a `with`
    block is left by an exception, tasks that were begun are stopped too, and end with `CancelledError`.
    """

    def __init__(self, jobs: int, *, attempts: int = 3, initializer: Callable[[], object] | None = None) -> None:
        if jobs < 1 or attempts < 1:
            raise ValueError("a pool has at least one worker, and tries at least once")
        self.jobs = jobs
        self._attempts = attempts
        self._initializer = initializer
        self._lock = Lock()
        """For what follows, up to the bell; the rest is the manager's alone."""
        self._queue: deque[_Task] = deque()
        self._closed = False
        self._stopped = False
        self._manager: Thread | None = None
        self._ears, self._bell = get_context("spawn").Pipe(duplex=False)
        self._rung = False
        self._workers: list[_Worker] = []
        self._stillborn = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        task = _Task(pack(fn, args, kwargs))
        with self._lock:
            if self._closed:
                raise RuntimeError("nothing can be handed in after the shutdown")
            self._queue.append(task)
            if self._manager is None:
                self._manager = Thread(target=self._manage, name="phazed-pool", daemon=True)
                self._manager.start()
                atexit.register(self.shutdown, cancel_futures=True)  # for programs that forget it
            self._ring()
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._closed = True
            self._stopped = self._stopped or cancel_futures
            if self._manager is None:
                self._ears.close()
                self._bell.close()
            else:
                self._ring()
        if wait and self._manager is not None:
            self._manager.join()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)

    def _ring(self) -> None:
        """Have the manager look; once is enough, so the bell's pipe is never full."""
        if not self._rung:
            self._rung = True
            self._bell.send_bytes(b"")

    def _manage(self) -> None:
        """The manager's thread: what it does until nothing is left to be done."""
        failure: BaseException | None = None
        try:
            with deaf():
                while self._arrange():
                    self._listen()
        except BaseException as error:  # nobody else would tell those who wait for results
            failure = error
        with self._lock:
            self._closed = True
            self._rung = True  # nobody hears it any more
        self._give_up(failure)
        self._dismiss()
        self._ears.close()
        self._bell.close()
        atexit.unregister(self.shutdown)

    def _arrange(self) -> bool:
        """Have everybody work who can, and say whether there is anything to wait for."""
        if self._stopped:
            return False
        self._hire()
        self._hand_out()
        return not self._closed or bool(self._queue or self._busy())

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.task]

    def _hire(self) -> None:
        """Start workers, if there is work for them."""
        while len(self._workers) < min(self.jobs, len(self._busy()) + len(self._queue)):
            try:
                slot = min(set(range(self.jobs)) - {worker.slot for worker in self._workers})
                self._workers.append(_Worker(self._initializer, slot))
            except OSError:  # too many processes, or too little memory, for the moment
                if not self._workers:
                    raise
                return

    def _hand_out(self) -> None:
        for worker in [worker for worker in self._workers if worker.idle]:
            task = self._next_task()
            if task is None:
                return
            try:
                worker.pipe.send_bytes(task.payload)
            except OSError:  # it has died while it had nothing to do: the task has not been tried
                self._queue.appendleft(task)
                self._lose(worker)
            else:
                task.tries += 1
                worker.task = task

    def _next_task(self) -> _Task | None:
        while self._queue:
            task = self._queue.popleft()
            if task.future.running() or task.future.set_running_or_notify_cancel():
                return task
        return None

    def _listen(self) -> None:
        """Wait until something happens, and see to it."""
        waited_for: dict[Any, _Worker | None] = {self._ears: None}
        for worker in self._workers:
            waited_for[worker.pipe] = waited_for[worker.process.sentinel] = worker
        for worker_or_none in {waited_for[each] for each in wait(waited_for)}:
            if worker_or_none is None:
                self._ears.recv_bytes()
                self._rung = False
            else:
                self._hear(worker_or_none)

    def _hear(self, worker: _Worker) -> None:
        """A worker has said something, or is dead."""
        try:
            message = worker.pipe.recv_bytes() if worker.pipe.poll() else None
        except (EOFError, OSError):
            message = None
        if message is None:
            self._lose(worker)
            return
        self._stillborn = 0
        if worker.task:
            task, worker.task = worker.task, None
            _settle(task.future, message)
        else:
            _settle(worker.started, message)
            worker.started.result()  # raises what is wrong with the initializer

    def _lose(self, worker: _Worker) -> None:
        """A worker is dead; so is its task, if that has happened too often."""
        self._workers.remove(worker)
        cause = worker.bury(PATIENCE)
        task = worker.task
        if task and task.tries < self._attempts:
            self._queue.appendleft(task)
        elif task:
            times = "once" if task.tries == 1 else f"{task.tries} times"
            task.future.set_exception(WorkerDied(f"given up: it was tried {times}, and its worker died ({cause})"))
        elif not worker.started.done():
            self._stillborn += 1
            if self._stillborn >= STILLBORN:
                raise WorkerDied(f"{STILLBORN} worker processes in a row died before they were ready ({cause})")

    def _give_up(self, failure: BaseException | None) -> None:
        """Tell those who still wait that we were stopped, or have failed."""
        begun = [worker.task for worker in self._workers if worker.task]
        for task in [*begun, *self._queue]:
            if task.future.running():
                task.future.set_exception(failure or CancelledError())
            elif failure is None:
                task.future.cancel()
            elif task.future.set_running_or_notify_cancel():
                task.future.set_exception(failure)
        self._queue.clear()

    def _dismiss(self) -> None:
        """End all workers: in good order those that have nothing to do, at once the others."""
        for worker in self._workers:
            if worker.idle:
                with suppress(OSError):
                    worker.pipe.send_bytes(STOP)
            else:
                worker.process.terminate()
        until = monotonic() + PATIENCE
        for worker in self._workers:
            worker.bury(max(0.0, until - monotonic()))
        self._workers.clear()


def _settle(future: Future[Any], message: bytes) -> None:
    """Tell the outcome of a task."""
    try:
        result = unpack(message)
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)


@contextmanager
def deaf() -> Iterator[None]:
    """Have Ctrl-C not be delivered to this thread, nor to the threads and processes that it starts meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    resource_tracker.ensure_running()  # which is started with the first process, and would undo what follows
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# How tasks and outcomes travel


def pack(task: Callable[..., object], args: tuple[object, ...], kwargs: dict[str, object]) -> bytes:
    """A task, to be performed elsewhere."""
    return pickle.dumps((task, args, kwargs), pickle.HIGHEST_PROTOCOL)


def perform(payload: bytes) -> bytes:
    """Do a packed task, and pack what comes of it: its result, or the error with its traceback."""
    try:
        task, args, kwargs = pickle.loads(payload)  # noqa: S301 - it comes from our parent
        return pickle.dumps((task(*args, **kwargs), None, ""), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        traceback = format_exc()
        if not _travels(error):
            error = RuntimeError(in_words(error))
        return pickle.dumps((None, error, traceback))


def _travels(error: BaseException) -> bool:
    """Whether an error can be pickled and made again from that. And whoever asks for a result wants to go on living."""
    try:
        return isinstance(pickle.loads(pickle.dumps(error)), Exception)  # noqa: S301 - just pickled
    except Exception:
        return False


def unpack(outcome: bytes) -> Any:
    """The result of a task that was performed elsewhere; its error is raised."""
    result, error, traceback = pickle.loads(outcome)  # noqa: S301 - the worker is ours, as are its results
    if error is not None:
        error.add_note(f"In the worker process:\n{traceback}")
        raise error
    return result


# In the worker process


def work(pipe: Connection, initializer: Callable[[], object] | None) -> None:
    """The life of a worker process. Ctrl-C is for the parent, which decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    todo: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(pipe, todo), name="phazed-parent", daemon=True).start()
    pipe.send_bytes(perform(pack(_begin, (initializer,), {})))
    for payload in iter(todo.get, STOP):
        pipe.send_bytes(perform(payload))


def _begin(initializer: Callable[[], object] | None) -> None:
    if initializer:
        initializer()


def _receive(pipe: Connection, todo: SimpleQueue[bytes]) -> None:
    """Take tasks, and end the process, whatever it is doing, when the parent is gone: nobody waits for the result."""
    with suppress(EOFError, OSError):
        while True:
            todo.put(pipe.recv_bytes())
    os._exit(1)
