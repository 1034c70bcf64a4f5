"""Jobs in executor threads for hints, replays and results: a few at a time, with identical ones shared.

A job is a separate task, independent of the task that requested it. Since a thread cannot be cancelled, the job keeps
its slot until its thread has finished, even if the requesting task is cancelled.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")

MAX_JOBS = 32
"""Maximum number of jobs of one kind, running or waiting; further ones are refused."""


class Busy(PhazedError):
    """An error raised if the server has too many jobs or is closing."""


class Jobs:
    """Jobs of one kind; at most `at_once` of them run at a time."""

    def __init__(self, at_once: int) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._tasks: dict[Hashable, asyncio.Task[Any]] = {}

    async def run(self, key: Hashable, function: Callable[..., T], *arguments: object) -> T:
        """Run the function in a thread and return its result, or join the job that is in progress under the key."""
        task: asyncio.Task[T] | None = self._tasks.get(key)
        if task is None:
            if len(self._tasks) >= MAX_JOBS:
                raise Busy("the server is busy: try again in a moment")
            task = self._tasks[key] = asyncio.create_task(self._run(function, arguments))
            task.add_done_callback(lambda done: self._forget(key, done))
        await asyncio.wait({task})  # unlike `await task`, this does not cancel the job if the caller is cancelled
        if task.cancelled():
            raise Busy("the server is closing")
        return task.result()

    async def _run(self, function: Callable[..., T], arguments: tuple[object, ...]) -> T:
        async with self._slots:
            return await asyncio.to_thread(function, *arguments)

    def _forget(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        del self._tasks[key]
        if not task.cancelled():
            task.exception()  # marks the exception as retrieved, in case all callers have been cancelled

    def stop(self) -> None:
        """Cancel all jobs, because the server is closing; the results of running threads are discarded."""
        for task in self._tasks.values():
            task.cancel()
