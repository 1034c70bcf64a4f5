"""Wall-clock response times of the course's players: in real positions, in lawless positions, and for malformed calls.

    python benchmarks/answers.py [--calls N] [--load N]

A call may take up to a second, even on a busy machine: `--load` starts that many processes that keep the CPUs busy.
Real positions come from games of the strong player, the others from the tests' fuzzer.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "core"))

import fuzz

from positions import ANSWER, GAMES, real_views

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SECOND = 1.0


def real_calls(count: int) -> Iterator[tuple[str, Any]]:
    views = {game: cycle(real_views(game, "strong", games=2, step=3)) for game in GAMES}
    return ((game, next(views[game]).to_course()) for game in islice(cycle(GAMES), count))


def measure(calls: Iterable[tuple[str, Any]]) -> list[float]:
    """Return the seconds of each call in ascending order."""
    taken = []
    for game, arguments in calls:
        given = arguments if len(arguments) == 6 else [arguments] * 6
        start = time.monotonic()
        ANSWER[game](*given)
        taken.append(time.monotonic() - start)
    return sorted(taken)


@contextmanager
def loaded(processes: int) -> Iterator[None]:
    hogs = [multiprocessing.Process(target=_use_the_processor, daemon=True) for _ in range(processes)]
    for hog in hogs:
        hog.start()
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()


def _use_the_processor() -> None:
    while True:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=300, help="number of calls of each kind")
    parser.add_argument("--load", type=int, default=0, help="number of processes that keep the CPUs busy")
    asked = parser.parse_args()
    real = list(real_calls(asked.calls))
    odd = [(game, call if isinstance(call, list) else [call]) for game, call in fuzz.calls(10 * asked.calls, seed=5)]
    with loaded(asked.load):
        for name, calls in (("real positions", real), ("lawless and malformed", odd)):
            taken = measure(calls)
            slow = sum(seconds > SECOND for seconds in taken)
            print(
                f"{name}: {len(taken):,} calls, median {1000 * taken[len(taken) // 2]:.1f} ms, "
                f"99 % within {1000 * taken[int(0.99 * len(taken))]:.0f} ms, slowest {1000 * taken[-1]:.0f} ms, "
                f"{slow} longer than a second",
                flush=True,
            )


if __name__ == "__main__":
    main()
