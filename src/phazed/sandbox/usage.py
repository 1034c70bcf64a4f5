"""The kernel's counters for a bot's process: CPU time, time in the run queue, and threads."""

from __future__ import annotations

import os
import time

TICK = 0.01
"""Unit of `/proc/stat` in seconds, which is the same on all machines."""
MICROSECOND, NANOSECOND = 1e-6, 1e-9
STEAL_COLUMN = 8
"""Index of the steal time in the `cpu` line of `/proc/stat`."""


class ProcessUsage:
    """The counters of a process, which are 0 once it has exited and on systems without them."""

    def __init__(self, pid: int) -> None:
        self._folder = f"/proc/{pid}"
        self._clock = (~pid << 3) | 2  # the ID of the process's CPU clock, as clock_getcpuclockid computes it
        self._stolen_before = stolen()

    def cpu(self) -> float:
        """Return the CPU time of all threads, in seconds."""
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return 0.0

    def starved(self) -> float:
        """Return the time in seconds during which the process was ready to run but had no processor.

        This is the longest time that any of its threads has spent in the run queue, plus the time that a hypervisor has
        taken from the whole machine since the process started.
        """
        return max(map(self._queued, self._threads()), default=0.0) + stolen() - self._stolen_before

    def _queued(self, thread: str) -> float:
        try:
            with open(f"{self._folder}/task/{thread}/schedstat", "rb") as file:
                return int(file.read().split()[1]) * NANOSECOND
        except (OSError, IndexError):
            return 0.0

    def is_asleep(self) -> bool:
        """Return whether all threads sleep: none computes, waits for a processor or for a disk."""
        states = [self._state(thread) for thread in self._threads()]
        return bool(states) and all(state == b"S" for state in states)

    def _state(self, thread: str) -> bytes:
        try:
            with open(f"{self._folder}/task/{thread}/stat", "rb") as file:
                return file.read().rpartition(b")")[2].split()[0]
        except (OSError, IndexError):
            return b""

    def _threads(self) -> list[str]:
        try:
            return os.listdir(f"{self._folder}/task")
        except OSError:
            return []

    def thread_count(self) -> int:
        try:
            with open(f"{self._folder}/stat", "rb") as file:
                return int(file.read().rpartition(b")")[2].split()[17])
        except (OSError, IndexError):
            return 0


def pressure() -> float | None:
    """Return the seconds in which any process of this machine was waiting for a processor, memory or a disk.

    It is the kernel's pressure stall information; `None` on systems without it.
    """
    total = 0.0
    for resource in ("cpu", "memory", "io"):
        try:
            with open(f"/proc/pressure/{resource}", "rb") as file:
                total += int(file.readline().rpartition(b"total=")[2]) * MICROSECOND
        except (OSError, ValueError):
            return None
    return total


def stolen() -> float:
    """Return the processor time that a hypervisor has taken from this machine, in seconds."""
    try:
        with open("/proc/stat", "rb") as file:
            return int(file.readline().split()[STEAL_COLUMN]) * TICK
    except (OSError, IndexError):
        return 0.0
