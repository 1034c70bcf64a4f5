"""The time of `phazed_is_valid_play` for the example calls in the course's handout.

The fastest other implementation known needs about 2.8 µs per call on a development machine. Because machines are noisy,
the result is the best of many short rounds, and a fixed amount of plain Python code is timed as well, so that two runs
can be compared by their ratio.

    python benchmarks/validity.py
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from phazed import phazed_is_valid_play

if TYPE_CHECKING:
    from collections.abc import Callable

EMPTY = (None, [])
PHASE_1 = [["2S", "2S", "2C"], ["AS", "5S", "5S"]]
PHASE_2 = [["2S", "2S", "AS", "5S", "5S", "7S", "JS"]]
FIRST_TURN = (0, [(2, "JS"), (5, "JS")])
EXAMPLES = [
    (
        (3, (1, PHASE_1)),
        0,
        [EMPTY, EMPTY, EMPTY, EMPTY],
        [(0, [(2, "JS")])],
        [0, 0, 0, 0],
        ["AS", "2S", "2S", "2C", "5S", "5S", "7S", "8S", "9S", "0S", "JS"],
        None,
    ),
    (
        (4, ("KC", (1, 0, 0))),
        1,
        [EMPTY, (2, PHASE_2), EMPTY, EMPTY],
        [FIRST_TURN, (1, [(1, "XX"), (3, (2, PHASE_2))])],
        [0, 2, 0, 0],
        ["5D", "0S", "JS", "KC"],
        "JS",
    ),
    (
        (5, "JS"),
        1,
        [EMPTY, (1, PHASE_1), EMPTY, EMPTY],
        [FIRST_TURN, (1, [(1, "XX"), (3, (1, PHASE_1))])],
        [0, 1, 0, 0],
        ["AD", "8S", "9S", "0S", "JS"],
        "JS",
    ),
]
ROUNDS, CALLS = 400, 200


def fixed_work() -> int:
    """Run about as much plain Python code as one call may take."""
    total = 0
    for number in range(60):
        total += number
    return total


def best(work: Callable[[], object]) -> float:
    """Return the microseconds per call in the best round."""
    quickest = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(CALLS):
            work()
        quickest = min(quickest, time.perf_counter() - start)
    return quickest / CALLS * 1e6


def main() -> None:
    times = []
    for arguments in EXAMPLES:
        times.append(best(lambda a=arguments: phazed_is_valid_play(*a)))
        print(f"{arguments[0]!s:.40}: {phazed_is_valid_play(*arguments)!s:5} {times[-1]:.2f} µs")
    mean, fixed = sum(times) / len(times), best(fixed_work)
    print(f"mean {mean:.2f} µs per call; fixed work {fixed:.2f} µs; ratio {mean / fixed:.2f}")


if __name__ == "__main__":
    main()
