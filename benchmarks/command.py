"""Helpers for several benchmarks: numeric arguments, and work in several processes."""

from __future__ import annotations

import argparse
import signal
from contextlib import suppress
from multiprocessing import Pool
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")
R = TypeVar("R")


def number_from(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers of at least `least`, for argparse."""

    def number(text: str) -> int:
        with suppress(ValueError):
            if int(text) >= least:
                return int(text)
        raise argparse.ArgumentTypeError(f"must be a whole number of at least {least}, not {text!r}")

    return number


def unordered(function: Callable[[T], R], jobs: Sequence[T], processes: int) -> Iterator[R]:
    """Yield the function's results for these jobs in order of completion; Ctrl-C stops the workers."""
    if processes == 1:
        yield from map(function, jobs)
    else:
        with Pool(processes, _as_worker) as pool:
            yield from pool.imap_unordered(function, jobs)


def _as_worker() -> None:
    """Ignore Ctrl-C, because the parent stops its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
