"""A worker process: its handle in the parent process, and the code that runs in it.

Workers are spawned, not forked, because the parent has threads and an open database, which must not be copied. A fork
server would start a worker in 7 ms instead of 100 ms, but not the first one, and all workers start at the same time.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from phazed.arena.executors.codec import pack, perform

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from phazed.arena.executors.codec import PackedTask

STOP = b""
"""Message that makes a worker exit."""


class Task:
    """A packed task and the future for its result."""

    __slots__ = ("future", "packed", "tries")

    def __init__(self, packed: PackedTask) -> None:
        self.future: Future[Any] = Future()
        self.packed = packed
        self.tries = 0


class Worker:
    """A handle for a worker process, with a pipe to the process."""

    def __init__(self, initializer: Callable[[], object] | None, slot: int) -> None:
        self.slot = slot
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        # As a daemon, the process does not keep alive a parent that has not shut the pool down.
        self.process = context.Process(target=work, args=(theirs, initializer), name="phazed-worker", daemon=True)
        with theirs:
            self.process.start()
        pin_to_processor(slot, self.process.pid or 0)
        self.started: Future[None] = Future()
        self.task: Task | None = None

    @property
    def idle(self) -> bool:
        return self.started.done() and not self.task

    def kill_and_reap(self, timeout: float) -> str:
        """Wait for the process to exit, kill it after the timeout, and return its cause of death."""
        self.process.join(timeout)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        cause = cause_of_death(self.process.exitcode or 0)
        self.pipe.close()
        self.process.close()
        return cause


def pin_to_processor(slot: int = 0, pid: int = 0) -> None:
    """Pin a process, and all processes that it starts, to one of the available processors, chosen by slot.

    A worker waits while its bot thinks, so the two need only one processor. Waking a process on another processor can
    take longer than a small bot's turn, especially on virtual machines.
    """
    if hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        with suppress(OSError):  # the process has exited
            os.sched_setaffinity(pid, {processors[slot % len(processors)]})


def cause_of_death(code: int) -> str:
    """Describe an exit code.

    >>> print(cause_of_death(-9), cause_of_death(-11), cause_of_death(3), sep="; ")
    killed by SIGKILL, perhaps because memory ran out; killed by SIGSEGV; exit code 3
    """
    try:
        name = signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"
    return f"killed by {name}{', perhaps because memory ran out' if name == 'SIGKILL' else ''}"


@contextmanager
def block_sigint() -> Iterator[None]:
    """Block Ctrl-C in this thread and in any thread or process that it starts within the `with` block."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    resource_tracker.ensure_running()  # otherwise it starts with the first process and resets the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the worker process


def work(pipe: Connection, initializer: Callable[[], object] | None) -> None:
    """Perform tasks until the parent sends `STOP`. Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    inbox: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=receive, args=(pipe, inbox), name="phazed-parent", daemon=True).start()
    pipe.send_bytes(perform(pack(initialize, (initializer,), {}).message()))
    for message in iter(inbox.get, STOP):
        pipe.send_bytes(perform(message))


def initialize(initializer: Callable[[], object] | None) -> None:
    """Call the pool's initializer, if any."""
    if initializer:
        initializer()


def receive(pipe: Connection, inbox: SimpleQueue[bytes]) -> None:
    """Receive messages until the parent exits, then exit immediately."""
    with suppress(EOFError, OSError):
        while True:
            inbox.put(pipe.recv_bytes())
    os._exit(1)
